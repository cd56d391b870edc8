"""What was heard of the voices in a track, kept beside its sound, so that another count of speakers takes seconds.

Used in the engine process. It lies in the folder of the meeting and goes with it: nothing of a voice outlives the
meeting's own sound. What is damaged, of another version or of other sound is heard anew, and nobody is told; what
cannot be kept, for want of room, is heard anew as well.
"""

import contextlib
import os
import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np

from engine.speakers.heard_voices import HeardVoices, looks_in
from engine.speakers.segmentation import LOOK_TICKS, PEOPLE

VERSION = 1
"""To be raised with every change of what a piece is, or of the networks."""

_DAMAGED = (
    OSError, ValueError, KeyError, IndexError, EOFError, MemoryError, OverflowError, struct.error,
    zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError,
)  # fmt: skip
"""All that numpy and zipfile say of a file that is not whole; a flag that flipped asks for a password."""

_BLOCK = 4096
_BLOCKS = 256
_PIECES = ("looks", "people", "starts", "stops", "clear")


def voices_path(folder: Path, track: int) -> Path:
    """Where the voices of a track are kept."""
    return folder / f"voices-{track}.npz"


def fingerprint_of(sound: Path) -> int:
    """A number that other sound has not: from a megabyte of it, evenly spread. Raises ``OSError``."""
    size = sound.stat().st_size
    found = zlib.crc32(str(size).encode())
    with sound.open("rb") as file:
        for number in range(_BLOCKS):
            file.seek(size * number // _BLOCKS)
            found = zlib.crc32(file.read(_BLOCK), found)
    return found


def read_voices(path: Path, fingerprint: int) -> HeardVoices | None:
    """What was kept of just this sound, or ``None``."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            if [int(number) for number in file["about"][:2]] != [VERSION, fingerprint]:
                return None
            length = int(file["about"][2])
            bits = np.unpackbits(file["activity"], count=looks_in(length) * LOOK_TICKS * PEOPLE)
            activity = bits.astype(np.bool_).reshape(-1, LOOK_TICKS, PEOPLE)
            looks, people, starts, stops, clear = pieces = [file[name].astype(np.int32) for name in _PIECES]
            embeddings = file["embeddings"].astype(np.float32)
    except _DAMAGED:
        return None
    if {len(each) for each in pieces} != {len(embeddings)} or embeddings.ndim != 2:
        return None
    return HeardVoices(length, activity, looks, people, starts, stops, clear, embeddings)


def keep_voices(path: Path, heard: HeardVoices, fingerprint: int) -> None:
    """Keep what was heard, readable for its owner only; or leave nothing behind."""
    part = path.with_name(path.name + ".part")
    try:
        with open(part, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            np.savez_compressed(
                file,
                about=np.array([VERSION, fingerprint, heard.length], np.int64),
                activity=np.packbits(heard.activity),
                embeddings=heard.embeddings.astype(np.float16),
                **{name: getattr(heard, name) for name in _PIECES},
            )
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
