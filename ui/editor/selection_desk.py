"""What a person takes out of a meeting with the selected words: a quotation, or a clip with its sound.

Lives on the window's thread, owned by ``MeetingPage``; reading and writing run on background threads. Without a
selection it is the line with the caret. A clip may be of a stretch that was selected in the sound as well.
"""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QShortcut
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.exporting.clip import ClipWish, export_clip
from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.quotation import QuotedLine, quotation, whole_words
from app.exporting.remembered_profile import profile_of
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.file_picker import folder_to_begin_in
from ui.editor.clip_dialog import ClipDialog
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_reading import MeetingFacts
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_view import TranscriptView
from ui.keys.current_keys import keys_of
from ui.messages.interface_language import language_code
from ui.reading.reading_document import start_of_word_at
from ui.widgets.copied_text import copied_text


class SelectionDesk(QObject):
    """Copies and cuts out."""

    said = Signal(str)
    """Something was done that is worth a sentence."""
    failed = Signal(object)
    """A ``VivavoceError``: the clip was not written."""

    def __init__(
        self,
        *,
        view: TranscriptView,
        sound_map: SoundMap,
        editor: MeetingEditor,
        library: Library,
        settings: SettingsStore,
        background: Background,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._view = view
        self._sound_map = sound_map
        self._editor = editor
        self._library = library
        self._settings = settings
        self._background = background
        self._facts: MeetingFacts | None = None
        self._page = page
        self._dialog: ClipDialog | None = None
        self._usual = ClipWish(0, 0)
        """The kinds of files that were wished last."""
        view.quote_requested.connect(self.quote)
        view.clip_requested.connect(self.ask_for_clip)
        sound_map.clip_requested.connect(self.ask_for_clip)
        for action, slot in ((KeyAction.QUOTE, self.quote), (KeyAction.CLIP, self.ask_for_clip)):
            shortcut = QShortcut(keys_of(action), page)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(slot)

    @property
    def dialog(self) -> ClipDialog | None:
        """What is open."""
        return self._dialog

    def show_facts(self, facts: MeetingFacts | None) -> None:
        """Know what the meeting is called; ``None`` when it was left."""
        self._facts = facts

    def quote(self) -> None:
        """Put the selected words on the clipboard, with who said them, when and where."""
        lines = self._quoted()
        if not lines or self._facts is None:
            return
        quoted = quotation(self._facts.meeting.title, lines)
        QGuiApplication.clipboard().setMimeData(copied_text(quoted.plain, quoted.html))
        self.said.emit(self.tr("Copied as a quotation."))

    def ask_for_clip(self) -> None:
        """Ask into which files the selected stretch is cut."""
        stretch = self._sound_map.stretch or self._view.chosen_stretch()
        if stretch is None or self._facts is None or self._dialog is not None:
            return
        wish = ClipWish(stretch[0], max(stretch[1], stretch[0] + 1), self._usual.sound, self._usual.texts)
        folder = folder_to_begin_in(self._settings.current.export_folder)
        self._dialog = ClipDialog(wish, folder=folder, parent=self._page.window())
        self._dialog.wished.connect(self._on_wished)
        self._dialog.finished.connect(self._on_finished)
        self._dialog.open()

    def _on_wished(self, wish: ClipWish, folder: Path) -> None:
        if self._facts is None:
            return
        self._usual = wish
        self._editor.flush()
        self._settings.change(export_folder=str(folder))
        profile = profile_of(self._settings.current, language=language_code(self._settings.current.language))
        work = partial(_write, self._library, self._facts.meeting.id, profile, wish, folder)
        deliver(self._background.run(work), self._on_written, self._on_failed)

    def _on_finished(self) -> None:
        self._dialog = None
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_written(self, paths: list[Path]) -> None:
        names = ", ".join(path.name for path in paths)
        self.said.emit(self.tr("The clip was written: {names}").format(names=names))

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)

    def _quoted(self) -> list[QuotedLine]:
        document, selection = self._view.document, self._view.selection
        if document is None or selection is None:
            return []
        lines: list[QuotedLine] = []
        for line, begun, ended in selection.parts(document):
            start, stop = whole_words(line.text, begun, ended)
            speaker = document.speaker_of(line)
            name = "" if speaker is None else speaker.name
            lines.append(QuotedLine(name, start_of_word_at(line, start), line.text[start:stop]))
        return lines


def _write(library: Library, meeting_id: MeetingId, profile: ExportProfile, wish: ClipWish, folder: Path) -> list[Path]:
    document = ExportDocument(
        library.meeting(meeting_id), library.transcript(meeting_id), tuple(library.moments(meeting_id))
    )
    return export_clip(document, profile, wish, sound_folder=library.meeting_folder(meeting_id), folder=folder)
