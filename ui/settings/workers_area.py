"""Settings, Other computers: those that understand for this one, those found in the network, and how to begin.

Lives on the window's thread. Reading, looking and searching run in the background, one after another, so that computers
that do not answer hold up nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.background import Background
from app.workers import FoundWorker, KnownWorker, WorkerFacts
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.messages.error_messages import describe_error
from ui.settings.pairing_dialog import PairingDialog
from ui.settings.settings_area import SettingsArea
from ui.settings.worker_row import WorkerRow
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, SPACE_12, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, ButtonSize
from ui.widgets.card import Separator
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.question import Question


class OtherComputers(Protocol):
    """What the page asks of the application; ``app/workers.py``. Everything blocks and is called in the background."""

    @property
    def was_damaged(self) -> bool:
        """The list made no sense and is kept aside."""
        ...

    def read(self) -> Sequence[KnownWorker]:
        """All paired computers."""
        ...

    def look(self, fingerprint: str) -> WorkerFacts:
        """Look at one. Raises ``VivavoceError``."""
        ...

    def glance(self, fingerprint: str) -> None:
        """See whether one answers. Raises ``VivavoceError``."""
        ...

    def find(self) -> Sequence[FoundWorker]:
        """Those in the network that are not paired."""
        ...

    def pair(self, address: str, digits: str) -> KnownWorker:
        """Pair with one. Raises ``VivavoceError``."""
        ...

    def enable(self, fingerprint: str, *, is_on: bool) -> None:
        """Ask it, or not. Raises ``VivavoceError``."""
        ...

    def forget(self, fingerprint: str) -> None:
        """Trust it no more. Raises ``VivavoceError``."""
        ...


@dataclass(frozen=True, slots=True)
class _Looked:
    fingerprint: str
    facts: WorkerFacts | None
    trouble: VivavoceError | None


class WorkersArea(SettingsArea):
    """The page."""

    def __init__(self, *, workers: OtherComputers, background: Background, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Other computers"), parent=parent)
        self._workers = workers
        self._background = background
        self._waiting: list[str] = []
        """Fingerprints of those that are still to be looked at."""
        self._is_looking = False
        self._is_searching = False
        self.rows: dict[str, WorkerRow] = {}
        self.found_buttons: list[Button] = []
        self._found_lines: list[QWidget] = []
        self._steps: list[Label] = []
        """How to begin; for whoever has begun, the dialog says it."""
        self.message = MessageBar()
        self.blocks.addWidget(self.message)
        self._add_words()
        self._paired = self._add_list(self.tr("Paired computers"))
        self._nobody = Label(self.tr("No computer is paired yet."), tone=Role.TEXT2)
        self._paired.addWidget(self._nobody)
        self._found = self._add_list(self.tr("Found in this network"))
        self.state = _small("")
        self.again = Button(self.tr("Search again"), size=ButtonSize.SMALL)
        foot = QHBoxLayout()
        foot.setSpacing(SPACE_12)
        foot.addWidget(self.state, 1)
        foot.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        self._found.addLayout(foot)
        self.blocks.addStretch(1)
        self.again.clicked.connect(self.search)

    def read(self) -> None:
        """Read the list, look at each computer and search the network; called each time the page is shown."""
        deliver(self._background.run(self._workers.read), self._on_read, self._on_failed)
        self.search()

    def search(self) -> None:
        """Search the network, unless that is going on."""
        if self._is_searching:
            return
        self._is_searching = True
        self.again.turn_off(self.tr("Searching…"))
        self.state.setText(self.tr("Searching…"))
        deliver(self._background.run(self._workers.find), self._on_found, self._on_search_failed)

    def ask_to_pair(self, address: str = "", name: str = "") -> PairingDialog:
        """Open the dialog that asks for the six digits."""
        dialog = PairingDialog(
            pair=self._workers.pair, background=self._background, address=address, name=name, parent=self.window()
        )
        dialog.paired.connect(self._on_paired)
        dialog.open()
        return dialog

    def _add_words(self) -> None:
        card = self.add_card()
        card.addWidget(Label(self.tr("Let a faster computer understand"), is_strong=True, is_wrapped=True))
        card.addWidget(
            Label(
                self.tr(
                    "A computer in your network with a good graphics card can turn speech into words for this one: "
                    "sooner, and with better speech models. The sound goes to that computer alone, encrypted, and "
                    "nothing of it is kept there. If it is off or away, this computer goes on by itself."
                ),
                tone=Role.TEXT2,
                is_wrapped=True,
            )
        )
        for step in (
            self.tr("1.  Install Vivavoce on the other computer, and start there: vivavoce worker pair"),
            self.tr("2.  It shows six digits. Choose “Add a computer…” here, and type them."),
            self.tr("3.  Then start there, and leave running: vivavoce worker serve"),
        ):
            label = Label(step, is_wrapped=True, is_selectable=True)
            self._steps.append(label)
            card.addWidget(label)
        self.add = Button(self.tr("Add a computer…"), kind=ButtonKind.FILLED, icon=Icon.PLUS)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addStretch(1)
        card.addLayout(row)
        self.add.clicked.connect(self._on_add)

    def _add_list(self, title: str) -> QVBoxLayout:
        layout = self.add_card(title)
        layout.setSpacing(SPACE_12)
        return layout

    def _on_read(self, known: Sequence[KnownWorker]) -> None:
        for row in self.rows.values():
            _drop(self._paired, row)
        self.rows = {}
        for number, worker in enumerate(known):
            row = WorkerRow(worker, has_line=number > 0)
            row.enabled.connect(self._on_enabled)
            row.removal_wanted.connect(self._on_removal_wanted)
            self._paired.addWidget(row)
            self.rows[worker.fingerprint] = row
        self._nobody.setVisible(not known)
        for step in self._steps:
            step.setVisible(not known)
        if self._workers.was_damaged:
            self.message.say(
                self.tr("The list of paired computers was damaged. It is kept aside; add them again."),
                MessageKind.WARNING,
            )
        self._waiting = [worker.fingerprint for worker in known if worker.is_enabled]
        self._look_at_next()

    def _look_at_next(self) -> None:
        if self._is_looking or not self._waiting:
            return
        fingerprint = self._waiting.pop(0)
        if fingerprint not in self.rows:
            self._look_at_next()
            return
        self._is_looking = True
        self.rows[fingerprint].show_looking()
        deliver(self._background.run(partial(_look, self._workers, fingerprint)), self._on_looked)

    def _on_looked(self, looked: _Looked) -> None:
        self._is_looking = False
        row = self.rows.get(looked.fingerprint)
        if row is not None and row.worker.is_enabled:
            if looked.facts is not None:
                row.show_facts(looked.facts)
            elif looked.trouble is not None:
                row.show_trouble(looked.trouble)
        self._look_at_next()

    def _on_found(self, found: Sequence[FoundWorker]) -> None:
        self._is_searching = False
        self.again.turn_on()
        for line in self._found_lines:
            _drop(self._found, line)
        self.found_buttons, self._found_lines = [], []
        for number, each in enumerate(found):
            line, button = self._found_line(each, has_line=number > 0)
            self._found.insertWidget(number, line)
            self.found_buttons.append(button)
            self._found_lines.append(line)
        self.state.setText(
            self.tr("Whom you find here is not trusted yet; the six digits see to that.")
            if found
            else self.tr("No other computer shows itself. You can add one by its name or address all the same.")
        )

    def _found_line(self, found: FoundWorker, *, has_line: bool) -> tuple[QWidget, Button]:
        line = QWidget()
        line.setProperty("plain", True)
        layout = QVBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        if has_line:
            layout.addWidget(Separator())
        words = QVBoxLayout()
        words.addWidget(Label(found.name, is_strong=True, is_wrapped=True))
        words.addWidget(
            _small(
                self.tr("Shows its code now")
                if found.is_waiting
                else self.tr("Start there first: vivavoce worker pair")
            )
        )
        button = Button(self.tr("Add…"), size=ButtonSize.SMALL, name=self.tr("Add {name}").format(name=found.name))
        button.setProperty("address", found.address)
        button.setProperty("worker", found.name)
        button.clicked.connect(self._on_add_found)
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addLayout(words, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(row)
        return line, button

    def _on_add(self) -> None:
        self.ask_to_pair()

    def _on_add_found(self) -> None:
        button = self.sender()
        self.ask_to_pair(str(button.property("address")), str(button.property("worker")))

    def _on_paired(self, worker: KnownWorker) -> None:
        self.message.say(
            self.tr("Paired with {name}. It is asked first from now on, whenever it answers.").format(name=worker.name)
        )
        self.read()

    def _on_enabled(self, fingerprint: str, is_on: bool) -> None:
        deliver(
            self._background.run(partial(self._workers.enable, fingerprint, is_on=is_on)),
            self._on_changed,
            self._on_failed,
        )

    def _on_removal_wanted(self, fingerprint: str) -> None:
        row = self.rows.get(fingerprint)
        if row is None:
            return
        question = Question(
            self.tr("Remove {name}?").format(name=row.worker.name),
            self.tr("It is not asked any more. To use it again, it has to be paired again with new digits."),
            action=self.tr("Remove"),
            parent=self.window(),
        )
        question.setProperty("fingerprint", fingerprint)
        question.accepted.connect(self._on_removal_agreed)
        question.open()

    def _on_removal_agreed(self) -> None:
        fingerprint = str(self.sender().property("fingerprint"))
        deliver(self._background.run(partial(self._workers.forget, fingerprint)), self._on_changed, self._on_failed)

    def _on_changed(self, _nothing: None) -> None:
        deliver(self._background.run(self._workers.read), self._on_read, self._on_failed)

    def _on_search_failed(self, error: VivavoceError) -> None:
        self._on_found(())
        self._on_failed(error)

    def _on_failed(self, error: VivavoceError) -> None:
        self.message.say(describe_error(error), MessageKind.DANGER)
        # What the person sees is what is true: a switch that could not be kept goes back.
        for row in self.rows.values():
            row.show_switch()


class NoComputers:
    """Nobody: for a window without a network."""

    was_damaged = False

    def read(self) -> tuple[()]:
        """See ``OtherComputers``."""
        return ()

    def look(self, fingerprint: str) -> WorkerFacts:
        """See ``OtherComputers``; nobody is there to be looked at."""
        raise LookupError(fingerprint)

    def glance(self, fingerprint: str) -> None:
        """See ``OtherComputers``."""
        raise LookupError(fingerprint)

    def find(self) -> tuple[()]:
        """See ``OtherComputers``."""
        return ()

    def pair(self, address: str, digits: str) -> KnownWorker:
        """See ``OtherComputers``; there is nobody to pair with."""
        del digits
        raise LookupError(address)

    def enable(self, fingerprint: str, *, is_on: bool) -> None:
        """See ``OtherComputers``."""

    def forget(self, fingerprint: str) -> None:
        """See ``OtherComputers``."""


def _look(workers: OtherComputers, fingerprint: str) -> _Looked:
    try:
        return _Looked(fingerprint, workers.look(fingerprint), None)
    except VivavoceError as error:
        return _Looked(fingerprint, None, error)


def _drop(layout: QVBoxLayout, widget: QWidget) -> None:
    layout.removeWidget(widget)
    widget.hide()
    widget.deleteLater()


def _small(text: str) -> Label:
    return Label(text, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
