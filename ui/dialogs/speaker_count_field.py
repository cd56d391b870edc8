"""How many people speak: as many as are heard, exactly so many, or a range. Lives on the window's thread.

Part of the dialogs that ask it: before a recording is understood, and when its speakers are told apart anew.
"""

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from engine.contract.speakers import ANY_COUNT, SpeakerCount
from ui.style.tokens import SPACE_8
from ui.widgets.check_box import RadioButton
from ui.widgets.choice import Choice
from ui.widgets.label import Label

MOST = 20


class SpeakerCountField(QWidget):
    """Three answers, one below the other; ``count`` is the person's."""

    def __init__(self, count: SpeakerCount = ANY_COUNT, *, found: int = 2, parent: QWidget | None = None) -> None:
        """``found``: so many there are now; whoever wants another number begins to look there."""
        super().__init__(parent)
        self.any = RadioButton(self.tr("As many as are heard"))
        self.exact = RadioButton(self.tr("Exactly"))
        self.range = RadioButton(self.tr("From … to"))
        self.number, self.least, self.most = (
            Choice(self.tr("Number of speakers")),
            Choice(self.tr("At least")),
            Choice(self.tr("At most")),
        )
        for choice in (self.number, self.least, self.most):
            for number in range(1, MOST + 1):
                choice.offer(number, str(number))
        self._buttons = QButtonGroup(self)
        for button in (self.any, self.exact, self.range):
            self._buttons.addButton(button)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE_8)
        self._add(self.any)
        self._add(self.exact, self.number)
        self._add(self.range, self.least, Label("–"), self.most)
        self._show(count, min(max(found, 1), MOST))
        self._buttons.buttonToggled.connect(self._on_changed)
        self.least.activated.connect(self._on_least)
        self.most.activated.connect(self._on_most)

    @property
    def count(self) -> SpeakerCount:
        """What the person said."""
        if self.any.isChecked():
            return ANY_COUNT
        if self.exact.isChecked():
            return SpeakerCount(_number(self.number), _number(self.number))
        return SpeakerCount(_number(self.least), _number(self.most))

    def _add(self, button: RadioButton, *fields: QWidget) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_8)
        row.addWidget(button)
        for field in fields:
            row.addWidget(field)
        row.addStretch(1)
        self._rows.addLayout(row)

    def _show(self, count: SpeakerCount, usual: int) -> None:
        is_exact = count.most == count.least
        button = self.any if count.most == 0 else self.exact if is_exact else self.range
        button.setChecked(True)
        self.number.choose(count.most if is_exact and count.most else usual)
        self.least.choose(count.least if count.most and not is_exact else max(1, usual - 1))
        self.most.choose(count.most if count.most and not is_exact else min(MOST, usual + 1))
        self._on_changed()

    def _on_changed(self) -> None:
        self.number.setEnabled(self.exact.isChecked())
        self.least.setEnabled(self.range.isChecked())
        self.most.setEnabled(self.range.isChecked())

    def _on_least(self) -> None:
        self.most.choose(max(_number(self.least), _number(self.most)))

    def _on_most(self) -> None:
        self.least.choose(min(_number(self.least), _number(self.most)))


def _number(choice: Choice) -> int:
    chosen = choice.chosen
    return chosen if isinstance(chosen, int) else 1
