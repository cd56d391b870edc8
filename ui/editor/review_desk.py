"""The places worth a look: ranked in the background, gone through with one key, with an honest time for the rest.

Lives on the window's thread, owned by ``MeetingPage``. The queue ends where the words that are still expected to be
wrong are few enough. A place that was looked at is out of the queue until the meeting is opened again; what a person
wrote is right and does not come back at all.
"""

import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from app.editing.review_hints import ReviewHints
from app.editing.review_pace import ReviewPace, ReviewState
from app.editing.review_queue import ReviewPlace, put_places, rank_places, words_of
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.transcript import Transcript, TranscriptChange
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.review_reading import Beside

_REST_MS = 1500
"""Fingers rest this long before everything is ranked again."""
_Key = tuple[object, int]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A queue, how it stands, and of what."""

    meeting_id: MeetingId
    places: list[ReviewPlace]
    words: int
    state: ReviewState
    hints: ReviewHints


class ReviewDesk(QObject):
    """Knows what is left."""

    changed = Signal()
    """Other places are left."""
    arrived = Signal(object)
    """A ``ReviewPlace`` to look at now."""
    ended = Signal(float)
    """The next place was asked for and there is none: the share of words that are expected to be wrong now."""

    def __init__(
        self,
        *,
        editor: MeetingEditor,
        background: Background,
        wished_rate: Callable[[], float],
        read_beside: Callable[[MeetingId], Beside] | None = None,
        seconds: Callable[[], float] = time.monotonic,
        parent: QObject,
    ) -> None:
        """``wished_rate`` gives the share of wrong words that is good enough, 0 where every place is looked at."""
        super().__init__(parent)
        self._editor = editor
        self._wished_rate = wished_rate
        self._background = background
        self._read_beside = read_beside or _nothing_beside
        self._hints: ReviewHints | None = None
        """Of the last full ranking."""
        self._seconds = seconds
        self._places: list[ReviewPlace] = []
        self._seen: set[_Key] = set()
        self._touched: set[SegmentId] = set()
        self._pace = ReviewPace(0, wished_rate())
        self._state = self._pace.state(())
        self._is_ending = False
        """Whether it is to be said that there is no next place, once it is known how it stands."""
        self._current: ReviewPlace | None = None
        self._since = 0.0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self._rank_touched)

    @property
    def count(self) -> int:
        """How many places are worth a look."""
        return self._state.places_left

    def first(self, most: int) -> list[ReviewPlace]:
        """The first of them, the likeliest errors first."""
        return self._places[: min(most, self.count)]

    @property
    def seconds_left(self) -> float:
        """How long they take at the pace so far."""
        return self._state.seconds_left

    @property
    def current(self) -> ReviewPlace | None:
        """The place that is looked at."""
        return self._current

    def rank(self, transcript: Transcript | None = None) -> None:
        """Look at everything again, in the background; at lines that were just read, if they are at hand."""
        document = self._editor.document
        if document is not None:
            self._touched = set()
            self._pace.wished_rate = self._wished_rate()
            seen = frozenset(self._seen)
            work = partial(_rank, transcript or document.transcript, self._read_beside, seen, copy(self._pace))
            deliver(self._background.think(work), self._on_ranked)

    def rank_later(self, change: TranscriptChange) -> None:
        """Lines were changed: when the fingers rest, those alone are ranked again."""
        self._touched.update(line.id for line in (*change.added, *change.updated))
        self._touched.update(change.removed)
        self._rest.start()

    def next(self) -> None:
        """The place that was looked at is done with; show the next one, or say that there is none."""
        is_counting = self._current is not None
        self.see()
        for place in self.first(1):
            self.look_at(place)
            return
        self._is_ending = True
        if not is_counting:
            self._tell_end()

    def look_at(self, place: ReviewPlace) -> None:
        """Show a certain place."""
        self._is_ending = False
        self._current, self._since = place, self._seconds()
        self.arrived.emit(place)

    def see(self) -> None:
        """The place that is looked at is right, or was put right."""
        place, self._current = self._current, None
        if place is None:
            return
        self._pace.note(place, self._seconds() - self._since)
        self._seen.add(_key(place))
        if place in self._places:
            self._places.remove(place)
        self._state = replace(self._state, places_left=max(0, self._state.places_left - 1))
        self.changed.emit()
        work = partial(copy(self._pace).state, list(self._places))
        deliver(self._background.run(work), self._on_state)

    def forget(self) -> None:
        """Another meeting is opened."""
        self._rest.stop()
        self._places, self._seen, self._touched, self._current = [], set(), set(), None
        self._hints = None
        self._is_ending = False
        self._pace = ReviewPace(0, self._wished_rate())
        self._on_state(self._pace.state(()))

    def _rank_touched(self) -> None:
        document = self._editor.document
        if document is None:
            return
        touched, self._touched = frozenset(self._touched), set()
        found = (document.find(name) for name in touched)
        lines = Transcript(document.meeting_id, document.version_id, tuple(line for line in found if line is not None))
        hints = self._hints or ReviewHints(lines)
        work = partial(
            _rank_lines,
            self._places,
            touched,
            lines,
            hints,
            seen=frozenset(self._seen),
            pace=copy(self._pace),
        )
        deliver(self._background.think(work), self._on_ranked)

    def _on_state(self, state: ReviewState) -> None:
        self._state = state
        self.changed.emit()
        if self._is_ending:
            self._tell_end()

    def _tell_end(self) -> None:
        """Said once; an answer that still counts places that were seen since is waited out."""
        if not self.count and self._editor.document is not None:
            self._is_ending = False
            self.ended.emit(self._state.error_rate)

    def _on_ranked(self, ranked: Ranked) -> None:
        document = self._editor.document
        if document is None or document.meeting_id != ranked.meeting_id:
            return
        self._pace.words = ranked.words
        self._places, self._hints = ranked.places, ranked.hints
        self._on_state(ranked.state)


def _rank(
    transcript: Transcript,
    read_beside: Callable[[MeetingId], Beside],
    seen: frozenset[_Key],
    pace: ReviewPace,
) -> Ranked:
    try:
        beside = read_beside(transcript.meeting_id)
    except VivavoceError:  # it was deleted meanwhile, or the disk does not answer: the lines alone say enough
        beside = Beside()
    names = [speaker.name for speaker in transcript.speakers]
    hints = ReviewHints(transcript, earlier=beside.earlier, known=(*beside.known, *names))
    places = [place for place in rank_places(transcript, hints=hints) if not seen or _key(place) not in seen]
    pace.words = words_of(transcript)
    return Ranked(transcript.meeting_id, places, pace.words, pace.state(places), hints)


def _rank_lines(
    places: list[ReviewPlace],
    touched: frozenset[SegmentId],
    lines: Transcript,
    hints: ReviewHints,
    *,
    seen: frozenset[_Key],
    pace: ReviewPace,
) -> Ranked:
    """Rank some lines again among all others: all of a long meeting take so long that typing would feel it."""
    kept = [place for place in list(places) if place.line not in touched]
    put_places(kept, (place for place in rank_places(lines, hints=hints) if _key(place) not in seen))
    return Ranked(lines.meeting_id, kept, pace.words, pace.state(kept), hints)


def _key(place: ReviewPlace) -> _Key:
    return (place.line or place.track, place.start_ms)


def _nothing_beside(_meeting_id: MeetingId) -> Beside:
    return Beside()
