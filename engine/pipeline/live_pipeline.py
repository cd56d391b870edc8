"""The live pipeline: words while they are spoken, from the rings of a recording.

Read this first. Runs on one thread of the process that recognises, for all tracks of a recording:

    ring ── new sound ──▶ detector ──▶ live track ── the window that is due ──▶ recogniser ──▶ agreement ──▶ events

Sound is never dropped here: what there was no time for is told as ``Skipped``, and understood from the recording as
soon as nobody speaks (then told as ``Repaired``). What was committed never changes.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.segments import GapReason, QuarantineReason, RecognisedGap, RecognisedSegment, RecognisedWord
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.live_schedule import LiveRules, PassKind, behind
from engine.pipeline.live_track import LiveTrack, PassWindow
from engine.postprocess.normaliser import normalise
from engine.postprocess.quarantine import Quarantine
from engine.recognition.live_recogniser import Heard

REPAIR_S = 20
"""Seconds of skipped sound that are understood in one go."""

TELL_BEHIND_S = 3.0
"""From here on it is worth saying that the text is late."""

LINE_PAUSE_S = 1.0
"""A pause this long begins a new line even between words that are settled together."""


class LiveSound(Protocol):
    """One track's sound while it is recorded."""

    @property
    def written(self) -> SampleIndex:
        """First sample that is not there yet."""
        ...

    @property
    def is_ended(self) -> bool:
        """Whether ``written`` will not grow any more."""
        ...

    def read(self, start: int, stop: int) -> Samples:
        """A stretch as the recogniser wants it; what the ring no longer holds comes from the recording file."""
        ...


class Understands(Protocol):
    """What the pipeline needs of a recogniser; see ``LiveRecogniser``."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window."""
        ...

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable language, and how probable it is."""
        ...


@dataclass(frozen=True, slots=True)
class Tentative:
    """What follows the committed words of a track for now; empty takes back what was there."""

    track: int
    start: SampleIndex
    stop: SampleIndex
    text: str


@dataclass(frozen=True, slots=True)
class SegmentCommitted:
    """Words that will not change."""

    segment: RecognisedSegment


@dataclass(frozen=True, slots=True)
class Skipped:
    """A stretch that there was no time for."""

    gap: RecognisedGap


@dataclass(frozen=True, slots=True)
class Repaired:
    """A skipped stretch has been understood; its segments came just before."""

    gap: RecognisedGap


@dataclass(frozen=True, slots=True)
class Behind:
    """How late the text of a track is; 0 when it has caught up."""

    track: int
    seconds: float


@dataclass(frozen=True, slots=True)
class LanguageHeard:
    """The language that was decided on."""

    language: str
    probability: float


LiveEvent = Tentative | SegmentCommitted | Skipped | Repaired | Behind | LanguageHeard


@dataclass(slots=True)
class _Lane:
    """A track with its sound and its detector."""

    number: int
    sound: LiveSound
    detector: VoiceDetector
    track: LiveTrack
    fed: int
    is_finished: bool = False
    is_late: bool = False


class LivePipeline:
    """Understands all tracks of one recording while it lasts."""

    def __init__(
        self,
        *,
        sounds: Sequence[LiveSound],
        recogniser: Understands,
        make_detector: Callable[[], VoiceDetector],
        wait: Callable[[], None],
        cancellation: Cancellation,
        language: str = "",
        rules: LiveRules | None = None,
        start: SampleIndex = SampleIndex(0),
    ) -> None:
        """Get ready.

        Args:
            sounds: One for each track.
            recogniser: Used on the thread of ``run`` only.
            make_detector: A detector for each track.
            wait: Called when nothing is to be done; returns after a few hundredths of a second.
            cancellation: Looked at between passes.
            language: Whisper code; empty lets the first speech decide.
            rules: How to go about it.
            start: Where to begin, after what was committed before a restart.
        """
        self._rules = rules or LiveRules()
        self._recogniser = recogniser
        self._wait = wait
        self._cancellation = cancellation
        self._language = language
        self._quarantine = Quarantine()
        self._skipped: deque[SpeechSpan] = deque()
        self._lanes = [
            _Lane(number, sound, make_detector(), LiveTrack(track=number, rules=self._rules, start=start), start)
            for number, sound in enumerate(sounds)
        ]

    def run(self) -> Iterator[LiveEvent]:
        """Until all tracks have ended and everything is understood.

        Raises:
            Cancelled: stopping was requested; what was committed stands.
            VivavoceError: the recogniser cannot go on.
        """
        while True:
            self._cancellation.check()
            for lane in self._lanes:
                self._listen(lane)
                yield from self._tell_lateness(lane)
                yield from self._commit(lane, lane.track.settle_if_over())
            due = [(lane, window) for lane in self._lanes if (window := lane.track.next_window()) is not None]
            if due:
                lane, window = max(due, key=lambda each: behind(each[0].track.standing))
                yield from self._pass(lane, window)
            elif self._skipped:
                yield from self._repair(self._skipped.popleft())
            elif all(lane.is_finished for lane in self._lanes):
                return
            else:
                self._wait()

    def _listen(self, lane: _Lane) -> None:
        """Let the detector hear what is new."""
        is_ended = lane.sound.is_ended  # first: what is written after this look is heard at the next
        to = lane.sound.written
        if to > lane.fed:
            lane.track.hear(lane.detector.feed(lane.sound.read(lane.fed, to)).tolist())
            lane.fed = to
        elif is_ended and not lane.is_finished:
            lane.track.hear(lane.detector.finish().tolist())
            lane.track.end()
            lane.is_finished = True

    def _tell_lateness(self, lane: _Lane) -> Iterator[LiveEvent]:
        late = behind(lane.track.standing)
        skipped = lane.track.skip_if_hopeless()
        if skipped is not None:
            self._skipped.append(skipped)
            yield Skipped(_gap(skipped))
        if late >= TELL_BEHIND_S or lane.is_late:
            lane.is_late = late >= TELL_BEHIND_S
            yield Behind(lane.number, late if lane.is_late else 0.0)

    def _pass(self, lane: _Lane, window: PassWindow) -> Iterator[LiveEvent]:
        sound = lane.sound.read(window.start, min(window.stop, lane.fed))
        if not self._language:
            self._language, probability = self._recogniser.guess_language(sound)
            yield LanguageHeard(self._language, probability)
        is_late = behind(lane.track.standing) > self._rules.relaxed_behind_s
        careful = not is_late or window.kind is not PassKind.GROWING
        heard = self._recogniser.understand(sound, said=window.said, language=self._language, careful=careful)
        # A loop says nothing reliable; what comes after it is understood at the next pass.
        words = [] if heard.is_loop else placed(heard, window.start)
        yield from self._commit(lane, lane.track.take(window, words), no_speech=heard.no_speech)
        rest = lane.track.rest
        start = rest[0].start if rest else window.stop
        stop = rest[-1].stop if rest else window.stop
        yield Tentative(lane.number, start, stop, "".join(word.text for word in rest).strip())

    def _commit(
        self, lane: _Lane, words: Sequence[RecognisedWord], *, no_speech: float = 0.0
    ) -> Iterator[SegmentCommitted]:
        for line in _lines(words):
            segment = _segment(lane.number, line, self._language, no_speech)
            speech = lane.track.speech(segment.start - SAMPLE_RATE_HZ, segment.stop + SAMPLE_RATE_HZ)
            yield from self._give(self._quarantine.judge(segment, speech), lane)

    def _give(self, segment: RecognisedSegment, lane: _Lane) -> Iterator[SegmentCommitted]:
        for each in normalise([segment], length=max(lane.fed, segment.stop)):
            yield SegmentCommitted(each)

    def _repair(self, skipped: SpeechSpan) -> Iterator[LiveEvent]:
        """Understand a skipped stretch, a window at a time, so that what is spoken now does not wait for long."""
        stop = min(skipped.stop, skipped.start + REPAIR_S * SAMPLE_RATE_HZ)
        lane = self._lanes[skipped.track]
        sound = lane.sound.read(skipped.start, stop)
        heard = self._recogniser.understand(sound, said=(), language=self._language, careful=True)
        words = placed(heard, skipped.start)
        for line in _lines(words):
            segment = _segment(
                skipped.track,
                line,
                self._language,
                heard.no_speech,
                quarantine=QuarantineReason.LOOP if heard.is_loop else None,
            )
            yield from self._give(self._quarantine.judge(segment, (skipped,)), lane)
        yield Repaired(_gap(SpeechSpan(skipped.track, skipped.start, SampleIndex(stop))))
        if stop < skipped.stop:
            self._skipped.appendleft(SpeechSpan(skipped.track, SampleIndex(stop), skipped.stop))


def placed(heard: Heard, start: int) -> list[RecognisedWord]:
    """The words of a window at their place in the recording."""
    return [
        RecognisedWord(SampleIndex(start + word.start), SampleIndex(start + word.stop), word.text, word.confidence)
        for word in heard.words
    ]


def _segment(
    track: int,
    words: Sequence[RecognisedWord],
    language: str,
    no_speech: float,
    *,
    quarantine: QuarantineReason | None = None,
) -> RecognisedSegment:
    return RecognisedSegment(
        track=track,
        start=words[0].start,
        stop=words[-1].stop,
        text="".join(word.text for word in words).strip(),
        language=language,
        confidence=sum(word.confidence for word in words) / len(words),
        words=tuple(words),
        quarantine=quarantine,
        no_speech=no_speech,
    )


def _lines(words: Sequence[RecognisedWord]) -> Iterator[list[RecognisedWord]]:
    """Words that were settled together, parted at long pauses."""
    line: list[RecognisedWord] = []
    for word in words:
        if line and word.start - line[-1].stop >= LINE_PAUSE_S * SAMPLE_RATE_HZ:
            yield line
            line = []
        line.append(word)
    if line:
        yield line


def _gap(span: SpeechSpan) -> RecognisedGap:
    return RecognisedGap(span.track, span.start, span.stop, GapReason.NOT_RECOGNISED)
