"""Asks for the six digits that another computer shows, and pairs with it. It stays until that worked or was given up.

Lives on the window's thread; pairing runs in the background and takes seconds.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from app.background import Background
from app.workers import DIGITS, KnownWorker
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.dialogs.form_dialog import FormDialog
from ui.messages.error_messages import describe_error
from ui.style.fonts import scaled
from ui.widgets.message_bar import MessageBar, MessageKind

Pair = Callable[[str, str], KnownWorker]
"""Pairs with the computer at an address by its digits; blocks, and raises ``VivavoceError``."""

_FIELD_WIDTH = 240


class PairingDialog(FormDialog):
    """The dialog."""

    paired = Signal(object)
    """A ``KnownWorker``."""

    def __init__(
        self, *, pair: Pair, background: Background, address: str = "", name: str = "", parent: QWidget | None = None
    ) -> None:
        title = self.tr("Add {name}").format(name=name) if name else self.tr("Add a computer")
        words = self.tr("Start “vivavoce worker pair” on the other computer. It shows six digits for two minutes.")
        super().__init__(title, words, action=self.tr("Pair"), parent=parent)
        self._pair = pair
        self._background = background
        self._is_pairing = False
        self.message = MessageBar()
        self.address = QLineEdit(address)
        self.address.setMaxLength(255)
        self.address.setPlaceholderText(self.tr("its name or address, such as 192.168.1.20"))
        self.address.setMinimumWidth(scaled(_FIELD_WIDTH))
        self.digits = QLineEdit()
        self.digits.setMaxLength(2 * DIGITS)
        self.digits.setPlaceholderText("123 456")
        self.add_row(self.tr("Computer"), self.address)
        self.add_row(self.tr("Six digits"), self.digits)
        cast("QVBoxLayout", self.layout()).insertWidget(2, self.message)
        self.go_on.clicked.disconnect(self.accept)
        self.go_on.clicked.connect(self._on_go_on)
        self.address.textChanged.connect(self._show_whether_it_can_go_on)
        self.digits.textChanged.connect(self._show_whether_it_can_go_on)
        self._show_whether_it_can_go_on()
        (self.digits if address else self.address).setFocus()

    def _show_whether_it_can_go_on(self) -> None:
        if self._is_pairing:
            self.go_on.turn_off(self.tr("Pairing…"))
        elif not self.address.text().strip():
            self.go_on.turn_off(self.tr("Say which computer first."))
        elif sum(letter.isdecimal() for letter in self.digits.text()) != DIGITS:
            self.go_on.turn_off(self.tr("Type the six digits first."))
        else:
            self.go_on.turn_on()

    def _on_go_on(self) -> None:
        self._is_pairing = True
        self._show_whether_it_can_go_on()
        self.message.say(self.tr("Pairing…"))
        work = partial(self._pair, self.address.text(), self.digits.text())
        deliver(self._background.run(work), self._on_paired, self._on_failed)

    def _on_paired(self, worker: KnownWorker) -> None:
        self.paired.emit(worker)
        self.accept()

    def _on_failed(self, error: VivavoceError) -> None:
        self._is_pairing = False
        self._show_whether_it_can_go_on()
        self.message.say(describe_error(error), MessageKind.DANGER)
        self.digits.selectAll()
        self.digits.setFocus()
