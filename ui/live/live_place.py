"""Where the growing transcript stands: messages above it, and below it whether it follows the newest words."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from ui.live.live_transcript import LiveTranscript
from ui.live.notes_panel import NoteField
from ui.live.track_strip import TintedIcon
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.card import Bar, Separator
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind

FAILURE, UNDERSTANDING, TROUBLE = "failure", "understanding", "trouble"
"""Names of messages, the worst first; all others come after them."""


def _rank(name: str) -> int:
    ranked = (FAILURE, UNDERSTANDING, TROUBLE)
    return ranked.index(name) if name in ranked else len(ranked)


class LivePlace(Bar):
    """Messages, transcript, footer."""

    acted = Signal(str)
    """The person pressed the button of the message with this name."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.view = LiveTranscript()
        self.newest = Button(self.tr("Newest"), size=ButtonSize.SMALL, icon=Icon.CHEVRON_DOWN)
        self.newest.setToolTip(self.tr("Go to the newest words and stay with them (End)"))
        self.note = NoteField()
        """The field for notes where there is no room for the panel."""
        self._messages: dict[str, MessageBar] = {}
        self._said: dict[str, str] = {}
        self._order: list[str] = []
        self._sign = TintedIcon(Icon.CHECK, Role.ACCENT)
        self._footer = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._above = QVBoxLayout()
        self._above.setContentsMargins(SPACE_16, 0, SPACE_16, 0)
        self._above.setSpacing(SPACE_8)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_24, SPACE_8, SPACE_16, SPACE_8)
        foot.setSpacing(SPACE_12)
        foot.addWidget(self._sign)
        foot.addWidget(self._footer, 1)
        foot.addWidget(self.newest)
        self._note_row = QVBoxLayout()
        self._note_row.addWidget(self.note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # a message must not resize a window
        layout.addLayout(self._above)
        layout.addWidget(self.view, 1)
        layout.addWidget(Separator())
        layout.addLayout(foot)
        layout.addLayout(self._note_row)
        self.show_notes_field(is_shown=False)
        self.newest.clicked.connect(self._on_newest)
        self.view.following_changed.connect(self._on_following_changed)
        self._on_following_changed(True)

    @property
    def footer(self) -> str:
        """What stands below the transcript."""
        return self._footer.text()

    def message(self, name: str) -> str:
        """What a message says; empty while it is not shown."""
        return self._messages[name].text if name in self._messages else ""

    def say(self, name: str, text: str, kind: MessageKind = MessageKind.WARNING, *, action: str = "") -> None:
        """Keep a message true: shown while there is ``text``, unless the person put these very words away."""
        if text == self._said.get(name, ""):
            return
        self._said[name] = text
        if not text:
            self._messages[name].hide()
        else:
            self._bar(name).say(text, kind, action=action)
        self._space_messages()

    def forget_messages(self) -> None:
        """Another recording has nothing to do with these."""
        for bar in self._messages.values():
            bar.hide()
        self._said.clear()
        self._space_messages()

    def show_notes_field(self, *, is_shown: bool) -> None:
        """Offer to write notes here."""
        self.note.setVisible(is_shown)
        self._note_row.setContentsMargins(SPACE_16, SPACE_4, SPACE_16, SPACE_8 if is_shown else 0)

    def _bar(self, name: str) -> MessageBar:
        if name not in self._messages:
            bar = MessageBar()
            bar.setObjectName(name)
            bar.acted.connect(self._on_acted)
            bar.dismissed.connect(self._space_messages)
            self._messages[name] = bar
            place = sum(_rank(known) <= _rank(name) for known in self._order)
            self._order.insert(place, name)
            self._above.insertWidget(place, bar)
        return self._messages[name]

    def _space_messages(self) -> None:
        is_shown = any(not bar.isHidden() for bar in self._messages.values())
        self._above.setContentsMargins(SPACE_16, SPACE_8 if is_shown else 0, SPACE_16, SPACE_8 if is_shown else 0)

    def _on_acted(self) -> None:
        self._space_messages()
        self.acted.emit(self.sender().objectName())

    def _on_newest(self) -> None:
        self.view.follow()
        self.view.setFocus()

    def _on_following_changed(self, is_following: bool) -> None:
        self.newest.setVisible(not is_following)
        self._sign.show_icon(Icon.CHECK if is_following else Icon.INFO, Role.ACCENT if is_following else Role.TEXT2)
        self._footer.setText(
            self.tr("Following the newest words. Scroll up to read back; the recording goes on.")
            if is_following
            else self.tr("Reading back. The recording goes on.")
        )
