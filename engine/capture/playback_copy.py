"""The copy of a recording that a person listens to: all tracks in one FLAC file; likewise of a file with several.

Written once after the stop, on the thread that understands the recording; the tracks themselves stay as they are,
since only they are understood and measured. A minute is in memory at a time, however long the recording is.
"""

import contextlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.capture.flac_writer import FlacWriter
from engine.capture.sound_folder import SoundFolder, part_of
from engine.capture.sound_writer import disk_full_reported
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.cancellation import Cancellation

_PIECE = 60 * SAMPLE_RATE_HZ
_KNEE = np.float32(0.7)
"""Below it a mix is the plain sum; what is louder is bent, so that two voices at once do not crackle."""


def write_playback(folder: SoundFolder, tracks: int, cancellation: Cancellation | None = None) -> Path:
    """Mix the tracks of a recording that is closed, or of a file, unless that was done already; answers the file.

    Raises:
        DiskFull: there is no room for it; nothing is left behind.
        Cancelled: so it was asked; likewise.
    """
    if folder.is_mixed:
        return folder.mix_path
    final, length = folder.mix_path, folder.longest
    with disk_full_reported(folder.path), contextlib.ExitStack() as leaving:
        leaving.callback(part_of(final).unlink, missing_ok=True)
        flac = FlacWriter(leaving.enter_context(folder.open_part(final)), source_rate_hz=SAMPLE_RATE_HZ, channels=1)
        leaving.callback(flac.abandon)
        for start in range(0, length, _PIECE):
            if cancellation is not None:
                cancellation.check()
            stop = min(length, start + _PIECE)
            flac.write(mixed([folder.read(start, stop, track) for track in range(tracks)], stop - start)[np.newaxis])
        flac.finish(length)
        part_of(final).replace(final)
        folder.write_mix_marker(length)
    return final


def mixed(sounds: list[Samples], count: int) -> Samples:
    """The sum of sounds that may end early, never beyond full scale."""
    total: NDArray[np.float32] = np.zeros(count, np.float32)
    for sound in sounds:
        total[: sound.shape[0]] += sound
    size = np.abs(total)
    bent = _KNEE + (1 - _KNEE) * np.tanh((size - _KNEE) / (1 - _KNEE))
    return np.where(size > _KNEE, np.copysign(bent, total), total).astype(np.float32)
