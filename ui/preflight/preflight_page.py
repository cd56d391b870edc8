"""The page of the ten-second check. Made by the main window when it is first asked for, on the window's thread.

It polls the check while it is shown. Each row says what is known as soon as it is known; when all is, what needs
attention stands first. Leaving the page deletes what was recorded.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.background import Background
from app.recording.preflight_status import BLOCKING, CHECK_S, EchoVerdict, PreflightPhase, PreflightStatus, concerns
from app.settings.settings_store import SettingsStore
from engine.contract.audio import TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.places import RESOURCES
from ui.bridge.delivery import deliver
from ui.preflight.check import Check, Player
from ui.preflight.check_row import CheckRow
from ui.preflight.check_words import RowKind, RowState, row_words, verdict
from ui.style.fonts import is_large, scaled
from ui.style.icons import Icon
from ui.style.motion import current_motion
from ui.style.theme import current_theme
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24, SPACE_32, Role, TextStyle
from ui.widgets.button import Button, ButtonKind
from ui.widgets.card import Bar, Card, Separator
from ui.widgets.check_box import CheckBox
from ui.widgets.label import Label
from ui.widgets.progress import ProgressLine

_LOOK_MS = 33
_WIDTH = 880
_SAMPLE = RESOURCES / "samples" / "lecture.flac"
_ATTENTION = (RowState.FAILED, RowState.ATTENTION)


class PreflightPage(QWidget):
    """The check."""

    closed = Signal()
    record_requested = Signal()
    devices_requested = Signal()
    """The person wants to choose other devices."""

    def __init__(
        self,
        *,
        check: Check,
        settings: SettingsStore,
        background: Background,
        make_player: Callable[[], Player],
        has_computer_sound: bool = True,
        sample: Path = _SAMPLE,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._check = check
        self._settings = settings
        self._background = background
        self._make_player = make_player
        self._has_computer_sound = has_computer_sound
        self._sample = sample
        self._player: Player | None = None
        self._played: RowKind | None = None
        self._plays_sample = False
        self._is_starting = False
        self._is_sorted = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_look)
        self.title = Label(style=TextStyle.TITLE, is_wrapped=True)
        self.more = Label(tone=Role.TEXT2, is_wrapped=True)
        self.progress = ProgressLine(self.tr("Progress of the check"))
        self.rows = {kind: CheckRow(kind) for kind in RowKind}
        self.again = Button(self.tr("Check again"), icon=Icon.LOOP)
        self.cancel = Button(self.tr("Cancel"))
        self.devices = Button(self.tr("Other devices…"), kind=ButtonKind.PLAIN)
        self.back = Button(self.tr("Back"), kind=ButtonKind.PLAIN, icon=Icon.BACK, key_hint=self.tr("Esc"))
        self.each_time = CheckBox(self.tr("Check before each recording"))
        self.record = Button(self.tr("Start recording"), kind=ButtonKind.FILLED, icon=Icon.RECORD)
        self._list = QVBoxLayout()
        self._lines: dict[RowKind, Separator] = {}
        """The line above each row but the first."""
        self._arrange()
        self._connect()

    def start(self, *, plays_sample: bool = False) -> None:
        """Begin the check; ``plays_sample`` lets the computer play a lecture meanwhile, to hear its echo."""
        self._stop_playing()
        self._plays_sample = plays_sample
        self._is_starting = True
        self._sort([])
        for row in self.rows.values():
            row.meter.clear()
        now = self._settings.current
        sources = now.recording_sources(has_computer_sound=self._has_computer_sound)
        self.each_time.setChecked(now.checks_before_recording)
        work = partial(self._check.start, sources, now.recognition_options())
        deliver(self._background.run(work), self._on_started, self._on_failed)
        self._timer.start(current_motion().pace_ms(_LOOK_MS))
        self._show(None)

    def close_check(self) -> None:
        """Stop, and delete what was recorded."""
        self._timer.stop()
        self._stop_playing()
        if self._player is not None:
            self._player.close()
            self._player = None
        self._background.run(self._check.close)

    def hideEvent(self, event: QHideEvent) -> None:
        """Qt: another page is shown; nothing of the check is kept. A window that is minimised may come back."""
        super().hideEvent(event)
        if event.spontaneous():
            return
        if self._timer.isActive() or self._check.status is not None:
            self.close_check()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape stops the check, and leads back when it is over."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.cancel.isVisible():
            self._on_cancel()
        else:
            self.closed.emit()

    # Arrangement

    def _arrange(self) -> None:
        card = Card()
        self._list = QVBoxLayout(card)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(0)
        self._sort([])
        self._inner = QWidget()
        self._inner.setProperty("plain", True)
        words = QVBoxLayout(self._inner)
        words.setContentsMargins(SPACE_24, SPACE_32, SPACE_24, SPACE_24)
        words.setSpacing(SPACE_8)
        words.addWidget(self.title)
        words.addWidget(self.more)
        words.addWidget(self.progress)
        words.addSpacing(SPACE_8)
        words.addWidget(card)
        words.addStretch(1)
        middle = QWidget()
        middle.setProperty("plain", True)
        sides = QHBoxLayout(middle)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.addStretch(1)
        sides.addWidget(self._inner, 100)
        sides.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(middle)
        bar = Bar()
        foot = QVBoxLayout(bar)
        foot.setContentsMargins(SPACE_24, SPACE_12, SPACE_24, SPACE_12)
        foot.setSpacing(0)
        self._upper, self._lower = QHBoxLayout(), QHBoxLayout()
        for line in (self._upper, self._lower):
            line.setSpacing(SPACE_16)
            foot.addLayout(line)
        for button in (self.back, self.again, self.cancel, self.devices):
            self._upper.addWidget(button)
        self._upper.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(area, 1)
        layout.addWidget(Separator())
        layout.addWidget(bar)

    def _on_theme_changed(self) -> None:
        self._inner.setMaximumWidth(scaled(_WIDTH))
        line = self._lower if is_large() else self._upper
        for widget in (self.each_time, self.record):
            self._upper.removeWidget(widget)
            self._lower.removeWidget(widget)
            line.addWidget(widget)

    def _connect(self) -> None:
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()
        self.back.clicked.connect(self.closed)
        self.again.clicked.connect(self._on_again)
        self.cancel.clicked.connect(self._on_cancel)
        self.devices.clicked.connect(self.devices_requested)
        self.record.clicked.connect(self.record_requested)
        self.each_time.toggled.connect(self._on_each_time)
        self.rows[RowKind.MICROPHONE].pressed.connect(self._on_listen_microphone)
        self.rows[RowKind.COMPUTER].pressed.connect(self._on_listen_computer)
        self.rows[RowKind.ECHO].pressed.connect(self._on_test_echo)

    def _sort(self, first: list[RowKind]) -> None:
        """Put some rows first, the others after them in their usual order."""
        while (item := self._list.takeAt(0)) is not None:
            widget = item.widget()
            if isinstance(widget, Separator):
                widget.hide()
                widget.deleteLater()
        order = first + [kind for kind in RowKind if kind not in first]
        self._lines = {kind: Separator() for kind in order[1:]}
        for kind in order:
            if (line := self._lines.get(kind)) is not None:
                self._list.addWidget(line)
                line.setVisible(not self.rows[kind].isHidden())
            self._list.addWidget(self.rows[kind])
        self._is_sorted = bool(first)
        for before, after in pairwise(order):
            self.setTabOrder(self.rows[before].button, self.rows[after].button)

    # Looking

    def _on_started(self, _none: None) -> None:
        self._is_starting = False

    def _on_failed(self, error: VivavoceError) -> None:
        self._is_starting = False
        self.more.setText(error.sentence)

    def _on_look(self) -> None:
        status = None if self._is_starting else self._check.status
        self._play_along(status)
        if self._player is not None and self._played is not None and self._player.has_ended:
            self._stop_playing()
        self._show(status)
        if status is not None and status.is_over and self._played is None:
            self._timer.stop()

    def _show(self, status: PreflightStatus | None) -> None:
        title, more = verdict(status)
        if self.title.text() != title:
            self.title.setText(title)
        if self.more.text() != more:
            self.more.setText(more)
        is_over = status is not None and status.is_over
        self.progress.setVisible(not is_over)
        self.progress.show_progress(_fraction(status))
        self.cancel.setVisible(not is_over)
        self.again.setVisible(is_over)
        shown = status or PreflightStatus()
        for kind, row in self.rows.items():
            row.setVisible(self._is_of_interest(kind, shown))
            if (line := self._lines.get(kind)) is not None:
                line.setVisible(not row.isHidden())
            row.say(row_words(kind, shown))
        self._show_meters(shown)
        self._show_buttons(shown)
        is_blocked = is_over and any(concern in BLOCKING for concern in concerns(shown))
        if is_blocked:
            self.record.turn_off(more)
        else:
            self.record.turn_on()
        if is_over and not self._is_sorted:
            self._sort([kind for kind in RowKind if self.rows[kind].words.state in _ATTENTION])

    def _is_of_interest(self, kind: RowKind, status: PreflightStatus) -> bool:
        if kind is RowKind.POWER:
            return status.power is not None
        return kind is not RowKind.COMPUTER or self._has_computer_sound or status.is_over

    def _show_meters(self, status: PreflightStatus) -> None:
        for kind, source in ((RowKind.MICROPHONE, TrackKind.MICROPHONE), (RowKind.COMPUTER, TrackKind.COMPUTER)):
            track = status.track_of(source)
            meter = self.rows[kind].meter
            meter.setVisible(track is not None)
            if track is not None:
                meter.show_level(track.level_dbfs if track.figures is None else track.figures.loud_dbfs)

    def _show_buttons(self, status: PreflightStatus) -> None:
        for kind, source in ((RowKind.MICROPHONE, TrackKind.MICROPHONE), (RowKind.COMPUTER, TrackKind.COMPUTER)):
            track = status.track_of(source)
            can_hear = status.is_over and track is not None and track.path is not None
            is_playing = self._played is kind
            text = self.tr("Stop") if is_playing else self.tr("Listen")
            self.rows[kind].offer(text if can_hear else "", Icon.STOP if is_playing else Icon.PLAY)
        can_test = (
            status.is_over and status.echo_verdict is not None and status.track_of(TrackKind.COMPUTER) is not None
        )
        is_new = status.echo_verdict is EchoVerdict.NOT_TRIED
        text = self.tr("Play a lecture and test") if is_new else self.tr("Test again")
        self.rows[RowKind.ECHO].offer(text if can_test and status.track_of(TrackKind.MICROPHONE) is not None else "")

    # Playing

    def _play_along(self, status: PreflightStatus | None) -> None:
        """While the echo is tested, the computer plays a lecture."""
        if not self._plays_sample or status is None:
            return
        if status.phase is PreflightPhase.RECORDING and self._played is None:
            self._play(RowKind.ECHO, self._sample)
        elif status.phase is not PreflightPhase.RECORDING and self._played is RowKind.ECHO:
            self._plays_sample = False
            self._stop_playing()

    def _on_listen_microphone(self) -> None:
        self._listen(RowKind.MICROPHONE, TrackKind.MICROPHONE)

    def _on_listen_computer(self) -> None:
        self._listen(RowKind.COMPUTER, TrackKind.COMPUTER)

    def _listen(self, kind: RowKind, source: TrackKind) -> None:
        was_played = self._played
        self._stop_playing()
        status = self._check.status
        track = None if status is None else status.track_of(source)
        if track is not None and track.path is not None and was_played is not kind:
            self._play(kind, track.path)
        self._timer.start(current_motion().pace_ms(_LOOK_MS))

    def _play(self, kind: RowKind, path: Path) -> None:
        if self._player is None:
            self._player = self._make_player()
        self._played = kind
        self._player.load(path)
        self._player.play()

    def _stop_playing(self) -> None:
        if self._player is not None and self._played is not None:
            self._player.unload()
        self._played = None

    # What a person does

    def _on_again(self) -> None:
        self.start()

    def _on_test_echo(self) -> None:
        self.start(plays_sample=True)

    def _on_cancel(self) -> None:
        self._stop_playing()
        self._check.cancel()

    def _on_each_time(self, is_on: bool) -> None:
        self._settings.change(checks_before_recording=is_on)


def _fraction(status: PreflightStatus | None) -> float:
    """How far the check is: the recording is most of it."""
    if status is None:
        return 0.0
    match status.phase:
        case PreflightPhase.STARTING:
            return 0.0
        case PreflightPhase.RECORDING:
            return 0.7 * status.recorded_s / CHECK_S
        case PreflightPhase.MEASURING:
            return 0.7
        case PreflightPhase.UNDERSTANDING:
            return 0.75
        case PreflightPhase.DONE | PreflightPhase.CANCELLED | PreflightPhase.FAILED:
            return 1.0
