"""The line over the list: what is shown, how it is ordered, and what can be done with all of it, or all that is chosen.

On the window's thread.
"""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.settings.settings import ListOrder
from ui.style.fonts import is_large
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.choice import Choice
from ui.widgets.label import ElidedLabel, Label


class ListHead(QWidget):
    """Title, number of hits, order, and the buttons for all that is listed."""

    def __init__(self, order: ListOrder, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._has_several = False
        self._written: tuple[int, int] | None = None
        """How many meetings of how many are written, while they are."""
        self.title = ElidedLabel(style=TextStyle.TITLE)
        self.found = Label(style=TextStyle.SMALL, tone=Role.TEXT2)
        self.empty_bin = Button(self.tr("Empty the bin…"), size=ButtonSize.SMALL)
        self.export_all = Button(self.tr("Export all…"), size=ButtonSize.SMALL)
        self.export_all.setToolTip(self.tr("Every meeting of this list, each in files of its own."))
        self.order = Choice(self.tr("Order of the list"), is_plain=True)
        self.order.offer(ListOrder.NEWEST, self.tr("Newest first"))
        self.order.offer(ListOrder.TITLE, self.tr("By title"))
        self.order.offer(ListOrder.LONGEST, self.tr("Longest first"))
        self.order.choose(order)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_8, SPACE_24, SPACE_4)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self.title, 1)
        layout.addWidget(self.found)
        layout.addWidget(self.empty_bin)
        layout.addWidget(self.export_all)
        layout.addWidget(self.order)

    def show_which(self, *, is_searching: bool, is_full_bin: bool, is_selection: bool, chosen: int = 0) -> None:
        """Offer what makes sense for what is shown, or for what is chosen where that is more than one."""
        has_several = chosen > 1 and not is_searching
        self.order.setVisible(not is_searching)
        self.found.setVisible(is_searching or (has_several and not is_large()))  # large text has no room for it
        self.empty_bin.setVisible(is_full_bin and not is_searching)
        self.export_all.setVisible((is_selection or has_several) and not is_searching and not is_full_bin)
        if has_several:
            self.found.setText(self.tr("%n chosen", "", chosen))
        self._has_several = has_several
        self._name_export()

    def show_progress(self, done: int, count: int) -> None:
        """Say how far writing is, in the button that stops it; ``count`` 0 when it is over."""
        self._written = (done, count) if count else None
        self._name_export()

    def _name_export(self) -> None:
        """What the button says: what it would write, or how far it is."""
        text = self.tr("Export chosen…") if self._has_several else self.tr("Export all…")
        if self._written is not None:
            done, count = self._written
            text = self.tr("Stop ({done}/{count})").format(done=done, count=count)
            self.export_all.setVisible(True)
        self.export_all.setText(text)
        self.export_all.setAccessibleName(text)
