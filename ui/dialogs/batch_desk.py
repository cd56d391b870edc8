"""Writes several meetings at once: all of a course, a tag, a filter or the favourites, or those that were chosen.

Lives on the window's thread, owned by the library page and by the page of courses in the settings. Each meeting is
written on a background thread, one after another, so that it is seen how far it is and can be stopped; as its course
wants it, else as the settings say. What cannot be written is told, and the others are there.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.background import Background
from app.exporting.course_profile import from_text
from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.remembered_profile import profile_of
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import Meeting
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.error_messages import describe_error
from ui.messages.interface_language import language_code
from ui.widgets.message_bar import MessageKind

MOST_NAMED = 3

IsMeant = Callable[[Meeting], bool]
"""Whether a meeting is to be written; asked on a background thread."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A meeting and how it is written."""

    meeting_id: MeetingId
    profile: ExportProfile


@dataclass(frozen=True, slots=True)
class Written:
    """What became of one meeting."""

    files: int
    trouble: VivavoceError | None = None


class BatchDesk(QObject):
    """Asks for a folder and writes."""

    said = Signal(str, object)
    """What became of it, and a ``MessageKind``."""
    progressed = Signal(int, int)
    """So many meetings of so many are written; both are 0 when it is over."""

    def __init__(
        self,
        *,
        library: Library,
        settings: SettingsStore,
        background: Background,
        shown: Callable[[], IsMeant],
        page: QWidget,
    ) -> None:
        """``shown`` tells at the moment of asking which meetings are to be written."""
        super().__init__(page)
        self._library = library
        self._settings = settings
        self._background = background
        self._shown = shown
        self._page = page
        self._folder: Path | None = None
        """Where it is being written to; ``None`` while nothing is."""
        self._waiting: deque[Wanted] = deque()
        self._count = 0
        self._files = 0
        self._troubles: list[VivavoceError] = []

    @property
    def is_busy(self) -> bool:
        """Whether something is being written."""
        return self._folder is not None

    def ask(self) -> None:
        """Ask into which folder."""
        picker = make_file_picker(
            self.tr("Folder for the exported files"),
            folder=folder_to_begin_in(self._settings.current.export_folder),
            mode=QFileDialog.FileMode.Directory,
            parent=self._page,
        )
        picker.fileSelected.connect(self.write)
        picker.open()

    def write(self, folder: str) -> None:
        """Write what is meant now into a folder."""
        if self.is_busy:
            return
        now = self._settings.current
        profile = profile_of(now, language=language_code(now.language))
        self._folder = Path(folder)
        self._files, self._troubles = 0, []
        work = partial(_plan, self._library, self._shown(), profile)
        deliver(self._background.run(work), self._on_planned, self._on_failed)

    def stop(self) -> None:
        """Write no further meeting; what is there stays."""
        self._waiting.clear()

    def _on_planned(self, wanted: list[Wanted]) -> None:
        self._waiting, self._count = deque(wanted), len(wanted)
        self._write_next()

    def _write_next(self) -> None:
        if self._folder is None or not self._waiting:
            self._end()
            return
        done, wanted = self._count - len(self._waiting), self._waiting.popleft()
        self.progressed.emit(done, self._count)
        work = partial(write_meeting, self._library, wanted, self._folder)
        deliver(self._background.run(work), self._on_written, self._on_failed)

    def _on_written(self, written: Written) -> None:
        self._files += written.files
        if written.trouble is not None:
            self._troubles.append(written.trouble)
        self._write_next()

    def _end(self) -> None:
        folder, self._folder = self._folder, None
        self.progressed.emit(0, 0)
        if folder is None:
            return
        self._settings.change(export_folder=str(folder))
        words = self.tr("%n file(s) are in “{folder}” now.", "", self._files).format(folder=folder.name)
        sentences = [words, *(describe_error(error) for error in self._troubles[:MOST_NAMED])]
        self.said.emit(" ".join(sentences), MessageKind.WARNING if self._troubles else MessageKind.INFO)

    def _on_failed(self, error: VivavoceError) -> None:
        self._folder = None
        self._waiting.clear()
        self.progressed.emit(0, 0)
        self.said.emit(describe_error(error), MessageKind.DANGER)


def _plan(library: Library, is_meant: IsMeant, usual: ExportProfile) -> list[Wanted]:
    """What is to be written, oldest first; for a background thread. Meetings without words are passed over."""
    courses = {course.id: course for course in library.courses()}
    wanted: list[Wanted] = []
    for row in reversed(library.meetings()):
        if row.segments and is_meant(row.meeting):
            course = courses.get(row.meeting.course_id) if row.meeting.course_id is not None else None
            own = from_text(course.export_profile, usual) if course is not None and course.export_profile else usual
            wanted.append(Wanted(row.meeting.id, own))
    return wanted


def write_meeting(library: Library, wanted: Wanted, folder: Path) -> Written:
    """Write one; for a background thread. What cannot be written is told."""
    from app.exporting.destination import export_files  # noqa: PLC0415 - what makes Word files loads with an export

    meeting_id = wanted.meeting_id
    try:
        document = ExportDocument(
            library.meeting(meeting_id), library.transcript(meeting_id), tuple(library.moments(meeting_id))
        )
        return Written(len(export_files(document, wanted.profile, folder)))
    except VivavoceError as error:
        return Written(0, error)
