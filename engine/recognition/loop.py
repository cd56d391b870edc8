"""Is a text a loop? Whisper can fall into saying the same words over and over, with high confidence.

Pure. Called by the Whisper session on every window before its text is believed. A loop is set aside if a second
try loops as well; a mere stutter, a clause said twice, is only worth the second try.
"""

import re
import zlib

COMPRESSION = 2.4
"""Text that compresses better than this repeats itself; the value of openai/whisper."""

_LEAST_BYTES = 60
_HAN = re.compile(r"[一-鿿]")
_TOKEN = re.compile(r"[一-鿿぀-ヿ]|[^\W_]+(?:'\w+)?")


def is_loop(text: str) -> bool:
    """Whether the text repeats itself as no speaker does."""
    data = text.encode()
    if len(data) >= _LEAST_BYTES and len(data) / len(zlib.compress(data)) > COMPRESSION:
        return True
    words = _TOKEN.findall(text.lower())
    return any(_repeats(words, length) for length in range(1, min(12, len(words) // 3) + 1))


def is_stutter(text: str) -> bool:
    """Whether a clause of five words or more is said twice in a row. People do that too, but rarely."""
    words = _TOKEN.findall(text.lower())
    return any(_repeats(words, length, times=2) for length in range(5, len(words) // 2 + 1))


def _repeats(words: list[str], length: int, *, times: int | None = None) -> bool:
    """Whether a run of ``length`` words follows itself: single words 6 times, short runs 5, longer ones 3 times.

    People do say “no, no, no, no”, and a chant of three words four times. A single Chinese character is less than a
    word, 谢谢谢谢谢谢 is said three times only, so it takes 10.
    """
    run = 0
    for at in range(length, len(words)):
        run = run + 1 if words[at] == words[at - length] else 0
        single = 10 if _HAN.match(words[at]) else 6
        least = times or (single if length == 1 else 5 if length <= 3 else 3)
        if run >= length * (least - 1):
            return True
    return False
