"""The live pipeline: words while they are spoken, from the rings of a recording.

Read this first. Runs on one thread of the process that recognises, for all tracks of a recording:

    ring ── new sound ──▶ detector ──▶ live track ── window that is due ──▶ recogniser ──▶ agreement ──▶ lines

Sound is never dropped here: what there was no time for, or what no try could read, is told as ``StretchSkipped``,
and understood from the recording as soon as nothing else is due (``live_repair.py``). What was committed never changes.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.errors import RecogniserFailed
from engine.contract.messages import (
    Event,
    FellBehind,
    FollowedTrack,
    LanguageChosen,
    LineGrown,
    StretchSkipped,
    TentativeHeard,
    TrackSettled,
)
from engine.contract.segments import GapReason, RecognisedGap, RecognisedWord
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.line_finish import LineFinish
from engine.pipeline.live_lane import LiveLane, LiveSound
from engine.pipeline.live_lines import Growth
from engine.pipeline.live_repair import Repairs
from engine.pipeline.live_schedule import LiveRules, PassKind, behind
from engine.pipeline.live_track import PassWindow
from engine.recognition.coverage import uncovered
from engine.recognition.live_recogniser import Heard

TELL_BEHIND_S = 3.0
"""From here on it is worth saying that the text is late."""

TELL_SETTLED_S = 2.0
"""The mark is told at least so often, in seconds of the recording."""

UNREAD_S = 3.0
"""Voice without words from which on a gap says so; shorter, it may be a laugh or a cough."""

UNBELIEVED_S = 0.6
"""The same where the recogniser did say something that cannot be believed."""

GIVE_UP_S = 14.0
"""Speech in a window that still cannot be read is left for a second try of another kind."""

MOST_FAILURES = 3
"""So many windows in a row may fail before the recogniser is given up."""


class Understands(Protocol):
    """What the pipeline needs of a recogniser; see ``LiveRecogniser``."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window."""
        ...

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable language, and how probable it is."""
        ...


class LivePipeline:
    """Understands all tracks of one recording while it lasts."""

    def __init__(
        self,
        *,
        job: str,
        tracks: Sequence[tuple[FollowedTrack, LiveSound]],
        recogniser: Understands,
        make_detector: Callable[[], VoiceDetector],
        wait: Callable[[], None],
        cancellation: Cancellation,
        language: str = "",
        rules: LiveRules | None = None,
    ) -> None:
        """Get ready.

        Args:
            job: Name of the job, for the events.
            tracks: What is followed, with its sound.
            recogniser: Used on the thread of ``run`` only.
            make_detector: A detector for each track.
            wait: Called when nothing is to be done; returns after a few hundredths of a second.
            cancellation: Looked at between passes.
            language: Whisper code; empty lets the first speech decide.
            rules: How to go about it.
        """
        self._job = job
        self._rules = rules or LiveRules()
        self._recogniser = recogniser
        self._wait = wait
        self._cancellation = cancellation
        self._language = language
        self._failures = 0
        self._lanes = [
            LiveLane(followed, sound, make_detector=make_detector, rules=self._rules) for followed, sound in tracks
        ]
        self._finishes = {lane.number: LineFinish() for lane in self._lanes}
        self._repaired = LineFinish()
        self._repairs = Repairs(make_detector=make_detector)
        for followed, _ in tracks:
            for gap in followed.open_gaps:
                self._repairs.add(SpeechSpan(followed.track, gap.start, gap.stop))

    @property
    def length(self) -> SampleIndex:
        """Samples of the longest track, as far as it is recorded."""
        return SampleIndex(max((lane.sound.written for lane in self._lanes), default=0))

    @property
    def settled(self) -> int:
        """Samples that are settled, of all tracks together."""
        return sum(lane.mark for lane in self._lanes)

    def replace_recogniser(self, recogniser: Understands) -> None:
        """Go on with another one, from what is settled. Between two calls of ``run``, or between two of its events."""
        self._recogniser = recogniser
        self._failures = 0
        for lane in self._lanes:
            lane.begin_anew(lane.mark)

    def run(self) -> Iterator[Event]:
        """Until all tracks have ended and everything is understood. May be called again after it raised.

        Raises:
            Cancelled: stopping was requested; what was committed stands.
            VivavoceError: the recogniser cannot go on.
        """
        while True:
            self._cancellation.check()
            for lane in self._lanes:
                yield from self._follow(lane)
            due = [(lane, window) for lane in self._lanes if (window := lane.track.next_window()) is not None]
            if due:
                yield from self._pass(*max(due, key=lambda each: self._urgency(each[0])))
            elif (skipped := self._repairs.next()) is not None:
                yield from self._repair(skipped)
            elif all(lane.is_finished for lane in self._lanes):
                break
            else:
                self._wait()
        for lane in self._lanes:
            yield from self._close(lane)

    def _follow(self, lane: LiveLane) -> Iterator[Event]:
        """Hear what is new, and settle what time alone settles."""
        lane.listen()
        yield from self._tell_lateness(lane)
        before = lane.track.standing
        words = lane.track.settle_if_over()
        if lane.track.standing.settled != before.settled or words:
            yield from self._settle(lane, words)
            yield from self._look_for_holes(lane)
        if lane.lines.open is not None:
            for growth in lane.lines.close_after_pause(min(lane.track.standing.heard, self._quiet_to(lane))):
                yield self._line(lane, growth)
        if lane.mark - lane.told >= TELL_SETTLED_S * SAMPLE_RATE_HZ:
            yield self._told(lane)

    def _quiet_to(self, lane: LiveLane) -> int:
        """Where unsettled speech begins: before it, silence is silence."""
        standing = lane.track.standing
        return standing.heard if standing.voice <= standing.settled else standing.speech_from

    def _tell_lateness(self, lane: LiveLane) -> Iterator[Event]:
        late = lane.late_s
        if not lane.sound.is_ended and (skipped := lane.track.skip_if_hopeless()) is not None:
            self._repairs.add(skipped)
            lane.skip(skipped)
            yield StretchSkipped(self._job, _gap(skipped))
        told = late if late >= TELL_BEHIND_S else 0.0
        if abs(told - lane.told_late_s) >= 1.0 or (told == 0.0) != (lane.told_late_s == 0.0):
            lane.told_late_s = told
            yield FellBehind(self._job, lane.number, round(told, 1))

    def _urgency(self, lane: LiveLane) -> float:
        return behind(lane.track.standing) + (0.3 if lane.is_computer else 0.0)

    # A pass

    def _pass(self, lane: LiveLane, window: PassWindow) -> Iterator[Event]:
        sound = lane.sound.read(window.start, min(window.stop, lane.fed))
        is_late = behind(lane.track.standing) > self._rules.relaxed_behind_s
        careful = not is_late or window.kind is not PassKind.GROWING
        try:
            if not self._language:
                self._language, probability = self._recogniser.guess_language(sound)
                yield LanguageChosen(self._job, self._language, probability)
            heard = self._recogniser.understand(sound, said=window.said, language=self._language, careful=careful)
        except RecogniserFailed:
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                raise
            heard = None
        else:
            self._failures = 0
        # A loop says nothing reliable; what comes after it is understood at the next pass.
        lane.is_unread = heard is None or heard.is_loop
        words = [] if heard is None or heard.is_loop else placed(heard, window.start)
        settled = lane.track.take(window, words)
        yield from self._settle(lane, settled, no_speech=heard.no_speech if heard is not None else 0.0)
        standing = lane.track.standing
        start = max(standing.settled, standing.speech_from, window.start)
        if lane.is_unread and window.stop - start >= GIVE_UP_S * SAMPLE_RATE_HZ:
            yield from self._leave(lane, start, window.stop)
            lane.begin_anew(window.stop, context_s=0.0)
        yield self._tentative(lane, window.stop)

    def _tentative(self, lane: LiveLane, stop: SampleIndex) -> TentativeHeard:
        rest = lane.shown_rest()
        text = "".join(word.text for word in rest).strip()
        start, stop = (rest[0].start, rest[-1].stop) if rest else (stop, stop)
        return TentativeHeard(self._job, lane.number, start, stop, text)

    def _settle(self, lane: LiveLane, words: Sequence[RecognisedWord], *, no_speech: float = 0.0) -> Iterator[Event]:
        new = lane.take_new(words)
        if new:
            lane.recent.extend(new)
            for growth in lane.lines.add(new, language=self._language, no_speech=no_speech):
                yield self._line(lane, growth)

    def _line(self, lane: LiveLane, growth: Growth) -> LineGrown:
        words = growth.line.words
        speech = lane.speech(words[0].start - SAMPLE_RATE_HZ, words[-1].stop + SAMPLE_RATE_HZ)
        segment = self._finishes[lane.number].finish(
            growth, track=lane.number, speech=speech, length=max(lane.fed, words[-1].stop)
        )
        mark = lane.tell_mark()
        return LineGrown(self._job, growth.line.name, segment, growth.new_words, mark, growth.is_closed)

    def _told(self, lane: LiveLane) -> TrackSettled:
        return TrackSettled(self._job, lane.number, lane.tell_mark())

    def _close(self, lane: LiveLane) -> Iterator[Event]:
        for growth in lane.lines.close():
            yield self._line(lane, growth)
        yield self._told(lane)

    # What could not be read

    def _look_for_holes(self, lane: LiveLane) -> Iterator[Event]:
        """Say that a voice got no words; nothing is passed over in silence."""
        standing = lane.track.standing
        if standing.settled < standing.voice:
            return  # the track tries once more
        start, stop = lane.looked_to, standing.settled
        lane.looked_to = max(start, stop)
        least = UNBELIEVED_S if lane.is_unread else UNREAD_S
        speech = [
            SpeechSpan(lane.number, SampleIndex(max(span.start, start)), SampleIndex(min(span.stop, stop)))
            for span in lane.speech(start, stop)
        ]
        for hole in uncovered(speech, lane.recent):
            if hole.length >= least * SAMPLE_RATE_HZ:
                yield from self._leave(lane, hole.start, hole.stop)
        lane.is_unread = False

    def _leave(self, lane: LiveLane, start: int, stop: int) -> Iterator[Event]:
        left = SpeechSpan(lane.number, SampleIndex(start), SampleIndex(stop))
        self._repairs.add(left)
        yield StretchSkipped(self._job, _gap(left))

    def _repair(self, skipped: SpeechSpan) -> Iterator[Event]:
        lane = next(lane for lane in self._lanes if lane.number == skipped.track)
        for outcome in self._repairs.repair(skipped, lane.sound, self._recogniser, language=self._language):
            for growth in outcome.lines:
                segment = self._repaired.finish(
                    growth, track=lane.number, speech=(outcome.stretch,), length=lane.sound.written
                )
                line = growth.line.name
                yield LineGrown(self._job, line, segment, growth.new_words, lane.tell_mark(), is_closed=True)
            yield outcome.event(self._job)


def placed(heard: Heard, start: int) -> list[RecognisedWord]:
    """The words of a window at their place in the recording."""
    return [
        RecognisedWord(SampleIndex(start + word.start), SampleIndex(start + word.stop), word.text, word.confidence)
        for word in heard.words
    ]


def _gap(span: SpeechSpan) -> RecognisedGap:
    return RecognisedGap(span.track, span.start, span.stop, GapReason.NOT_RECOGNISED)
