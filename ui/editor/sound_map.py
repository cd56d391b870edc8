"""The sound of the open meeting in two levels: the whole of it, and a few minutes in detail. On the window's thread.

It keeps what both show in ``SoundMarks`` and decides which minutes are shown: those where it plays, until the person
looks elsewhere, and again from the next place they go to. A stretch that is selected in it can be heard and cut out.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.meetings.loudness import Loudness
from app.meetings.moment import Moment
from ui.editor.overview import Overview
from ui.editor.sound_marks import SoundMarks, Stretch
from ui.editor.time_window import TimeWindow
from ui.editor.waveform import Waveform
from ui.reading.reading_document import ReadingDocument

_JUMP_MS: Final = 1500
"""A needle that moved this far at once was sent there."""


class SoundMap(QWidget):
    """Overview and waveform."""

    seek_requested = Signal(int)
    """The person wants to be at this millisecond."""
    boundary_moved = Signal(str, str, int)
    """The end of a line was dragged: id of the line, which end, and to which millisecond."""
    selection_requested = Signal(bool)
    """The person wants to hear the selected stretch: once, or again and again."""
    clip_requested = Signal()
    """The person wants sound and text of the selected stretch as files."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._marks = SoundMarks()
        self._window = TimeWindow()
        self._length_ms = self._position_ms = 0
        self._is_following = True
        self._overview = Overview(marks=self._marks)
        self._waveform = Waveform(marks=self._marks)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._overview)
        layout.addWidget(self._waveform)
        self._overview.seek_requested.connect(self.seek_requested)
        self._overview.window_requested.connect(self._on_frame_dragged)
        self._waveform.seek_requested.connect(self.seek_requested)
        self._waveform.window_requested.connect(self._on_window)
        self._waveform.boundary_moved.connect(self.boundary_moved)
        self._waveform.stretch_requested.connect(self.select)

    @property
    def overview(self) -> Overview:
        """The whole recording."""
        return self._overview

    @property
    def waveform(self) -> Waveform:
        """A few minutes of it."""
        return self._waveform

    @property
    def marks(self) -> SoundMarks:
        """What both show."""
        return self._marks

    @property
    def stretch(self) -> Stretch | None:
        """What is selected in the sound."""
        return self._marks.stretch

    @property
    def length_ms(self) -> int:
        """How long the recording is, as far as is known."""
        return self._length_ms

    def clear(self) -> None:
        """Another meeting is opened."""
        fresh = SoundMarks()
        for name, value in vars(fresh).items():
            setattr(self._marks, name, value)
        self._length_ms = self._position_ms = 0
        self._window = TimeWindow()
        self._is_following = True
        for strip in (self._overview, self._waveform):
            strip.show_length(0)
            strip.show_window(self._window)

    def show_length(self, length_ms: int) -> None:
        """Say how long the recording is."""
        if length_ms != self._length_ms:
            self._length_ms = length_ms
            self._overview.show_length(length_ms)
            self._waveform.show_length(length_ms)
            self._show_window(self._window.of_length(length_ms).following(self._position_ms))

    def show_loudness(self, loudness: Loudness) -> None:
        """Show how loud it is."""
        self._marks.loudness = loudness
        self._repaint()

    def show_speakers(self, changes: Sequence[tuple[int, int]]) -> None:
        """Colour by speaker: each entry is a moment and the number of who speaks from there on."""
        if list(changes) != list(self._marks.changes):
            self._marks.changes = changes
            self._repaint()

    def show_tracks(self, numbers: frozenset[int]) -> None:
        """Say which tracks the recording has."""
        if numbers != self._marks.tracks:
            self._marks.tracks = numbers
            self._repaint()

    def show_places(self, document: ReadingDocument) -> None:
        """Mark what is missing and what was set aside."""
        gaps, aside = document.gaps(), document.set_aside()
        if gaps != list(self._marks.gaps) or aside != list(self._marks.set_aside):
            self._marks.gaps, self._marks.set_aside = gaps, aside
            self._repaint()

    def show_lines(self, document: ReadingDocument | None) -> None:
        """Lines begin or end elsewhere now."""
        self._marks.document = document
        self._waveform.repaint_picture()

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Mark bookmarks and notes."""
        if list(moments) != list(self._marks.moments):
            self._marks.moments = tuple(moments)
            self._repaint()

    def show_hits(self, moments: Sequence[int]) -> None:
        """Mark where something was found."""
        self._marks.hits = moments
        self._repaint()

    def select(self, stretch: Stretch | None) -> None:
        """Select something else in the sound, or nothing."""
        if stretch != self._marks.stretch:
            self._marks.stretch = stretch
            self._overview.update()
            self._waveform.update()

    def select_nothing(self) -> None:
        """Something is selected elsewhere."""
        self.select(None)

    def show_loop(self, loop: tuple[int, int] | None) -> None:
        """Mark what is played again and again."""
        if loop != self._marks.loop:
            self._marks.loop = loop
            self._repaint()

    def show_position(self, position_ms: int) -> None:
        """Move the needle, and the window with it while it is followed."""
        is_jump = abs(position_ms - self._position_ms) > _JUMP_MS
        self._position_ms = position_ms
        self._is_following = self._is_following or is_jump or self._window.holds(position_ms)
        if is_jump and not self._window.holds(position_ms):
            self._show_window(self._window.around(position_ms))
        elif self._is_following:
            self._show_window(self._window.following(position_ms))
        self._overview.show_position(position_ms)
        self._waveform.show_position(position_ms)

    def menu(self) -> QMenu | None:
        """What can be done with the selected stretch; ``None`` without one."""
        if self.stretch is None:
            return None
        menu = QMenu(self)
        menu.addAction(self.tr("Play selection"), partial(self.selection_requested.emit, False))
        menu.addAction(self.tr("Repeat selection"), partial(self.selection_requested.emit, True))
        menu.addAction(self.tr("Export clip…"), self.clip_requested.emit)
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: what can be done here."""
        menu = self.menu()
        if menu is not None:
            menu.exec(event.globalPos())
            menu.deleteLater()

    def _on_frame_dragged(self, start_ms: float) -> None:
        self._on_window(self._window.moved_to(start_ms))

    def _on_window(self, window: TimeWindow) -> None:
        self._is_following = window.holds(self._position_ms)
        self._show_window(window)

    def _show_window(self, window: TimeWindow) -> None:
        self._window = window
        self._overview.show_window(window)
        self._waveform.show_window(window)

    def _repaint(self) -> None:
        self._overview.repaint_picture()
        self._waveform.repaint_picture()
