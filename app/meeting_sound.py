"""The sound of a meeting in the library, as the meeting page wants it: the file to play, its length, its shape.

Built by ``composition.py`` for the window. ``read_loudness`` may read the whole recording, piece by piece, and belongs
on a background thread.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from app.meetings.loudness import Loudness
from app.peak_file import is_measured, read_loudness
from app.track_mix import ReadTrack
from engine.capture.recording_file import is_being_recorded
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import to_milliseconds

_BOTH = 2
"""Microphone and computer."""


class StoredSound:
    """One meeting's sound on disk. Nothing is held open.

    Of a recording all tracks together: what is there by now, also while it is recorded.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = SoundFolder(folder)

    def playback_path(self) -> Path | None:
        """The file to play, ``None`` until it was decoded, or the copy of a recording was made."""
        return self._folder.playback_path() if self._is_there else None

    @property
    def length_ms(self) -> int:
        """True length, 0 until it was decoded."""
        return int(to_milliseconds(self._folder.longest)) if self._is_there else 0

    @property
    def is_measured(self) -> bool:
        """Whether reading the loudness takes no time: it is kept, or there is nothing yet to be measured or kept."""
        is_final = self._is_there and not is_being_recorded(self._folder.path)
        return not is_final or is_measured(self._folder, self._tracks())

    def read_loudness(self, *, check: Callable[[], None] = lambda: None) -> Loudness:
        """How loud it is over its length, all tracks together; nothing before the sound was decoded.

        ``check`` is called with each minute of sound that has to be measured; what it raises ends that.
        """
        if not self._is_there:
            return Loudness(np.zeros(0, np.uint16))
        is_kept = not is_being_recorded(self._folder.path)
        return read_loudness(self._folder, self._tracks(), is_kept=is_kept, check=check)

    def track_readers(self) -> tuple[ReadTrack, ...]:
        """What reads the samples of each track of a recording with two; none where only the copy is to be played."""
        tracks = self._tracks() if self._folder.is_recording else []
        return tuple(partial(self._folder.read, track=track) for track in tracks) if len(tracks) == _BOTH else ()

    def _tracks(self) -> list[int]:
        numbers = [path.stem.removeprefix("track-") for path in self._folder.path.glob("track-*.pcm")]
        return sorted(int(number) for number in numbers if number.isdecimal())

    @property
    def _is_there(self) -> bool:
        return self._folder.is_recording or self._folder.is_complete()
