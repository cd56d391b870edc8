"""Searches everything while a person types: waits for a pause, asks on a background thread, shows the newest answer.

A question that nobody waits for any more is stopped. The first hits are shown at once, the others a moment later.

Lives on the window's thread, owned by the library page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.library.library import Library
from app.meetings.identifiers import MeetingId
from app.meetings.search import SearchHit
from engine.contract.cancellation import Cancellation
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.library.search_results import SearchResults
from ui.widgets.search_field import SearchField

_PAUSE_MS = 80
"""How long typing must pause before the library is searched."""
FIRST = 40
"""So many places are asked for first: more than a window shows."""
_LIMIT = 200
"""More places than this are not shown."""


class LibrarySearch(QObject):
    """Brings the search field and the results together."""

    changed = Signal()
    """There are other results, or the search began or ended."""
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        library: Library,
        background: Background,
        field: SearchField,
        results: SearchResults,
        scope: Callable[[], frozenset[MeetingId] | None],
        parent: QObject,
    ) -> None:
        """``scope`` gives the meetings that are searched; ``None`` for all."""
        super().__init__(parent)
        self._scope = scope
        self._library = library
        self._background = background
        self._field = field
        self._results = results
        self._question = Cancellation()
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
            self._question.request()
            self._pause.start()
            self.changed.emit()
            return
        self._pause.stop()
        self._question.request()
        self._is_answered = False
        self._results.hits.fill(())
        self.changed.emit()

    def _on_entered(self) -> None:
        self._results.choose_first()
        if self.has_results:
            self._results.setFocus()

    def _on_due(self) -> None:
        self._question.request()
        self._question = Cancellation()
        self._ask(FIRST)

    def _ask(self, limit: int) -> None:
        work = partial(_search, self._library, self._field.text(), limit, self._scope(), self._question)
        deliver(self._background.answer(work), self._on_found, self._on_failed)

    def _on_found(self, answer: "_Answer") -> None:
        if answer.question.is_requested or answer.question is not self._question or not self.is_active:
            return  # an answer to what was typed before
        self._is_answered = True
        if answer.limit == FIRST:
            self._results.hits.fill(answer.hits)
        else:
            self._results.hits.extend(answer.hits)
        self.changed.emit()
        if answer.limit == FIRST and len(answer.hits) >= FIRST:
            self._ask(_LIMIT)

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)


@dataclass(frozen=True)
class _Answer:
    question: Cancellation
    limit: int
    hits: list[SearchHit]


def _search(
    library: Library, text: str, limit: int, meetings: frozenset[MeetingId] | None, question: Cancellation
) -> _Answer:
    """On a background thread."""
    hits = library.search(text, limit=limit, meetings=meetings, is_stopped=lambda: question.is_requested)
    return _Answer(question, limit, hits)
