"""Proposed chapters beside the transcript: asked for with a button, looked at, renamed, kept or thrown away.

What is kept becomes a chapter like any other and stands among notes and bookmarks. Lives on the window's thread.
"""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.meetings.moment import Moment
from ui.reading.moment_list import MomentList
from ui.style.tokens import SPACE_8, Role, TextStyle
from ui.widgets.button import Button, ButtonSize
from ui.widgets.card import Separator
from ui.widgets.label import Label


class ChapterPanel(QWidget):
    """The section in the side panel."""

    wanted = Signal()
    """Propose chapters."""
    new_wanted = Signal()
    """A chapter that begins where the playback stands."""
    chosen = Signal(object)
    """A proposed ``Moment`` to look at."""
    renamed = Signal(object, str)
    removed = Signal(object)
    kept = Signal(object)
    """The proposals to keep, a sequence of ``Moment``."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kept_list = MomentList(shows_all=True)
        self.kept_list.setAccessibleName(self.tr("Chapters"))
        self.kept_list.setToolTip(self.tr("F2 writes on it, Delete takes it away."))
        self.list = MomentList(shows_all=True)
        self.list.setAccessibleName(self.tr("Proposed chapters"))
        self.list.setToolTip(self.tr("F2 renames a proposal, Delete throws it away."))
        self.propose = Button(self.tr("Propose chapters"), size=ButtonSize.SMALL)
        self.propose.setToolTip(self.tr("From long pauses and changes of topic, on this computer."))
        self.new = Button(self.tr("New chapter here"), size=ButtonSize.SMALL)
        self.keep = Button(self.tr("Keep this one"), size=ButtonSize.SMALL)
        self.keep_all = Button(self.tr("Keep all"), size=ButtonSize.SMALL)
        self._said = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._lay_out()
        self.propose.clicked.connect(self.wanted)
        self.new.clicked.connect(self.new_wanted)
        self.keep.clicked.connect(self._on_keep)
        self.keep_all.clicked.connect(self._on_keep_all)
        self.list.chosen.connect(self.chosen)
        self.list.written.connect(self.renamed)
        self.list.removed.connect(self.removed)
        self.show_chapters(())
        self.show_proposals(())
        self._said.hide()

    @property
    def said(self) -> str:
        """What is said under the buttons; empty while nothing is."""
        return "" if self._said.isHidden() else self._said.text()

    def say(self, text: str) -> None:
        """Say something under the buttons; nothing hides it."""
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def show_chapters(self, chapters: Sequence[Moment]) -> None:
        """Show the chapters that the meeting has."""
        self.kept_list.show_moments(chapters)
        self.kept_list.updateGeometry()
        self.kept_list.setVisible(bool(chapters))

    def show_proposals(self, proposals: Sequence[Moment]) -> None:
        """Show these proposals."""
        self.list.show_moments(proposals)
        self.list.updateGeometry()
        for part in (self.list, self.keep, self.keep_all):
            part.setVisible(bool(proposals))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, SPACE_8, 0, 0)
        layout.setSpacing(SPACE_8)
        layout.addWidget(Separator())
        layout.addWidget(Label(self.tr("Chapters"), is_strong=True))
        layout.addWidget(self.kept_list)
        # One below the other: side by side they are wider than the panel where the text is large.
        layout.addWidget(self.propose, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.new, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._said)
        layout.addWidget(self.list)
        layout.addWidget(self.keep_all, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.keep, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_keep(self) -> None:
        row = self.list.currentIndex().row()
        moments = list(self.list.moments)
        if moments:
            self.kept.emit([moments[row if 0 <= row < len(moments) else 0]])

    def _on_keep_all(self) -> None:
        self.kept.emit(list(self.list.moments))
