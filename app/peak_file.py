"""The loudness of a meeting beside its sound, so that a long recording is measured once and not at every opening.

Used on background threads by ``meeting_sound.py``. The file is a convenience: one that is missing, cut short, damaged,
of another version or older than the sound is measured again, and one that cannot be written costs only that. It lies
in the folder of the meeting and goes with it.

    peaks.bin   "VVPK", version, what it was measured of, count, checksum, then a little-endian uint16 a frame of 20 ms
"""

import contextlib
import hashlib
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.meetings.loudness import FRAME_MS, Loudness
from engine.capture.sound_folder import SoundFolder, part_of
from engine.contract.audio import SAMPLE_RATE_HZ

NAME = "peaks.bin"
VERSION = 1

_MAGIC = b"VVPK"
_HEAD = struct.Struct("<4sI16sQI")
_FRAME = SAMPLE_RATE_HZ * FRAME_MS // 1000
_PIECE = 60 * SAMPLE_RATE_HZ
"""A minute is in memory at a time; it holds whole frames."""


def is_measured(folder: SoundFolder, tracks: Sequence[int]) -> bool:
    """Whether the loudness of all of this sound is kept, as far as the beginning of the file tells."""
    try:
        with (folder.path / NAME).open("rb") as file:
            magic, version, of, _, _ = _HEAD.unpack(file.read(_HEAD.size))
        return (magic, version, of) == (_MAGIC, VERSION, _fingerprint(folder, tracks))
    except (OSError, struct.error):
        return False


def read_loudness(
    folder: SoundFolder, tracks: Sequence[int], *, is_kept: bool, check: Callable[[], None] = lambda: None
) -> Loudness:
    """The loudness of all tracks together, from the file or measured.

    Args:
        folder: Of the meeting.
        tracks: Whose sound is there.
        is_kept: Unless the sound still grows.
        check: Called with each minute of sound that is measured; what it raises ends the measuring.
    """
    path = folder.path / NAME
    measured_of = _fingerprint(folder, tracks)
    frames = _load(path, measured_of) if is_kept else None
    if frames is None:
        frames = _measure(folder, tracks, check)
        if is_kept and measured_of == _fingerprint(folder, tracks):
            with contextlib.suppress(OSError):
                _save(path, measured_of, frames)
    return Loudness(frames)


def _fingerprint(folder: SoundFolder, tracks: Sequence[int]) -> bytes:
    """What changes when the sound does."""
    digest = hashlib.blake2b(digest_size=16)
    for track in tracks:
        state = folder.pcm_path(track).stat()
        digest.update(struct.pack("<IQq", track, state.st_size, state.st_mtime_ns))
    return digest.digest()


def _measure(folder: SoundFolder, tracks: Sequence[int], check: Callable[[], None]) -> NDArray[np.uint16]:
    length = int(folder.longest)
    peaks = np.zeros(-(-length // _FRAME), np.uint16)
    for track in tracks:
        for begin in range(0, length, _PIECE):
            check()
            samples = folder.read(begin, min(length, begin + _PIECE), track)
            if not len(samples):
                break
            loud = np.minimum(np.abs(samples) * np.float32(32768), 32767).astype(np.uint16)
            part = np.maximum.reduceat(loud, np.arange(0, len(loud), _FRAME))
            at = begin // _FRAME
            peaks[at : at + len(part)] = np.maximum(peaks[at : at + len(part)], part)
    return peaks


def _load(path: Path, measured_of: bytes) -> NDArray[np.uint16] | None:
    try:
        data = path.read_bytes()
        magic, version, of, count, checksum = _HEAD.unpack_from(data)
    except (OSError, struct.error):
        return None
    body = data[_HEAD.size :]
    is_ours = (magic, version, of) == (_MAGIC, VERSION, measured_of)
    if not is_ours or len(body) != 2 * count or zlib.crc32(body) != checksum:
        return None
    return np.frombuffer(body, "<u2").astype(np.uint16)


def _save(path: Path, measured_of: bytes, frames: NDArray[np.uint16]) -> None:
    body = frames.astype("<u2").tobytes()
    part = part_of(path)
    try:
        part.write_bytes(_HEAD.pack(_MAGIC, VERSION, measured_of, len(frames), zlib.crc32(body)) + body)
        part.chmod(0o600)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
