"""Keeps what is shown of a meeting with what becomes of it: what the person writes, and what the library announces.

Lives on the window's thread, owned by ``MeetingPage``. A change that only has other words costs nothing but its own
lines; lists and marks beside the text follow when several others have come together, or when the fingers rest.
"""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.meetings.transcript import TranscriptChange
from ui.bridge.delivery import deliver
from ui.editor.find_in_meeting import FindInMeeting
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_feed import MeetingFeed
from ui.editor.meeting_reading import LineFacts, MeetingReading, PageReading, walk_lines
from ui.editor.review_desk import ReviewDesk
from ui.editor.side_panel import SidePanel
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_view import TranscriptView
from ui.reading.reading_document import ReadingDocument, is_rewording

_REST_MS = 400
"""Fingers that rest this long have finished a word: then it is looked for again."""
_MANY = 1000
"""So many lines are shown sooner by reading them anew than one by one."""
_GATHER_MS = 250
"""Changes that come within this time are shown in lists and counts together."""


class TranscriptFollower(QObject):
    """Brings changes to the view and to all that stands beside it."""

    lines_changed = Signal()
    """Lines came, went, or belong to somebody else."""

    def __init__(
        self,
        *,
        feed: MeetingFeed,
        editor: MeetingEditor,
        review: ReviewDesk,
        find: FindInMeeting,
        view: TranscriptView,
        panel: SidePanel,
        sound_map: SoundMap,
        background: Background,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._feed = feed
        self._editor = editor
        self._review = review
        self._find = find
        self._view = view
        self._panel = panel
        self._sound_map = sound_map
        self._background = background
        self._is_open = False
        self._has_page = False
        self._early: list[TranscriptChange] = []
        """What came before the meeting was read."""
        self._gather = _timer(self, _GATHER_MS)
        self._rest = _timer(self, _REST_MS)
        feed.changed.connect(self._on_announced)
        editor.edited.connect(self._apply)
        editor.turned.connect(self._on_turned)
        self._gather.timeout.connect(self._on_gathered)
        self._rest.timeout.connect(find.refresh)

    @property
    def has_page(self) -> bool:
        """Whether a page of the meeting is shown and not yet the whole."""
        return self._has_page

    def show_page(self, reading: PageReading) -> None:
        """Show what was read first of a long meeting; what is announced meanwhile waits for the rest."""
        self._view.show_document(reading.document)
        self._has_page = True

    def show_reading(self, reading: MeetingReading, *, is_first: bool) -> None:
        """Show a meeting that was read, or read again."""
        if is_first:
            if reading.editor is not None:
                self._editor.attach(reading.editor)
            self._show_first(reading)
        else:
            self._view.replace_document(reading.document)
        self._is_open = True
        self._sound_map.show_lines(reading.document)
        if reading.about is None:
            self._walk(reading.document)
        else:
            self._show_facts(reading.about)

    def catch_up(self, reading: MeetingReading, *, is_first: bool) -> None:
        """Bring it to what has come since it was read."""
        early, self._early = self._early, []
        for change in early:
            self._take(change)
        edited = self._editor.document
        if edited is not None and not is_first:
            if edited.version_id != reading.version_id:
                self._take(TranscriptChange(edited.meeting_id, shown=reading.version_id))
            else:
                for change in self._feed.since:
                    self._view.apply(change)
        self._show_places(self._view.document or reading.document)
        self._find.refresh()
        self._review.rank(reading.transcript if is_first and not early else None)

    def forget(self) -> None:
        """Another meeting is opened."""
        self._is_open = self._has_page = False
        self._early = []
        self._gather.stop()
        self._rest.stop()

    def _on_announced(self, change: TranscriptChange) -> None:
        if self._is_open:
            self._take(change)
        else:
            self._early.append(change)

    def _take(self, change: TranscriptChange) -> None:
        """Show what the library announced, as far as it is not shown: what a person writes comes back as an echo."""
        news = self._editor.take(change)
        if news is None:
            return
        edited = self._editor.document
        if news.shown is not None and edited is not None:
            self._view.replace_document(self._feed.document_of(edited.transcript))
            self._sound_map.show_lines(self._view.document)
            self.lines_changed.emit()
            self._gather.start()
            self._review.rank()
            return
        self._apply(news)

    def _on_turned(self, change: TranscriptChange) -> None:
        """Something was undone or done again: show where."""
        lines = (*change.updated, *change.added)
        before = self._view.document.segment(lines[0].id) if lines and self._view.document is not None else None
        self._apply(change)
        if lines:
            self._view.go_to_change(before, lines[0].id)

    def _apply(self, change: TranscriptChange) -> None:
        document = self._view.document
        if document is None:
            return
        self._feed.note(change)
        if len(change.added) + len(change.updated) + len(change.removed) > _MANY:
            self._review.rank_later(change)
            self._feed.read()  # the lines are laid out anew in the background
            return
        has_only_words = is_rewording(document, change)
        self._view.apply(change)
        self._review.rank_later(change)
        if has_only_words:
            self._rest.start()
            return
        if not document.knows_speakers_of((*change.added, *change.updated)):
            self._feed.read()
            return
        self._sound_map.show_lines(document)
        self.lines_changed.emit()
        if not self._gather.isActive():
            self._gather.start()

    def _on_gathered(self) -> None:
        document = self._view.document
        if document is None:
            return
        self._show_places(document)
        self._walk(document)
        self._find.refresh()

    def _walk(self, document: ReadingDocument) -> None:
        work = partial(walk_lines, document.meeting_id, document.lines(), document.speakers)
        deliver(self._background.think(work), self._show_facts)

    def _show_first(self, reading: MeetingReading) -> None:
        """Show all of it; whoever looks at a page of it already goes on reading there."""
        if self._has_page:
            self._view.replace_document(reading.document)
        else:
            self._view.show_document(reading.document)
        self._has_page = False

    def _show_facts(self, about: LineFacts) -> None:
        if about.meeting_id == self._feed.meeting_id:
            self._panel.show_voices(about.shares)
            self._panel.show_changes(about.glossed)
            self._sound_map.show_speakers(about.changes)

    def _show_places(self, document: ReadingDocument) -> None:
        self._panel.show_places(document)
        self._sound_map.show_places(document)


def _timer(parent: QObject, interval_ms: int) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval_ms)
    return timer
