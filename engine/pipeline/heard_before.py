"""Words that the pass before heard and the newest one leaves out, though a voice is there.

Pure, one a track, used by ``live_track.py``. From one pass to the next Whisper may jump over a sentence. What it heard
of it then is kept, and settled in its place when the words behind it are, unless a later pass hears something there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract.audio import SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_hole import around, fitting, put_in
from engine.recognition.coverage import longest, uncovered
from engine.recognition.filling import settle


@dataclass(frozen=True, slots=True)
class _Kept:
    hole: SpeechSpan
    words: tuple[RecognisedWord, ...]


class HeardBefore:
    """See the top of this file."""

    def __init__(self) -> None:
        self._kept: tuple[_Kept, ...] = ()

    def compare(
        self,
        before: Sequence[RecognisedWord],
        now: Sequence[RecognisedWord],
        *,
        said: Sequence[RecognisedWord],
        voiced: Sequence[SpeechSpan],
    ) -> None:
        """Hold the words of two passes against each other; both follow ``said``."""
        older, found = [word for kept in self._kept for word in kept.words], list[_Kept]()
        for hole in uncovered(voiced, settle(now), join_s=0.0):
            words = max((_inside(before, around(hole)), _inside(older, around(hole))), key=_length)
            if kept := fitting(hole, words, now, said=said):
                found.append(_Kept(hole, kept))
        self._kept = tuple(found)

    def fill(self, words: Sequence[RecognisedWord], *, is_all: bool = False) -> tuple[RecognisedWord, ...]:
        """Put in what is kept before the last of the words, or all of it. It is kept no longer."""
        end = words[-1].stop if words else 0
        due = [kept for kept in self._kept if is_all or kept.words[0].start < end]
        self._kept = tuple(kept for kept in self._kept if kept not in due)
        return _filled(words, due)

    def beside(self, words: Sequence[RecognisedWord]) -> tuple[RecognisedWord, ...]:
        """The words with what is kept, to be shown."""
        return _filled(words, self._kept)

    def forget(self) -> None:
        """Begin anew."""
        self._kept = ()


def _filled(words: Sequence[RecognisedWord], due: Sequence[_Kept]) -> tuple[RecognisedWord, ...]:
    filled = tuple(words)
    for kept in due:
        filled = put_in(kept.hole, filled, kept.words)
    return filled


def _inside(words: Sequence[RecognisedWord], hole: SpeechSpan) -> tuple[RecognisedWord, ...]:
    return tuple(word for word in words if hole.start <= (word.start + word.stop) // 2 < hole.stop)


def _length(words: Sequence[RecognisedWord]) -> int:
    return sum(min(word.stop - word.start, longest(word.text)) for word in words)
