"""How a sheet is laid out: a dialog whose rows scroll between its words and its buttons.

Called by the sheets of speakers (``naming_sheet.py``, ``split_speaker_dialog.py``), on the window's thread.
"""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QScrollArea, QVBoxLayout, QWidget

from ui.style.fonts import scaled
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_20, SPACE_24, Role, TextStyle
from ui.widgets.button_row import button_row
from ui.widgets.card import Separator
from ui.widgets.label import Label


def lay_out_sheet(
    sheet: QDialog,
    *,
    title: str,
    words: str,
    rows: QVBoxLayout,
    buttons: Sequence[QWidget],
    field: QWidget | None = None,
) -> None:
    """Put title and words above the rows, and the buttons beneath; a ``field`` takes what room they leave."""
    inner = QWidget()
    inner.setProperty("plain", True)
    rows.setContentsMargins(SPACE_24, 0, SPACE_24, 0)
    rows.addStretch(1)
    inner.setLayout(rows)
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    layout = QVBoxLayout(sheet)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addLayout(_head(title, words))
    layout.addWidget(area, 1)
    layout.addWidget(Separator())
    foot = button_row(*buttons, first=() if field is None else (field,))
    foot.setContentsMargins(SPACE_24, SPACE_12, SPACE_24, SPACE_20)
    if field is not None:
        foot.setStretch(0, 1)
        foot.setStretch(1, 0)
    layout.addLayout(foot)


def sheet_size(width: int, height: int, parent: QWidget | None) -> QSize:
    """As large as the text wants it, and no larger than the window."""
    wanted = QSize(scaled(width), scaled(height))
    return wanted if parent is None else wanted.boundedTo(parent.window().size())


def _head(title: str, words: str) -> QVBoxLayout:
    head = QVBoxLayout()
    head.setContentsMargins(SPACE_24, SPACE_20, SPACE_24, SPACE_12)
    head.setSpacing(SPACE_8)
    head.addWidget(Label(title, style=TextStyle.TITLE, is_wrapped=True))
    head.addWidget(Label(words, tone=Role.TEXT2, is_wrapped=True))
    return head
