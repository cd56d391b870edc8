"""The places worth a look: ranked in the background, gone through with one key, with an honest time for the rest.

Lives on the window's thread, owned by ``MeetingPage``. The queue ends where the words that are still expected to be
wrong are few enough. A place that was looked at is out of the queue until the meeting is opened again; what a person
wrote is right and does not come back at all.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.editing.review_pace import ReviewPace
from app.editing.review_queue import ReviewPlace, rank_places, words_of
from app.meetings.transcript import Transcript
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor

REVIEW_KEY = "F8"
WISHED_RATE = 0.05
"""Share of wrong words that is good enough."""
_REST_MS = 1500
"""Fingers rest this long before everything is ranked again."""
_Key = tuple[object, int]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A queue, and of what."""

    transcript: Transcript
    places: Sequence[ReviewPlace]
    words: int


class ReviewDesk(QObject):
    """Knows what is left."""

    changed = Signal()
    """Other places are left."""
    arrived = Signal(object)
    """A ``ReviewPlace`` to look at now."""

    def __init__(
        self,
        *,
        editor: MeetingEditor,
        background: Background,
        seconds: Callable[[], float] = time.monotonic,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._editor = editor
        self._background = background
        self._seconds = seconds
        self._places: list[ReviewPlace] = []
        self._seen: set[_Key] = set()
        self._pace = ReviewPace(0, WISHED_RATE)
        self._state = self._pace.state(())
        self._current: ReviewPlace | None = None
        self._since = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self.rank)

    @property
    def left(self) -> list[ReviewPlace]:
        """The places that are worth a look, the likeliest errors first."""
        return self._places[: self._state.places_left]

    @property
    def seconds_left(self) -> float:
        """How long they take at the pace so far."""
        return self._state.seconds_left

    @property
    def current(self) -> ReviewPlace | None:
        """The place that is looked at."""
        return self._current

    def rank(self) -> None:
        """Look at everything again, in the background."""
        document = self._editor.document
        if document is not None:
            deliver(self._background.run(partial(_rank, document.transcript)), self._on_ranked)

    def rank_later(self) -> None:
        """Something was changed."""
        self._rest.start()

    def next(self) -> None:
        """The place that was looked at is done with; show the next one."""
        self.see()
        left = self.left
        if left:
            self.look_at(left[0])

    def look_at(self, place: ReviewPlace) -> None:
        """Show a certain place."""
        self._current, self._since = place, self._seconds()
        self.arrived.emit(place)

    def see(self) -> None:
        """The place that is looked at is right, or was put right."""
        place, self._current = self._current, None
        if place is None:
            return
        self._pace.note(place, self._seconds() - self._since)
        self._seen.add(_key(place))
        self._places = [each for each in self._places if _key(each) not in self._seen]
        self._tell()

    def forget(self) -> None:
        """Another meeting is opened."""
        self._rest.stop()
        self._places, self._seen, self._current = [], set(), None
        self._pace = ReviewPace(0, WISHED_RATE)
        self._tell()

    def _tell(self) -> None:
        self._state = self._pace.state(self._places)
        self.changed.emit()

    def _on_ranked(self, ranked: Ranked) -> None:
        document = self._editor.document
        if document is None or document.meeting_id != ranked.transcript.meeting_id:
            return
        self._pace.words = ranked.words
        self._places = [place for place in ranked.places if _key(place) not in self._seen]
        self._tell()


def _rank(transcript: Transcript) -> Ranked:
    return Ranked(transcript, rank_places(transcript), words_of(transcript))


def _key(place: ReviewPlace) -> _Key:
    return (place.line or place.track, place.start_ms)
