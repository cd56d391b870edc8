"""The transcript while it grows: committed lines, lighter words that are not final yet, gaps; it follows the end.

On the window's thread. Looks and scrolls like the transcript of the editor, with the same layout of which only the part
in view is made: a line that grows costs the same after eight hours as after eight minutes. Nothing here can be changed
or played by accident: a click does nothing.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.moment import Moment
from app.meetings.transcript import Gap, GapState, Segment, TranscriptChange
from app.recording.status import TrackStatus
from ui.live.tentative_words import is_placeholder, place_tails
from ui.reading.moment_words import moment_icon, moment_title
from ui.reading.reading_document import ReadingDocument
from ui.reading.reading_metrics import ReadingMetrics
from ui.reading.spoken_aloud import line_in_words
from ui.reading.track_words import track_icon, track_short
from ui.reading.transcript_layout import TranscriptLayout
from ui.reading.transcript_painter import LineState, TranscriptPainter
from ui.reading.transcript_port import TranscriptPort
from ui.style.fonts import font_of
from ui.style.icons import Icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import FOCUS_RING, SPACE_32, Role, TextStyle

_SHORTEST_GAP_MS = 500
"""Shorter ones are told on the meeting's own page: a tenth of a second needs no row while people speak."""
_NEAR = 4
"""Gaps back among which the same gap of another track is looked for."""
_SPEAK_MS = 3_000
"""New lines are told to screen readers this often at most."""
_MOST_SPOKEN = 3
"""Of many new lines only the last are told."""
_BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class LiveTranscript(QAbstractScrollArea):
    """Shows the ``ReadingDocument`` of the meeting that is recorded."""

    following_changed = Signal(bool)
    """Whether the newest words are kept in view."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._port = TranscriptPort(self)
        self._painter = TranscriptPainter(self._measure())
        self._is_following = True
        self._tracks: tuple[TrackStatus, ...] = ()
        self._tentative: tuple[tuple[str, int], ...] = ()
        self._instead = ""
        self._is_keyboard = False
        self._marks: list[tuple[int, Moment]] = []
        self._provisional: frozenset[SpeakerId] = frozenset()
        self._unspoken: dict[SegmentId, Segment] = {}
        self._spoken_to: dict[SegmentId, int] = {}
        self._speak = QTimer(self)
        self._speak.setSingleShot(True)
        self._speak.setInterval(_SPEAK_MS)
        self._speak.timeout.connect(self._on_speak_due)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAccessibleName(self.tr("What is being said"))
        self.verticalScrollBar().sliderReleased.connect(self._port.sync_bar)
        current_theme().changed.connect(self._on_theme_changed)

    @property
    def document(self) -> ReadingDocument | None:
        """What is shown."""
        return self._port.blocks.document if self._port.blocks else None

    @property
    def block_layout(self) -> TranscriptLayout | None:
        """Where the blocks stand; tests count its work."""
        return self._port.blocks

    @property
    def is_following(self) -> bool:
        """Whether the newest words are kept in view."""
        return self._is_following

    @property
    def has_words(self) -> bool:
        """Whether there is anything to read."""
        return self.document is not None and self.document.line_count > 0

    # What is shown

    def show_document(self, document: ReadingDocument) -> None:
        """Show another recording, at its end."""
        metrics = self._measure()
        self._painter = TranscriptPainter(metrics)
        self._port.show(document, metrics)
        self._tentative = ()
        self._unspoken.clear()
        self._spoken_to.clear()
        self.follow()

    def apply(self, change: TranscriptChange, *, has_words: bool = True) -> None:
        """Take over new, grown or removed lines; or who speaks them, which is nothing new to hear."""
        if self._port.apply(change):
            self._place_tails()
            if has_words:
                self._keep_for_the_ear(change)
            self._refresh()

    def show_gaps(self, gaps: Sequence[Gap]) -> None:
        """Show these gaps and no others; repaired ones are words by now."""
        if self.document is not None:
            edits = self.document.keep_gaps(gaps_in_rows(gaps))
            self._port.edit(edits)
            if edits:
                self._refresh()

    def show_tracks(self, tracks: Sequence[TrackStatus]) -> None:
        """Show what is probably being said right now."""
        self._tracks = tuple(tracks)
        tentative = tuple((track.tentative, track.tentative_start_ms) for track in tracks)
        if tentative != self._tentative:
            self._tentative = tentative
            if self._place_tails():
                self._refresh()

    def show_moments(self, moments: Sequence[Moment]) -> None:
        """Mark these moments beside the lines in which they were made."""
        self._marks = sorted(((moment.end_ms, moment) for moment in moments), key=lambda mark: mark[0])
        self.viewport().update()

    def show_provisional(self, speakers: Collection[SpeakerId]) -> None:
        """Whose lines are labelled by a guess."""
        if frozenset(speakers) != self._provisional:
            self._provisional = frozenset(speakers)
            self.viewport().update()

    def say_instead(self, text: str) -> None:
        """What to say while there are no words."""
        if text != self._instead:
            self._instead = text
            if not self.has_words:
                self.setAccessibleDescription(text)
                self.viewport().update()

    # Going somewhere

    def follow(self) -> None:
        """Go to the newest words, and stay with them."""
        self._set_following(True)
        self._refresh()

    def go_to_moment(self, moment_ms: int) -> None:
        """Show the line that was said at a moment."""
        blocks = self._port.blocks
        index = None if blocks is None else blocks.document.line_near(moment_ms)
        if index is not None and self._port.bring_into_view(index, 0):
            self._set_following(self._port.is_at_end)
            self.viewport().update()

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: paint what is in view."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), colour(Role.SURFACE))
        blocks = self._port.blocks
        if not self.has_words:
            self._paint_instead(painter)
        if blocks is None:
            return
        width = self.viewport().width()
        for index, y in self._port.in_view():
            if not event.rect().intersects(QRect(0, y, width, blocks.exact_height(index))):
                continue
            line, block = blocks.line(index), blocks.document.block(index)
            if line is not None:
                self._painter.paint_line(painter, line, self._state_of(index, line.segment), y=y, width=width)
            elif isinstance(block, Gap):
                kinds = {track.track: track.kind for track in self._tracks}
                track = kinds.get(block.track) if len(kinds) > 1 else None
                self._painter.paint_gap(painter, block, y=y, width=width, is_current=False, track=track)
        if self._is_keyboard and self.hasFocus():
            painter.fillRect(QRect(0, 0, FOCUS_RING, self.viewport().height()), colour(Role.ACCENT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width may break lines elsewhere."""
        super().resizeEvent(event)
        metrics = self._measure()
        if self._port.blocks is not None and metrics != self._port.blocks.metrics:
            self._measure_anew(metrics)
        self._refresh()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Qt: the scroll bar moved."""
        if self._port.is_syncing or self._port.blocks is None:
            return
        self._port.follow_bar()
        self._set_following(self._port.is_at_end)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard came here."""
        super().focusInEvent(event)
        self._is_keyboard = event.reason() in _BY_KEYBOARD
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: the keyboard left."""
        super().focusOutEvent(event)
        self.viewport().update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: a click does nothing while it is recorded, here or in what lies beneath."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: likewise."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: likewise."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: keys that scroll."""
        bar = self.verticalScrollBar()
        key = Qt.Key(event.key())
        if key in _STEPS:
            bar.setValue(bar.value() + _STEPS[key] * bar.singleStep())
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            bar.setValue(bar.value() + (1 if key is Qt.Key.Key_PageDown else -1) * bar.pageStep())
        elif key is Qt.Key.Key_Home:
            bar.setValue(bar.minimum())
        elif key is Qt.Key.Key_End:
            self.follow()
        else:
            super().keyPressEvent(event)

    # Private

    def _state_of(self, index: int, segment: Segment) -> LineState:
        assert self._port.blocks is not None
        document = self._port.blocks.document
        kinds = {track.track: track.kind for track in self._tracks}
        source = None
        if len(kinds) > 1 and segment.track in kinds and self._begins_track(document, index, segment):
            kind = kinds[segment.track]
            source = track_icon(kind), track_short(kind)
        return LineState(
            speaker=document.speaker_of(segment) if document.is_speaker_change(index) else None,
            is_provisional=segment.speaker_id in self._provisional,
            source=source,
            mark=self._mark_of(document, index, segment),
        )

    def _paint_instead(self, painter: QPainter) -> None:
        painter.setFont(font_of(TextStyle.BODY))
        painter.setPen(colour(Role.TEXT2))
        room = self.viewport().rect().adjusted(SPACE_32, SPACE_32, -SPACE_32, -SPACE_32)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self._instead)

    def _begins_track(self, document: ReadingDocument, index: int, segment: Segment) -> bool:
        before = document.block(index - 1) if index else None
        if not isinstance(before, Segment) or before.track != segment.track:
            return True
        return document.is_speaker_change(index)

    def _mark_of(self, document: ReadingDocument, index: int, segment: Segment) -> tuple[Icon | None, str] | None:
        after = document.block(index + 1) if index + 1 < len(document) else None
        end_ms = after.start_ms if after is not None else None
        place = bisect_left(self._marks, segment.start_ms, key=lambda mark: mark[0])
        if place < len(self._marks) and (end_ms is None or self._marks[place][0] < end_ms):
            return moment_icon(self._marks[place][1]), moment_title(self._marks[place][1])
        blocks = self._port.blocks
        line = blocks.line(index) if blocks is not None else None
        return (None, self.tr("not final yet")) if line is not None and line.tail else None

    def _place_tails(self) -> bool:
        blocks = self._port.blocks
        if blocks is None:
            return False
        placed = place_tails(blocks.document, self._tracks)
        is_changed = self._port.apply(placed.change)
        return blocks.show_tails(placed.tails) or is_changed

    def _refresh(self) -> None:
        if self._is_following:
            self._port.go_to_end()
        else:
            self._port.hold()
        self.viewport().update()

    def _set_following(self, is_following: bool) -> None:
        if is_following is not self._is_following:
            self._is_following = is_following
            self.following_changed.emit(is_following)

    def _measure(self) -> ReadingMetrics:
        return ReadingMetrics.measure(width=self.viewport().width(), window_width=self.window().width())

    def _measure_anew(self, metrics: ReadingMetrics) -> None:
        if self._port.blocks is not None:
            self._port.blocks.measure_anew(metrics)
            self._painter = TranscriptPainter(metrics)

    def _on_theme_changed(self) -> None:
        self._measure_anew(self._measure())
        self._refresh()

    # For the ear

    def _keep_for_the_ear(self, change: TranscriptChange) -> None:
        if not QAccessible.isActive():
            return
        for line in (*change.added, *change.updated):
            if line.quarantine is None and not is_placeholder(line.id):
                self._unspoken[line.id] = line
        if self._unspoken and not self._speak.isActive():
            self._speak.start()

    def _on_speak_due(self) -> None:
        """A line that grows is told piece by piece: only what is new of it."""
        lines = list(self._unspoken.values())[-_MOST_SPOKEN:]
        self._unspoken.clear()
        document = self.document
        if document is None or not lines:
            return
        pieces: list[str] = []
        for line in lines:
            told = self._spoken_to.get(line.id, 0)
            pieces.append(line.text[told:].strip() if told else line_in_words(line, document.speaker_of(line)))
        self._spoken_to = {line.id: len(line.text) for line in lines}
        if text := " ".join(piece for piece in pieces if piece):
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))


def gaps_in_rows(gaps: Sequence[Gap]) -> list[Gap]:
    """The gaps that get a row while people speak: long enough, not repaired, and once for all tracks that have it."""
    shown: list[Gap] = []
    for gap in sorted(gaps, key=lambda gap: (gap.start_ms, gap.track)):
        is_short = gap.end_ms - gap.start_ms < _SHORTEST_GAP_MS
        is_shown = any(
            other.reason is gap.reason
            and abs(other.start_ms - gap.start_ms) < _SHORTEST_GAP_MS
            and abs(other.end_ms - gap.end_ms) < _SHORTEST_GAP_MS
            for other in shown[-_NEAR:]
        )
        if not is_short and not is_shown and gap.state is not GapState.REPAIRED:
            shown.append(gap)
    return shown
