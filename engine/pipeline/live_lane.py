"""One track of a live recording with everything that belongs to it: its sound, its detector, its words and its mark.

On the live pipeline's thread. ``LiveTrack`` knows what is settled in the window it looks at; a lane outlives it: where
the window must begin anew (another speech model, a stretch that cannot be read) or the process did, the lane goes back
a little, hears the seam in its context, and lets only the words through that are new.
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples, SpeechSpan, TrackKind
from engine.contract.messages import FollowedTrack
from engine.contract.segments import RecognisedWord
from engine.detection.voice_detector import VoiceDetector
from engine.pipeline.live_lines import LineBuilder
from engine.pipeline.live_schedule import LiveRules, behind
from engine.pipeline.live_seam import first_new, is_past
from engine.pipeline.live_track import LiveTrack

CONTEXT_S = 5.0
"""Sound before a seam that is understood once more."""

BLOCK_S = 10
"""Seconds of waiting sound that are heard at a time."""

AHEAD_S = 15.0
"""When a recording that has ended is understood, no more speech than this waits between detector and recogniser."""

KEEP_S = 90.0
"""How far back the detector's answers are kept."""

SILENCE_S = 1.0
"""A mark in silence stays this far behind what was heard: the detector is late for a soft beginning."""

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
        self, followed: FollowedTrack, sound: LiveSound, *, make_detector: Callable[[], VoiceDetector], rules: LiveRules
    ) -> None:
        self.number = followed.track
        self.is_computer = followed.kind is TrackKind.COMPUTER
        self.sound = sound
        self.lines = LineBuilder()
        self.is_finished = False
        """Everything is heard; what is left to do is to understand it."""
        self.is_unread = False
        """The last pass gave nothing that can be believed."""
        self.recent: deque[RecognisedWord] = deque(maxlen=400)
        """The last committed words."""
        self.looked_to = int(followed.resume_at)
        """Up to here it was looked whether a voice got no words."""
        self._rules = rules
        self._detector = make_detector()
        self._mark = int(followed.resume_at)
        self.told = self._mark
        """The mark as it was told last."""
        self.told_late_s = 0.0
        self._said = followed.said
        start = max(0, self._mark - _samples(CONTEXT_S))
        self.fed = start
        self._probabilities: deque[float] = deque(maxlen=int(KEEP_S * SAMPLE_RATE_HZ) // WINDOW_SAMPLES)
        self._heard = start
        self._seam = self._mark
        self._at_seam: list[RecognisedWord] = []
        self._is_past_seam = start == self._mark
        self._earlier: tuple[SpeechSpan, ...] = ()
        self.track = LiveTrack(track=self.number, rules=rules, start=SampleIndex(start))

    @property
    def mark(self) -> SampleIndex:
        """Everything before is settled."""
        standing = self.track.standing
        if self.is_finished and standing.voice <= standing.settled:
            found = int(self.sound.written)
        elif standing.voice <= standing.settled:
            found = max(standing.settled, standing.heard - _samples(SILENCE_S))
        else:
            found = max(standing.settled, standing.speech_from - _samples(PRE_ROLL_S))
        if self._at_seam:
            found = min(found, self._at_seam[0].start)
        return SampleIndex(max(self._mark, min(found, int(self.sound.written))))

    @property
    def late_s(self) -> float:
        """How late the text is, in seconds."""
        unheard = max(0, self.sound.written - self.fed) / SAMPLE_RATE_HZ
        return behind(self.track.standing) + (unheard if unheard > 1.0 else 0.0)

    def tell_mark(self) -> SampleIndex:
        """The mark, to be told now."""
        self._mark = self.told = self.mark
        return SampleIndex(self.told)

    # Hearing

    def listen(self) -> None:
        """Let the detector hear what is new."""
        is_ended = self.sound.is_ended  # first: what is written after this look is heard at the next
        to = self.sound.written
        if to > self.fed:
            while to > self.fed:
                if is_ended and behind(self.track.standing) > AHEAD_S:
                    return
                stop = min(to, self.fed + BLOCK_S * SAMPLE_RATE_HZ)
                self._hear(self._detector.feed(self.sound.read(self.fed, stop)).tolist())
                self.fed = stop
        elif is_ended and not self.is_finished:
            self._hear(self._detector.finish().tolist())
            self.track.end()
            self.is_finished = True

    def speech(self, start: int, stop: int) -> tuple[SpeechSpan, ...]:
        """Where a voice was heard between two samples."""
        return (
            *(span for span in self._earlier if span.start < stop and span.stop > start),
            *self.track.speech(start, stop),
        )

    # Words

    def take_new(self, words: Sequence[RecognisedWord]) -> list[RecognisedWord]:
        """Of the words that the track settled, those that are new and certain to be."""
        if self._is_past_seam:
            return list(words)
        self._at_seam.extend(words)
        if any(is_past(word, self._seam) for word in self._at_seam):
            return self._pass_seam()
        standing = self.track.standing
        if standing.settled >= standing.voice and standing.settled > self._seam:
            return self._pass_seam()
        return []

    def skip(self, span: SpeechSpan) -> None:
        """The track left a stretch for later."""
        self.looked_to = max(self.looked_to, span.stop)
        if span.stop > self._seam:
            self._at_seam, self._is_past_seam = [], True

    def shown_rest(self) -> tuple[RecognisedWord, ...]:
        """The words that may still change, without those of before a seam."""
        if self._is_past_seam:
            return self.track.rest
        waiting = [*self._at_seam, *self.track.rest]
        return tuple(waiting[first_new(waiting, seam=self._seam, said=self._said) :])

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
        self.track = LiveTrack(track=self.number, rules=self._rules, start=SampleIndex(start))
        self.track.hear(list(self._probabilities)[skipped:])
        if self.is_finished:
            self.track.end()
        self._mark = max(self._mark, at)
        self.looked_to = max(self.looked_to, at)
        self._seam, self._at_seam, self._is_past_seam = at, [], start >= at
        self._said = "".join(word.text for word in list(self.recent)[-6:] if word.stop > at - SAMPLE_RATE_HZ)
        self.is_unread = False

    def _pass_seam(self) -> list[RecognisedWord]:
        waiting, self._at_seam = self._at_seam, []
        self._is_past_seam = True
        return waiting[first_new(waiting, seam=self._seam, said=self._said) :]

    def _hear(self, probabilities: Sequence[float]) -> None:
        self.track.hear(probabilities)
        self._probabilities.extend(probabilities)
        self._heard += len(probabilities) * WINDOW_SAMPLES


def _samples(seconds: float) -> int:
    return int(seconds * SAMPLE_RATE_HZ)
