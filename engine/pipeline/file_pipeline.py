"""The file pipeline: a decoded recording goes in, finished lines come out, in order.

Read this first. Runs in the engine process: ``run`` on the job's thread, recognition on as many
threads as the engine wants, each on a batch of its own, so that no thread waits for another.

    sound folder ── blocks ──▶ detector ──▶ segmenter ──▶ packer ──▶ batches ──▶ engine ──▶ normaliser,
    quarantine ──▶ SegmentsFinished, in the order of the recording

What was heard before is neither detected nor recognised again: a memory is asked first (``engine/caching``), and what
it knows goes the same way from the engine on. Memory does not depend on the length of the recording: a block of sound,
and a few batches ahead, are all that is held.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.caching.known_piece import NOTHING, KnownPiece, Recalled, pieces_of
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.engine import EngineSession, LanguageGuess, SpanAudio
from engine.contract.messages import Event, JobProgressed, LanguageChosen, SegmentsFinished, Stage
from engine.contract.options import RecognitionOptions
from engine.contract.segments import GapReason, RecognisedGap, RecognisedSegment
from engine.detection.packer import WINDOW_S, Packer, Stretch, whole_recording
from engine.detection.segmenter import Segmenter
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.loudness import detection_gain
from engine.postprocess.chinese_marks import add_marks
from engine.postprocess.glossary_repair import repair
from engine.postprocess.normaliser import normalise
from engine.postprocess.quarantine import Quarantine
from engine.postprocess.spacing import tidy
from engine.recognition.coverage import uncovered

BLOCK_S = 30
"""Seconds of sound that are read and detected at a time."""

VOTES = 4
"""Places of the recording that vote on its language."""

VOTE_S = 60
"""Seconds that are listened to at each place."""

UNREAD_S = 3.0
"""Speech without words from which on a gap says so; shorter, it may be a laugh or a cough."""

PADDING_WITHOUT_WORDS_S = 0.35
"""What the segmenter adds at both ends of a span, and nobody speaks in."""

ReadSound = Callable[[int, int], Samples]
"""Reads the samples of a stretch of the recording."""


class SoundMemory(Protocol):
    """What was heard before; see ``RecordingMemory``."""

    def recall(
        self, read: ReadSound, length: int, cancellation: Cancellation, *, start: int = 0, language: str = ""
    ) -> Recalled:
        """What is known of a recording from ``start`` on."""
        ...

    def keep(
        self,
        read: ReadSound,
        pieces: Iterable[KnownPiece],
        *,
        finished_to: int,
        length: int,
        probability: float,
        language: str,
    ) -> None:
        """Take in what was recognised, in order."""
        ...


@dataclass(frozen=True, slots=True)
class _Batch:
    """Stretches that are recognised in one call."""

    stretches: tuple[Stretch, ...]
    result: "Future[list[list[RecognisedSegment]]]"


@dataclass(frozen=True, slots=True)
class _Work:
    """Stretches that are to be recognised together, or are known together."""

    stretches: tuple[Stretch, ...]
    known: list[list[RecognisedSegment]] | None = None


class FilePipeline:
    """Recognises one recording with one session."""

    def __init__(
        self,
        *,
        job: str,
        read: ReadSound,
        length: SampleIndex,
        session: EngineSession,
        batch_size: int,
        parallel: int,
        make_detector: Callable[[], VoiceDetector],
        options: RecognitionOptions,
        cancellation: Cancellation,
        track: int = 0,
        memory: SoundMemory | None = None,
    ) -> None:
        self._job = job
        self._read = read
        self._length = length
        self._session = session
        self._batch_size = batch_size
        self._parallel = parallel
        self._make_detector = make_detector
        self._options = options
        self._cancellation = cancellation
        self._track = track
        self._memory = memory
        self._language = LanguageGuess("", 0.0)
        """The meeting's; the probability is 0 where nobody voted."""
        self._quarantine = Quarantine()

    def run(self, *, resume_at: SampleIndex = SampleIndex(0), language: str = "") -> Iterator[Event]:
        """Recognise from ``resume_at`` to the end.

        Raises:
            Cancelled: stopping was requested; what was given away is finished.
            VivavoceError: the engine cannot go on.
        """
        recalled = self._recall(resume_at, language)
        gain = detection_gain(self._read, self._length)
        self._language = LanguageGuess(language, 0.0)
        if not language:
            guess = LanguageGuess(recalled.language, recalled.probability) if recalled.language else self._vote(gain)
            if guess is not None:
                self._language = guess
                yield LanguageChosen(self._job, guess.language, guess.probability)
        recalled = recalled.in_language(self._language.language)
        pool = ThreadPoolExecutor(self._parallel, thread_name_prefix="recognise")
        try:
            yield from self._recognise(pool, resume_at, gain, recalled)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _recognise(
        self, pool: ThreadPoolExecutor, resume_at: SampleIndex, gain: float, recalled: Recalled
    ) -> Iterator[Event]:
        running: deque[_Batch] = deque()
        mark = resume_at
        for work in self._work(resume_at, gain, recalled):
            self._cancellation.check()
            running.append(self._submit(pool, work))
            while running and (len(running) > self._parallel or running[0].result.done()):
                finished = self._finish(running.popleft(), mark)
                mark = finished.finished_to
                yield finished
                yield JobProgressed(self._job, Stage.RECOGNISING, mark, self._length)
        while running:
            finished = self._finish(running.popleft(), mark)
            mark = finished.finished_to
            yield finished
            yield JobProgressed(self._job, Stage.RECOGNISING, mark, self._length)
        self._keep((), self._length)
        yield SegmentsFinished(self._job, (), (), self._length, 0)
        yield JobProgressed(self._job, Stage.RECOGNISING, self._length, self._length)

    def _submit(self, pool: ThreadPoolExecutor, work: _Work) -> _Batch:
        if work.known is not None:
            result: Future[list[list[RecognisedSegment]]] = Future()
            result.set_result(work.known)
        else:
            sounds = [self._sound(stretch) for stretch in work.stretches]
            language = self._language.language
            result = pool.submit(self._session.recognise, sounds, self._cancellation, language=language)
        return _Batch(work.stretches, result)

    def _finish(self, batch: _Batch, mark: SampleIndex) -> SegmentsFinished:
        """Wait for a batch, clean its lines and give them away."""
        found = batch.result.result()
        self._cancellation.check()
        speech = [span for stretch in batch.stretches for span in stretch.speech]
        known = [repair(line, self._options.glossary) for lines in found for line in lines]
        tidied = [tidy(add_marks(line, speech)) for line in known]
        mended = normalise([line for line in tidied if line is not None], length=self._length, earliest=mark)
        judged = tuple(self._quarantine.judge(line, speech) for line in mended)
        finished_to = min(batch.stretches[-1].parts[-1].stop, self._length)
        self._keep(zip(batch.stretches, found, strict=True), finished_to)
        return SegmentsFinished(
            self._job,
            judged,
            self._unread(speech, mended),
            SampleIndex(finished_to),
            sum(span.length for span in speech),
        )

    def _unread(self, speech: list[SpeechSpan], lines: list[RecognisedSegment]) -> tuple[RecognisedGap, ...]:
        """Speech that no try could turn into words, said as a gap: words never vanish without a sign."""
        words = [word for line in lines for word in line.words]
        holes = uncovered(speech, words, padding=int(PADDING_WITHOUT_WORDS_S * SAMPLE_RATE_HZ))
        return tuple(
            RecognisedGap(hole.track, hole.start, min(hole.stop, self._length), GapReason.NOT_RECOGNISED)
            for hole in holes
            if hole.length >= UNREAD_S * SAMPLE_RATE_HZ and hole.start < self._length
        )

    # What was heard before

    def _recall(self, start: SampleIndex, language: str) -> Recalled:
        if self._memory is None:
            return NOTHING
        return self._memory.recall(self._read, self._length, self._cancellation, start=start, language=language)

    def _keep(self, found: Iterable[tuple[Stretch, Sequence[RecognisedSegment]]], finished_to: int) -> None:
        """Remember what was said up to a sample, as the engine gave it."""
        if self._memory is None:
            return
        language = self._language.language
        pieces = [
            piece
            for stretch, lines in found
            for piece in pieces_of(stretch.parts, stretch.speech, lines, language=language)
        ]
        self._memory.keep(
            self._read,
            pieces,
            finished_to=finished_to,
            length=self._length,
            probability=self._language.probability,
            language=language,
        )

    # What to do

    def _work(self, start: SampleIndex, gain: float, recalled: Recalled) -> Iterator[_Work]:
        """All of the recording in order: what is known as it is, the rest detected and packed."""
        if start == 0 and self._length <= WINDOW_S * SAMPLE_RATE_HZ and not recalled.covered:
            yield from self._whole(gain)
            return
        at = int(start)
        for span in recalled.covered:
            yield from self._batches(at, span.start, gain)
            inside = [piece for piece in recalled.pieces if span.start <= piece.part.start < span.stop]
            stretches = tuple(Stretch((piece.part,), piece.speech) for piece in inside)
            if stretches:
                yield _Work(stretches, [list(piece.lines) for piece in inside])
            at = span.stop
        yield from self._batches(at, self._length, gain)

    def _whole(self, gain: float) -> Iterator[_Work]:
        """A recording that fits into one window."""
        spans = [span for found in self._spans(0, self._length, gain) for span in found]
        if spans:
            yield _Work((whole_recording(spans, track=self._track, length=self._length),))

    def _batches(self, start: int, stop: int, gain: float) -> Iterator[_Work]:
        """Stretches to ``stop``, a few at a time.

        The first batches hold one stretch each, so that the first words come soon and all threads begin.
        """
        if stop <= start:
            return
        waiting: list[Stretch] = []
        given = 0
        for stretch in self._stretches(start, stop, gain):
            waiting.append(stretch)
            if len(waiting) >= (1 if given < self._parallel else self._batch_size):
                yield _Work(tuple(waiting))
                given += 1
                waiting = []
        if waiting:
            yield _Work(tuple(waiting))

    def _stretches(self, start: int, stop: int, gain: float) -> Iterator[Stretch]:
        packer = Packer()
        for spans in self._spans(start, stop, gain):
            yield from packer.feed(spans)
        yield from packer.finish()

    def _spans(self, start: int, stop: int, gain: float) -> Iterator[list[SpeechSpan]]:
        """Where somebody speaks, block by block."""
        detector = self._make_detector()
        segmenter = Segmenter(track=self._track, start=SampleIndex(start))
        block = BLOCK_S * SAMPLE_RATE_HZ
        for at in range(start, stop, block):
            self._cancellation.check()
            sound = self._read(at, min(at + block, stop))
            if gain != 1.0:
                sound = np.clip(sound * np.float32(gain), -1.0, 1.0)
            yield segmenter.feed(detector.feed(sound))
        yield segmenter.feed(detector.finish()) + segmenter.finish(stop - start)

    def _sound(self, stretch: Stretch) -> SpanAudio:
        pieces = [self._read(part.start, part.stop) for part in stretch.parts]
        return SpanAudio(stretch.parts, np.concatenate(pieces), stretch.speech, stretch.is_whole)

    def _vote(self, gain: float) -> LanguageGuess | None:
        """Let several places with speech vote on the language; ``None`` if nobody speaks anywhere."""
        unheard = self._session.guess_language((), self._cancellation)
        if unheard.probability == 1.0:
            return unheard
        listen = VOTE_S * SAMPLE_RATE_HZ
        voters: list[SpanAudio] = []
        for place in range(VOTES):
            start = self._length * place // VOTES
            if place and self._length < VOTES * listen:
                break
            found = next(self._stretches(start, min(start + listen, self._length), gain), None)
            if found is not None:
                voters.append(self._sound(found))
        if not voters:
            found = next(self._stretches(0, self._length, gain), None)
            if found is None:
                return None
            voters.append(self._sound(found))
        return self._session.guess_language(voters, self._cancellation)
