"""One track of a live recording: where somebody speaks, what is settled, and the window of the next pass.

Pure: knows neither sound nor a clock. The live pipeline feeds speech probabilities and what each pass understood, and
asks what to do next.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.agreement import Agreement
from engine.pipeline.heard_before import HeardBefore
from engine.pipeline.live_hole import Jump
from engine.pipeline.live_schedule import LiveRules, PassKind, Standing, next_pass, settles_all, skip_to
from engine.pipeline.pass_times import PassTimes
from engine.recognition.lines import CLOSING, SENTENCE_ENDS
from engine.recognition.window_reader import LONGEST_S

ON, OFF = 0.5, 0.35
"""Speech probabilities at which a voice begins and below which it rests; the segmenter's."""

BRIDGE = 6
"""Windows of rest within one voiced stretch."""

TAIL = int(0.3 * SAMPLE_RATE_HZ)
"""Samples after the last voice that are in the window as well."""

HOLE_S = 0.8
"""Voice behind the last word that got no words is tried once more, without anything before it."""


DEAF_S = 0.8
"""Voice behind settled words that gets no word: the decoder takes those for all that is said in the window."""


@dataclass(frozen=True, slots=True)
class PassWindow:
    """The sound of one pass, and what is settled in it."""

    kind: PassKind
    start: SampleIndex
    stop: SampleIndex
    said: tuple[str, ...]
    is_full: bool = False
    """So much waits in it that words are settled without agreement: it must be read, and not a later one instead."""

    @property
    def is_tentative(self) -> bool:
        """Another pass reads it again soon, whatever becomes of this one."""
        return self.kind is PassKind.GROWING and not self.is_full


class LiveTrack:
    """Not for several threads."""

    def __init__(
        self,
        *,
        track: int,
        rules: LiveRules,
        start: SampleIndex = SampleIndex(0),
        times: PassTimes | None = None,
    ) -> None:
        """``times`` is what is known of this track's passes from before it began anew."""
        self._track = track
        self._times = times or PassTimes(rules)
        self._rules = rules
        self._heard = int(start)
        self._passed = int(start)
        self._settled = int(start)
        self._window = int(start)
        self._said: list[RecognisedWord] = []
        """Settled words whose sound is in the window."""
        self._rest: tuple[RecognisedWord, ...] = ()
        """Understood by the last pass, not settled."""
        self._agreement = Agreement()
        self._before = HeardBefore()
        self._voiced: list[SpeechSpan] = []
        """Stretches with a voice, as far back as anything may be asked of them."""
        self._is_voiced = False
        self._is_ended = False
        self._was_hole = False

    # What comes in

    def hear(self, probabilities: Sequence[float]) -> None:
        """Take the next windows of the voice detector."""
        for probability in probabilities:
            start, stop = self._heard, self._heard + WINDOW_SAMPLES
            if probability >= ON or (self._is_voiced and probability >= OFF):
                self._add_voice(start, stop)
            elif self._is_voiced and start - self._voiced[-1].stop >= BRIDGE * WINDOW_SAMPLES:
                self._is_voiced = False
            self._heard = stop

    def end(self) -> None:
        """Nothing more comes."""
        self._is_ended = True

    def take(
        self, window: PassWindow, words: Sequence[RecognisedWord], *, took_s: float = 0.0
    ) -> tuple[RecognisedWord, ...]:
        """Take what a pass of ``took_s`` seconds understood behind the settled words; gives those settled now."""
        self._times.take(took_s)
        self._passed = window.stop
        holdback = 0.05 if window.kind is not PassKind.GROWING else self._rules.holdback_s
        before = window.stop - int(holdback * SAMPLE_RATE_HZ)
        settled = self._agreement.take(words, before=before)
        rest = tuple(words[len(settled) :])
        if rest and self._is_full(window.stop):
            forced = tuple(word for word in rest if word.stop <= window.stop - 2 * SAMPLE_RATE_HZ)
            settled, rest = (*settled, *forced), rest[len(forced) :]
            self._agreement.forget()
        self._before.compare(self._rest, words, said=self._said, voiced=self._unsettled_speech(window.stop))
        settled = self._before.fill(settled) if settled else ()
        self._rest = rest
        self._settle(settled)
        if window.said and not words and self._unsettled_voice >= DEAF_S * SAMPLE_RATE_HZ:
            # At once, and without them: the longer it waits for the next pass, the later the words come.
            self._begin_window(self._settled)
            self._passed = self._settled
        return settled

    def pass_over(self, window: PassWindow) -> None:
        """Go on without a pass that nobody had time for: what is known stands, and the next one has its sound too."""
        self._passed = window.stop

    def settle_if_over(self) -> tuple[RecognisedWord, ...]:
        """The words that a long enough pause, or the end, settles."""
        if not settles_all(self.standing, self._rules) or self._settled >= self._voice:
            return ()
        words = self._before.fill(self._rest)
        self._rest = ()
        self._agreement.forget()
        last = words[-1].stop if words else self._settled
        self._settle(words)
        hole = self._voice - max(last, self._speech_from)
        if hole >= HOLE_S * SAMPLE_RATE_HZ and not self._was_hole:
            # The decoder stopped early; the voice behind its last word gets a window of its own.
            self._was_hole = True
            self._settled = max(last, self._speech_from)
            self._begin_window(self._settled)
            self._passed = self._window
            return words
        late = self._before.fill((), is_all=True)
        self._settle(late)
        self._was_hole = False
        self._settled = max(self._settled, self._voice)
        return (*words, *late)

    def take_jumps(self) -> list[Jump]:
        """Where the words settled since this was asked last are those of an earlier pass: the newest jumped over it."""
        return self._before.take_jumps()

    def say_instead(self, words: Sequence[RecognisedWord], *, after: int) -> None:
        """What was settled behind a sample, with words that were heard late put between."""
        kept = [word for word in self._said if word.stop <= after]
        self._said = [*kept, *(word for word in words if (word.start + word.stop) // 2 > self._window)]

    # What to do

    def next_window(self, *, can_wait: bool = False) -> PassWindow | None:
        """The pass that is due, if any; see ``next_pass``."""
        kind = next_pass(self.standing, self._rules, can_wait=can_wait)
        if kind is None:
            return None
        self._place_window()
        stop = min(self._heard, self._voice + TAIL)
        longest = self._window + int(LONGEST_S * SAMPLE_RATE_HZ)
        if stop > longest:
            # More is waiting than one window holds; its end is no end of speech.
            stop, kind = longest, PassKind.GROWING
        said = tuple(word.text for word in self._said)
        return PassWindow(kind, SampleIndex(self._window), SampleIndex(stop), said, self._is_full(stop))

    def skip_if_hopeless(self) -> SpeechSpan | None:
        """The stretch that is left for later because too much is waiting."""
        to = skip_to(self.standing, self._rules)
        if to is None:
            return None
        start = self._settled if self._settled > self._speech_from else self._speech_from
        skipped = SpeechSpan(self._track, SampleIndex(start), SampleIndex(to))
        self._settled = self._passed = to
        self._rest = ()
        self._agreement.forget()
        self._before.forget()
        self._begin_window(to)
        return skipped

    @property
    def standing(self) -> Standing:
        """Where the track stands."""
        return Standing(self._heard, self._voice, self._settled, self._speech_from, self._passed, self._is_ended)

    @property
    def rest(self) -> tuple[RecognisedWord, ...]:
        """The words that may still change."""
        return self._before.beside(self._rest)

    def speech(self, start: int, stop: int) -> tuple[SpeechSpan, ...]:
        """Where a voice was heard between two samples."""
        return tuple(span for span in self._voiced if span.start < stop and span.stop > start)

    # Inside

    @property
    def _voice(self) -> int:
        return self._voiced[-1].stop if self._voiced else 0

    @property
    def _unsettled_voice(self) -> int:
        """Samples with a voice that are not settled."""
        return sum(span.stop - max(span.start, self._settled) for span in self._voiced if span.stop > self._settled)

    def _unsettled_speech(self, stop: int) -> list[SpeechSpan]:
        """Where a voice was heard that is not settled, up to a sample."""
        spans = ((max(span.start, self._settled), min(span.stop, stop)) for span in self._voiced)
        return [SpeechSpan(self._track, SampleIndex(start), SampleIndex(end)) for start, end in spans if start < end]

    @property
    def _speech_from(self) -> int:
        """First voice that is not settled."""
        for span in self._voiced:
            if span.stop > self._settled:
                return max(span.start, self._settled)
        return max(self._voice, self._settled)

    def _is_full(self, stop: int) -> bool:
        """Whether a window up to ``stop`` holds so much unsettled sound that words of it have to be settled."""
        return stop - max(self._settled, self._window) > self._rules.longest_s * SAMPLE_RATE_HZ

    def _add_voice(self, start: int, stop: int) -> None:
        if self._is_voiced:
            start = self._voiced.pop().start
        self._is_voiced = True
        self._voiced.append(SpeechSpan(self._track, SampleIndex(start), SampleIndex(stop)))
        if len(self._voiced) > 400:
            del self._voiced[:200]

    def _settle(self, words: Sequence[RecognisedWord]) -> None:
        if not words:
            return
        self._said.extend(words)
        self._settled = max(self._settled, words[-1].stop)
        self._trim()

    def _trim(self) -> None:
        """Let go of settled sound, at best up to the end of a sentence."""
        most = int(self._times.context_s * SAMPLE_RATE_HZ)
        if self._settled - self._window <= most:
            return
        for number, word in enumerate(self._said):
            if self._settled - word.stop <= most and _ends_sentence(word):
                self._cut(number + 1)
                return
        for number, word in enumerate(self._said):
            if self._settled - word.stop <= most // 2:
                self._cut(number + 1)
                return

    def _cut(self, count: int) -> None:
        self._window = self._said[count - 1].stop
        self._said = self._said[count:]

    def _place_window(self) -> None:
        fresh = int(self._rules.fresh_s * SAMPLE_RATE_HZ)
        if self._speech_from - max(self._settled, self._window) > fresh or not self._said:
            reach = int(self._rules.pre_roll_s * SAMPLE_RATE_HZ)
            start = max(self._window, self._speech_from - reach)
            if start > self._window:
                self._begin_window(start)

    def _begin_window(self, start: int) -> None:
        self._window = start
        self._said = []


def _ends_sentence(word: RecognisedWord) -> bool:
    bare = word.text.strip().rstrip(CLOSING)
    return bool(bare) and bare[-1] in SENTENCE_ENDS
