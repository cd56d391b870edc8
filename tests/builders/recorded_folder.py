"""The folder of a recording as the recorder leaves it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import Samples, TrackKind


def record(path: Path, tracks: Sequence[tuple[TrackKind, Samples]], *, is_stopped: bool = True) -> SoundFolder:
    """Write each track as if it had been recorded; without a stop it was killed."""
    folder = SoundFolder(path)
    for number, (kind, sound) in enumerate(tracks):
        with RecordingFile(folder, track=number) as file:
            file.note_start(
                kind=kind, device="Device", host_api="", rate_hz=16_000, started_utc="2026-11-30T09:00:00+00:00"
            )
            file.append(np.round(sound * 32767).astype(np.int16))
            if is_stopped:
                file.finish()
            else:
                file.save()
    return folder
