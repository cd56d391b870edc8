"""What helps a recording beside its page: the check before it; captions, bookmark key, a word about silence meanwhile.

Lives on the window's thread, owned by the main window. Check and captions are made when they are first needed.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget

from app.meetings.identifiers import CourseId
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction, shortcut_of
from ui.live.bookmark_key import BookmarkKey
from ui.live.recording_pulse import RecordingPulse
from ui.live.silence_offer import SilenceOffer
from ui.live.telephone_watch import TelephoneWatch
from ui.pages import Pages

if TYPE_CHECKING:
    from ui.live.caption_bar import CaptionBar
    from ui.live.recording_page import RecordingPage
    from ui.preflight.preflight_page import PreflightPage


class RecordingAids(QObject):
    """The check and the captions of one window."""

    recording_requested = Signal()
    """Something is recorded already: that is what one hears."""
    devices_requested = Signal()
    closed = Signal()
    """The check is left."""
    shown = Signal()
    """The check is the page that is seen."""
    said = Signal(str)
    """Something happened to the recording, in plain words."""

    def __init__(
        self, *, pages: Pages, pulse: RecordingPulse, settings: SettingsStore, stack: QStackedWidget, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._pages = pages
        self._pulse = pulse
        self._settings = settings
        self._stack = stack
        self._course_id: CourseId | None = None
        self.silence = SilenceOffer(desk=pages.desk, pulse=pulse, settings=settings, parent=self)
        self.silence.changed.connect(self._on_silence)
        self.silence.stopped.connect(self.said)
        self.telephone = TelephoneWatch(library=pages.library, background=pages.background, parent=self)
        self.telephone.changed.connect(self._on_telephone)
        pulse.beat.connect(self.telephone.look)
        self.key = BookmarkKey(parent=self)
        self.key.pressed.connect(pages.desk.bookmark)

    @property
    def page(self) -> "PreflightPage | None":
        """The page of the check, once it was shown."""
        return self._pages.preflight

    @property
    def captions(self) -> "CaptionBar | None":
        """The caption bar, once something was recorded."""
        return self._pages.captions

    @property
    def wants_check(self) -> bool:
        """Whether the person wants the check before each recording, and there is one."""
        return self._settings.current.checks_before_recording and self._pages.check is not None

    def ask_to_record(self, course_id: CourseId | None = None) -> None:
        """Record into a course or into none, after the check if the person wants one each time."""
        if self.wants_check and not self._pages.desk.is_recording:
            self.show_check(course_id)
        else:
            self._pages.desk.start(course_id)

    def ask_to_check(self) -> None:
        """Begin the check, unless something is recorded."""
        if self._pages.desk.is_recording:
            self.recording_requested.emit()
        elif self._pages.check is not None:
            self.show_check()

    def show_check(self, course_id: CourseId | None = None) -> None:
        """Begin the check."""
        self._course_id = course_id
        page = self._pages.preflight
        if page is None:
            page = self._pages.make_preflight_page()
            self._stack.addWidget(page)
            page.closed.connect(self.closed)
            page.devices_requested.connect(self.devices_requested)
            page.record_requested.connect(self._on_record)
        self._stack.setCurrentWidget(page)
        page.setFocus()
        page.start()
        self.shown.emit()

    def begin_recording(self) -> None:
        """Something is recorded: listen for the captions, and show them if the person had them last time."""
        self.key.take()
        if self._settings.current.caption_shown:
            self.show_captions(True)
        else:
            self._bar()

    def end_recording(self) -> None:
        """Nothing is recorded any more; the next recording has its captions again."""
        self.key.release()
        if self._pages.captions is not None:
            self._pages.captions.hide()

    def serve(self, page: "RecordingPage") -> None:
        """Do what the page of a recording asks for."""
        page.captions_requested.connect(self.show_captions)
        page.silence_answered.connect(self._on_silence_answered)
        page.show_silence(self.silence.words, self.silence.action)
        page.show_telephone(self.telephone.words)
        self._tell_page()

    def show_captions(self, is_shown: bool) -> None:
        """Show or hide the caption bar."""
        bar = self._bar()
        if is_shown and not bar.isVisible():
            bar.show_bar()
        elif not is_shown and bar.isVisible():
            bar.close_bar()
        self._tell_page()

    def _bar(self) -> "CaptionBar":
        if self._pages.captions is None:
            bar = self._pages.make_caption_bar()
            bar.closed.connect(self._tell_page)
            self._pulse.begin()  # so that it knows what is recorded
        assert self._pages.captions is not None
        return self._pages.captions

    def _tell_page(self) -> None:
        if self._pages.recording is not None:
            bar = self._pages.captions
            self._pages.recording.bar.tell_key(
                shortcut_of(KeyAction.BOOKMARK_EVERYWHERE).keys if self.key.is_taken else ""
            )
            self._pages.recording.show_captions(is_shown=bar is not None and bar.isVisible())

    def _on_silence(self) -> None:
        """Who recorded it may be elsewhere by now: the task bar says that something is asked."""
        words = self.silence.words
        page = self._pages.recording
        if page is not None:
            page.show_silence(words, self.silence.action)
        if words:
            QApplication.alert(self._stack.window())
            if page is None or not page.isVisible():
                self.said.emit(words)

    def _on_telephone(self) -> None:
        if self._pages.recording is not None:
            self._pages.recording.show_telephone(self.telephone.words)

    def _on_silence_answered(self, is_button: bool) -> None:
        if is_button:
            self.silence.act()
        else:
            self.silence.keep()

    def _on_record(self) -> None:
        self._pages.desk.start(self._course_id)
