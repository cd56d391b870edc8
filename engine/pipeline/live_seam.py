"""Where new words begin after the live pipeline went back a little to hear a seam in its context.

Pure, used by ``live_lane.py`` after a restart of the process, of the window, or with another speech model. Word times
differ by some tenths of a second from one window to the next, so the time alone would double or lose a word
now and then; the last words before the seam say more.
"""

from collections.abc import Sequence

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.segments import RecognisedWord
from engine.pipeline.agreement import bare

SLACK_S = 0.8
"""A word that lies further from the seam than this is old or new whatever its text."""

SAME_S = 0.25
"""A single word with the same text is the same one if it lies no further away."""


def first_new(words: Sequence[RecognisedWord], *, seam: int, said: str) -> int:
    """Number of the first word that was not committed before.

    Args:
        words: What was understood around the seam, in order.
        seam: End of the last committed word, as it was measured then.
        said: The last committed words; may be empty.
    """
    by_time = sum(1 for word in words if (word.start + word.stop) // 2 < seam)
    best, most = by_time, (0, 0)
    for at in range(1, len(words) + 1):
        distance = abs(words[at - 1].stop - seam)
        worth = (_agreeing(words[:at], said), -distance)
        if distance <= SLACK_S * SAMPLE_RATE_HZ and worth[0] and worth > most:
            best, most = at, worth
    return best


def last_new(words: Sequence[RecognisedWord], *, seam: int, follows: str) -> int:
    """How many words at the beginning are not those that follow, the first of which begins at ``seam``."""
    by_time = sum(1 for word in words if (word.start + word.stop) // 2 < seam)
    best, most = by_time, (0, 0)
    for at in range(len(words)):
        distance = abs(words[at].start - seam)
        worth = (_beginning(words[at:], follows), -distance)
        if distance <= SLACK_S * SAMPLE_RATE_HZ and worth[0] and worth > most:
            best, most = at, worth
    return best


def between(
    words: Sequence[RecognisedWord], *, before: Sequence[RecognisedWord], after: Sequence[RecognisedWord]
) -> Sequence[RecognisedWord]:
    """Of words that were found between others, those that are neither the end nor the beginning of what lies beside.

    A single word at a seam is the same one only if it lies at the same place; it may have been said twice.
    """
    first = max((count for count in range(1, len(words) + 1) if _is_same(words[:count], before[-count:])), default=0)
    left = words[first:]
    starts = (at for at in range(len(left)) if _is_same(left[at:], after[: len(left) - at]))
    return left[: next(starts, len(left))]


def is_past(word: RecognisedWord, seam: int) -> bool:
    """Whether the word lies so far behind the seam that it is new for certain."""
    return word.start >= seam + SLACK_S * SAMPLE_RATE_HZ


def _agreeing(words: Sequence[RecognisedWord], said: str) -> int:
    """How many words at the end are those that were said last."""
    left = bare(said)
    count = 0
    for word in reversed(words):
        text = bare(word.text)
        if not left.endswith(text):
            break
        left = left[: -len(text)]
        count += 1
        if not left:
            break
    return count


def _beginning(words: Sequence[RecognisedWord], follows: str) -> int:
    """How many words at the beginning are those that follow."""
    left = bare(follows)
    count = 0
    for word in words:
        text = bare(word.text)
        if not left.startswith(text):
            break
        left = left[len(text) :]
        count += 1
        if not left:
            break
    return count


def _is_same(some: Sequence[RecognisedWord], others: Sequence[RecognisedWord]) -> bool:
    """Whether both are the same words at about the same time."""
    reach = (SLACK_S if len(some) > 1 else SAME_S) * SAMPLE_RATE_HZ
    return len(some) == len(others) and all(
        bare(one.text) == bare(other.text) and abs(one.start + one.stop - other.start - other.stop) <= 2 * reach
        for one, other in zip(some, others, strict=True)
    )
