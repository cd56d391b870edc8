"""Which words of a growing stretch of speech are settled: those that two passes in a row agree on.

Pure, one agreement a track, used by the live pipeline. The method is known as LocalAgreement-2. What was settled
never changes; only what comes after it may.
"""

import functools
import unicodedata
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import cast

from engine.contract.segments import RecognisedWord


class Agreement:
    """Holds the last pass against the next one."""

    def __init__(self) -> None:
        self._last: tuple[RecognisedWord, ...] = ()

    def take(self, words: Sequence[RecognisedWord], *, before: int) -> tuple[RecognisedWord, ...]:
        """The words at the beginning that are settled now. The rest waits for the next pass.

        Args:
            words: What this pass understood after everything that is settled already.
            before: Only words that end by this sample may be settled; the sound of later ones may be cut off.
        """
        pairs = zip(words, self._last, strict=False)
        agreed = [new for new, _ in takewhile(lambda pair: same_word(pair[0].text, pair[1].text), pairs)]
        settled = tuple(takewhile(lambda word: word.stop <= before, agreed))
        self._last = tuple(words[len(settled) :])
        return settled

    def forget(self) -> None:
        """Begin anew: the next pass agrees with nothing."""
        self._last = ()


def same_word(one: str, other: str) -> bool:
    """Whether two passes mean the same word, whatever its case, punctuation and Chinese script."""
    return bare(one) == bare(other)


def bare(word: str) -> str:
    """A word without case and outer punctuation, Chinese in simplified characters; a mark alone stays what it is."""
    folded = unicodedata.normalize("NFKC", word).casefold().strip()
    stripped = "".join(character for character in folded if character.isalnum() or character == "'")
    return (
        _simplified(stripped)
        if any("\u4e00" <= character <= "\u9fff" for character in stripped)
        else stripped or folded
    )


@functools.lru_cache(maxsize=20_000)
def _simplified(word: str) -> str:
    """The word in simplified characters: from one pass to the next Whisper changes between the scripts."""
    return _simplifier()(word)


@functools.cache
def _simplifier() -> Callable[[str], str]:
    # Imported when Chinese is first heard.
    from opencc import OpenCC  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415 - no stubs; see above

    return cast("Callable[[str], str]", OpenCC("t2s").convert)  # pyright: ignore[reportUnknownMemberType] - no stubs
