"""A correction that is offered as a term of a course: in the settings, and beside the transcript of a meeting."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.courses.offers import Offer
from app.editing.course_places import CoursePlaces
from ui.style.tokens import SPACE_4, SPACE_8, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.label import Label

MOST_NAMED = 3
"""Meetings that a sentence names; the rest is a number."""


class OfferRow(QWidget):
    """One correction, where it would apply, and the two answers."""

    accepted = Signal(object)
    dismissed = Signal(object)
    """An ``Offer``."""

    def __init__(self, offer: Offer, places: Sequence[CoursePlaces], *, is_narrow: bool = False) -> None:
        super().__init__()
        self.offer = offer
        self.is_gone = False
        title = f"{offer.heard} → {offer.written}"
        self.words = Label(title, is_strong=True, is_wrapped=True)
        times = self.tr("Corrected %n time(s).", "", offer.times)
        count = sum(len(each.places) for each in places)
        where = ", ".join(f"{each.meeting.title} ({len(each.places)})" for each in places[:MOST_NAMED])
        where += " …" if len(places) > MOST_NAMED else ""
        stands = self.tr("Still stands in %n place(s):", "", count)
        self.detail = Label(
            f"{times} {stands} {where}" if places else times, style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True
        )
        self.accept = Button(self.tr("Add"), size=ButtonSize.SMALL, name=self.tr("Add {term}").format(term=title))
        self.dismiss = Button(
            self.tr("No, thanks"), size=ButtonSize.SMALL, name=self.tr("Do not offer {term} again").format(term=title)
        )
        words = QVBoxLayout()
        words.setSpacing(SPACE_4)
        words.addWidget(self.words)
        words.addWidget(self.detail)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_8)
        buttons.addWidget(self.accept)
        buttons.addWidget(self.dismiss)
        layout = QVBoxLayout(self) if is_narrow else QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_4 if is_narrow else SPACE_8)
        layout.addLayout(words, 1)
        if is_narrow:
            buttons.addStretch(1)
        layout.addLayout(buttons)
        self.accept.clicked.connect(self._on_accept)
        self.dismiss.clicked.connect(self._on_dismiss)

    def leave(self) -> None:
        """Go."""
        self.is_gone = True
        self.hide()
        self.deleteLater()

    def _on_accept(self) -> None:
        self.accepted.emit(self.offer)

    def _on_dismiss(self) -> None:
        self.dismissed.emit(self.offer)
