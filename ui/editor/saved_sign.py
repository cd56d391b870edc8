"""Whether what a person wrote is on disk, and the ways back and forth through it. It stands in the header.

Lives on the window's thread. It shows what ``MeetingEditor`` says; a save that is done within moments shows nothing.
"""

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from app.settings.shortcuts import KeyAction
from ui.editor.meeting_editor import MeetingEditor, Saving
from ui.keys.current_keys import shown_keys
from ui.style.fonts import scaled
from ui.style.icons import Icon, draw_icon
from ui.style.theme import colour
from ui.style.tokens import ICON, SPACE_4, SPACE_8, Role, TextStyle
from ui.widgets.button import Button, ButtonSize, IconButton
from ui.widgets.label import Label

_PATIENCE_MS = 1000
"""What is saved sooner is not worth a word."""


class SavedSign(QWidget):
    """Sign, words, Try again, Undo and Redo; hidden until something was edited."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor: MeetingEditor | None = None
        self._is_wide = True
        self._icon = _Sign()
        self._words = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self._retry = Button(self.tr("Try again"), size=ButtonSize.SMALL)
        self._undo = IconButton(Icon.UNDO, self.tr("Undo"), shortcut_hint=shown_keys(KeyAction.UNDO))
        self._redo = IconButton(Icon.REDO, self.tr("Redo"), shortcut_hint=shown_keys(KeyAction.REDO))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE_MS)
        self._timer.timeout.connect(self._on_patience_over)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        layout.addWidget(self._icon)
        layout.addWidget(self._words)
        layout.addWidget(self._retry)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self._undo)
        layout.addWidget(self._redo)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; empty while hidden."""
        return "" if self.isHidden() else self._words.text()

    @property
    def retry_button(self) -> Button:
        """Try again; shown while the disk refuses."""
        return self._retry

    def show_words(self, is_wide: bool) -> None:
        """Say it in words too, where there is room; that the disk refuses is always said."""
        self._is_wide = is_wide
        self._on_state()

    def watch(self, editor: MeetingEditor) -> None:
        """Show what this one says."""
        self._editor = editor
        editor.state_changed.connect(self._on_state)
        self._retry.clicked.connect(editor.retry)
        self._undo.clicked.connect(editor.undo)
        self._redo.clicked.connect(editor.redo)
        self._on_state()

    def _on_state(self) -> None:
        if self._editor is None:
            return
        saving = self._editor.saving
        self.setHidden(saving is Saving.NOTHING)
        self._undo.setEnabled(self._editor.can_undo)
        self._redo.setEnabled(self._editor.can_redo)
        self._retry.setVisible(saving is Saving.REFUSED)
        self._words.setVisible(self._is_wide or saving is Saving.REFUSED)
        if saving is Saving.UNDER_WAY:
            if not self._timer.isActive():
                self._timer.start()
            if not self._words.text():
                self._say(Icon.SAVED, Role.TEXT3, self.tr("Saving…"))
            return
        self._timer.stop()
        if saving is Saving.REFUSED:
            self._say(Icon.WARNING, Role.DANGER, self.tr("Not saved"))
        elif saving is Saving.SAVED:
            self._say(Icon.SAVED, Role.ACCENT, self.tr("All changes saved"))
        else:
            self._say(Icon.SAVED, Role.ACCENT, "")

    def _on_patience_over(self) -> None:
        if self._editor is not None and self._editor.saving is Saving.UNDER_WAY:
            self._say(Icon.SAVED, Role.TEXT3, self.tr("Saving…"))

    def _say(self, icon: Icon, role: Role, words: str) -> None:
        self._icon.show_sign(icon, role)
        if words != self._words.text():
            self._words.setText(words)
            self._words.setAccessibleName(words)
            self._icon.setAccessibleName(words)
            self._icon.setToolTip(words)


class _Sign(QWidget):
    """The icon before the words."""

    def __init__(self) -> None:
        super().__init__()
        self._icon, self._role = Icon.SAVED, Role.ACCENT
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_sign(self, icon: Icon, role: Role) -> None:
        self._icon, self._role = icon, role
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(scaled(ICON), scaled(ICON))

    def paintEvent(self, _event: QPaintEvent) -> None:
        draw_icon(QPainter(self), self._icon, self.rect(), colour(self._role))
