"""Export of one meeting: which files, how they look, where they go. Opened by the window, on its thread.

Reading, previews and writing run on background threads. What was chosen is remembered in the settings when files were
written. Nothing that is there is replaced unless the person says so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.background import Background
from app.exporting.course_profile import from_text, to_text
from app.exporting.destination import export_files, planned_files
from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.remembered_profile import changes_of, profile_of
from app.exporting.safe_copy import make_safe
from app.exporting.safe_files import SafeFiles, share_safely
from app.library.library import Library
from app.meetings.chinese import is_chinese
from app.meetings.course import Course
from app.meetings.identifiers import MeetingId, SpeakerId
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.export_footer import ExportFooter
from ui.dialogs.export_options import ExportOptions
from ui.dialogs.export_preview import ExportPreview
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker
from ui.messages.error_messages import describe_error
from ui.messages.interface_language import language_code
from ui.style.tokens import SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.card import Bar, Separator
from ui.widgets.label import ElidedLabel, Label

_SIZE = QSize(1180, 760)


class HasSound(Protocol):
    """The sound of a meeting, as far as this knows it."""

    def playback_path(self) -> Path | None:
        """The file to play, ``None`` until there is one."""
        ...


class ExportDialog(QDialog):
    """The dialog. ``open()`` shows it."""

    def __init__(
        self,
        meeting_id: MeetingId,
        *,
        library: Library,
        settings: SettingsStore,
        background: Background,
        around_ms: int = 0,
        show_folder: Callable[[Path], None] | None = None,
        open_sound: Callable[[MeetingId], HasSound] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._open_sound = open_sound
        self._has_sound = False
        self._course: Course | None = None
        self._settings = settings
        self._background = background
        self._around_ms = around_ms
        self._show_folder = show_folder or _show_in_file_manager
        self._document: ExportDocument | None = None
        self._folder = folder_to_begin_in(settings.current.export_folder)
        self._written: list[Path] = []
        self.setWindowTitle(self.tr("Export"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        language = language_code(settings.current.language)
        self._title = ElidedLabel(style=TextStyle.BODY, tone=Role.TEXT2)
        self._options = ExportOptions(profile=profile_of(settings.current, language=language))
        self._preview = ExportPreview(background=background)
        self._footer = ExportFooter()
        self._arrange()
        self._connect()
        self._on_options_changed()
        self.resize(self.sizeHint())  # Qt alone would stop at two thirds of the screen
        deliver(background.run(partial(_read, library, meeting_id)), self._on_read, self._on_read_failed)

    @property
    def options(self) -> ExportOptions:
        """What is chosen."""
        return self._options

    @property
    def preview(self) -> ExportPreview:
        """What it will look like."""
        return self._preview

    @property
    def footer(self) -> ExportFooter:
        """Where it goes, and what became of it."""
        return self._footer

    @property
    def written(self) -> list[Path]:
        """The files that were written."""
        return self._written

    def choose_folder(self, folder: Path) -> None:
        """Write into another folder."""
        self._folder = folder
        self._show_where()

    def sizeHint(self) -> QSize:
        """Qt: large enough for two previews, and inside the window it belongs to."""
        parent = self.parentWidget()
        return _SIZE if parent is None else _SIZE.boundedTo(parent.window().size()).expandedTo(self.minimumSizeHint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter exports, Ctrl+Enter too; Escape goes back from the question first."""
        if event.key() == Qt.Key.Key_Escape and self._footer.is_asking:
            self._show_where()
            return
        super().keyPressEvent(event)

    def _arrange(self) -> None:
        head = Bar()
        title = QHBoxLayout(head)
        title.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_16)
        title.setSpacing(SPACE_16)
        title.addWidget(Label(self.tr("Export"), style=TextStyle.TITLE))
        title.addWidget(self._title, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._options)
        middle.addWidget(Separator(is_vertical=True))
        middle.addWidget(self._preview, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(Separator())
        layout.addLayout(middle, 1)
        layout.addWidget(Separator())
        layout.addWidget(self._footer)

    def _connect(self) -> None:
        self._options.changed.connect(self._on_options_changed)
        self._options.people_changed.connect(self._on_people_changed)
        self._footer.change_folder_clicked.connect(self._on_change_folder)
        self._footer.cancel_clicked.connect(self.close)
        self._footer.export_clicked.connect(self._on_export)
        self._footer.replace_clicked.connect(self._on_replace)
        self._footer.keep_both_clicked.connect(self._on_keep_both)
        self._footer.back_clicked.connect(self._show_where)
        self._footer.show_folder_clicked.connect(self._on_show_folder)

    def _on_read(self, found: tuple[ExportDocument, Course | None]) -> None:
        document, self._course = found
        self._document = document
        if self._course is not None and self._course.export_profile:
            self._options.choose(from_text(self._course.export_profile, self._options.profile))
        self._options.show_people(document.transcript.speakers)
        self._title.set_text(document.meeting.title)
        segments = document.transcript.segments
        self._options.show_facts(
            has_chinese=any(is_chinese(segment.text, segment.language) for segment in segments),
            set_aside=sum(segment.quarantine is not None for segment in segments),
            gaps=len(document.transcript.gaps),
            marks=len(document.moments),
        )
        self._preview.show_document(document, around_ms=self._around_ms)
        self._show_where()

    def _on_people_changed(self) -> None:
        """Show what will be written: without those who are left out. What was written before says nothing of it."""
        if self._document is not None:
            self._show_where()
            work = partial(_without, self._document, self._options.hidden, self._label)
            deliver(self._background.run(work), self._on_safe_document, self._on_failed)

    def _on_safe_document(self, found: "tuple[tuple[SpeakerId, ...], ExportDocument]") -> None:
        hidden, document = found
        if hidden == self._options.hidden:
            self._title.set_text(document.meeting.title)
            self._preview.show_document(document, around_ms=self._around_ms)

    @property
    def _label(self) -> str:
        return self.tr("Student {number}")

    def _on_read_failed(self, error: VivavoceError) -> None:
        self._show_where(trouble=describe_error(error))

    def _on_options_changed(self) -> None:
        self._preview.show_profile(self._options.profile)
        self._show_where()

    def _on_change_folder(self) -> None:
        picker = make_file_picker(
            self.tr("Folder for the exported files"),
            folder=self._folder,
            mode=QFileDialog.FileMode.Directory,
            parent=self,
        )
        picker.fileSelected.connect(self._on_folder_picked)
        picker.open()

    def _on_folder_picked(self, folder: str) -> None:
        self.choose_folder(Path(folder))

    def _on_export(self) -> None:
        """Ask first if something is there already; a copy for others always gets a name of its own."""
        if self._document is not None and self._options.hidden:
            self._share(self._document)
        elif self._document is not None:
            self._footer.show_busy()
            work = partial(_plan, self._document, self._options.profile, self._folder)
            deliver(self._background.run(work), self._on_planned, self._on_failed)

    def _on_planned(self, plan: "_Plan") -> None:
        if plan.taken:
            self._footer.ask(plan.taken)
        else:
            self._write(replace=False)

    def _on_replace(self) -> None:
        self._write(replace=True)

    def _on_keep_both(self) -> None:
        self._write(replace=False)

    def _write(self, *, replace: bool) -> None:
        if self._document is None:
            return
        self._footer.show_busy()
        work = partial(export_files, self._document, self._options.profile, self._folder, replace=replace)
        deliver(self._background.run(work), self._on_written, self._on_failed)

    def _share(self, document: ExportDocument) -> None:
        self._footer.show_busy()
        sound = None if self._open_sound is None else self._open_sound(document.meeting.id).playback_path()
        self._has_sound = sound is not None
        work = partial(
            share_safely,
            document,
            self._options.hidden,
            self._options.profile,
            self._folder,
            sound=sound,
            label=self._label,
        )
        deliver(self._background.run(work), self._on_shared, self._on_failed)

    def _on_shared(self, written: SafeFiles) -> None:
        self._written = list(written.paths)
        self._remember()
        remark = self.tr("Read back: who is left out is not in them.")
        if not self._has_sound:
            remark = self.tr("Read back: who is left out is not in them. There is no sound to come along yet.")
        self._footer.show_result(self._written, remark=remark)

    def _on_written(self, paths: list[Path]) -> None:
        self._written = paths
        self._remember()
        self._footer.show_result(paths)

    def _remember(self) -> None:
        """For the next export: of the course if there is one, else of any meeting."""
        self._settings.change(export_folder=str(self._folder))
        if self._course is None:
            self._settings.change(**changes_of(self._options.profile))
        else:
            kept = self._library.set_export_profile(self._course.id, to_text(self._options.profile))
            deliver(kept, self._on_remembered, self._on_failed)

    def _on_remembered(self, _nothing: None) -> None:
        """Nothing to say."""

    def _on_failed(self, error: VivavoceError) -> None:
        self._show_where(trouble=describe_error(error))

    def _on_show_folder(self) -> None:
        self._show_folder(self._folder)

    def _show_where(self, *, trouble: str = "") -> None:
        count = len(self._options.profile.formats)
        reason = "" if count else self.tr("Tick at least one kind of file.")
        if self._document is None:
            reason = trouble or self.tr("The meeting is still being read.")
        self._footer.show_where(self._folder, count=count, reason=reason, trouble=trouble)


@dataclass(frozen=True, slots=True)
class _Plan:
    """Names that an export wants and that are taken."""

    taken: tuple[str, ...]


def _read(library: Library, meeting_id: MeetingId) -> tuple[ExportDocument, Course | None]:
    meeting = library.meeting(meeting_id)
    document = ExportDocument(meeting, library.transcript(meeting_id), tuple(library.moments(meeting_id)))
    return document, next((course for course in library.courses() if course.id == meeting.course_id), None)


def _without(
    document: ExportDocument, hidden: tuple[SpeakerId, ...], label: str
) -> tuple[tuple[SpeakerId, ...], ExportDocument]:
    return hidden, make_safe(document, hidden, label=label).document if hidden else document


def _plan(document: ExportDocument, profile: ExportProfile, folder: Path) -> _Plan:
    _, taken = planned_files(document, profile, folder)
    return _Plan(tuple(taken))


def _show_in_file_manager(folder: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
