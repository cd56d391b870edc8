"""The bar over a recording: what can be pressed, and the clock. Words give way to signs where it is narrow."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.recording.status import RecordingPhase
from app.settings.settings import Settings
from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import shown_keys
from ui.live.recording_words import phase_words
from ui.reading.clock import clock, spoken_length
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.theme import colour, current_theme
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.card import Bar
from ui.widgets.label import Label

_DOT = 12


class RecordingDot(QWidget):
    """The red dot: it stands for “now everything is heard” and for nothing else."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """Qt: a small dot."""
        return QSize(scaled(_DOT), scaled(_DOT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: paint."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(Role.RECORDING))
        painter.drawEllipse(self.rect())


class RecordingBar(Bar):
    """Stop, pause, bookmark, the clock, the caption bar."""

    back_requested = Signal()
    stop_requested = Signal()
    pause_requested = Signal()
    resume_requested = Signal()
    bookmark_requested = Signal()
    captions_requested = Signal(bool)
    open_requested = Signal()
    """The person does not want to wait until the text is finished."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._phase = RecordingPhase.STARTING
        self._reach_s = Settings().bookmark_seconds
        self._key_everywhere = ""
        self.back = IconButton(Icon.BACK, self.tr("Back to the library, the recording goes on"))
        self.stop = Button(self.tr("Stop"), kind=ButtonKind.RECORDING, icon=Icon.STOP)
        self.pause = Button(self.tr("Pause"), icon=Icon.PAUSE)
        self._bookmark_key = shown_keys(KeyAction.BOOKMARK)
        self.bookmark = Button(self.tr("Bookmark"), icon=Icon.BOOKMARK, key_hint=self._bookmark_key)
        self.captions = Button(self.tr("Caption bar"), icon=Icon.CAPTIONS)
        self.captions.setCheckable(True)
        self.captions.setToolTip(self.tr("The newest words above all other windows"))
        self.open = Button(self.tr("Open the meeting now"))
        self._dot = RecordingDot()
        self._state = Label(style=TextStyle.SMALL, tone=Role.DANGER, is_strong=True)
        self._clock = Label(style=TextStyle.TITLE, is_tabular=True)
        self._buttons = (self.stop, self.pause, self.bookmark, self.captions)
        self._words = [button.text() for button in self._buttons]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_16, SPACE_24, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self.back)
        for button in (self.stop, self.pause, self.bookmark):
            layout.addWidget(button)
        layout.addStretch(1)
        layout.addWidget(self._dot)
        layout.addWidget(self._state)
        layout.addWidget(self._clock)
        layout.addStretch(1)
        layout.addWidget(self.open)
        layout.addWidget(self.captions)
        self.stop.clicked.connect(self.stop_requested)
        self.pause.clicked.connect(self._on_pause)
        self.bookmark.clicked.connect(self.bookmark_requested)
        self.captions.toggled.connect(self.captions_requested)
        self.open.clicked.connect(self.open_requested)
        self.back.clicked.connect(self.back_requested)
        current_theme().changed.connect(self._arrange)
        self._explain_bookmark()
        self.show_state(RecordingPhase.STARTING, 0)

    @property
    def clock(self) -> str:
        """What the clock shows."""
        return self._clock.text()

    @property
    def state(self) -> str:
        """What stands beside the clock."""
        return self._state.text()

    def show_state(self, phase: RecordingPhase, elapsed_ms: int) -> None:
        """Show how long it is, and what can be done now."""
        time = clock(elapsed_ms)
        if time != self._clock.text():
            self._clock.setText(time)
            self._clock.setAccessibleName(self.tr("Length of the recording: {time}").format(time=time))
        if phase is self._phase and self._state.text():
            return
        self._phase = phase
        is_active = phase.is_going_on
        self._state.setText(phase_words(phase))
        self._state.set_tone(Role.DANGER if phase in (RecordingPhase.RECORDING, RecordingPhase.FAILED) else Role.TEXT2)
        self._dot.setVisible(phase is RecordingPhase.RECORDING)
        for button in (self.stop, self.pause, self.bookmark):
            button.setVisible(is_active)
        self.captions.setVisible(is_active or phase is RecordingPhase.STOPPING)
        self.open.setVisible(phase in (RecordingPhase.FINISHING, RecordingPhase.FAILED))
        where = self.tr("Back to the library, the recording goes on") if is_active else self.tr("Back to the library")
        self.back.setToolTip(where)
        self.back.setAccessibleName(where)
        is_paused = phase is RecordingPhase.PAUSED
        self._words[1] = self.tr("Go on") if is_paused else self.tr("Pause")
        self.pause.set_icon(Icon.RECORD if is_paused else Icon.PAUSE)
        self.pause.setAccessibleName(self._words[1])
        self.pause.setToolTip(self._words[1])
        if is_paused:
            self.bookmark.turn_off(self.tr("Nothing is recorded while it is paused"))
        else:
            self.bookmark.turn_on()
        self._arrange()

    def tell_key(self, keys: str) -> None:
        """Say which key sets a bookmark from every program; none where the system has no such keys."""
        self._key_everywhere = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""
        self._explain_bookmark()

    def tell_reach(self, seconds: int) -> None:
        """Say how far back a bookmark reaches."""
        self._reach_s = seconds
        self._explain_bookmark()

    def _explain_bookmark(self) -> None:
        if self._key_everywhere:
            words = self.tr("Marks the last {length}. {keys} does it from every program.")
        else:
            words = self.tr("Marks the last {length}. The key works in the windows of Vivavoce.")
        self.bookmark.setToolTip(words.format(length=spoken_length(self._reach_s * 1000), keys=self._key_everywhere))

    def minimumSizeHint(self) -> QSize:
        """Qt: with signs alone on the buttons."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), scaled(620)), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: the width changed."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Words on all buttons, on the most important ones, or on none: whatever fits."""
        for shown, has_key in ((4, True), (3, True), (3, False), (2, False), (1, False)):
            self.bookmark.set_key_hint(self._bookmark_key if has_key else "")
            for number, (button, words) in enumerate(zip(self._buttons, self._words, strict=True)):
                # Stop always says what it is; the caption bar is the first to become a sign.
                text = words if number < shown else ""
                if button.text() != text:
                    button.setText(text)
                if not text and not button.toolTip():
                    button.setToolTip(words)
            if self._needed() <= self.width():
                break

    def _needed(self) -> int:
        shown = [self.back, *self._buttons, self.open, self._dot, self._state, self._clock]
        widths = [widget.sizeHint().width() for widget in shown if not widget.isHidden()]
        return sum(widths) + SPACE_12 * len(widths) + SPACE_16 + SPACE_24 + SPACE_8

    def _on_pause(self) -> None:
        if self._phase is RecordingPhase.PAUSED:
            self.resume_requested.emit()
        else:
            self.pause_requested.emit()
