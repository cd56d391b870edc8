"""The line over the list: what is shown, how it is ordered, and what can be done with all of it. Window's thread."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.settings.settings import ListOrder
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.choice import Choice
from ui.widgets.label import ElidedLabel, Label


class ListHead(QWidget):
    """Title, number of hits, order, and the buttons for all that is listed."""

    def __init__(self, order: ListOrder, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def show_which(self, *, is_searching: bool, is_full_bin: bool, is_selection: bool) -> None:
        """Offer what makes sense for what is shown."""
        self.order.setVisible(not is_searching)
        self.found.setVisible(is_searching)
        self.empty_bin.setVisible(is_full_bin and not is_searching)
        self.export_all.setVisible(is_selection and not is_searching)

    def show_busy(self, *, is_busy: bool) -> None:
        """Say whether all of it is being written."""
        if is_busy:
            self.export_all.turn_off(self.tr("It is being written."))
        else:
            self.export_all.turn_on()
