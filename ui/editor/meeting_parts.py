"""The parts of the page of a meeting, made one after another before anybody asks for the page. On the window's thread.

All together take a tenth of a second, and the window would stand still for it when the first meeting is opened.
``MeetingDoor`` makes them while the person looks at the library; what was not made by then, ``MeetingFrame`` makes.
"""

from collections.abc import Callable
from typing import Final, TypeVar, cast

from PySide6.QtWidgets import QWidget

from ui.editor.coverage_line import CoverageLine
from ui.editor.job_strip import JobStrip
from ui.editor.meeting_header import MeetingHeader
from ui.editor.replace_bar import ReplaceBar
from ui.editor.side_panel import SidePanel
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_place import TranscriptPlace

T = TypeVar("T", bound=QWidget)

KINDS: Final[tuple[Callable[[], QWidget], ...]] = (
    SidePanel,
    MeetingHeader,
    ReplaceBar,
    SoundMap,
    TranscriptPlace,
    JobStrip,
    CoverageLine,
)
"""The largest first."""


class MeetingParts:
    """Parts that wait for their page."""

    def __init__(self) -> None:
        self._made: dict[Callable[[], QWidget], QWidget] = {}

    def make_next(self) -> bool:
        """Make one more. Answers whether there was one to make."""
        kind = next((kind for kind in KINDS if kind not in self._made), None)
        if kind is None:
            return False
        self._made[kind] = kind()
        return True

    def take(self, kind: Callable[[], T]) -> T:
        """A part, made now if it was not; whoever takes it puts it into a page."""
        made = self._made.pop(kind, None)
        return kind() if made is None else cast("T", made)

    def discard(self) -> None:
        """Nobody wants them any more: they speak another language now, or the window closes."""
        for part in self._made.values():
            part.deleteLater()
        self._made.clear()
