"""The sound of a meeting without a file."""

from pathlib import Path

from ui.editor.meeting_sound import Peaks


class FakeMeetingSound:
    """Says what it was told to say."""

    def __init__(self, *, path: Path | None = Path("sound.flac"), length_ms: int = 200_000) -> None:
        self._path = path
        self._length_ms = length_ms
        self.measured = 0

    def playback_path(self) -> Path | None:
        return self._path

    @property
    def length_ms(self) -> int:
        return self._length_ms

    def read_peaks(self, buckets: int) -> Peaks:
        self.measured += 1
        return [(-0.5, 0.5)] * buckets
