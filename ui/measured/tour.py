"""Goes through every screen of the window, one after another, so that somebody can look at each.

On the window's thread. ``photographs.py`` makes a picture of each, ``tests/ui/test_every_screen.py`` walks through its
widgets. To add a screen: bring it about here, at the end of the part it belongs to, and yield it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget

from app.meetings.identifiers import CourseId, MeetingId, SpeakerId
from app.meetings.live_who import LiveSpeaker
from app.meetings.transcript import Speaker
from ui.dialogs.help_dialog import HelpDialog
from ui.main_window import MainWindow
from ui.measured.pace import let_live, wait_until
from ui.measured.sheets import over_library, over_meeting
from ui.settings.settings_area import SettingsArea
from ui.settings.workers_area import WorkersArea
from ui.widgets.message_bar import MessageKind
from ui.widgets.question import Question

if TYPE_CHECKING:
    from ui.editor.meeting_page import MeetingPage

_SETTLE_MS = 120
_CONTROL = Qt.KeyboardModifier.ControlModifier


@dataclass(frozen=True, slots=True)
class Screen:
    """One of them."""

    name: str
    widget: QWidget
    """The window, or the dialog over it."""


class Props(Protocol):
    """What stands behind the window, as far as a tour moves it; ``app/measuring/sample_window.py``."""

    window: MainWindow

    @property
    def lecture_id(self) -> MeetingId:
        """The meeting with everything in it."""
        ...

    def fill(self) -> None:
        """Put the meetings into the library."""
        ...

    def progress(self) -> None:
        """Let the meeting that is worked on get on."""
        ...

    def say_live(self) -> None:
        """Let somebody speak into the recording."""
        ...

    def be_late(self) -> None:
        """Let recognition fall behind."""
        ...

    def stop_recording(self) -> None:
        """End it."""
        ...


class Tour:
    """One way through the window, which is shown already."""

    def __init__(self, props: Props, *, is_hasty: bool = False) -> None:
        """A hasty tour does not wait for what only a picture shows."""
        self._props = props
        self._window = props.window
        self._pace = 0.15 if is_hasty else 1.0

    def screens(self) -> Iterator[Screen]:
        """Every screen. Raises ``NeverHappened`` if one does not come."""
        yield from self._library()
        yield from self._dialogs()
        yield from self._meeting()
        yield from self._recording()
        yield from self._settings()

    def _library(self) -> Iterator[Screen]:
        page = self._window.library_page
        wait_until(page.empty.isVisible, "The empty library was not shown")
        yield self._screen("library-empty")
        guide = self._window.guide
        guide.begin_first_run()
        wait_until(lambda: guide.first_run is not None, "The first start asked nothing")
        self._rest(300)
        first_run = guide.first_run
        assert first_run is not None
        first_run.suggest_model("small", "Small", "484 MB")
        yield self._screen("first-run", first_run)
        first_run.reject()
        self._props.fill()
        wait_until(page.list.isVisible, "The library was not listed")
        wait_until(lambda: page.model.rowCount() > 9, "Not all meetings were listed")
        self._props.progress()
        page.list.setCurrentIndex(page.model.index(1))
        page.list.setFocus()
        yield self._screen("library")
        page.list.selectAll()
        yield self._screen("library-chosen")
        page.list.setCurrentIndex(page.model.index(1))
        page.say("“notes.txt” could not be read. It may be damaged, or not a recording at all.", MessageKind.WARNING)
        page.search.setText("determinant")
        page.search.setFocus()
        wait_until(page.results.isVisible, "Nothing was found")
        yield self._screen("library-search")
        page.message.hide()
        page.search.setText("hippopotamus")
        self._rest(400)
        yield self._screen("library-nothing-found")
        page.search.clear()
        self._window.show_drop_hint()
        yield self._screen("library-drop")
        self._window.hide_drop_hint()

    def _dialogs(self) -> Iterator[Screen]:
        page = self._window.library_page
        wait_until(page.list.isVisible, "The library was not listed again")
        page.library_desk.ask_to_delete_course(CourseId(""), "Linear algebra")
        for question in page.findChildren(Question):
            yield self._screen("question-delete", question)
            question.reject()
        menu = page.build_menu(self._props.lecture_id)
        if menu is not None:
            menu.popup(self._window.mapToGlobal(self._window.rect().center()))
            yield self._screen("library-menu", menu)
            menu.close()
        for name, sheet in over_library(page, self._props.lecture_id):
            yield self._screen(name, sheet)
        self._window.guide.show_help()
        for dialog in self._window.findChildren(HelpDialog):
            yield self._screen("help", dialog)
            dialog.reject()
        self._window.export_meeting(self._props.lecture_id)
        self._rest(500)
        for dialog in self._window.findChildren(QDialog):
            if dialog.isVisible():
                yield self._screen("export", dialog)
                dialog.reject()

    def _meeting(self) -> Iterator[Screen]:
        self._activate()
        self._window.open_meeting(self._props.lecture_id)
        page = self._meeting_page
        wait_until(lambda: page.editor.document is not None, "The meeting was not opened")
        self._rest(600)  # the shape of its sound, and the places worth a look
        yield self._screen("meeting")
        self._press(Qt.Key.Key_F, _CONTROL)
        for letter in "determinant":
            self._press(letter)
        self._rest(200)
        yield self._screen("meeting-find")
        self._press(Qt.Key.Key_H, _CONTROL)
        self._rest(200)
        yield self._screen("meeting-replace")
        self._press(Qt.Key.Key_Escape)
        page.header.field.clear()
        page.replacing.end()
        self._rest(500)
        self._press(Qt.Key.Key_Escape)
        page.view.setFocus()
        wait_until(lambda: page.review.count > 0, "Nothing was worth a look")
        self._press(Qt.Key.Key_F8)
        self._rest(300)
        yield self._screen("meeting-review")
        page.playback.pause()
        line = page.view.document.lines()[2] if page.view.document is not None else None
        assert line is not None
        page.view.go_to_line(line.id, len(line.text))
        self._press(Qt.Key.Key_End)
        for letter in " indeed":
            self._press(letter)
        yield self._screen("meeting-typing")
        page.playback.seek(22_000)
        self._press(Qt.Key.Key_Space, _CONTROL)
        self._rest(300)
        yield self._screen("meeting-playing")
        self._press(Qt.Key.Key_Space, _CONTROL)
        for name, sheet in over_meeting(page):
            yield self._screen(name, sheet)
        self._window.show_library()

    def _recording(self) -> Iterator[Screen]:
        self._activate()
        aids, desk = self._window.aids, self._window.desk
        aids.ask_to_check()
        wait_until(lambda: aids.page is not None and aids.page.isVisible(), "The check was not shown")
        self._rest(300)
        yield self._screen("preflight")
        self._window.show_library()
        desk.start()
        wait_until(lambda: desk.status is not None and self._is_recording_shown, "Nothing was recorded")
        self._props.say_live()
        self._rest(400)
        self._show_who()
        yield self._screen("recording")
        aids.show_captions(True)
        bar = aids.captions
        assert bar is not None
        let_live(200)  # it takes its place
        yield self._screen("captions", bar)
        aids.show_captions(False)
        self._props.be_late()
        self._rest(200)
        yield self._screen("recording-late")
        desk.pause()
        yield self._screen("recording-paused")
        self._window.show_library()
        yield self._screen("library-recording")
        self._props.stop_recording()
        self._rest(100)

    def _show_who(self) -> None:
        """As after a minute of looking for those who speak: one was named, one is a guess."""
        page = self._window.recording_page
        assert page is not None
        page.place.who.show_speakers(
            (
                LiveSpeaker(Speaker(SpeakerId("teacher"), 1, "Teacher"), 0, is_named=True),
                LiveSpeaker(Speaker(SpeakerId("student"), 2, "Speaker 2"), 1),
            )
        )

    def _settings(self) -> Iterator[Screen]:
        self._activate()
        self._window.show_settings()
        page = self._window.settings_page
        assert page is not None
        for number, _ in enumerate(page.subjects):
            page.show_subject(number)
            self._rest(200)
            area = next(area for area in page.findChildren(SettingsArea) if area.isVisible())
            name = type(area).__name__.removesuffix("Area").lower()
            yield self._screen(f"settings-{name}")
            if isinstance(area, WorkersArea):
                dialog = area.ask_to_pair("192.168.1.24", "Studio PC")
                yield self._screen("settings-pairing", dialog)
                dialog.reject()
                self._activate()

    @property
    def _meeting_page(self) -> "MeetingPage":
        page = self._window.meeting_page
        assert page is not None
        return page

    @property
    def _is_recording_shown(self) -> bool:
        page = self._window.recording_page
        return page is not None and page.isVisible()

    def _rest(self, milliseconds: int) -> None:
        let_live(round(milliseconds * self._pace))

    def _activate(self) -> None:
        """Shortcuts are for the window that is active, and a dialog was that before."""
        self._window.activateWindow()
        wait_until(self._window.isActiveWindow, "The window did not become active")

    def _screen(self, name: str, widget: QWidget | None = None) -> Screen:
        self._rest(_SETTLE_MS)
        return Screen(name, widget or self._window)

    def _press(self, key: "Qt.Key | str", modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        handle = self._window.windowHandle()
        QTest.keyClick(handle, key, modifiers)  # type: ignore[call-overload,arg-type] # a letter is taken as well
        self._rest(10)
