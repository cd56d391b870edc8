"""The buttons at the foot of a dialog, in the order in which every dialog has them."""

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.style.tokens import SPACE_8


def button_row(*buttons: QWidget, first: Sequence[QWidget] = ()) -> QHBoxLayout:
    """At the end of the row, the one that goes on last; ``first`` is what stands apart at its beginning."""
    row = QHBoxLayout()
    row.setSpacing(SPACE_8)
    for button in first:
        row.addWidget(button)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    return row
