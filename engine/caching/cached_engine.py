"""An engine that remembers: what was asked before is answered without asking the engine behind it.

See ``SpeechEngine``; built by ``engine/pipeline/engine_store.py`` around the engine for file jobs. Two threads that
ask the same at once cost one computation.
"""

from collections.abc import Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet

from engine.caching.figures import add_counts
from engine.caching.kept_lines import moved
from engine.caching.recording_memory import RecordingMemory
from engine.caching.segment_cache import Question, SegmentCache
from engine.caching.single_flight import SingleFlight
from engine.caching.sound_index import SoundIndex
from engine.caching.store import CacheStore
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, EngineSession, LanguageGuess, SpanAudio, SpeechEngine
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment

_LOOK_S = 0.1

Lines = list[RecognisedSegment]


class CachedEngine:
    """See ``SpeechEngine``."""

    def __init__(
        self,
        inner: SpeechEngine,
        *,
        store: CacheStore,
        model_checksum: str,
        steps: str,
        index: SoundIndex | None = None,
    ) -> None:
        """Put a cache before an engine.

        Args:
            inner: Asked for what is not known; closed with this one.
            store: Where it is kept; stays open.
            model_checksum: Of the weights the engine uses.
            steps: Version of our own steps, see ``own_steps.py``.
            index: Of the sounds in the store, if the process has one.
        """
        self._inner = inner
        self._store = store
        self._model_checksum = model_checksum
        self._steps = steps
        self._cache = SegmentCache(store)
        self._index = index or SoundIndex(store)
        self._flights: SingleFlight[Lines] = SingleFlight()

    @property
    def inner(self) -> SpeechEngine:
        """The engine behind the cache."""
        return self._inner

    @property
    def device(self) -> DeviceReport:
        """See ``SpeechEngine``."""
        return self._inner.device

    @property
    def batch_size(self) -> int:
        """See ``SpeechEngine``."""
        return self._inner.batch_size

    @property
    def parallel(self) -> int:
        """See ``SpeechEngine``."""
        return self._inner.parallel

    @property
    def cache(self) -> SegmentCache:
        """What it remembers stretch by stretch."""
        return self._cache

    def open_session(self, options: RecognitionOptions) -> "CachedSession":
        """See ``SpeechEngine``."""
        return self.open_session_for(options, sound="")

    def open_session_for(self, options: RecognitionOptions, *, sound: str) -> "CachedSession":
        """The same for a meeting by whose name all that comes of it is forgotten one day."""
        return CachedSession(self._inner.open_session(options), engine=self, options=options, sound=sound)

    def memory_of(self, options: RecognitionOptions, *, sound: str, track: int) -> RecordingMemory:
        """What is known of a track of a meeting because it was heard before, perhaps in another container."""
        return RecordingMemory(
            self._store, index=self._index, question=self.question(options), sound=sound, track=track
        )

    def question(self, options: RecognitionOptions) -> Question:
        """All that changes the words beside the sound, as it is now: the device may change at work."""
        return Question(self._model_checksum, self._inner.device.compute_type, options, self._steps)

    def close(self) -> None:
        """See ``SpeechEngine``. The store stays."""
        self._inner.close()

    # For the sessions

    @property
    def flights(self) -> SingleFlight[Lines]:
        """What is being computed."""
        return self._flights

    def note_counts(self) -> None:
        """Keep what was counted."""
        counts = self._cache.figures.take()
        if counts.asked:
            add_counts(self._store, counts)


class CachedSession:
    """See ``EngineSession``."""

    def __init__(self, inner: EngineSession, *, engine: CachedEngine, options: RecognitionOptions, sound: str) -> None:
        self._inner = inner
        self._engine = engine
        self._cache = engine.cache
        self._options = options
        self._sound = sound

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        """See ``EngineSession``."""
        cancellation.check()
        if not stretches:
            return self._inner.guess_language(stretches, cancellation)
        key = self._cache.guess_key(stretches, self._engine.question(self._options))
        known = self._cache.get_guess(key)
        if known is not None:
            return known
        guess = self._inner.guess_language(stretches, cancellation)
        self._cache.put_guess(key, guess, tag=self._sound)
        return guess

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        """See ``EngineSession``."""
        cancellation.check()
        question = self._engine.question(self._options)
        keys = [self._cache.key_of(stretch, question, language=language) for stretch in stretches]
        found: dict[int, Lines] = {}
        claimed: list[int] = []
        waiting: dict[int, Future[Lines]] = {}
        for at, (key, stretch) in enumerate(zip(keys, stretches, strict=True)):
            known = self._cache.get(key, stretch)
            if known is not None:
                found[at] = known
                continue
            flight, is_mine = self._engine.flights.claim(key)
            if is_mine:
                claimed.append(at)
            else:
                waiting[at] = flight
        found |= self._computed({at: (keys[at], stretches[at]) for at in claimed}, question, cancellation, language)
        for at, flight in waiting.items():
            found[at] = self._waited(flight, stretches[at], cancellation, language)
        return [found[at] for at in range(len(stretches))]

    def close(self) -> None:
        """See ``EngineSession``."""
        self._inner.close()
        self._engine.note_counts()

    def _computed(
        self, asked: dict[int, tuple[str, SpanAudio]], question: Question, cancellation: Cancellation, language: str
    ) -> dict[int, Lines]:
        """Ask the engine for what nobody else is asking for, keep it, and tell those who wait."""
        if not asked:
            return {}
        left = dict(asked)
        answers: dict[int, Lines] = {}
        try:
            found = self._inner.recognise([stretch for _, stretch in asked.values()], cancellation, language=language)
            # A device that changed at work answered another question than the one that was asked.
            is_kept = self._engine.question(self._options) == question
            for (at, (key, stretch)), lines in zip(asked.items(), found, strict=True):
                if is_kept:
                    self._cache.put(key, stretch, lines, tag=self._sound)
                self._engine.flights.land(key, [moved(line, -stretch.start, track=0) for line in lines])
                del left[at]
                answers[at] = lines
        finally:
            for key, _ in left.values():
                self._engine.flights.give_up(key)
        return answers

    def _waited(self, flight: "Future[Lines]", stretch: SpanAudio, cancellation: Cancellation, language: str) -> Lines:
        """What another thread computes, moved to where it was asked for here; by ourselves where it gave up."""
        while True:
            cancellation.check()
            try:
                lines = flight.result(timeout=_LOOK_S)
            except NotYet:
                continue
            except CancelledError:
                return self._inner.recognise([stretch], cancellation, language=language)[0]
            return [moved(line, stretch.start, track=stretch.track) for line in lines]
