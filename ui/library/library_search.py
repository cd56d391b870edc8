"""Searches everything while a person types: waits for a pause, asks on a background thread, shows the newest answer.

Lives on the window's thread, owned by the library page.
"""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.library.library import Library
from app.meetings.search import SearchHit
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.library.search_results import SearchResults
from ui.widgets.search_field import SearchField

_PAUSE_MS = 120
"""How long typing must pause before the library is searched."""
_LIMIT = 200
"""More places than this are not shown."""


class LibrarySearch(QObject):
    """Brings the search field and the results together."""

    changed = Signal()
    """There are other results, or the search began or ended."""
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self, *, library: Library, background: Background, field: SearchField, results: SearchResults, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._background = background
        self._field = field
        self._results = results
        self._number = 0
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._on_due)
        self._is_answered = False
        field.textChanged.connect(self._on_typed)
        field.returnPressed.connect(self._on_entered)

    @property
    def is_active(self) -> bool:
        """Whether something is typed."""
        return bool(self._field.text().strip())

    @property
    def has_results(self) -> bool:
        """Whether something was found."""
        return self._results.hits.rowCount() > 0

    @property
    def words(self) -> str:
        """How much was found, or that nothing was; empty until the first answer."""
        if not self._is_answered:
            return ""
        count = self._results.hits.rowCount()
        if not count:
            return self.tr("Nobody said that. Try fewer or other words.")
        return self.tr("%n place(s)", "", count) if count < _LIMIT else self.tr("the best 200 places")

    def _on_typed(self) -> None:
        if self.is_active:
            self._pause.start()
            self.changed.emit()
            return
        self._pause.stop()
        self._number += 1
        self._is_answered = False
        self._results.hits.fill(())
        self.changed.emit()

    def _on_entered(self) -> None:
        self._results.choose_first()
        if self.has_results:
            self._results.setFocus()

    def _on_due(self) -> None:
        self._number += 1
        work = partial(_search, self._library, self._field.text(), self._number)
        deliver(self._background.run(work), self._on_found, self._on_failed)

    def _on_found(self, answer: tuple[int, list[SearchHit]]) -> None:
        number, hits = answer
        if number != self._number or not self.is_active:
            return  # an answer to what was typed before
        self._is_answered = True
        self._results.hits.fill(hits)
        self.changed.emit()

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)


def _search(library: Library, text: str, number: int) -> tuple[int, list[SearchHit]]:
    """On a background thread."""
    return number, library.search(text, limit=_LIMIT)
