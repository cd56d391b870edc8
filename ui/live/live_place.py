"""Where the growing transcript stands: messages above it, and below it whether it follows the newest words."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from ui.live.live_transcript import LiveTranscript
from ui.live.notes_panel import NoteField
from ui.live.track_strip import TintedIcon
from ui.live.who_bar import WhoBar
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.card import Bar, Separator
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind

FAILURE, UNDERSTANDING, TROUBLE, SILENCE = "failure", "understanding", "trouble", "silence"
TELEPHONE, WHO = "telephone", "who"
"""Names of messages, the worst first; all others come after them."""


_LOW = 420
"""Lower, and there is room for one message and one row of notes only; else for two."""


@dataclass(frozen=True, slots=True)
class _Message:
    text: str
    kind: MessageKind
    action: str


def _rank(name: str) -> int:
    ranked = (FAILURE, UNDERSTANDING, TROUBLE, SILENCE)
    return ranked.index(name) if name in ranked else len(ranked)


class LivePlace(Bar):
    """Messages, transcript, footer."""

    acted = Signal(str)
    """The person pressed the button of the message with this name."""
    put_away = Signal(str)
    """The person read the message with this name, and wants to see it no more."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.view = LiveTranscript()
        self.who = WhoBar()
        self.newest = Button(self.tr("Newest"), size=ButtonSize.SMALL, icon=Icon.CHEVRON_DOWN)
        self.newest.setToolTip(self.tr("Go to the newest words and stay with them (End)"))
        self.note = NoteField()
        """The field for notes where there is no room for the panel."""
        self._bars: dict[str, MessageBar] = {}
        self._said: dict[str, _Message] = {}
        self._goes_on = True
        self._away: set[str] = set()
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
        layout.addWidget(self.who)
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
        return self._bars[name].text if name in self._bars else ""

    def say(self, name: str, text: str, kind: MessageKind = MessageKind.WARNING, *, action: str = "") -> None:
        """Keep a message true: shown while there is ``text``, unless the person put these very words away."""
        before = self._said.get(name)
        if text == ("" if before is None else before.text):
            return
        self._away.discard(name)
        if text:
            self._said[name] = _Message(text, kind, action)
        else:
            del self._said[name]
        if name in self._bars:
            self._bars[name].hide()
        self._show_messages()

    def forget_messages(self) -> None:
        """Another recording has nothing to do with these."""
        self._said.clear()
        self._away.clear()
        for bar in self._bars.values():
            bar.hide()
        self._show_messages()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: there is more or less room for messages and notes."""
        super().resizeEvent(event)
        self.note.be_low(is_low=self.height() < scaled(_LOW))
        if self._said:
            self._show_messages()

    def show_going_on(self, *, goes_on: bool) -> None:
        """Whether it is still recorded, or only what was said last is written down."""
        if goes_on is not self._goes_on:
            self._goes_on = goes_on
            self._show_footer()

    def show_notes_field(self, *, is_shown: bool) -> None:
        """Offer to write notes here."""
        self.note.setVisible(is_shown)
        self._note_row.setContentsMargins(SPACE_16, SPACE_4, SPACE_16, SPACE_8 if is_shown else 0)

    def _show_messages(self) -> None:
        """The worst one or two: more would leave no room for the words. What is put away makes room for the next."""
        wanted = sorted((name for name in self._said if name not in self._away), key=_rank)[: self._most]
        for name in self._said:
            bar = self._bar(name)
            if name not in wanted:
                bar.hide()
            elif bar.isHidden():
                said = self._said[name]
                bar.say(said.text, said.kind, action=said.action)
        space = SPACE_8 if wanted else 0
        self._above.setContentsMargins(SPACE_16, space, SPACE_16, space)

    @property
    def _most(self) -> int:
        return 1 if self.height() < scaled(_LOW) else 2

    def _bar(self, name: str) -> MessageBar:
        if name not in self._bars:
            bar = MessageBar()
            bar.setObjectName(name)
            bar.acted.connect(self._on_acted)
            bar.dismissed.connect(self._on_dismissed)
            place = sum(_rank(known) <= _rank(name) for known in self._bars)
            self._bars[name] = bar
            self._above.insertWidget(place, bar)
        return self._bars[name]

    def _on_acted(self) -> None:
        name = self.sender().objectName()
        self._away.add(name)
        self._show_messages()
        self.acted.emit(name)

    def _on_dismissed(self) -> None:
        name = self.sender().objectName()
        self._away.add(name)
        self._show_messages()
        self.put_away.emit(name)

    def _on_newest(self) -> None:
        self.view.follow()
        self.view.setFocus()

    def _on_following_changed(self, is_following: bool) -> None:
        self.newest.setVisible(not is_following)
        self._sign.show_icon(Icon.CHECK if is_following else Icon.INFO, Role.ACCENT if is_following else Role.TEXT2)
        self._show_footer()

    def _show_footer(self) -> None:
        is_following = self.newest.isHidden()
        if self._goes_on:
            text = (
                self.tr("Following the newest words. Scroll up to read back; the recording goes on.")
                if is_following
                else self.tr("Reading back. The recording goes on.")
            )
        else:
            text = (
                self.tr("The recording has stopped; its last words are being written down.")
                if is_following
                else self.tr("Reading back. The recording has stopped.")
            )
        self._footer.setText(text)
