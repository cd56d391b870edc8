"""Asks before the window closes while edits cannot be saved. Owned by the main window, on its thread."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from ui.pages import Pages
from ui.widgets.question import Question


class UnsavedWatch(QObject):
    """Knows whether everything that was written is on disk."""

    def __init__(self, *, pages: Pages, window: QWidget) -> None:
        super().__init__(window)
        self._pages = pages
        self._window = window
        self._question: Question | None = None

    @property
    def question(self) -> Question | None:
        """What is asked, while it is asked."""
        return self._question

    def may_close(self) -> bool:
        """Save what is not saved yet; where the disk refuses, ask first and close when the person agrees."""
        shelf = self._pages.shelf
        if shelf is None or shelf.flush():
            return True
        if self._question is None:
            self._ask()
        return False

    def _ask(self) -> None:
        question = Question(
            self.tr("Some changes are not saved"),
            self.tr("The disk does not take them. Make room or connect it again; closing now loses these changes."),
            action=self.tr("Close and lose them"),
            parent=self._window,
        )
        question.refuse.setText(self.tr("Stay"))
        question.refuse.setAccessibleName(self.tr("Stay"))
        question.accepted.connect(self._window.close)
        question.finished.connect(self._on_answered)
        self._question = question
        question.open()

    def _on_answered(self) -> None:
        self._question = None
