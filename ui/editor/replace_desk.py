"""Brings find and replace together for the page of a meeting, and says what was replaced. Owned by ``MeetingPage``.

Lives on the window's thread. In the open meeting the bar replaces by one edit; in others ``EverywhereDesk`` does.
"""

from PySide6.QtCore import QObject

from app.background import Background
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.settings.settings_store import SettingsStore
from ui.editor.editor_shelf import EditorShelf
from ui.editor.everywhere_desk import EverywhereDesk, Replaced
from ui.editor.find_in_meeting import FindInMeeting
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_header import MeetingHeader
from ui.editor.replace_bar import ReplaceBar
from ui.editor.transcript_view import TranscriptView
from ui.messages.error_messages import describe_error
from ui.widgets.message_bar import MessageBar, MessageKind


class ReplaceDesk(QObject):
    """Says what was replaced, and how it comes back."""

    def __init__(
        self,
        *,
        library: Library,
        background: Background,
        settings: SettingsStore,
        shelf: EditorShelf,
        editor: MeetingEditor,
        bar: ReplaceBar,
        message: MessageBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._bar = bar
        self._message = message
        self._everywhere = EverywhereDesk(
            library=library, background=background, editor=editor, shelf=shelf, script=self._script, parent=self
        )
        bar.serve_everywhere(self._everywhere)
        bar.replaced.connect(self._on_replaced)
        bar.replaced_everywhere.connect(self._on_replaced_everywhere)

    def serve(self, *, find: FindInMeeting, editor: MeetingEditor, view: TranscriptView, header: MeetingHeader) -> None:
        """Replace in the open meeting what this finds."""
        self._bar.serve(find=find, editor=editor, view=view, header=header)

    def _script(self) -> ChineseScript:
        return ChineseScript(self._settings.current.chinese_script)

    def _on_replaced(self, count: int) -> None:
        self._message.say(self.tr("%n place(s) replaced. Undo brings them all back.", "", count))

    def _on_replaced_everywhere(self, done: Replaced) -> None:
        places = self.tr("%n place(s) replaced", "", done.places)
        meetings = self.tr("in %n meeting(s)", "", done.meetings)
        text = self.tr("{places} {meetings}. Undo in a meeting brings back what stood there.")
        text = text.format(places=places, meetings=meetings)
        if done.failed:
            trouble = self.tr("%n meeting(s) could not be changed:", "", len(done.failed))
            self._message.say(f"{text} {trouble} {describe_error(done.failed[0])}", MessageKind.WARNING)
        elif done.is_stopped:
            rest = self.tr("The rest was left as it is.")
            self._message.say(f"{text} {rest}")
        else:
            self._message.say(text)
