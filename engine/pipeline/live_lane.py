"""One track of a live recording with everything that belongs to it: its sound, its detector, its words and its mark.

On the live pipeline's thread. ``LiveTrack`` knows what is settled in the window it looks at; a lane outlives it: where
the window must begin anew (another speech model, a stretch that cannot be read) or the process did, the lane goes back
a little, hears the seam in its context, and lets only the words through that are new.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples, SpeechSpan, TrackKind
from engine.contract.messages import FollowedTrack
from engine.contract.segments import RecognisedWord
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.lane_words import LaneWords
from engine.pipeline.live_hole import NEAR, holes_in, middle, missed, read_holes, read_jump
from engine.pipeline.live_language import TrackLanguage
from engine.pipeline.live_lines import Line
from engine.pipeline.live_piece import PIECE_S, Reread, best_cut, read_hole, within
from engine.pipeline.live_schedule import LiveRules, behind
from engine.pipeline.live_seam import SLACK_S, first_new, is_past
from engine.pipeline.live_track import LiveTrack
from engine.pipeline.pass_times import PassTimes
from engine.pipeline.stage_clock import StageClock

CONTEXT_S = 5.0
"""Sound before a seam that is understood once more."""

BLOCK_S = 10
"""Seconds of waiting sound that are heard at a time."""

MOST_S = 120
"""Seconds that are heard before something else may be done."""

AHEAD_S = 15.0
"""When a recording that has ended is understood, no more speech than this waits between detector and recogniser."""

KEEP_S = 90.0
"""How far back the detector's answers are kept."""

MOST_RECENT = 400

CALM_S = 4.0
"""Not later than this, there is time to hear at once what the decoder jumped over."""

BACKLOG_S = 8.0
"""Speech that no pass has looked at, from which on it is understood piece by piece."""

PAUSE_WITHIN_S = 6.0
"""How far back a pause is looked for where sound is left for later: no word should be cut in two."""

SILENCE_S = 1.0
"""A mark in silence stays this far behind what was heard: the detector is late for a soft beginning."""

COMPUTER_FIRST_S = 0.3
"""So much more urgent is the computer's track: what the microphone heard of it is told by it."""

PRE_ROLL_S = 0.4
"""A mark before unsettled speech stays this far in front of it."""


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
        """A stretch, cut to what is there; what the ring no longer holds comes from the recording file."""
        ...


class LiveLane:
    """See the top of this file."""

    def __init__(
        self,
        followed: FollowedTrack,
        sound: LiveSound,
        *,
        make_detector: Callable[[], VoiceDetector],
        rules: LiveRules,
        can_echo: bool,
    ) -> None:
        self.number = followed.track
        self.may_be_echoed = self.is_computer(followed)
        self.may_echo = can_echo and followed.kind is TrackKind.MICROPHONE
        self.sound = sound
        line = _open_line(followed)
        self.words = LaneWords(followed.track, may_echo=self.may_echo, line=line)
        self.language = ""
        """The language to go by for now."""
        self.spoken = TrackLanguage()
        self.is_finished = False
        """Everything is heard; what is left to do is to understand it."""
        self.is_unread = False
        """The last pass gave nothing that can be believed."""
        self.has_unheard = False
        """The decoder jumped over a voice, and there was no time to listen to it alone."""
        self.recent: deque[RecognisedWord] = deque(maxlen=MOST_RECENT)
        """The words that were settled last."""
        self.repaired: deque[RecognisedWord] = deque(maxlen=MOST_RECENT)
        """The words of skipped stretches that were understood last."""
        self.late_s = 0.0
        """How late the text was at the last look, before anything was left for later."""
        self.told_late_s = 0.0
        self.told_tentative = ""
        self._rules = rules
        self._detector = make_detector()
        self._mark = int(followed.resume_at)
        self._looked_to = self._mark
        start = max(0, self._mark - _samples(CONTEXT_S))
        self.fed = start
        """First sample that the detector has not heard."""
        self._heard = start
        self.stages = StageClock(start=start)
        self._probabilities: deque[float] = deque(maxlen=int(KEEP_S * SAMPLE_RATE_HZ) // WINDOW_SAMPLES)
        self._earlier = _voice_of(line, followed.track, before=start)
        self._seam = self._mark
        self._said = followed.said
        self._at_seam: list[RecognisedWord] = []
        self._is_past_seam = start == self._mark
        self._start = start
        """Where the track begins to listen."""
        self._times = PassTimes(rules)
        self.track = LiveTrack(track=self.number, rules=rules, start=SampleIndex(start), times=self._times)

    @staticmethod
    def is_computer(followed: FollowedTrack) -> bool:
        """Whether a microphone may hear the track."""
        return followed.kind is TrackKind.COMPUTER

    @property
    def urgency_s(self) -> float:
        """How long a pass over it has been waited for; of several lanes, the greatest comes first."""
        return behind(self.track.standing) + (COMPUTER_FIRST_S if self.may_be_echoed else 0.0)

    @property
    def settled(self) -> SampleIndex:
        """Everything before is settled, though it may not be told yet."""
        standing = self.track.standing
        if not self._is_past_seam:
            found = self._seam
        elif standing.voice > standing.settled:
            found = max(standing.settled, standing.speech_from - _samples(PRE_ROLL_S))
        elif self.is_finished:
            found = self.sound.written
        else:
            found = max(standing.settled, standing.heard - _samples(SILENCE_S))
        return SampleIndex(max(self._mark, min(found, self.sound.written)))

    @property
    def mark(self) -> SampleIndex:
        """Everything before is settled and in lines: where another process would go on."""
        waiting = self.words.first_waiting
        return SampleIndex(max(self._mark, self.settled if waiting is None else min(self.settled, waiting)))

    @property
    def told(self) -> int:
        """The mark as it was told last."""
        return self._mark

    def tell_mark(self, *, before: int = 1 << 62) -> SampleIndex:
        """The mark, to be told now. Lines that are told later begin at ``before``."""
        self._mark = max(self._mark, min(self.mark, before))
        return SampleIndex(self._mark)

    @property
    def known_to(self) -> int:
        """Everything said before this sample is among the settled words and the rest."""
        standing = self.track.standing
        is_quiet = standing.voice <= standing.settled
        return standing.heard - _samples(PRE_ROLL_S) if is_quiet else standing.passed

    @property
    def quiet_to(self) -> int:
        """Nothing is said between the last settled word and this sample."""
        standing = self.track.standing
        return standing.heard if standing.voice <= standing.settled else standing.speech_from

    @property
    def known_words(self) -> list[RecognisedWord]:
        """Everything that was understood lately, in order."""
        return sorted((*self.recent, *self.repaired), key=lambda word: word.start)

    @property
    def is_past_seam(self) -> bool:
        """Whether all words that come are new."""
        return self._is_past_seam

    @property
    def seam(self) -> int:
        """What lies before it was committed before the track began."""
        return self._seam

    @property
    def rest(self) -> Sequence[RecognisedWord]:
        """The words that may still change."""
        if self._is_past_seam:
            return self.track.rest
        waiting = [*self._at_seam, *self.track.rest]
        return waiting[first_new(waiting, seam=self._seam, said=self._said) :]

    # Hearing

    def listen(self) -> None:
        """Let the detector hear what is new."""
        is_ended = self.sound.is_ended  # first: what is written after this look is heard at the next
        to = self.sound.written
        if self.fed >= to and is_ended and not self.is_finished:
            self._hear(self._detector.finish().tolist(), to=to)
            self.track.end()
            self.is_finished = True
        most = min(to, self.fed + MOST_S * SAMPLE_RATE_HZ)
        while self.fed < most and not (is_ended and behind(self.track.standing) > AHEAD_S):
            stop = min(most, self.fed + BLOCK_S * SAMPLE_RATE_HZ)
            self._hear(self._detector.feed(self.sound.read(self.fed, stop)).tolist(), to=stop)
            self.fed = stop
        waiting = (to - self.fed) / SAMPLE_RATE_HZ
        self.late_s = behind(self.track.standing) + waiting

    def speech(self, start: int, stop: int) -> tuple[SpeechSpan, ...]:
        """Where a voice was heard between two samples."""
        return (
            *(span for span in self._earlier if span.start < stop and span.stop > start),
            *self.track.speech(start, stop),
        )

    # Words

    def take_new(self, words: Sequence[RecognisedWord], *, is_all: bool = False) -> list[RecognisedWord]:
        """Of the words that are settled, those that are new and certain to be.

        Args:
            words: What follows the words before.
            is_all: They are a whole piece, read from where the lane began to listen.
        """
        if self._is_past_seam:
            new = list(words)
        else:
            self._at_seam = [*words] if is_all else [*self._at_seam, *words]
            standing = self.track.standing
            is_far = self.is_finished or standing.heard > self._seam + _samples(SILENCE_S)
            is_quiet = standing.voice <= standing.settled and is_far
            if not (is_all or is_quiet) and not any(is_past(word, self._seam) for word in self._at_seam):
                return []
            waiting, self._at_seam, self._is_past_seam = self._at_seam, [], True
            new = waiting[first_new(waiting, seam=self._seam, said=self._said) :]
        self.recent.extend(new)
        self.stages.settle(new)
        return new

    def hear_holes(self, start: int, words: Sequence[RecognisedWord], reread: Reread) -> Sequence[RecognisedWord]:
        """Words settled behind ``start``, with what is said where the decoder jumped over a voice between them."""
        if not words or not self._is_past_seam:
            return words
        said = [word for word in self.recent if middle(word) < middle(words[0])][-NEAR:]

        def read(hole: SpeechSpan) -> Sequence[RecognisedWord]:
            return self._without_said(read_hole(hole, self.sound, reread))

        filled = tuple(words)
        for jump in self.track.take_jumps():
            if set(jump.words) <= set(filled) and missed(jump, filled):
                filled = read_jump(jump, filled, read, said=said)
        holes = holes_in(within(self.speech(start, filled[-1].stop), start, filled[-1].stop), filled)
        if behind(self.track.standing) <= CALM_S:
            filled = read_holes(holes, filled, read, said=said)
        else:
            self.has_unheard = self.has_unheard or bool(holes)
        filled = self._without_coming(filled, words)
        if filled != tuple(words):
            self.track.say_instead(filled, after=start)
        return filled

    def _without_coming(
        self, filled: tuple[RecognisedWord, ...], words: Sequence[RecognisedWord]
    ) -> tuple[RecognisedWord, ...]:
        """Without late words behind the mark, as long as a pass is to come that hears them: they would stand twice."""
        standing = self.track.standing
        while standing.settled < standing.voice and filled[-1] not in words and middle(filled[-1]) >= standing.settled:
            filled = filled[:-1]
        return filled

    def _without_said(self, words: Sequence[RecognisedWord]) -> Sequence[RecognisedWord]:
        """What was heard late, without words from before the seam."""
        if not words or words[0].start > self._seam + _samples(SLACK_S):
            return words
        return words[first_new(words, seam=self._seam, said=self._said) :]

    def put_right(self, new: Sequence[RecognisedWord], filled: Sequence[RecognisedWord]) -> list[RecognisedWord]:
        """The words that were settled last are these now."""
        for _ in new:
            self.recent.pop()
        self.recent.extend(filled)
        return list(filled)

    def to_look_through(self, *, to: int | None = None) -> list[SpeechSpan]:
        """Where a voice was heard since the last look, if all words that it gets are there."""
        standing = self.track.standing
        if to is None and standing.settled < standing.voice:
            return []  # the track tries once more
        start, self._looked_to = self._looked_to, max(self._looked_to, standing.settled if to is None else to)
        return [
            SpeechSpan(span.track, SampleIndex(max(span.start, start)), SampleIndex(min(span.stop, self._looked_to)))
            for span in self.speech(start, self._looked_to)
        ]

    def backlog(self) -> SpeechSpan | None:
        """So much is waiting that it is better understood a piece at a time than in a window that grows: the piece."""
        standing = self.track.standing
        if standing.voice - max(standing.passed, standing.speech_from) < BACKLOG_S * SAMPLE_RATE_HZ:
            return None
        start = self._start if not self._is_past_seam else max(self._start, self.settled)
        voiced = self.speech(start, self.fed)
        stop = best_cut(voiced, start, min(standing.heard, start + int(PIECE_S * SAMPLE_RATE_HZ)))
        return SpeechSpan(self.number, SampleIndex(start), SampleIndex(min(stop, self.fed)))

    def last_pause(self, before: int) -> int:
        """The last place where nobody spoke, not far before a sample; else that sample."""
        spans = self.speech(before - _samples(PAUSE_WITHIN_S), before)
        if not spans or spans[-1].stop < before:
            return before
        pauses = [(one.stop + other.start) // 2 for one, other in pairwise(spans) if one.stop < other.start]
        return pauses[-1] if pauses else before

    def skip(self, span: SpeechSpan) -> None:
        """The track left a stretch for later."""
        self._looked_to = max(self._looked_to, span.stop)
        if span.stop > self._seam:
            self._at_seam, self._is_past_seam = [], True

    def go_on_at(self, at: int) -> None:
        """Go on behind a piece. In a pause nothing of before is needed."""
        # A voice that ends where nothing is heard yet goes on.
        is_cut = any(span.start < at <= span.stop for span in self.speech(at - 1, at + 1))
        self.begin_anew(at, context_s=CONTEXT_S if is_cut else 0.0)

    def begin_anew(self, at: int, *, context_s: float = CONTEXT_S) -> None:
        """Go on behind ``at``, from a window that begins that much before it."""
        first = self._heard - len(self._probabilities) * WINDOW_SAMPLES
        skipped = max(0, at - _samples(context_s) - first) // WINDOW_SAMPLES
        start = first + skipped * WINDOW_SAMPLES
        known = self.speech(start - _samples(KEEP_S), start)
        self._earlier = tuple(
            SpeechSpan(each.track, each.start, SampleIndex(min(each.stop, start)))
            for each in known
            if each.start < start
        )
        self._start = start
        self.track = LiveTrack(track=self.number, rules=self._rules, start=SampleIndex(start), times=self._times)
        self.track.hear(list(self._probabilities)[skipped:])
        if self.is_finished:
            self.track.end()
        self._looked_to = max(self._looked_to, at)
        self._seam, self._at_seam, self._is_past_seam = at, [], start >= at
        self._said = "".join(word.text for word in list(self.recent)[-6:] if word.stop > at - SAMPLE_RATE_HZ)
        self.is_unread = False

    def _hear(self, probabilities: Sequence[float], *, to: int) -> None:
        self.stages.hear(self.sound, self.fed, to, probabilities)
        self.track.hear(probabilities)
        self._probabilities.extend(probabilities)
        self._heard += len(probabilities) * WINDOW_SAMPLES


def _open_line(followed: FollowedTrack) -> Line | None:
    """The line to go on with; one that was set aside already needs nobody."""
    found = followed.open_line
    if found is None or found.segment.quarantine is not None or not found.segment.words:
        return None
    return Line(found.name, found.segment.words, found.segment.language, found.segment.no_speech)


def _voice_of(line: Line | None, track: int, *, before: int) -> tuple[SpeechSpan, ...]:
    """Where a voice was for certain that is not heard again: under the words of a line that was told."""
    words = () if line is None else line.words
    return tuple(
        SpeechSpan(track, word.start, SampleIndex(min(word.stop, before))) for word in words if word.start < before
    )


def _samples(seconds: float) -> int:
    return int(seconds * SAMPLE_RATE_HZ)
