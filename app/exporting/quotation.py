"""Selected words as a quotation: who said them, when, and in which meeting. Pure; the window copies it."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from app.exporting.clean_text import clean_line
from app.exporting.timestamps import clock_time


@dataclass(frozen=True, slots=True)
class QuotedLine:
    """What somebody said in one go."""

    speaker: str
    """Name, empty if unknown."""
    start_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Quotation:
    """The same words for plain text and for programs that know paragraphs."""

    plain: str
    html: str


def whole_words(text: str, start: int, stop: int) -> tuple[int, int]:
    """A stretch of a text without halves of words at its ends: a word that was touched is quoted whole."""
    while 0 < start < stop and _is_inside(text, start):
        start -= 1
    while start < stop < len(text) and _is_inside(text, stop):
        stop += 1
    return start, stop


def _is_inside(text: str, place: int) -> bool:
    """Whether a word goes on over a place; Chinese is written without spaces, and each character can end a word."""
    before, after = text[place - 1], text[place]
    return _goes_on(before) and _goes_on(after)


def _goes_on(letter: str) -> bool:
    return (letter.isalnum() and not "\u2e80" <= letter <= "\u9fff") or letter in "'’-"


def quotation(title: str, lines: Sequence[QuotedLine]) -> Quotation:
    """One speaker: the words, then who, when and where. Several: each with name and time, then where."""
    turns = _turns(lines)
    title = clean_line(title)
    if len(turns) == 1:
        turn = turns[0]
        source = ", ".join(each for each in (turn.speaker, clock_time(turn.start_ms), title) if each)
        said = [f"“{turn.text}”"]
    else:
        source = title
        said = [f"{_who(turn)}: “{turn.text}”" for turn in turns]
    paragraphs = "".join(f"<p>{escape(each)}</p>" for each in said)
    return Quotation(
        plain="\n".join([*said, f"— {source}"]),
        html=f"<blockquote>{paragraphs}<p>— <cite>{escape(source)}</cite></p></blockquote>",
    )


def _turns(lines: Sequence[QuotedLine]) -> list[QuotedLine]:
    """Lines of one speaker that follow each other, together."""
    turns: list[QuotedLine] = []
    for line in lines:
        text = clean_line(line.text)
        if not text:
            continue
        if turns and turns[-1].speaker == line.speaker:
            before = turns[-1]
            is_wide = _is_wide(before.text[-1]) or _is_wide(text[0])
            turns[-1] = QuotedLine(before.speaker, before.start_ms, before.text + ("" if is_wide else " ") + text)
        else:
            turns.append(QuotedLine(clean_line(line.speaker), line.start_ms, text))
    return turns


def _who(turn: QuotedLine) -> str:
    return f"{turn.speaker} ({clock_time(turn.start_ms)})" if turn.speaker else clock_time(turn.start_ms)


def _is_wide(sign: str) -> bool:
    """Whether it is written without spaces around it, as in Chinese."""
    return "\u2e80" <= sign <= "\u9fff" or "\uf900" <= sign <= "\uffef"
