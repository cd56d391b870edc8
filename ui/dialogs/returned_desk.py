"""Takes transcripts in that come back as files: subtitles or our own JSON, onto a meeting or as a new one.

Lives on the window's thread, owned by the library page and by the page of a meeting; files are read, and the library
is written, on background threads. Nothing is taken onto a meeting before the person saw what is in the file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import Meeting
from app.settings.settings_store import SettingsStore
from engine.contract.errors import MediaNotFound, VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.error_messages import describe_error
from ui.widgets.message_bar import MessageKind

if TYPE_CHECKING:
    from app.exporting.returned_transcript import ReturnedTranscript
    from ui.dialogs.returned_dialog import ReturnedDialog

SUBTITLES = (".srt", ".vtt")
"""Endings of files that have neither sound nor a meeting of their own."""
_ENDINGS = "*.srt *.vtt *.json"


@dataclass(frozen=True, slots=True)
class Looked:
    """A file that was read."""

    path: Path
    returned: "ReturnedTranscript"


class ReturnedDesk(QObject):
    """Asks, shows, and takes in."""

    said = Signal(str, object)
    """What became of it, and a ``MessageKind``."""

    def __init__(self, *, library: Library, settings: SettingsStore, background: Background, page: QWidget) -> None:
        super().__init__(page)
        self._library = library
        self._settings = settings
        self._background = background
        self._page = page
        self._dialog: ReturnedDialog | None = None

    @property
    def dialog(self) -> "ReturnedDialog | None":
        """The file that is being looked at."""
        return self._dialog

    def ask(self, meeting_id: MeetingId) -> None:
        """Let the person choose a file for a meeting."""
        picker = make_file_picker(
            self.tr("Choose subtitles or a transcript"),
            folder=folder_to_begin_in(self._settings.current.export_folder),
            mode=QFileDialog.FileMode.ExistingFile,
            filters=(self.tr("Subtitles and transcripts ({endings})").format(endings=_ENDINGS),),
            parent=self._page,
        )
        picker.setProperty("meeting", meeting_id)
        picker.fileSelected.connect(self._on_file_chosen)
        picker.open()

    def look(self, path: Path, meeting_id: MeetingId, *, encoding: str = "") -> None:
        """Read a file for a meeting, and show what is in it."""
        work = partial(_look, self._library, path, meeting_id, encoding)
        deliver(self._background.run(work), self._on_looked, self._on_failed)

    def take_dropped(self, paths: Sequence[Path]) -> None:
        """Files that name no meeting: our own JSON knows its own, subtitles need one."""
        work = partial(_take_all, self._library, tuple(paths))
        deliver(self._background.run(work), self._on_taken, self._on_failed)

    def _on_file_chosen(self, name: str) -> None:
        self.look(Path(name), MeetingId(self.sender().property("meeting")))

    def _on_looked(self, looked: Looked) -> None:
        from ui.dialogs.returned_dialog import ReturnedDialog  # noqa: PLC0415 - loaded when it is first asked for

        if self._dialog is not None:
            if self._dialog.property("path") == str(looked.path):
                self._dialog.show_returned(looked.returned)
            return  # one at a time
        dialog = ReturnedDialog(looked.path.name, looked.returned, parent=self._page.window())
        dialog.setProperty("path", str(looked.path))
        dialog.encoding_chosen.connect(self._on_encoding_chosen)
        dialog.accepted.connect(self._on_agreed)
        dialog.finished.connect(self._on_closed)
        self._dialog = dialog
        dialog.open()

    def _on_encoding_chosen(self, encoding: str) -> None:
        if self._dialog is not None:
            path, meeting = Path(self._dialog.property("path")), self._dialog.returned.meeting
            self.look(path, meeting.id, encoding=encoding)

    def _on_agreed(self) -> None:
        if self._dialog is not None:
            work = partial(_take, self._library, self._dialog.returned)
            deliver(self._background.run(work), self._on_taken_onto, self._on_failed)

    def _on_closed(self) -> None:
        self._dialog = None

    def _on_taken_onto(self, meeting: Meeting) -> None:
        text = self.tr("“{title}” has a new version of its transcript. The one before it is kept.")
        self.said.emit(text.format(title=meeting.title), MessageKind.INFO)

    def _on_taken(self, outcome: "_Outcome") -> None:
        sentences = [describe_error(error) for error in outcome.refused]
        if outcome.homeless:
            text = self.tr(
                "“{name}” has no sound of its own. In the menu of the meeting it belongs to, choose “Take in a "
                "transcript…”."
            )
            sentences.append(text.format(name=outcome.homeless))
        if outcome.taken:
            sentences.insert(0, self.tr("%n transcript(s) are in the library now.", "", outcome.taken))
        is_well = not outcome.refused and not outcome.homeless
        self.said.emit(" ".join(sentences), MessageKind.INFO if is_well else MessageKind.WARNING)

    def _on_failed(self, error: VivavoceError) -> None:
        self.said.emit(describe_error(error), MessageKind.DANGER)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of dropped files."""

    taken: int
    refused: tuple[VivavoceError, ...]
    homeless: str
    """The first file of subtitles, which need a meeting; empty if there was none."""


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise MediaNotFound(path.name) from error


def _look(library: Library, path: Path, meeting_id: MeetingId, encoding: str) -> Looked:
    """On a background thread."""
    from app.exporting.returned_transcript import (  # noqa: PLC0415 - loaded when it is first asked for
        are_subtitles,
        read_returned_json,
        read_returned_subtitles,
    )

    onto = library.meeting(meeting_id)
    data = _read(path)
    if are_subtitles(path.name):
        returned = read_returned_subtitles(library, data, name=path.name, onto=onto, encoding=encoding)
    else:
        returned = read_returned_json(library, data, name=path.name, onto=onto)
    return Looked(path, returned)


def _take(library: Library, returned: "ReturnedTranscript") -> Meeting:
    """On a background thread."""
    from app.exporting.returned_transcript import take_returned  # noqa: PLC0415 - likewise

    take_returned(library, returned)
    return returned.meeting


def _take_all(library: Library, paths: Sequence[Path]) -> _Outcome:
    """On a background thread."""
    from app.exporting.returned_transcript import are_subtitles, read_returned_json  # noqa: PLC0415 - likewise

    homeless = next((path.name for path in paths if are_subtitles(path.name)), "")
    taken = 0
    refused: list[VivavoceError] = []
    for path in paths:
        if are_subtitles(path.name):
            continue
        try:
            _take(library, read_returned_json(library, _read(path), name=path.name))
            taken += 1
        except VivavoceError as error:
            refused.append(error)
    return _Outcome(taken, tuple(refused), homeless)
