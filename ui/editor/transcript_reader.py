"""A transcript that is read: what is shown and marked in it, where one goes, and what is selected.

On the window's thread. ``TranscriptView`` grows out of it: there, hands write into it.
"""

from collections.abc import Mapping

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Gap, Segment, TranscriptChange
from engine.contract.audio import TrackKind
from ui.editor.caret_steps import CaretSteps
from ui.editor.finder import Findings, Place
from ui.editor.reader_marks import ReaderMarks, Spoken
from ui.editor.transcript_ground import TranscriptGround
from ui.reading.reading_document import ReadingDocument, word_at_time
from ui.reading.spoken_aloud import announce_line, line_in_words
from ui.reading.text_selection import TextPlace, TextSelection, selected_part
from ui.reading.transcript_painter import LineState, TranscriptPainter
from ui.style.theme import colour
from ui.style.tokens import Role


class TranscriptReader(TranscriptGround):
    """Shows a ``ReadingDocument``."""

    caret_placed = Signal()
    """Somebody put the caret somewhere, or selected."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._selection: TextSelection | None = None
        self._is_typing = True
        """Without hands a caret is shown all the same: one selects with it."""
        self._marks = ReaderMarks()
        self._is_following = True
        self._is_coming = False

    @property
    def selection(self) -> TextSelection | None:
        """Caret and selection."""
        return self._selection

    @property
    def current_line(self) -> Segment | None:
        """The line with the caret."""
        return self.document.segment(self._selection.caret.segment_id) if self.document and self._selection else None

    @property
    def spoken(self) -> Spoken | None:
        """The line and the number of the word at which the playback stands."""
        return self._marks.spoken

    def show_document(self, document: ReadingDocument) -> None:
        """Show another meeting from its beginning."""
        metrics = self._measure()
        self._port.show(document, metrics)
        self._painter = TranscriptPainter(metrics)
        self._selection = None
        self._marks = ReaderMarks(tracks=self._marks.tracks)
        self._is_following = True
        self.show_again()

    def replace_document(self, document: ReadingDocument) -> None:
        """Show a newer reading of the same meeting; the reader stays where they are."""
        metrics = self._measure()
        self._port.replace(document, metrics)
        self._painter = TranscriptPainter(metrics)  # places and paint go by the same columns
        if self._selection is not None and document.segment(self._selection.caret.segment_id) is None:
            self._selection = None
        self.show_again()

    def apply(self, change: TranscriptChange) -> None:
        """Take over new, changed or removed lines; what is on screen stays where it is."""
        if self._port.apply(change):
            self._keep_selection()
            rewritten = {line.id for line in change.updated}
            if self._marks.looked_at is not None and self._marks.looked_at.segment_id in rewritten:
                self._marks.looked_at = None
            line = self.current_line
            if line is not None and self.document is not None and line.id in rewritten:
                self.setAccessibleDescription(line_in_words(line, self.document.speaker_of(line)))
            self.show_again()

    def show_tracks(self, tracks: Mapping[int, TrackKind]) -> None:
        """Tell lines apart by where they were heard, if there is more than one place."""
        if tracks != self._marks.tracks:
            self._marks.tracks = dict(tracks)
            self.viewport().update()

    def show_work(self, *, is_coming: bool) -> None:
        """Say whether the meeting is still worked on: then open gaps are being understood."""
        if is_coming is not self._is_coming:
            self._is_coming = is_coming
            self.viewport().update()

    def show_findings(self, findings: Findings, current: int | None, *, goes_there: bool = True) -> None:
        """Mark what was found, and bring the current hit into view."""
        self._marks.findings, self._marks.hit = findings, current
        if current is not None and goes_there:
            place = findings.places[current]
            self.go_to_line(place.segment_id, place.start)
        self.viewport().update()

    def mark_spoken(self, moment_ms: int, *, is_playing: bool) -> None:
        """Mark the word that is spoken at a moment; while playing, keep it in view unless the reader went elsewhere."""
        if self._port.blocks is None:
            return
        index = self._port.blocks.document.line_spoken_at(moment_ms)
        block = None if index is None else self._port.blocks.document.block(index)
        spoken = (block.id, word_at_time(block, moment_ms)) if isinstance(block, Segment) else None
        if spoken == self._marks.spoken:
            return
        before, self._marks.spoken = self._marks.spoken, spoken
        for place in (before, spoken):
            rectangle = None if place is None else self.line_rectangle(place[0])
            if rectangle is not None:
                self.viewport().update(rectangle)
        is_new_line = spoken is not None and (before is None or before[0] != spoken[0])
        if is_new_line and is_playing and self._is_following and index is not None:
            self._bring_into_view(index, 0)

    # Going somewhere

    def go_to_line(self, segment_id: SegmentId, offset: int = 0) -> None:
        """Put the caret into a line and show it."""
        index = None if self._port.blocks is None else self._port.blocks.document.index_of(segment_id)
        if index is not None:
            self._is_following = False
            self.place_caret(TextPlace(segment_id, offset), is_selecting=False)

    def show_place(self, segment_id: SegmentId, start: int, stop: int) -> None:
        """Put the caret before some words and mark them, for a look at them."""
        self.go_to_line(segment_id, start)
        self._marks.looked_at = Place(segment_id, 0, start, stop)

    def go_to_change(self, before: Segment | None, segment_id: SegmentId) -> None:
        """Put the caret behind what became different in a line."""
        after = None if self.document is None else self.document.segment(segment_id)
        if after is None:
            return
        same = 0 if before is None else _same_at_the_end(before.text, after.text)
        self.go_to_line(segment_id, len(after.text) - same)

    def go_to_moment(self, moment_ms: int) -> None:
        """Show the line that is spoken at a moment, at the upper third."""
        index = None if self._port.blocks is None else self._port.blocks.document.line_near(moment_ms)
        block = None if index is None or self._port.blocks is None else self._port.blocks.document.block(index)
        if isinstance(block, Segment) and index is not None:
            self._bring_into_view(index, 0)
            self.go_to_line(block.id)

    def show_moment(self, moment_ms: int) -> None:
        """Bring the line that is spoken at a moment into view; the caret stays where it is."""
        index = None if self._port.blocks is None else self._port.blocks.document.line_near(moment_ms)
        if index is not None:
            self._is_following = True
            self._bring_into_view(index, 0)

    def go_to_gap(self, gap: Gap) -> None:
        """Show a gap."""
        index = None if self._port.blocks is None else self._port.blocks.document.index_of_gap(gap)
        if index is not None:
            self._marks.gap = gap
            self._is_following = False
            self._bring_into_view(index, 0)
            self.viewport().update()

    def follow_again(self) -> None:
        """Keep the spoken word in view from now on: the person pressed Play."""
        self._is_following = True

    def first_place_in_view(self) -> TextPlace | None:
        """Where the caret begins when there was none: the spoken line, else the first one in view."""
        if self._marks.spoken is not None and self.line_rectangle(self._marks.spoken[0]) is not None:
            return TextPlace(self._marks.spoken[0], 0)
        first = next((block for block in self._port.blocks_in_view() if isinstance(block, Segment)), None)
        return None if first is None else TextPlace(first.id, 0)

    # Caret and selection

    def place_caret(self, place: TextPlace, *, is_selecting: bool, is_shown: bool = True) -> None:
        """Move the caret; a new line is announced to whoever listens instead of looking."""
        before = self.current_line
        empty = TextSelection(place, place)
        self._selection = empty if self._selection is None else self._selection.moved(place, is_selecting=is_selecting)
        self._marks.gap = None
        if self._marks.looked_at is not None and self._marks.looked_at.segment_id != place.segment_id:
            self._marks.looked_at = None
        self._on_caret_moved()
        self.caret_placed.emit()
        line = self.current_line
        if self._port.blocks is None or line is None:
            return
        if is_shown:
            self._bring_into_view(self._port.blocks.document.index_of(line.id) or 0, place.offset)
        if before is None or before.id != line.id:
            announce_line(self, line, self._port.blocks.document.speaker_of(line))
        self._on_moved()
        self.viewport().update()

    def select(self, selection: TextSelection) -> None:
        """Select something else."""
        self._selection = selection
        self._on_caret_moved()
        self.caret_placed.emit()
        self.viewport().update()

    def chosen_lines(self) -> list[SegmentId]:
        """The lines of the selection, or the one with the caret."""
        if self._selection is None or self.document is None:
            return []
        ends = self._selection.ends(self.document)
        if ends is None:
            return [self._selection.caret.segment_id]
        blocks = (self.document.block(index) for index in range(ends[0][0], ends[1][0] + 1))
        return [block.id for block in blocks if isinstance(block, Segment)]

    def chosen_stretch(self) -> tuple[int, int] | None:
        """From when to when the selection is spoken, or the line with the caret."""
        return None if self._selection is None or self.document is None else self._selection.stretch(self.document)

    def select_all(self) -> None:
        """Select every line."""
        ends = None if self._port.blocks is None else CaretSteps(self._port.blocks).ends()
        if ends is not None:
            self.select(TextSelection(caret=ends[1], anchor=ends[0]))

    def clear_selection(self) -> None:
        """Keep only the caret."""
        if self._selection is not None:
            self.select(TextSelection(self._selection.caret, self._selection.caret))

    def selected_text(self) -> str:
        """The selected text; without a selection the line with the caret."""
        text = self._selection.text(self.document) if self._selection and self.document else ""
        line = self.current_line
        return text or ("" if line is None else line.text)

    def copy(self) -> None:
        """Put the selected text on the clipboard."""
        text = self.selected_text()
        if text:
            QGuiApplication.clipboard().setText(text)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: paint what is in view."""
        painter = QPainter(self.viewport())
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # places and texts go by the same side
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), colour(Role.SURFACE))
        blocks = self._port.blocks
        if blocks is None:
            return
        width = self.viewport().width()
        ends = self._selection.ends(blocks.document) if self._selection else None
        for index, y in self._port.in_view():
            if not event.rect().intersects(QRect(0, y, width, blocks.exact_height(index))):
                continue
            line = blocks.line(index)
            block = blocks.document.block(index)
            if line is not None:
                selected = selected_part(ends, index, len(line.segment.text))
                self._painter.paint_line(painter, line, self._state_of(index, line.segment, selected), y=y, width=width)
            elif isinstance(block, Gap):
                tracks = self._marks.tracks
                self._painter.paint_gap(
                    painter,
                    block,
                    y=y,
                    width=width,
                    is_current=block == self._marks.gap,
                    is_coming=self._is_coming,
                    track=tracks.get(block.track) if len(tracks) > 1 else None,
                )

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Qt: the scroll bar moved."""
        if self._port.is_syncing or self._port.blocks is None:
            return
        self._port.follow_bar()
        self._is_following = self._marks.spoken is not None and self.line_rectangle(self._marks.spoken[0]) is not None
        self._on_moved()
        self.viewport().update()

    # Private

    def _state_of(self, index: int, segment: Segment, selected: tuple[int, int] | None) -> LineState:
        assert self._port.blocks is not None
        return self._marks.state_of(
            index,
            segment,
            document=self._port.blocks.document,
            selection=self._selection,
            selected=selected,
            has_focus=self.hasFocus(),
            is_typing=self._is_typing,
        )

    def _keep_selection(self) -> None:
        """A line that became shorter, or went, has no place behind its end."""
        if self._selection is not None and self.document is not None:
            self._selection = self._selection.within(self.document)

    def _on_caret_moved(self) -> None:
        """The caret stands elsewhere."""


def _same_at_the_end(one: str, two: str) -> int:
    """How many characters at the end are the same, those at the beginning that are the same not counted again."""
    room = min(len(one), len(two))
    first = next((at for at in range(room) if one[at] != two[at]), room)
    return next((at for at in range(room - first) if one[-1 - at] != two[-1 - at]), room - first)
