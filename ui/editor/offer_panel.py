"""Beside the transcript: corrections that were made twice in the course, to be taken into its glossary or not."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.courses.offers import Offer
from ui.reading.offer_reading import CourseOffers
from ui.reading.offer_row import OfferRow
from ui.style.tokens import SPACE_12


class OfferPanel(QWidget):
    """The offers below each other."""

    accepted = Signal(object)
    dismissed = Signal(object)
    """An ``Offer``."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = QVBoxLayout(self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(SPACE_12)

    @property
    def rows(self) -> list[OfferRow]:
        """What is offered."""
        return [row for row in self.findChildren(OfferRow) if not row.is_gone]

    def show_offers(self, found: CourseOffers) -> None:
        """Show other offers; a row that stays keeps the keyboard."""
        known: dict[Offer, OfferRow] = {row.offer: row for row in self.rows}
        wanted = {each.offer for each in found.offered}
        for offer, row in known.items():
            if offer not in wanted:
                self._rows.removeWidget(row)
                row.leave()
        for each in found.offered:
            if each.offer not in known:
                row = OfferRow(each.offer, each.places, is_narrow=True)
                row.accepted.connect(self.accepted)
                row.dismissed.connect(self.dismissed)
                self._rows.addWidget(row)
