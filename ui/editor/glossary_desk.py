"""The glossary in a meeting: takes back what it changed, and offers for it what was corrected twice in the course.

Owned by ``MeetingPage``, on the window's thread. Offers are read in the background when the fingers rest.
"""

from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.courses.offers import Offer
from app.editing.glossary_changes import GlossaryChange, KeepHeard
from app.library.library import Library
from app.meetings.identifiers import CourseId
from app.meetings.transcript import TranscriptChange
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.side_panel import SidePanel
from ui.reading.offer_reading import CourseOffers, read_offers

_REST_MS = 2500
"""Fingers rest this long, and what they typed is saved."""


class GlossaryDesk(QObject):
    """Between the lists beside the transcript, the editor and the library."""

    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        library: Library,
        background: Background,
        editor: MeetingEditor,
        panel: SidePanel,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._background = background
        self._editor = editor
        self._panel = panel
        self._course_id: CourseId | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._read)
        panel.glossary.undone.connect(self._on_undone)
        panel.offers.accepted.connect(self._on_accepted)
        panel.offers.dismissed.connect(self._on_dismissed)
        editor.edited.connect(self._on_edited)
        editor.turned.connect(self._on_edited)

    def show_course(self, course_id: CourseId | None) -> None:
        """The open meeting is in this course now, or in none."""
        if course_id == self._course_id:
            return
        self._course_id = course_id
        self._rest.stop()
        if course_id is None:
            self._panel.show_offers(CourseOffers(CourseId(""), ()))
        else:
            self._read()

    def _on_undone(self, change: GlossaryChange) -> None:
        self._editor.apply(KeepHeard(change))

    def _on_edited(self, change: TranscriptChange) -> None:
        """What was taken back is gone from the list; undone, it is there again."""
        self._panel.follow_changes(change)
        if self._course_id is not None:
            self._rest.start()

    def _read(self) -> None:
        if self._course_id is not None:
            work = partial(read_offers, self._library, self._course_id)
            deliver(self._background.run(work), self._on_offers, self._on_failed)

    def _on_offers(self, found: CourseOffers) -> None:
        if found.course_id == self._course_id:
            self._panel.show_offers(found)

    def _on_accepted(self, offer: Offer) -> None:
        if self._course_id is not None:
            self._write(self._library.add_entries(self._course_id, [offer.entry]))

    def _on_dismissed(self, offer: Offer) -> None:
        if self._course_id is not None:
            self._write(self._library.dismiss_term(self._course_id, offer.heard, offer.written))

    def _write(self, future: "Future[None]") -> None:
        deliver(future, self._on_written, self._on_failed)

    def _on_written(self, _nothing: None) -> None:
        self._read()

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)
