"""Words that the pass before heard and the newest one leaves out, though a voice is there.

Pure, one a track, used by ``live_track.py``. From one pass to the next Whisper may jump over a sentence. What it heard
of it then is kept, and settled in its place when the words behind it are, unless a later pass hears something there.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import groupby

from engine.contract.audio import SAMPLE_RATE_HZ, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.agreement import bare, same_word
from engine.pipeline.live_hole import Jump, around, fitting, length_of, lies_on, middle, put_in
from engine.pipeline.live_seam import SAME_S
from engine.recognition.coverage import uncovered
from engine.recognition.filling import settle

MOVED_S = 2.0
"""So much the alignment moves a word from one pass to the next, where the decoder left something out above all."""


class HeardBefore:
    """See the top of this file."""

    def __init__(self) -> None:
        self._kept: tuple[Jump, ...] = ()
        self._jumps: list[Jump] = []
        self._last: tuple[RecognisedWord, ...] = ()
        """What the pass before the one before heard."""

    def compare(
        self,
        before: Sequence[RecognisedWord],
        now: Sequence[RecognisedWord],
        *,
        said: Sequence[RecognisedWord],
        voiced: Sequence[SpeechSpan],
    ) -> None:
        """Hold the words of two passes against each other; both follow ``said``."""
        older = _left_out([word for kept in self._kept for word in kept.words], now)
        left_out, found = _left_out(before, now), list[Jump]()
        for hole in uncovered(voiced, settle(now), join_s=0.0):
            words = max((_inside(left_out, around(hole)), _inside(older, around(hole))), key=length_of)
            if kept := fitting(hole, words, now, said=said):
                found.append(Jump(hole, kept))
        twice = [word for word in left_out if any(_is_same(word, each) for each in self._last)]
        found += _short_jumps([*twice, *older], now, [*said, *(word for kept in found for word in kept.words)], voiced)
        self._kept = tuple(sorted(found, key=lambda kept: kept.hole.start))
        self._last = tuple(before)

    def fill(self, words: Sequence[RecognisedWord], *, is_all: bool = False) -> tuple[RecognisedWord, ...]:
        """Put in what is kept before the last of the words, or all of it. It is kept no longer."""
        end = words[-1].stop if words else 0
        due = [kept for kept in self._kept if is_all or kept.words[0].start < end]
        self._kept = tuple(kept for kept in self._kept if kept not in due)
        self._jumps.extend(due)
        return _filled(words, due)

    def beside(self, words: Sequence[RecognisedWord]) -> tuple[RecognisedWord, ...]:
        """The words with what is kept, to be shown."""
        return _filled(words, self._kept)

    def take_jumps(self) -> list[Jump]:
        """What was put in since this was asked last."""
        jumps, self._jumps = self._jumps, []
        return jumps

    def forget(self) -> None:
        """Begin anew."""
        self._kept = ()
        self._last = ()


def _left_out(heard: Sequence[RecognisedWord], now: Sequence[RecognisedWord]) -> list[RecognisedWord]:
    """Of what was heard, what does not come in its order among the words of now, wherever these were put."""
    texts = ([bare(word.text) for word in words] for words in (heard, now))
    again: set[int] = set()
    for block in SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            moved = abs(middle(heard[block.a + step]) - middle(now[block.b + step]))
            if moved <= MOVED_S * SAMPLE_RATE_HZ:
                again.add(block.a + step)
    return [word for number, word in enumerate(heard) if number not in again]


def _short_jumps(
    heard: Sequence[RecognisedWord],
    now: Sequence[RecognisedWord],
    said: Sequence[RecognisedWord],
    voiced: Sequence[SpeechSpan],
) -> list[Jump]:
    """Jumps that do not show as voice without words: passes agreed on a word, and now nothing is in its place."""
    placed = [*said, *settle(now)]

    def is_left_out(word: RecognisedWord) -> bool:
        has_voice = any(span.start <= middle(word) < span.stop for span in voiced)
        return has_voice and not any(lies_on(word, each) for each in placed)

    ordered = sorted(heard, key=lambda word: word.start)
    runs = (tuple(run) for left_out, run in groupby(ordered, key=is_left_out) if left_out)
    holes = ((SpeechSpan(voiced[0].track, run[0].start, run[-1].stop), run) for run in runs)
    return [Jump(hole, kept) for hole, run in holes if (kept := fitting(hole, run, now, said=said))]


def _filled(words: Sequence[RecognisedWord], due: Sequence[Jump]) -> tuple[RecognisedWord, ...]:
    filled = tuple(words)
    for kept in due:
        filled = put_in(kept.hole, filled, kept.words)
    return filled


def _inside(words: Sequence[RecognisedWord], hole: SpeechSpan) -> tuple[RecognisedWord, ...]:
    return tuple(word for word in words if hole.start <= middle(word) < hole.stop)


def _is_same(word: RecognisedWord, other: RecognisedWord) -> bool:
    return same_word(word.text, other.text) and abs(middle(word) - middle(other)) <= SAME_S * SAMPLE_RATE_HZ
