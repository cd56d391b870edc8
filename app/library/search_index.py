"""Finding lines by their words: how text becomes tokens, and how the full-text index is asked.

Pure functions for tokens and queries, and the few statements that keep the index, which run inside the
writer's transactions. One tokenizer serves the index, the query and the marks in a hit, so that they
can never disagree. Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese have no spaces between words: each of their
characters is a token of its own, and what a person types is sought as a phrase, which is a substring.
Traditional characters are indexed as simplified ones, character by character and not by phrase, because a
substring must fold the same way with and without its neighbours.

A person's text is never a query language: only letters and digits of it reach SQLite.
"""

import functools
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import Connection, text

_UNSPACED = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u312f\u3131-\u318e\u31a0-\u31bf"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7ff\uf900-\ufaff\uff66-\uff9f\u1100-\u11ff"
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u103f\u1780-\u17d3"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_TOKEN = re.compile(f"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\\W_]|[\u0300-\u036f])+")
_KEPT_WHOLE = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t"}
)
"""Letters with a stroke, which Unicode does not take apart."""

_QUOTED = re.compile('["“„«「『]([^"“”„«»「」『』]*)["”“»」』]')
"""What a person put into quotation marks: these words, one behind the other."""
_VERSION_OF_LINE = "(SELECT version FROM segments WHERE segments.number = search.rowid)"

_MAX_CHARACTERS = 2_000
_MAX_TOKENS = 200
_MAX_PHRASES = 40
"""Nobody types more than this; FTS5 has limits of its own that a pasted page would reach."""


@dataclass(frozen=True, slots=True)
class Token:
    """A searchable piece of a text."""

    folded: str
    start: int
    """Offset of its first character."""
    stop: int


@dataclass(frozen=True, slots=True)
class Query:
    """What a person typed, as phrases that must all be there."""

    phrases: tuple[tuple[str, ...], ...]
    is_prefix: bool
    """Whether the last word of the last phrase may go on."""

    @property
    def expression(self) -> str:
        """The same for FTS5. Tokens hold neither quotes nor anything else of its syntax."""
        quoted = ['"' + " ".join(phrase) + '"' for phrase in self.phrases]
        return " AND ".join(quoted) + ("*" if self.is_prefix else "")


@dataclass(frozen=True, slots=True)
class Within:
    """The lines of one version of a transcript, which alone are looked for."""

    version: int
    first: int
    """Lowest number of its lines."""
    last: int


def tokens_of(words: str) -> list[Token]:
    """Cut a text into folded tokens."""
    found: list[Token] = []
    for match in _TOKEN.finditer(words):
        folded = _fold(match.group())
        if folded:
            found.append(Token(folded, match.start(), match.end()))
    return found


def indexed(words: str) -> str:
    """What the index holds of a text."""
    return " ".join(_fold(piece) for piece in _TOKEN.findall(words))


def read_query(typed: str) -> Query | None:
    """Understand what a person typed; ``None`` when there is nothing in it to look for.

    Words may stand anywhere in a line, words in quotation marks one behind the other. The last word may go on, unless
    it is in quotation marks; a star behind it says so of a single letter too.
    """
    typed = typed[:_MAX_CHARACTERS]
    phrases: list[tuple[str, ...]] = []
    room = _MAX_TOKENS
    for part in _parts(typed):
        phrase = tuple(token.folded for token in tokens_of(part))[:room]
        room -= len(phrase)
        if phrase and phrase not in phrases and len(phrases) < _MAX_PHRASES:
            phrases.append(phrase)
    if not phrases:
        return None
    bare = typed.removesuffix("*")
    ends_in_word = bool(bare) and _TOKEN.fullmatch(bare[-1]) is not None and not _is_unspaced(bare[-1])
    is_last = tuple(token.folded for token in tokens_of(bare.split()[-1])) == phrases[-1] if bare.split() else False
    # One letter alone is a word and not a beginning: half of all lines hold a word that begins with it.
    is_long = len(phrases[-1][-1]) > 1 or bare != typed
    return Query(tuple(phrases), is_prefix=ends_in_word and is_last and is_long)


def _parts(typed: str) -> list[str]:
    """What is in quotation marks as it stands, and the words around it."""
    parts: list[str] = []
    at = 0
    for match in _QUOTED.finditer(typed):
        parts += typed[at : match.start()].split()
        parts.append(match[1])
        at = match.end()
    return parts + typed[at:].split()


def marks_of(query: Query, words: str) -> tuple[tuple[int, int], ...]:
    """Where the phrases of a query stand in a text, joined where they touch."""
    tokens = tokens_of(words)
    folded = [token.folded for token in tokens]
    found: list[tuple[int, int]] = []
    for number, phrase in enumerate(query.phrases):
        is_open = query.is_prefix and number == len(query.phrases) - 1
        for at in range(len(tokens) - len(phrase) + 1):
            if _stands(phrase, folded[at : at + len(phrase)], is_open=is_open):
                found.append((tokens[at].start, tokens[at + len(phrase) - 1].stop))
    return _joined(found)


def add_lines(connection: Connection, lines: Iterable[tuple[int, str]]) -> None:
    """Put lines, by their numbers, into the index."""
    rows = [{"number": number, "tokens": indexed(words)} for number, words in lines]
    if rows:
        connection.execute(text("INSERT INTO search (rowid, tokens) VALUES (:number, :tokens)"), rows)


def remove_lines(connection: Connection, numbers: Sequence[int]) -> None:
    """Take lines out of the index; those that are not in it are passed over."""
    if numbers:
        connection.execute(text("DELETE FROM search WHERE rowid = :number"), [{"number": each} for each in numbers])


def remove_version(connection: Connection, version: int) -> None:
    """Take a whole version of a transcript out of the index."""
    connection.execute(
        text("DELETE FROM search WHERE rowid IN (SELECT number FROM segments WHERE version = :version)"),
        {"version": version},
    )


def find_numbers(
    connection: Connection,
    query: Query,
    *,
    limit: int,
    within: Within | None = None,
    left_out: Sequence[int] = (),
    only: Sequence[int] | None = None,
) -> list[int]:
    """Numbers of the lines that match, newest first; those of some versions left out, or of some versions only.

    Not ranked by ``bm25``: that reads every match before it can return the first one, which takes seconds for a
    common word in a large library.
    """
    where = "search MATCH :expression"
    parameters: dict[str, Any] = {"expression": query.expression, "limit": limit}
    if within is not None:
        # A recording that went on later has lines of other meetings between its own.
        where += (
            " AND rowid BETWEEN :first AND :last AND EXISTS"
            " (SELECT 1 FROM segments WHERE segments.number = search.rowid AND segments.version = :version)"
        )
        parameters |= {"first": within.first, "last": within.last, "version": within.version}
    # Numbers of our own, and as a JSON list no number of them is too many for a statement.
    if left_out:
        where += f" AND {_VERSION_OF_LINE} NOT IN (SELECT value FROM json_each(:left_out))"
        parameters["left_out"] = json.dumps(list(left_out))
    if only is not None:
        where += f" AND {_VERSION_OF_LINE} IN (SELECT value FROM json_each(:only))"
        parameters["only"] = json.dumps(list(only))
    statement = text(f"SELECT rowid FROM search WHERE {where} ORDER BY rowid DESC LIMIT :limit")
    return [row[0] for row in connection.execute(statement, parameters)]


def _fold(piece: str) -> str:
    if piece.isascii():
        return piece.lower()
    if len(piece) == 1 and _is_unspaced(piece):
        return _fold_unspaced(piece)
    decomposed = unicodedata.normalize("NFKD", piece.casefold())
    plain = "".join(each for each in decomposed if not unicodedata.combining(each)).translate(_KEPT_WHOLE)
    return "".join(each for each in plain if each.isalnum())


@functools.lru_cache(maxsize=50_000)
def _fold_unspaced(character: str) -> str:
    composed = unicodedata.normalize("NFKC", character)
    simplified = _simplifier()(composed)
    return simplified.strip() or character


@functools.cache
def _simplifier() -> Callable[[str], str]:
    # Imported when Chinese is first met: most libraries open without.
    from opencc import OpenCC  # pyright: ignore[reportMissingTypeStubs]  # noqa: PLC0415 - no stubs; see above

    return cast("Callable[[str], str]", OpenCC("t2s").convert)  # pyright: ignore[reportUnknownMemberType] - no stubs


def _is_unspaced(character: str) -> bool:
    return re.match(f"[{_UNSPACED}]", character) is not None


def _stands(phrase: tuple[str, ...], folded: Sequence[str], *, is_open: bool) -> bool:
    if is_open:
        return tuple(folded[:-1]) == phrase[:-1] and folded[-1].startswith(phrase[-1])
    return tuple(folded) == phrase


def _joined(marks: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, stop in sorted(marks):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(stop, joined[-1][1]))
        else:
            joined.append((start, stop))
    return tuple(joined)
