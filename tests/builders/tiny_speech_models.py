"""Speech models of a few kilobytes that look like real ones to everything but the recogniser."""

import hashlib
import json
import struct
import zipfile
from collections.abc import Mapping
from pathlib import Path

from engine.recognition.catalogue import Catalogue, HubOrigin, ModelFile, SpeechModel

Files = Mapping[str, bytes]


def make_files(seed: str = "one", *, weights_size: int = 40_000) -> Files:
    """The four files of a speech model; another seed gives other weights."""
    head = struct.pack("<IH", 6, 12) + b"WhisperSpec\0"
    noise = hashlib.shake_256(seed.encode()).digest(weights_size - len(head))
    return {
        "model.bin": head + noise,
        "config.json": json.dumps({"seed": seed}).encode(),
        "tokenizer.json": json.dumps({"vocabulary": [seed] * 50}).encode(),
        "vocabulary.txt": b"\n".join(b"word%d" % number for number in range(100)),
    }


def describe(files: Files, *, name: str = "tiny", pinned: bool = True) -> SpeechModel:
    """The catalogue entry of these files."""
    return SpeechModel(
        name=name,
        title=name.title(),
        languages="multilingual",
        size=sum(len(content) for content in files.values()),
        licence="MIT",
        files=tuple(
            ModelFile(
                file,
                len(content) if pinned else None,
                hashlib.sha256(content).hexdigest() if pinned else None,
            )
            for file, content in files.items()
        ),
        sources=(HubOrigin(f"Somebody/{name}"),),
    )


def make_catalogue(*models: SpeechModel) -> Catalogue:
    """A catalogue of these, without any real hub."""
    return Catalogue(models, hubs=(), mirrors=())


def write_folder(folder: Path, files: Files) -> Path:
    """Lay the files into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def write_zip(path: Path, files: Files, *, inside: str = "") -> Path:
    """Pack the files, below ``inside`` if given."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(inside + name, content)
    return path
