"""Words keep their times when their line is rewritten. Pure.

``splice`` is for whoever knows which stretch of the text was replaced, as a keystroke or a found place does: words
outside of the stretch are exactly what they were. ``rewrite`` is for a whole new text and finds the stretches by
comparing piece by piece.

A word that only gets other marks or capitals is the same word. A new one takes the time of what it replaces, one for
one where the numbers are the same; a word that replaces nothing lies in the gap between its untouched neighbours,
which may be of no length. No time of an untouched word ever moves.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import Levenshtein

from app.editing.pieces import cut, plain, spread
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
    count: int
    """Of how many parts its word is."""


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
    pieces = cut(text)
    if not pieces:
        return ()
    old, new = [_said(part.core) for part in parts], [_said(piece.core) for piece in pieces]
    found: list[Word] = []
    kept_to = low
    for is_same, a, b, c, d in _opcodes(old, new):
        if is_same:
            found += _kept(words, parts[a:b], [text[piece.start : piece.stop] for piece in pieces[c:d]])
            kept_to = max(kept_to, parts[b - 1].end_ms)
        elif c < d:
            texts = [text[piece.start : piece.stop] for piece in pieces[c:d]]
            if b - a == d - c:
                found += [
                    Word(Milliseconds(part.start_ms), Milliseconds(part.end_ms), each)
                    for part, each in zip(parts[a:b], texts, strict=True)
                ]
            elif b > a:
                found += spread(texts, parts[a].start_ms, parts[b - 1].end_ms)
            else:
                next_ms = parts[b].start_ms if b < len(parts) else high
                found += spread(texts, min(kept_to, next_ms), next_ms)
            kept_to = max(kept_to, found[-1].end_ms)
    return _joining(text, tuple(found))


def _kept(words: Sequence[Word], parts: Sequence[_Part], texts: Sequence[str]) -> list[Word]:
    """Pieces that are the same as before: whole words as they were, part of a word with its part of the time."""
    found: list[Word] = []
    at = 0
    while at < len(parts):
        end = at + 1
        while end < len(parts) and parts[end].word == parts[at].word:
            end += 1
        word = words[parts[at].word]
        text = "".join(texts[at:end])
        if end - at == parts[at].count:
            found.append(word if text == word.text else replace(word, text=text))
        else:
            start, stop = Milliseconds(parts[at].start_ms), Milliseconds(parts[end - 1].end_ms)
            found.append(replace(word, start_ms=start, end_ms=stop, text=text))
        at = end
    return found


def _said(core: str) -> str:
    """Marks and capitals are no other word; what is nothing but marks is itself."""
    return plain(core) or core


def _parts(words: Sequence[Word]) -> list[_Part]:
    parts: list[_Part] = []
    for number, word in enumerate(words):
        pieces = cut(word.text)
        if len(pieces) == 1:
            parts.append(_Part(pieces[0].core, word.start_ms, word.end_ms, number, 1))
            continue
        timed = spread([piece.core for piece in pieces], word.start_ms, word.end_ms)
        parts += [_Part(each.text, each.start_ms, each.end_ms, number, len(pieces)) for each in timed]
    return parts


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
