"""Holds the microphone's words back for a moment, until it is known whether the computer said them.

Pure, one a microphone track, on the live pipeline's thread. Where the computer is silent nothing waits; where it
speaks, words wait until its own are understood, but never longer than a second while somebody reads along: then
what is echo all the same is set aside when its line is closed.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.postprocess.echo import LATEST_S, Part, echo_flags, find_partners

PATIENCE_S = 1.0
"""How long words wait at the most, by the clock of the recording."""

AFTER_S = 0.2
"""The computer's words must be understood so far behind a word."""

CONTEXT = 12
"""Words before that are looked at as well: a run of equal words shows over several."""

ENOUGH = 0.7
"""Part of a line's words that make all of it an echo."""


@dataclass(frozen=True, slots=True)
class FarSide:
    """What is known of the computer's tracks at this moment."""

    words: tuple[RecognisedWord, ...]
    """Understood last, in order; those at the end may still change."""
    voice: tuple[SpeechSpan, ...]
    """Where somebody speaks there, as far back as anything waits."""
    known_to: int
    """Everything said before this sample is among the words."""


@dataclass(frozen=True, slots=True)
class _Held:
    word: RecognisedWord
    no_speech: float
    until: int


class EchoGate:
    """Not for several threads."""

    def __init__(self) -> None:
        self._held: deque[_Held] = deque()
        self._before: deque[RecognisedWord] = deque(maxlen=CONTEXT)

    @property
    def first(self) -> int | None:
        """Where the first word that waits begins."""
        return self._held[0].word.start if self._held else None

    @property
    def waiting(self) -> tuple[RecognisedWord, ...]:
        """The words that wait."""
        return tuple(held.word for held in self._held)

    def hold(self, words: Sequence[RecognisedWord], *, no_speech: float, now: int) -> None:
        """Take words that are settled."""
        until = now + int(PATIENCE_S * SAMPLE_RATE_HZ)
        self._held.extend(_Held(word, no_speech, until) for word in words)

    def release(self, far: FarSide, *, now: int, is_patient: bool, is_over: bool) -> list[tuple[Part, float]]:
        """The words that need not wait any longer, parted into echo and not, each with its no-speech probability.

        Args:
            far: What the computer said.
            now: Where the recording is.
            is_patient: Nobody reads along, so wait as long as it takes.
            is_over: A pause: no more words of this utterance will come.
        """
        if not self._held:
            return []
        count = 0
        for held in self._held:
            is_known = far.known_to >= held.word.stop + AFTER_S * SAMPLE_RATE_HZ or not _speaks(far, held.word)
            if not is_known and (is_patient or now < held.until):
                break
            count += 1
        if not count:
            return []
        all_words = [*self._before, *self.waiting]
        flags = echo_flags(all_words, far.words, is_more_expected=not is_over)
        partners = find_partners(all_words, far.words)
        first = len(self._before)
        if not is_over:
            # A run that begins with the last words shows only when more come.
            while count and partners[first + count - 1] is not None and not flags[first + count - 1]:
                if now >= self._held[count - 1].until and not is_patient:
                    break
                count -= 1
        released: list[tuple[Part, float]] = []
        for at in range(count):
            held = self._held.popleft()
            self._before.append(held.word)
            is_echo = flags[first + at]
            if released and released[-1][0].is_echo == is_echo:
                part, no_speech = released[-1]
                released[-1] = (Part((*part.words, held.word), is_echo), min(no_speech, held.no_speech))
            else:
                released.append((Part((held.word,), is_echo), held.no_speech))
        return released

    def shown(self, rest: Sequence[RecognisedWord], far: FarSide) -> tuple[RecognisedWord, ...]:
        """The words to show for now: those that wait and those that may change, without what is echo by all signs."""
        words = [*self.waiting, *rest]
        flags = echo_flags([*self._before, *words], far.words)[len(self._before) :]
        return tuple(word for word, is_echo in zip(words, flags, strict=True) if not is_echo)


def is_mostly_echo(words: Sequence[RecognisedWord], far: Sequence[RecognisedWord]) -> bool:
    """Whether a whole line is the computer's."""
    flags = echo_flags(words, far)
    return bool(flags) and sum(flags) >= ENOUGH * len(flags)


def _speaks(far: FarSide, word: RecognisedWord) -> bool:
    """Whether the computer spoke at any time that the word could be an echo of."""
    start = word.start - int(LATEST_S * SAMPLE_RATE_HZ)
    return any(span.start < word.stop and span.stop > start for span in far.voice)
