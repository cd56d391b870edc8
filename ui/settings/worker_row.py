"""One paired computer on the page: whether it is asked, how it stands, how to remove it. On the window's thread."""

from datetime import datetime

from PySide6.QtCore import QDate, QLocale, Qt, QTime, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.workers import KnownWorker, WorkerFacts
from engine.contract.errors import VivavoceError, WorkerNotTrusted, WorkerRefused
from ui.messages.error_messages import describe_error
from ui.style.fonts import is_large
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_12, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.card import Separator
from ui.widgets.check_box import CheckBox
from ui.widgets.chip import Chip, ChipKind
from ui.widgets.label import Label


class WorkerRow(QWidget):
    """The row."""

    enabled = Signal(str, bool)
    """Fingerprint, and whether it shall be asked."""
    removal_wanted = Signal(str)
    """Fingerprint."""

    def __init__(self, worker: KnownWorker, *, has_line: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("plain", True)
        self.worker = worker
        self.switch = CheckBox(worker.name.replace("&", "&&"))
        self.switch.setAccessibleName(self.tr("Ask {name}").format(name=worker.name))
        self.chip = Chip(self.tr("Not looked at yet") if worker.is_enabled else self.tr("Off"))
        self.words = Label("", style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self.remove = Button(
            self.tr("Remove…"), size=ButtonSize.SMALL, name=self.tr("Remove {name}").format(name=worker.name)
        )
        signs = QHBoxLayout()
        signs.setSpacing(SPACE_12)
        signs.addWidget(self.chip, 0, Qt.AlignmentFlag.AlignVCenter)
        signs.addWidget(self.remove, 0, Qt.AlignmentFlag.AlignVCenter)
        # Large words need the whole width; the signs stand beneath them then.
        head = QBoxLayout(QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight)
        head.setSpacing(SPACE_12)
        head.addWidget(self.switch, 1)
        head.addLayout(signs)
        if is_large():
            signs.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4)
        if has_line:
            layout.addWidget(Separator())
            layout.addSpacing(SPACE_4)
        layout.addLayout(head)
        layout.addWidget(self.words)
        self.show_switch()
        self._say(self._used())
        self.switch.toggled.connect(self._on_toggled)
        self.remove.clicked.connect(self._on_remove)

    def show_switch(self) -> None:
        """Show whether it is asked, as it is kept."""
        self.switch.blockSignals(True)
        self.switch.setChecked(self.worker.is_enabled)
        self.switch.blockSignals(False)

    def show_looking(self) -> None:
        """It is being looked at."""
        self.chip.show_state(self.tr("Asking it…"), ChipKind.NEUTRAL)

    def show_facts(self, facts: WorkerFacts) -> None:
        """It answers, and this is how it stands."""
        self.chip.show_state(self.tr("Ready"), ChipKind.GOOD, Icon.CHECK)
        speed = QLocale().toString(facts.speed, "f", 1 if facts.speed < 10 else 0)
        parts = [
            facts.device,
            self.tr("{speed}× as fast as speech").format(speed=speed),
            self.tr("{ms} ms away").format(ms=QLocale().toString(max(1, round(facts.round_trip_ms)))),
            self._used(),
        ]
        text = " · ".join(part for part in parts if part)
        if not facts.models:
            text += "\n" + self.tr("It has no speech model yet: install one there.")
        self._say(text)

    def show_trouble(self, trouble: VivavoceError) -> None:
        """It does not stand well, and why."""
        match trouble:
            case WorkerRefused(is_full=True):
                state = self.tr("Busy")
            case WorkerNotTrusted():
                state = self.tr("Not trusted")
            case _:
                state = self.tr("Not reachable")
        self.chip.show_state(state, ChipKind.WARNING, Icon.WARNING)
        self._say(f"{describe_error(trouble)}\n{self._used()}".strip())

    def _say(self, text: str) -> None:
        self.words.setText(text)
        self.words.setVisible(bool(text))

    def _used(self) -> str:
        if self.worker.last_used is None:
            return self.tr("Not used yet")
        return self.tr("Last used {moment}").format(moment=_moment(self.worker.last_used))

    def _on_toggled(self, is_on: bool) -> None:
        self.enabled.emit(self.worker.fingerprint, is_on)

    def _on_remove(self) -> None:
        self.removal_wanted.emit(self.worker.fingerprint)


def _moment(moment: datetime) -> str:
    local = moment.astimezone()
    day = QLocale().toString(QDate(local.year, local.month, local.day), QLocale.FormatType.ShortFormat)
    return f"{day}, {QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)}"
