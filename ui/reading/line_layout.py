"""One line of transcript, broken into lines of text on screen. Made on the window's thread when it comes into view.

Offsets are Python's, one for each character; Qt counts UTF-16 units, which differ behind an emoji or a rare Han
character. Coordinates are relative to the top left corner of the text.
"""

from bisect import bisect_left
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QTextCharFormat, QTextLayout, QTextLine, QTextOption

from app.meetings.transcript import Segment
from ui.reading.plain_reasons import set_aside_words
from ui.reading.reading_document import word_spans
from ui.reading.reading_metrics import SET_ASIDE_INDENT, ReadingMetrics
from ui.style.theme import colour
from ui.style.tokens import Role


@dataclass(frozen=True, slots=True)
class Inset:
    """Signs that stand in a line on screen though they are not in its text yet.

    What an input method is composing, and space at the end that no line keeps but the next word needs.
    """

    at: int
    """Before which character of the text."""
    text: str
    caret: int
    """Where in it the caret stands."""
    composed_from: int = 0
    """What stands before is no longer being composed."""


class LineLayout:
    """Text of one segment with the places of its letters and words.

    ``inset`` stands inside the text without being of it; all offsets are those of the text. ``tail`` is what probably
    follows the words of a line that is still growing: shown behind them, lighter, never saved. The words before it
    stand where they stand whatever becomes of it.
    """

    def __init__(
        self, segment: Segment, metrics: ReadingMetrics, *, tail: str = "", inset: Inset | None = None
    ) -> None:
        self.segment = segment
        self.tail = tail
        self.inset = inset
        self.spans = word_spans(segment)
        """Where each word stands in the text."""
        self.is_set_aside = segment.quarantine is not None
        self.indent = SET_ASIDE_INDENT if self.is_set_aside else 0
        """How far the text begins right of the text column."""
        self._pitch = metrics.pitch
        self._text = with_tail(segment.text, tail) if inset is None else _with_inset(segment.text, inset)
        self._wide = [at for at, sign in enumerate(self._text) if ord(sign) > 0xFFFF] if _has_wide(self._text) else []
        self._layout = QTextLayout(self._text.replace("\n", "\u2028"), metrics.body)
        self._layout.setCacheEnabled(True)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._layout.setTextOption(option)
        whole = len(self._text) + len(self._wide)
        if self.is_set_aside:
            struck = QTextCharFormat()
            struck.setFontStrikeOut(True)
            self._layout.setFormats([_range(0, whole, struck)])
        elif inset is not None:
            composed = QTextCharFormat()
            composed.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            start = self._place_of(inset.at + inset.composed_from)
            stop = self._place_of(inset.at + len(inset.text))
            self._layout.setFormats([_range(start, stop - start, composed)])
        elif tail:
            start = self._to_qt(len(self._text) - len(tail.lstrip()))
            self._layout.setFormats([_range(start, whole - start, _tail_style(tail))])
        self._lines = self._break(metrics, metrics.text_width - self.indent)
        self.reason = "" if segment.quarantine is None else set_aside_words(segment.quarantine)
        """Why it was set aside, below the text."""
        self.reason_rows = _rows(self.reason, metrics, metrics.text_width - self.indent)
        self.height = metrics.line_height(len(self._lines), reason_rows=self.reason_rows)
        """Of the whole block, with its padding."""

    @property
    def text_height(self) -> int:
        """Height of the text alone."""
        return len(self._lines) * self._pitch

    def draw(self, painter: QPainter, at: QPointF, selected: tuple[int, int] | None, style: QTextCharFormat) -> None:
        """Draw the text with the painter's pen, a stretch of it in another format."""
        ranges: list[QTextLayout.FormatRange] = []
        if selected is not None and selected[0] < selected[1]:
            start, stop = self._to_qt(selected[0]), self._to_qt(selected[1])
            ranges.append(_range(start, stop - start, style))
        self._layout.draw(painter, at, ranges)

    def rectangles(self, start: int, stop: int) -> list[QRectF]:
        """The rectangles that a stretch of text covers, one for each line on screen."""
        first, last = self._to_qt(start), self._to_qt(stop)
        found: list[QRectF] = []
        for number, line in enumerate(self._lines):
            begin, end = line.textStart(), line.textStart() + line.textLength()
            if last <= begin or first >= end:
                continue
            left, right = sorted((_x(line, max(first, begin)), _x(line, min(last, end))))
            if right > left:
                found.append(QRectF(left, number * self._pitch, right - left, self._pitch))
        return found

    def caret(self, offset: int) -> QRectF:
        """Where the caret stands before a character."""
        is_inside = self.inset is not None and offset == self.inset.at
        place = self._place_of(offset + self.inset.caret) if is_inside and self.inset else self._to_qt(offset)
        number = self._line_of(place)
        return QRectF(_x(self._lines[number], place), number * self._pitch, 1, self._pitch)

    def offset_at(self, x: float, y: float) -> int:
        """The place in the text that is nearest to a point."""
        line = self._lines[min(max(int(y // self._pitch), 0), len(self._lines) - 1)]
        place = line.xToCursor(x)
        if place == line.textStart() + line.textLength() and line is not self._lines[-1]:
            place = self._layout.previousCursorPosition(place)  # the place belongs to the next line already
        return self._to_python(place)

    def has_text_at(self, x: float, y: float) -> bool:
        """Whether there are letters under a point, with a little slack."""
        if not 0 <= y < self.text_height:
            return False
        area = self._lines[int(y // self._pitch)].naturalTextRect()
        return area.left() - 4 <= x <= area.right() + 4

    def line_bounds(self, offset: int) -> tuple[int, int]:
        """First and last place of the line on screen that holds a place."""
        number = self._line_of(self._to_qt(offset))
        line = self._lines[number]
        end = line.textStart() + line.textLength()
        if number < len(self._lines) - 1:
            end = self._layout.previousCursorPosition(end)
        return self._to_python(line.textStart()), self._to_python(end)

    def step(self, offset: int, *, forward: bool, word: bool) -> int | None:
        """The place one letter or word further, ``None`` beyond the end or the beginning."""
        mode = QTextLayout.CursorMode.SkipWords if word else QTextLayout.CursorMode.SkipCharacters
        place = self._to_qt(offset)
        moved = (
            self._layout.nextCursorPosition(place, mode)
            if forward
            else self._layout.previousCursorPosition(place, mode)
        )
        return None if moved == place else self._to_python(moved)

    def word_around(self, offset: int) -> tuple[int, int]:
        """The word that holds a place, for a double click."""
        for start, stop in self.spans:
            if start <= offset < stop:
                return start, stop
        place = self._to_qt(offset)
        stop = self._layout.nextCursorPosition(place, QTextLayout.CursorMode.SkipWords)
        start = self._layout.previousCursorPosition(stop, QTextLayout.CursorMode.SkipWords)
        return self._to_python(start), self._to_python(stop)

    def _break(self, metrics: ReadingMetrics, width: int) -> list[QTextLine]:
        lines: list[QTextLine] = []
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            # Every line on the body font's baseline, whatever fonts a mixed line needs.
            line.setPosition(QPointF(0, len(lines) * metrics.pitch + metrics.baseline - line.ascent()))
            lines.append(line)
        self._layout.endLayout()
        return lines

    def _line_of(self, place: int) -> int:
        starts = [line.textStart() for line in self._lines]
        number = bisect_left(starts, place)
        if number == len(starts) or starts[number] != place:
            number -= 1
        return max(number, 0)

    def _to_qt(self, offset: int) -> int:
        if self.inset is not None and offset > self.inset.at:
            offset += len(self.inset.text)
        return self._place_of(offset)

    def _place_of(self, shown: int) -> int:
        """Qt's place of a character on screen, those of the inset counted."""
        return shown + bisect_left(self._wide, shown)

    def _to_python(self, place: int) -> int:
        offset = place
        for at, wide in enumerate(self._wide):
            if wide + at + 1 < place:
                offset = place - at - 1
        if self.inset is not None and offset > self.inset.at:
            offset = max(self.inset.at, offset - len(self.inset.text))
        return offset


def _with_inset(text: str, inset: Inset) -> str:
    return text[: inset.at] + inset.text + text[inset.at :]


def with_tail(text: str, tail: str) -> str:
    """The words of a line and what probably follows, with a space between where both are written with spaces."""
    tail = tail.lstrip()
    if not text or not tail:
        return text or tail
    is_joined = _is_han(text[-1]) or _is_han(tail[0]) or tail[0] in ",.;:!?"
    return f"{text}{tail}" if is_joined else f"{text} {tail}"


def _is_han(sign: str) -> bool:
    return (
        "\u2e80" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff" or "\uff00" <= sign <= "\uffef" or sign > "\uffff"
    )


def _tail_style(tail: str) -> QTextCharFormat:
    """Lighter, and a second sign beside the colour: italic, or beneath Han, which is never slanted, a dashed line."""
    style = QTextCharFormat()
    style.setForeground(colour(Role.TEXT3))
    if any(_is_han(sign) for sign in tail):
        style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
        style.setUnderlineColor(colour(Role.TEXT3))
    else:
        style.setFontItalic(True)
    return style


def _rows(text: str, metrics: ReadingMetrics, width: int) -> int:
    if not text:
        return 0
    measure = QFontMetrics(metrics.small)
    needed = measure.boundingRect(QRect(0, 0, width, 1000), int(Qt.TextFlag.TextWordWrap), text)
    return max(1, round(needed.height() / measure.lineSpacing()))


def _has_wide(text: str) -> bool:
    return bool(text) and max(text) > "\uffff"


def _range(start: int, length: int, style: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = start
    made.length = length
    made.format = style
    return made


def _x(line: QTextLine, place: int) -> float:
    found = line.cursorToX(place)
    # PySide gives the position and the place it moved to; its stubs know neither.
    return float(found[0]) if isinstance(found, tuple) else 0.0  # pyright: ignore[reportUnknownArgumentType] - see above
