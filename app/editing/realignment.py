"""Words keep their times when their line is rewritten. Pure.

``splice`` is for whoever knows which stretch of the text was replaced, as a keystroke or a found place does: words
outside of the stretch are exactly what they were. ``rewrite`` is for a whole new text and finds the stretches by
comparing piece by piece.

A word that only gets other marks or capitals is the same word. A new one takes the time of what it replaces, one for
one where the numbers are the same; a word that replaces nothing lies in the gap between its untouched neighbours,
which may be of no length. No time of an untouched word ever moves.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rapidfuzz.distance import Levenshtein

from app.editing.pieces import cut, cut_finely, is_mark, plain, spread
from app.meetings.transcript import Segment, SegmentOrigin, Word
from engine.contract.audio import Milliseconds

_NEAR = 4
"""Words on either side of what is replaced that may be touched by it."""

_COMPARED_AT_MOST = 4_000
"""Pieces on either side. Beyond, only beginning and end that are the same keep their times."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of the text that was, with its time and the word it is part of."""

    core: str
    start_ms: int
    end_ms: int
    word: int
    is_mark: bool
    """Marks of a word have none of its time. But where a recogniser gave a mark a time of its own, it is a word."""


def rewrite(line: Segment, text: str) -> Segment:
    """The line with another text, wholly typed anew as far as anybody knows."""
    text = text.strip()
    return _edited(line, text, _align(line.words or _guessed(line), text, line.start_ms, line.end_ms))


def splice(line: Segment, start: int, stop: int, text: str) -> Segment:
    """The line with the characters from ``start`` to ``stop`` of its text replaced."""
    new = line.text[:start] + text + line.text[stop:]
    words = line.words or _guessed(line)
    spans = _spans(line.text, words)
    if spans is None:
        return rewrite(line, new)
    grown = len(new) - len(line.text)
    left = bisect_right(spans, start, key=lambda span: span[1])
    right = max(left, bisect_left(spans, stop, key=lambda span: span[0]))
    # A word that is typed onto is touched, also where nothing of it is taken away: its end is no border any more. Only
    # the next words are looked at, so that a keystroke costs the same in a line of any length.
    first, last = max(0, left - _NEAR), min(len(words), right + _NEAR)
    base = spans[first][0] if first < len(words) else 0
    near = new[base : spans[last - 1][1] + grown] if last == right + _NEAR else new[base:]
    borders = {base, len(new)} | {base + piece.stop for piece in cut(near)}
    while left > first and spans[left - 1][1] not in borders:
        left -= 1
    while right < last and spans[right][0] + grown not in borders:
        right += 1
    begin = spans[left - 1][1] if left else 0
    end = spans[right][0] + grown if right < len(words) else len(new)
    low = words[left - 1].end_ms if left else line.start_ms
    high = words[right].start_ms if right < len(words) else line.end_ms
    middle = _align(words[left:right], new[begin:end], low, high)
    return _edited(line, new.strip(), _joining(new, (*words[:left], *middle, *words[right:])))


def with_words(line: Segment) -> Segment:
    """The line itself, or with words that share its time evenly where nobody knows when they were said."""
    return line if line.words or not line.text.strip() else replace(line, words=_guessed(line))


def _edited(line: Segment, text: str, words: Sequence[Word]) -> Segment:
    confidences = [word.confidence for word in words if word.confidence is not None]
    return replace(
        line,
        text=text,
        words=tuple(words),
        confidence=sum(confidences) / len(confidences) if confidences else None,
        origin=SegmentOrigin.EDITED,
    )


def _align(words: Sequence[Word], text: str, low: int, high: int) -> tuple[Word, ...]:
    """Words of a text that stands where ``words`` stood, between the times ``low`` and ``high``."""
    parts = _parts(words)
    pieces = cut_finely(text)
    new = _NewWords(words, parts)
    kept_to = low
    for is_same, a, b, c, d in _opcodes([_said(part.core) for part in parts], [_said(piece.core) for piece in pieces]):
        texts = [(text[piece.start : piece.stop], is_mark(piece.core)) for piece in pieces[c:d]]
        if is_same:
            new.keep(a, texts)
        else:
            next_ms = max(kept_to, parts[b].start_ms if b < len(parts) else high)
            new.write(texts, parts[a:b], (kept_to, next_ms))
        kept_to = max([kept_to, *(part.end_ms for part in parts[a:b])]) if is_same or a < b else kept_to
    return _joining(text, new.end(kept_to, max(kept_to, high)))


class _NewWords:
    """The words of the new text, one behind the other."""

    def __init__(self, words: Sequence[Word], parts: Sequence[_Part]) -> None:
        self.found: list[Word] = []
        self._words = words
        self._parts = parts
        self._letters = Counter(part.word for part in parts if not part.is_mark)
        self._before = ""
        """Marks that stand in front of the first word."""

    def keep(self, first: int, texts: Sequence[tuple[str, bool]]) -> None:
        """Pieces that are the same as those from ``first`` on: whole words stay as they were, parts keep their time."""
        parts = self._parts[first : first + len(texts)]
        for number, run in groupby(range(len(parts)), key=lambda at: parts[at].word):
            at = list(run)
            letters = [parts[each] for each in at if not parts[each].is_mark]
            text = "".join(texts[each][0] for each in at)
            if not letters:
                self._mark(text)
                continue
            word = self._words[number]
            if len(letters) < self._letters[number]:
                word = replace(
                    word, start_ms=Milliseconds(letters[0].start_ms), end_ms=Milliseconds(letters[-1].end_ms)
                )
            is_as_it_was = text == word.text or (not self.found and text.strip() == word.text.strip())
            self._add(word if is_as_it_was else replace(word, text=text))

    def write(self, texts: Sequence[tuple[str, bool]], instead: Sequence[_Part], gap: tuple[int, int]) -> None:
        """Pieces that are new, in the time of those they stand instead of, or in the gap."""
        written: list[str] = []
        for text, is_only_mark in texts:
            if written and (is_only_mark or text.startswith("-")):
                written[-1] += text
            elif is_only_mark:
                self._mark(text)
            else:
                written.append(text)
        timed = [part for part in instead if not part.is_mark]
        if not written:
            return
        if len(timed) == len(written):
            times = [(part.start_ms, part.end_ms) for part in timed]
        elif timed:
            times = [(w.start_ms, w.end_ms) for w in spread(written, timed[0].start_ms, timed[-1].end_ms)]
        else:
            times = [(w.start_ms, w.end_ms) for w in spread(written, *gap)]
        for text, (start_ms, end_ms) in zip(written, times, strict=True):
            self._add(Word(Milliseconds(start_ms), Milliseconds(end_ms), text))

    def end(self, low: int, high: int) -> tuple[Word, ...]:
        """All of them; of a text without a word its marks are one."""
        if self._before:
            self._add(Word(Milliseconds(low), Milliseconds(high), ""))
        return tuple(self.found)

    def _mark(self, text: str) -> None:
        if self.found:
            self.found[-1] = replace(self.found[-1], text=self.found[-1].text + text)
        else:
            self._before += text

    def _add(self, word: Word) -> None:
        if self._before:
            word, self._before = replace(word, text=self._before + word.text), ""
        self.found.append(word)


def _parts(words: Sequence[Word]) -> list[_Part]:
    parts: list[_Part] = []
    for number, word in enumerate(words):
        pieces = cut_finely(word.text)
        letters = [piece for piece in pieces if not is_mark(piece.core)] or pieces
        timed = iter(spread([piece.core for piece in letters], word.start_ms, word.end_ms))
        end_ms: int = word.start_ms
        for piece in pieces:
            if piece in letters:
                each = next(timed)
                parts.append(_Part(piece.core, each.start_ms, each.end_ms, number, is_mark=False))
                end_ms = each.end_ms
            else:
                parts.append(_Part(piece.core, end_ms, end_ms, number, is_mark=True))
    return parts


def _said(core: str) -> str:
    """Capitals are no other word; what is nothing but marks is itself."""
    return plain(core) or core


def _opcodes(old: list[str], new: list[str]) -> list[tuple[bool, int, int, int, int]]:
    """Stretches that are the same, and between them those that are not."""
    if max(len(old), len(new)) > _COMPARED_AT_MOST:
        return _ends_only(old, new)
    merged: list[tuple[bool, int, int, int, int]] = []
    for each in Levenshtein.opcodes(old, new):
        is_same = each.tag == "equal"
        code = (is_same, each.src_start, each.src_end, each.dest_start, each.dest_end)
        if merged and not is_same and not merged[-1][0]:
            code = (False, merged[-1][1], code[2], merged[-1][3], code[4])
            merged.pop()
        merged.append(code)
    return merged


def _ends_only(old: list[str], new: list[str]) -> list[tuple[bool, int, int, int, int]]:
    shorter = min(len(old), len(new))
    first = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    last = next((at for at in range(shorter - first) if old[-1 - at] != new[-1 - at]), shorter - first)
    codes = [
        (True, 0, first, 0, first),
        (False, first, len(old) - last, first, len(new) - last),
        (True, len(old) - last, len(old), len(new) - last, len(new)),
    ]
    return [code for code in codes if code[1] < code[2] or code[3] < code[4]]


def _guessed(line: Segment) -> tuple[Word, ...]:
    """Words for a line that has none: its time, shared by length."""
    return spread([line.text[piece.start : piece.stop] for piece in cut(line.text)], line.start_ms, line.end_ms)


def _spans(text: str, words: Sequence[Word]) -> list[tuple[int, int]] | None:
    """Where each word stands in the text, one behind the other; ``None`` where the text is not made of them."""
    spans: list[tuple[int, int]] = []
    at = 0
    for word in words:
        core = word.text.strip()
        found = text.find(core, at)
        if found < 0 or text[at:found].strip():
            return None
        spans.append((at, found + len(core)))
        at = found + len(core)
    return None if text[at:].strip() else spans


def _joining(text: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words with the space before them that the text has, so that joining them gives it."""
    if "".join(word.text for word in words).strip() == text.strip():
        return words
    spans = _spans(text, words)
    if spans is None:
        return words
    return tuple(
        word if word.text == text[start:stop] else replace(word, text=text[start:stop])
        for word, (start, stop) in zip(words, spans, strict=True)
    )
