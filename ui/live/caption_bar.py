"""The caption bar: the newest words in a window of their own above all others, on whichever screen.

Made once by the main window, on its thread; it listens to the recording also while it is hidden, so that it has words
when it is shown. It never takes the focus by itself. Size, lines, place and screen are the person's and are remembered.
On Wayland a window may neither place itself nor stay on top: it is moved by the system there, and says so.
"""

from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizeGrip, QVBoxLayout, QWidget

from app.announcements import TranscriptChanged
from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingPhase, RecordingStatus
from app.settings.settings import Settings
from app.settings.settings_store import SettingsStore
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.live.caption_button import CaptionButton, dark
from ui.live.caption_place import CaptionPlace, is_placed_by_system
from ui.live.caption_text import CaptionText
from ui.live.recording_pulse import RecordingPulse
from ui.live.recording_words import saved_words, understood_words
from ui.reading.clock import clock
from ui.style.fonts import font_of
from ui.style.icons import Icon
from ui.style.theme import current_theme
from ui.style.tokens import RADIUS_DIALOG, SPACE_4, SPACE_8, SPACE_12, SPACE_24, Role, TextStyle

_STEP: Final = 20
_SIZES: Final = (20, 24, 28, 32, 40, 48, 56, 64, 80, 96)
_SAVE_MS: Final = 500
_DOT: Final = 10


class CaptionBar(QWidget):
    """The window."""

    closed = Signal()
    """The person closed it."""

    def __init__(
        self,
        *,
        pulse: RecordingPulse,
        bridge: AnnouncementBridge,
        settings: SettingsStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._pulse = pulse
        self._place = CaptionPlace(settings)
        self._meeting_id: MeetingId | None = None
        self._is_recording = False
        self._drag: QPoint | None = None
        now = settings.current
        self.setWindowTitle(self.tr("Captions – Vivavoce"))
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self._dress(is_on_top=now.caption_on_top)
        self.text = CaptionText(size=now.caption_size, lines=now.caption_lines)
        self.text.write_in(now.chinese_script)
        self._time = QLabel()
        self._signs = QLabel()
        self.smaller = CaptionButton("A −", name=self.tr("Smaller words"))
        self.larger = CaptionButton("A +", name=self.tr("Larger words"))
        self.lines = CaptionButton("", icon=Icon.LIST)
        self.screens = CaptionButton("", icon=Icon.SCREEN)
        self.hold = CaptionButton(self.tr("Hold"), name=self.tr("Hold the words still"), icon=Icon.PAUSE)
        self.on_top = CaptionButton(self.tr("On top"), name=self.tr("Keep above all other windows"), icon=Icon.PIN)
        self.hide_button = CaptionButton("", name=self.tr("Close the captions (Esc)"), icon=Icon.CROSS)
        self.hold.setCheckable(True)
        self.on_top.setCheckable(True)
        self.on_top.setChecked(now.caption_on_top)
        self._save_timer = QTimer(self)
        self._save_timer.setSingleShot(True)
        self._save_timer.setInterval(_SAVE_MS)
        self._arrange()
        self._connect(bridge)
        self._on_theme_changed()
        self._show_choices()

    def show_bar(self) -> None:
        """Show it where it was, without taking the focus."""
        self._take_place()
        self._pulse.watch_closely(self, is_watching=True)
        self.show()
        self._settings.change(caption_shown=True)

    def close_bar(self) -> None:
        """Hide it; it is not shown with the next recording either."""
        self.hide()
        self._settings.change(caption_shown=False)
        self.closed.emit()

    def let_go(self) -> None:
        """The window closes, or makes everything anew in another language; what the person chose stays."""
        self.hide()
        self._save_timer.stop()
        self._unsubscribe()
        self.deleteLater()

    # Qt

    def closeEvent(self, event: QCloseEvent) -> None:
        """Qt: the system closes it; it stays alive, hidden."""
        event.accept()
        if self.isVisible():
            self.close_bar()

    def hideEvent(self, event: QEvent) -> None:
        """Qt: nobody sees it; the display timer need not run for it."""
        super().hideEvent(event)  # type: ignore[arg-type] # Qt hands over what it takes
        self._pulse.watch_closely(self, is_watching=False)

    def moveEvent(self, event: QMoveEvent) -> None:
        """Qt: it was moved; the place is remembered when it rests."""
        super().moveEvent(event)
        self._save_timer.start()

    def resizeEvent(self, _event: object) -> None:
        """Qt: it was made wider or narrower."""
        self._save_timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Escape closes, arrows move, plus and minus change the size."""
        steps = {
            Qt.Key.Key_Left: QPoint(-_STEP, 0),
            Qt.Key.Key_Right: QPoint(_STEP, 0),
            Qt.Key.Key_Up: QPoint(0, -_STEP),
            Qt.Key.Key_Down: QPoint(0, _STEP),
        }
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.close_bar()
        elif key in steps:
            self._move_inside(self.pos() + steps[key])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._on_larger()
        elif key == Qt.Key.Key_Minus:
            self._on_smaller()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: dragging moves it; the system does that where it can, which is the only way on Wayland."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        if not self.windowHandle().startSystemMove():
            self._drag = event.globalPosition().toPoint() - self.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: dragging, where the system does not do it."""
        if self._drag is not None:
            self._move_inside(event.globalPosition().toPoint() - self._drag)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Qt: let go."""
        self._drag = None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: the ground, and the dot of a recording."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = dark(Role.SUNKEN)
        ground.setAlphaF(self._settings.current.caption_opacity_percent / 100)
        painter.setPen(QPen(dark(Role.LINE), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), RADIUS_DIALOG, RADIUS_DIALOG)
        if self._is_recording:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(dark(Role.RECORDING))
            place = self._time.geometry()
            middle = place.center().y() - _DOT // 2 + 1
            painter.drawEllipse(QRect(place.left() - _DOT - SPACE_8, middle, _DOT, _DOT))

    # Arrangement

    def _dress(self, *, is_on_top: bool) -> None:
        flags = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint
        if is_on_top:
            flags |= Qt.WindowType.WindowStaysOnTopHint
        self.setWindowFlags(flags)

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACE_4)
        head.addSpacing(_DOT + SPACE_8)
        head.addWidget(self._time)
        head.addSpacing(SPACE_12)
        head.addWidget(self._signs)
        head.addStretch(1)
        for button in (
            self.smaller,
            self.larger,
            self.lines,
            self.screens,
            self.hold,
            self.on_top,
            self.hide_button,
        ):
            head.addWidget(button)
        grip = QSizeGrip(self)
        grip.setAccessibleName(self.tr("Make it wider"))
        grip.setFixedSize(SPACE_12, SPACE_12)
        foot = QHBoxLayout()
        foot.addWidget(self.text, 1)
        foot.addWidget(grip, 0, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignRight)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(SPACE_24, SPACE_8, SPACE_8, SPACE_8)
        self._layout.setSpacing(SPACE_4)
        self._layout.addLayout(head)
        self._layout.addLayout(foot)

    def _connect(self, bridge: AnnouncementBridge) -> None:
        self._unsubscribe = self._settings.subscribe(self._on_settings_changed)
        bridge.transcript_changed.connect(self._on_transcript_changed)
        self._pulse.beat.connect(self._on_beat)
        self.smaller.clicked.connect(self._on_smaller)
        self.larger.clicked.connect(self._on_larger)
        self.lines.clicked.connect(self._on_lines)
        self.screens.clicked.connect(self._on_screens)
        self.hold.toggled.connect(self._on_hold)
        self.on_top.clicked.connect(self._on_on_top)
        self.hide_button.clicked.connect(self.close_bar)
        self._save_timer.timeout.connect(self._on_rested)
        current_theme().changed.connect(self._on_theme_changed)

    def _show_choices(self) -> None:
        now = self._settings.current
        self.lines.say(self.tr("%n line(s)", "", now.caption_lines), self.tr("Number of lines"))
        number = self._place.screens.index(self._place.screen) + 1
        self.screens.say(self.tr("Screen {n}").format(n=number), self.tr("Show on another screen"))
        self.screens.setVisible(len(self._place.screens) > 1)
        if is_placed_by_system():
            self.on_top.setToolTip(
                self.tr("Your desktop decides what stays on top: look in its window menu (Alt+Space).")
            )

    # The recording

    def _on_transcript_changed(self, said: TranscriptChanged) -> None:
        if said.change.meeting_id == self._meeting_id:
            self.text.hear(said.change)

    def _on_beat(self, status: RecordingStatus | None) -> None:
        if status is None:
            self._is_recording = False
            self._time.setText("")
            self._signs.setText("")
            self.update()
            return
        if status.meeting_id != self._meeting_id:
            self._meeting_id = status.meeting_id
            self.hold.setChecked(False)
            self.text.clear()
        is_recording = status.phase is RecordingPhase.RECORDING
        if is_recording is not self._is_recording:
            self._is_recording = is_recording
            self.update()
        if self.isVisible():
            self._show_signs(status)
            self.text.show_status(status)

    def _show_signs(self, status: RecordingStatus) -> None:
        time = clock(status.elapsed_ms)
        if time != self._time.text():
            self._time.setText(time)
            saved, understood = saved_words(status).what, understood_words(status).what
            self._signs.setText(f"{saved} · {understood}")

    # What a person does

    def _on_smaller(self) -> None:
        self._resize_words(max((size for size in _SIZES if size < self._settings.current.caption_size), default=20))

    def _on_larger(self) -> None:
        self._resize_words(min((size for size in _SIZES if size > self._settings.current.caption_size), default=96))

    def _on_settings_changed(self, settings: Settings, names: frozenset[str]) -> None:
        """Its size, its lines or its ground were chosen in the settings, or here."""
        if names & {"caption_size", "caption_lines"}:
            self._apply_text()
        elif "caption_opacity_percent" in names:
            self.update()
        elif "chinese_script" in names:
            self.text.write_in(settings.chinese_script)

    def _resize_words(self, size: int) -> None:
        self._settings.change(caption_size=size)

    def _on_lines(self) -> None:
        self._settings.change(caption_lines=self._settings.current.caption_lines % 4 + 1)

    def _on_screens(self) -> None:
        self._place.go_to_next_screen()
        self._take_place()
        self._show_choices()

    def _on_hold(self, is_held: bool) -> None:
        self.text.is_held = is_held

    def _on_on_top(self, is_on: bool) -> None:
        self._settings.change(caption_on_top=is_on)
        was_visible, place = self.isVisible(), self.geometry()
        self._dress(is_on_top=is_on)  # hides the window
        if was_visible:
            self.setGeometry(place)
            self._pulse.watch_closely(self, is_watching=True)
            self.show()

    def _apply_text(self) -> None:
        """Size or lines changed: the foot stays where it is."""
        now = self._settings.current
        foot = self.geometry().bottom()
        self.text.resize_text(size=now.caption_size, lines=now.caption_lines)
        self._show_choices()
        height = self._height()
        self.setGeometry(
            self.x(), max(self._place.screen.availableGeometry().top(), foot - height + 1), self.width(), height
        )

    def _on_theme_changed(self) -> None:
        for label, role in ((self._time, Role.TEXT), (self._signs, Role.TEXT2)):
            label.setFont(font_of(TextStyle.SMALL, tabular=True))
            label.setStyleSheet(f"color: {dark(role).name()}; background: transparent;")
        self.update()

    # Place

    def _height(self) -> int:
        self._layout.activate()
        return self._layout.sizeHint().height()

    def _take_place(self) -> None:
        height = self._height()
        chosen = self._place.chosen(height)
        if chosen is None:
            self.setGeometry(self._place.at_first(height))
            return
        self.resize(chosen.size())
        self._move_inside(chosen.topLeft())

    def _move_inside(self, place: QPoint) -> None:
        """To a place from which it can be reached on one of the screens."""
        self.move(self._place.inside(QRect(place, self.size())))

    def _on_rested(self) -> None:
        if self.isVisible() and not is_placed_by_system():
            self._place.remember(QRect(self.pos(), self.size()))
            self._show_choices()
