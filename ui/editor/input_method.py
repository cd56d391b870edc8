"""What an input method asks about the text around the caret, as Qt counts it: in units of UTF-16. Pure."""

from PySide6.QtCore import Qt

from app.meetings.transcript import Segment
from ui.reading.text_selection import TextSelection
from ui.style.fonts import font_of
from ui.style.tokens import TextStyle

_Query = Qt.InputMethodQuery


def input_method_answer(query: Qt.InputMethodQuery, line: Segment, selection: TextSelection) -> object:
    """The answer for the line with the caret; ``None`` for what is not known here."""
    caret = selection.caret.offset
    anchor = selection.anchor.offset if selection.anchor.segment_id == line.id else caret
    answers: dict[Qt.InputMethodQuery, object] = {
        _Query.ImEnabled: True,
        _Query.ImHints: Qt.InputMethodHint.ImhMultiLine.value,
        _Query.ImFont: font_of(TextStyle.BODY),
        _Query.ImSurroundingText: line.text,
        _Query.ImCursorPosition: _units(line.text, caret),
        _Query.ImAbsolutePosition: _units(line.text, caret),
        _Query.ImAnchorPosition: _units(line.text, anchor),
        _Query.ImCurrentSelection: line.text[min(caret, anchor) : max(caret, anchor)],
        _Query.ImTextBeforeCursor: line.text[:caret],
        _Query.ImTextAfterCursor: line.text[caret:],
    }
    return answers.get(query)


def _units(text: str, offset: int) -> int:
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
