"""Who does the work on the page of one meeting, and with what. ``MeetingPage`` grows out of it.

On the window's thread. A desk is handed its parts here and asks nobody for others.
"""

from functools import partial

from PySide6.QtWidgets import QWidget

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import Transcript
from app.settings.settings_store import SettingsStore
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.dialogs.returned_desk import ReturnedDesk
from ui.editor.chapter_desk import ChapterDesk
from ui.editor.editor_shelf import EditorShelf
from ui.editor.find_in_meeting import FindInMeeting
from ui.editor.glossary_desk import GlossaryDesk
from ui.editor.line_times import LineTimes
from ui.editor.meeting_desk import Imports, MeetingDesk
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_feed import MeetingFeed
from ui.editor.meeting_frame import MeetingFrame
from ui.editor.meeting_parts import MeetingParts
from ui.editor.meeting_sound import OpenSound
from ui.editor.navigator import Navigator
from ui.editor.playback import SoundOutput
from ui.editor.playback_keys import PlaybackKeys
from ui.editor.replace_desk import ReplaceDesk
from ui.editor.review_desk import ReviewDesk
from ui.editor.review_reading import read_beside
from ui.editor.reviewing import Reviewing
from ui.editor.selection_desk import SelectionDesk
from ui.editor.sound_desk import SoundDesk
from ui.editor.speaker_desk import SpeakerDesk
from ui.editor.speaking_desk import SpeakerLooks, SpeakingDesk
from ui.editor.transcript_follower import TranscriptFollower
from ui.editor.typing_hands import TypingHands
from ui.editor.versions_desk import VersionsDesk


class MeetingDesks(MeetingFrame):
    """The desks behind the parts of ``MeetingFrame``."""

    def __init__(
        self,
        *,
        library: Library,
        imports: Imports,
        settings: SettingsStore,
        announcements_bridge: AnnouncementBridge,
        background: Background,
        open_sound: OpenSound,
        shelf: EditorShelf | None = None,
        looks: SpeakerLooks | None = None,
        sound_output: SoundOutput | None = None,
        parts: MeetingParts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(sound_output=sound_output, parts=parts, parent=parent)
        self._feed = MeetingFeed(
            library=library,
            settings=settings,
            bridge=announcements_bridge,
            background=background,
            open_sound=open_sound,
            shelf=shelf,
            parent=self,
        )
        self._editor = MeetingEditor(bridge=announcements_bridge, parent=self)
        self._speaker_desk = SpeakerDesk(
            editor=self._editor,
            view=self.view,
            speakers=self._panel.speakers,
            background=background,
            parent=self,
        )
        self._speaking = SpeakingDesk(
            library=library,
            looks=looks,
            bridge=announcements_bridge,
            background=background,
            editor=self._editor,
            panel=self._panel.speaking,
            playback=self._playback,
            window=self,
        )
        self._times = LineTimes(editor=self._editor, view=self.view, parent=self)
        self._review = ReviewDesk(
            editor=self._editor,
            background=background,
            wished_rate=lambda: settings.current.review_error_percent / 100,
            read_beside=partial(read_beside, library),
            parent=self,
        )
        self._hands = TypingHands(view=self.view, editor=self._editor, parent=self)
        self._desk = MeetingDesk(
            library=library, imports=imports, background=background, editor=self._editor, parent=self
        )
        self._sound_desk = SoundDesk(
            playback=self._playback,
            sound_map=self._sound_map,
            view=self.view,
            editor=self._editor,
            hands=self._hands,
            bar=self._bar,
            parent=self,
        )
        self._versions = VersionsDesk(
            library=library,
            imports=imports,
            background=background,
            editor=self._editor,
            message=self._message,
            settings=settings,
            parent=self,
        )
        self._selection_desk = SelectionDesk(
            view=self.view,
            sound_map=self._sound_map,
            editor=self._editor,
            library=library,
            settings=settings,
            background=background,
            page=self,
        )
        self._returned = ReturnedDesk(library=library, settings=settings, background=background, page=self)
        self._playback_keys = PlaybackKeys(playback=self._playback, desk=self._sound_desk, page=self)
        self._find = FindInMeeting(
            header=self._header, view=self._place.view, sound_map=self._sound_map, background=background, parent=self
        )
        self._navigator = Navigator(
            view=self._place.view, playback=self._playback, panel=self._panel, sound_map=self._sound_map, parent=self
        )
        self._chapters = ChapterDesk(
            panel=self._panel.chapters,
            navigator=self._navigator,
            playback=self._playback,
            library=library,
            background=background,
            parent=self,
        )
        self._reviewing = Reviewing(
            desk=self._review,
            editor=self._editor,
            hands=self._hands,
            view=self.view,
            panel=self._panel,
            playback=self._playback,
            navigator=self._navigator,
            parent=self,
        )
        self._follower = TranscriptFollower(
            feed=self._feed,
            editor=self._editor,
            review=self._review,
            find=self._find,
            view=self.view,
            panel=self._panel,
            sound_map=self._sound_map,
            background=background,
            parent=self,
        )
        self._glossary = GlossaryDesk(
            library=library,
            background=background,
            editor=self._editor,
            panel=self._panel,
            parent=self,
        )
        if shelf is not None:
            self.view.take_hands(self._hands)
            self._feed.read_from(self._edited)
            self._header.saved.watch(self._editor)
            self._replacing = ReplaceDesk(
                library=library,
                background=background,
                settings=settings,
                shelf=shelf,
                editor=self._editor,
                bar=self._replace,
                message=self._message,
                parent=self,
            )
            self._replacing.serve(find=self._find, editor=self._editor, view=self.view, header=self._header)

    @property
    def meeting_id(self) -> MeetingId | None:
        """The open meeting."""
        return self._feed.meeting_id

    @property
    def feed(self) -> MeetingFeed:
        """What reads it."""
        return self._feed

    @property
    def editor(self) -> MeetingEditor:
        """What edits it."""
        return self._editor

    @property
    def speaking(self) -> SpeakingDesk:
        """What finds and names speakers."""
        return self._speaking

    @property
    def review(self) -> ReviewDesk:
        """The places worth a look."""
        return self._review

    @property
    def line_times(self) -> LineTimes:
        """What asks when a line begins and ends."""
        return self._times

    @property
    def versions(self) -> VersionsDesk:
        """What knows the versions."""
        return self._versions

    @property
    def returned(self) -> ReturnedDesk:
        """What takes subtitles in."""
        return self._returned

    @property
    def hands(self) -> TypingHands:
        """What writes into the transcript."""
        return self._hands

    def _edited(self) -> Transcript | None:
        return None if self._editor.document is None else self._editor.document.transcript
