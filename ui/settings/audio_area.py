"""Settings, Audio: which microphone, whether the computer's sound is recorded, how loud it is now, and a test.

The list of sources is asked for on a background thread, which asks a throw-away process: nothing that records is
touched. While the page is seen it is asked again and again, so that what is plugged in appears by itself.
"""

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from engine.contract.audio import SILENCE_DBFS, TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import SourceChoice
from ui.bridge.delivery import deliver
from ui.settings.settings_area import SettingsArea, SettingsForm
from ui.style.icons import Icon
from ui.style.motion import current_motion
from ui.style.tokens import SPACE_12, Role, TextStyle
from ui.widgets.button import Button
from ui.widgets.check_box import CheckBox
from ui.widgets.choice import Choice
from ui.widgets.found_sources import FoundSource, ListSources, sources_of
from ui.widgets.label import Label
from ui.widgets.level_meter import LevelMeter

_LOOK_MS = 33
_LIST_MS = 4000
_BOOKMARK_SECONDS = (10, 30, 60, 120)
_WARNING_MINUTES = (5, 15, 30, 60)
_SILENCE_MINUTES = (0, 5, 10, 15, 30, 60)
_CAPTION_SIZES = (20, 24, 32, 40, 48, 64, 80, 96)
_CAPTION_GROUNDS = (100, 90, 80, 70, 60)
_DEFAULT = ("", "")


class Levels(Protocol):
    """Listens to sources for their meters; ``app/recording/level_watch.py``."""

    @property
    def levels(self) -> Mapping[TrackKind, float]:
        """The last levels."""
        ...

    def start(self, sources: tuple[SourceChoice, ...]) -> None:
        """Listen to these. Called on a background thread."""
        ...

    def stop(self) -> None:
        """Let go of them. Called on a background thread."""
        ...


class AudioArea(SettingsArea):
    """What is recorded."""

    check_requested = Signal()

    def __init__(
        self,
        *,
        settings: SettingsStore,
        background: Background,
        list_sources: ListSources,
        levels: Levels | None = None,
        platform: str = sys.platform,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(self.tr("Audio"), parent=parent)
        self._settings = settings
        self._background = background
        self._list_sources = list_sources
        self._levels = levels
        self._platform = platform
        self._sources: list[FoundSource] | None = None
        self._is_asking = False
        self._heard: tuple[SourceChoice, ...] = ()
        now = settings.current
        self.records_microphone = CheckBox(self.tr("Record the microphone"))
        self.records_microphone.setChecked(now.records_microphone)
        self.microphone = Choice(self.tr("Microphone"))
        self.refresh = Button(self.tr("Refresh"), icon=Icon.LOOP)
        self.refresh.setToolTip(self.tr("Look for devices again. A recording is not touched by it."))
        self.microphone_meter = LevelMeter(self.tr("Level of the microphone"), bars=20)
        self.list_remark = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.records_computer = CheckBox(self.tr("Record the computer’s sound"))
        self.records_computer.setChecked(now.records_computer)
        self.computer_remark = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.computer_meter = LevelMeter(self.tr("Level of the computer’s sound"), bars=20)
        self.check = Button(self.tr("Check for 10 seconds…"), icon=Icon.MIC)
        self.bookmark = Choice(self.tr("A bookmark reaches back"))
        self.warning = Choice(self.tr("Warn when the disk has room for less than"))
        self.silence = Choice(self.tr("Offer to stop after silence"))
        self.stops = CheckBox(self.tr("Stop by itself if nobody answers within two minutes"))
        self.stops.setChecked(now.stops_after_silence)
        self.caption_size = Choice(self.tr("Size of captions"))
        self.caption_lines = Choice(self.tr("Lines of captions"))
        self.caption_opacity = Choice(self.tr("Ground of captions"))
        self._fill()
        self._arrange()
        self._look_timer = QTimer(self)
        self._look_timer.timeout.connect(self._on_look)
        self._list_timer = QTimer(self)
        self._list_timer.setInterval(_LIST_MS)
        self._list_timer.timeout.connect(self._ask)
        self._connect()
        self._show_sources()

    def read(self) -> None:
        """Look at the devices and listen to the chosen ones; called each time the page is shown."""
        self._ask()
        self._list_timer.start()
        self._look_timer.start(current_motion().pace_ms(_LOOK_MS))
        self._listen()

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: the window is back from being minimised."""
        super().showEvent(event)
        if event.spontaneous():
            self.read()

    def hideEvent(self, event: QHideEvent) -> None:
        """Qt: another page is shown; nobody listens any more."""
        super().hideEvent(event)
        self._list_timer.stop()
        self._look_timer.stop()
        self._heard = ()
        if self._levels is not None:
            self._background.run(self._levels.stop)

    def _fill(self) -> None:
        now = self._settings.current
        for seconds in sorted({*_BOOKMARK_SECONDS, now.bookmark_seconds}):
            self.bookmark.offer(seconds, self.tr("{s} s").format(s=seconds))
        self.bookmark.choose(now.bookmark_seconds)
        for minutes in sorted({*_WARNING_MINUTES, now.disk_warning_minutes}):
            self.warning.offer(minutes, self.tr("{m} min").format(m=minutes))
        self.warning.choose(now.disk_warning_minutes)
        for minutes in sorted({*_SILENCE_MINUTES, now.silence_minutes}):
            self.silence.offer(minutes, self.tr("{m} min").format(m=minutes) if minutes else self.tr("Never"))
        self.silence.choose(now.silence_minutes)
        self.stops.setEnabled(bool(now.silence_minutes))
        for size in sorted({*_CAPTION_SIZES, now.caption_size}):
            self.caption_size.offer(size, str(size))
        self.caption_size.choose(now.caption_size)
        for lines in range(1, 5):
            self.caption_lines.offer(lines, str(lines))
        self.caption_lines.choose(now.caption_lines)
        for percent in sorted({*_CAPTION_GROUNDS, now.caption_opacity_percent}, reverse=True):
            self.caption_opacity.offer(percent, f"{percent} %")
        self.caption_opacity.choose(now.caption_opacity_percent)

    def _arrange(self) -> None:
        chosen = QHBoxLayout()
        chosen.setSpacing(SPACE_12)
        chosen.addWidget(self.microphone, 1)
        chosen.addWidget(self.refresh)
        card = self.add_card(self.tr("Microphone"))
        card.addWidget(self.records_microphone)
        card.addLayout(chosen)
        card.addWidget(self.list_remark)
        card.addWidget(self.microphone_meter)
        card = self.add_card(self.tr("Computer’s sound"))
        card.addWidget(self.records_computer)
        card.addWidget(self.computer_remark)
        card.addWidget(self.computer_meter)
        card = self.add_card(self.tr("Check"))
        words = self.tr(
            "Records 10 seconds and says whether level, echo, words, speed and disk are right. Nothing is kept."
        )
        card.addWidget(Label(words, tone=Role.TEXT2, is_wrapped=True))
        row = QHBoxLayout()
        row.addWidget(self.check)
        row.addStretch(1)
        card.addLayout(row)
        form = SettingsForm()
        form.add(self.tr("A bookmark reaches back"), self.bookmark)
        form.add(
            self.tr("Disk warning"), self.warning, self.tr("While recording, when there is room for less than this.")
        )
        form.add(
            self.tr("Silence"),
            self.silence,
            self.tr("Offer to stop when nobody was understood for so long."),
        )
        card = self.add_card(self.tr("While recording"))
        card.addLayout(form)
        card.addWidget(self.stops)
        captions = SettingsForm()
        captions.add(self.tr("Size of captions"), self.caption_size)
        captions.add(self.tr("Lines of captions"), self.caption_lines)
        captions.add(
            self.tr("Ground of captions"), self.caption_opacity, self.tr("Less lets what is behind it show through.")
        )
        self.add_card(self.tr("Caption bar")).addLayout(captions)
        self.blocks.addStretch(1)

    def _connect(self) -> None:
        self.records_microphone.toggled.connect(self._on_records_microphone)
        self.records_computer.toggled.connect(self._on_records_computer)
        self.microphone.activated.connect(self._on_microphone)
        self.refresh.clicked.connect(self._ask)
        self.check.clicked.connect(self.check_requested)
        self.bookmark.activated.connect(self._on_numbers)
        self.warning.activated.connect(self._on_numbers)
        self.silence.activated.connect(self._on_numbers)
        self.stops.toggled.connect(self._on_stops)
        self.caption_size.activated.connect(self._on_numbers)
        self.caption_lines.activated.connect(self._on_numbers)
        self.caption_opacity.activated.connect(self._on_numbers)

    # Sources

    def _ask(self) -> None:
        if not self._is_asking:
            self._is_asking = True
            deliver(self._background.run(self._list_sources), self._on_sources, self._on_failed)

    def _on_sources(self, sources: Sequence[FoundSource] | None) -> None:
        self._is_asking = False
        found = None if sources is None else list(sources)
        if found != self._sources or found is None:
            self._sources = found
            self._show_sources()
            self._listen()

    def _on_failed(self, _error: VivavoceError) -> None:
        self._on_sources(None)

    def _show_sources(self) -> None:
        now = self._settings.current
        chosen = (now.microphone_name, now.microphone_api)
        known = [each for each in self._sources or () if each.kind is TrackKind.MICROPHONE]
        default = next((each.name for each in known if each.is_default), "")
        if not self.microphone.view().isVisible():  # a list that is open is not changed under the pointer
            self.microphone.clear_all()
            words = self.tr("The computer’s default")
            self.microphone.offer(_DEFAULT, f"{words} ({default})" if default else words)
            for each, text in sources_of(TrackKind.MICROPHONE, known):
                self.microphone.offer((each.name, each.host_api), text)
            if chosen != _DEFAULT and chosen not in self.microphone.keys:
                gone = self.tr("{name} (not connected)").format(name=chosen[0])
                self.microphone.offer(chosen, gone if self._sources is not None else chosen[0])
            self.microphone.choose(chosen)
        self.list_remark.setText(self._list_words(known))
        self.list_remark.setVisible(bool(self.list_remark.text()))
        self._show_computer()

    def _list_words(self, known: Sequence[FoundSource]) -> str:
        now = self._settings.current
        if self._sources is None:
            return self.tr("Looking for devices…") if self._is_asking else self.tr("The sound system did not answer.")
        if not known:
            return self.tr("No microphone was found. Plug one in: it appears here by itself.")
        is_here = any((each.name, each.host_api) == (now.microphone_name, now.microphone_api) for each in known)
        if now.microphone_name and not is_here:
            return self.tr("As long as it is not connected, the computer’s default is taken.")
        return ""

    def _show_computer(self) -> None:
        can = self._sources is None or any(each.kind is TrackKind.COMPUTER for each in self._sources)
        self.records_computer.setEnabled(can)
        self.records_computer.setToolTip("" if can else self._no_computer_words())
        self.computer_remark.setText(
            self.tr("What others say in an online meeting. A track of its own; your voice stays on the other.")
            if can
            else self._no_computer_words()
        )
        self.computer_meter.setVisible(can and self._settings.current.records_computer)
        self.microphone_meter.setVisible(self._settings.current.records_microphone)

    def _no_computer_words(self) -> str:
        if self._platform == "darwin":
            return self.tr(
                "macOS lets no program record what the computer plays. With a virtual sound device, such as BlackHole, "
                "as output, it can be chosen as the microphone above."
            )
        return self.tr("No sound system was found that lets the computer’s sound be recorded.")

    # Levels

    def _listen(self) -> None:
        """Listen to what is chosen now, if somebody looks."""
        if self._levels is None or not self._look_timer.isActive():
            return
        can = self._sources is not None and any(each.kind is TrackKind.COMPUTER for each in self._sources)
        wanted = self._settings.current.recording_sources(has_computer_sound=can)
        if wanted != self._heard:
            self._heard = wanted
            self._background.run(partial(self._levels.start, wanted))

    def _on_look(self) -> None:
        levels: Mapping[TrackKind, float] = {} if self._levels is None else self._levels.levels
        self.microphone_meter.show_level(levels.get(TrackKind.MICROPHONE, SILENCE_DBFS))
        self.computer_meter.show_level(levels.get(TrackKind.COMPUTER, SILENCE_DBFS))

    # What a person chooses

    def _on_microphone(self) -> None:
        chosen: Any = self.microphone.chosen
        self._settings.change(microphone_name=chosen[0], microphone_api=chosen[1])
        self._show_sources()
        self._listen()

    def _on_records_microphone(self, is_on: bool) -> None:
        self._settings.change(records_microphone=is_on)
        if not is_on and not self.records_computer.isChecked():
            self.records_computer.setChecked(True)  # something has to be recorded
        self._show_computer()
        self._listen()

    def _on_records_computer(self, is_on: bool) -> None:
        self._settings.change(records_computer=is_on)
        if not is_on and not self.records_microphone.isChecked():
            self.records_microphone.setChecked(True)
        self._show_computer()
        self._listen()

    def _on_numbers(self) -> None:
        values: dict[str, Any] = {
            "bookmark_seconds": self.bookmark.chosen,
            "disk_warning_minutes": self.warning.chosen,
            "silence_minutes": self.silence.chosen,
            "caption_size": self.caption_size.chosen,
            "caption_lines": self.caption_lines.chosen,
            "caption_opacity_percent": self.caption_opacity.chosen,
        }
        self._settings.change(**values)
        self.stops.setEnabled(bool(self.silence.chosen))

    def _on_stops(self, is_on: bool) -> None:
        self._settings.change(stops_after_silence=is_on)
