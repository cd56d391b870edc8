"""Writes every meeting of the part of the library that is shown: a course, a tag, a filter, the favourites.

Lives on the window's thread, owned by the library page; writing runs on a background thread. Each meeting is written as
its course wants it, else as the settings say. What cannot be written is told, and the others are there.
"""

from collections.abc import Callable, Collection
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
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.error_messages import describe_error
from ui.messages.interface_language import language_code
from ui.widgets.message_bar import MessageKind

MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Batch:
    """What became of it."""

    folder: Path
    files: int
    troubles: tuple[VivavoceError, ...]


class BatchDesk(QObject):
    """Asks for a folder and writes."""

    said = Signal(str, object)
    """What became of it, and a ``MessageKind``."""
    busy_changed = Signal(bool)

    def __init__(
        self,
        *,
        library: Library,
        settings: SettingsStore,
        background: Background,
        shown: Callable[[], Collection[MeetingId]],
        page: QWidget,
    ) -> None:
        """``shown`` gives the meetings that are to be written."""
        super().__init__(page)
        self._library = library
        self._settings = settings
        self._background = background
        self._shown = shown
        self._page = page

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
        """Write what is shown now into a folder."""
        now = self._settings.current
        profile = profile_of(now, language=language_code(now.language))
        work = partial(write_all, self._library, frozenset(self._shown()), profile, Path(folder))
        self.busy_changed.emit(True)
        deliver(self._background.run(work), self._on_written, self._on_failed)

    def _on_written(self, batch: Batch) -> None:
        self.busy_changed.emit(False)
        self._settings.change(export_folder=str(batch.folder))
        words = self.tr("%n file(s) are in “{folder}” now.", "", batch.files).format(folder=batch.folder.name)
        sentences = [words, *(describe_error(error) for error in batch.troubles[:MOST_NAMED])]
        self.said.emit(" ".join(sentences), MessageKind.WARNING if batch.troubles else MessageKind.INFO)

    def _on_failed(self, error: VivavoceError) -> None:
        self.busy_changed.emit(False)
        self.said.emit(describe_error(error), MessageKind.DANGER)


def write_all(library: Library, wanted: frozenset[MeetingId], profile: ExportProfile, folder: Path) -> Batch:
    """Write these meetings, oldest first; for a background thread. Those without words are passed over."""
    from app.exporting.destination import export_files  # noqa: PLC0415 - what makes Word files loads with an export

    courses = {course.id: course for course in library.courses()}
    files = 0
    troubles: list[VivavoceError] = []
    for row in reversed(library.meetings()):
        meeting = row.meeting
        if meeting.id not in wanted or not row.segments:
            continue
        course = courses.get(meeting.course_id) if meeting.course_id is not None else None
        own = from_text(course.export_profile, profile) if course is not None and course.export_profile else profile
        try:
            document = ExportDocument(meeting, library.transcript(meeting.id), tuple(library.moments(meeting.id)))
            files += len(export_files(document, own, folder))
        except VivavoceError as error:
            troubles.append(error)
    return Batch(folder, files, tuple(troubles))
