"""Where things stand in the transcript: the columns and heights for one width of the window and one text size.

A value made on the window's thread whenever the width, the fonts or the text scale change; layout and painter
measure by it. Numbers come from the design's tokens, heights from the fonts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from PySide6.QtGui import QFont, QFontMetricsF

from ui.style.fonts import font_of, line_height
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_20, SPACE_24, TEXT_SIZES, TextStyle

WIDE_WINDOW: Final = 1360
"""From this window width on the columns are the wide ones."""
BLOCK_PADDING: Final = 6
"""Above and below each paragraph, 12 between two."""
SET_ASIDE_INDENT: Final = 14
"""From the dashed bar to the text of a line set aside."""

_MARGIN_WIDE: Final = 184
_MARGIN_NARROW: Final = 168
"""Room for “Speaker 10” and a time."""
_TEXT_WIDE: Final = 576
_TEXT_NARROW: Final = 544
_TEXT_LEAST: Final = 160
_TEXT_BESIDE_NOTES: Final = 400
"""With less than this for the text, remarks go beneath it."""
_NOTE_WIDTH: Final = 140
_STEP: Final = 8
"""Text widths are multiples of this, so that dragging the window's edge does not break every line anew each pixel."""
_SAMPLE: Final = "Because the columns are linearly dependent the parallelogram has collapsed onto a line "


@dataclass(frozen=True)
class ReadingMetrics:
    """Columns, fonts and line heights of the transcript."""

    margin_left: int
    """Where the speaker's square begins."""
    margin_right: int
    """Where the time ends."""
    text_left: int
    text_width: int
    note_left: int | None
    """Where remarks beside the text begin, ``None`` if there is no room for them."""
    body: QFont
    strong: QFont
    small: QFont
    small_strong: QFont
    times: QFont
    """Small, with figures of equal width."""
    pitch: int
    """From one line of text to the next."""
    small_pitch: int
    baseline: float
    """Of the body font, below the top of its line."""
    column: float
    """Mean width of a Latin letter of the body font."""
    button: int
    """Height of a small button."""
    bar: int
    """Height of the bar of a gap."""

    @classmethod
    def measure(cls, *, width: int, window_width: int) -> Self:
        """Columns for a view of this width in a window of that width."""
        is_wide = window_width >= WIDE_WINDOW
        body = font_of(TextStyle.BODY)
        small = font_of(TextStyle.SMALL)
        metrics = QFontMetricsF(body)
        pitch, small_pitch = line_height(TextStyle.BODY), line_height(TextStyle.SMALL)
        enlarged = pitch / TEXT_SIZES[TextStyle.BODY].line
        margin = round((_MARGIN_WIDE if is_wide else _MARGIN_NARROW) * enlarged)
        text_left = SPACE_24 + margin + SPACE_20
        most = round((_TEXT_WIDE if is_wide else _TEXT_NARROW) * enlarged)
        beside = width - text_left - SPACE_20 - round(_NOTE_WIDTH * enlarged) - SPACE_16
        has_notes = beside >= min(most, round(_TEXT_BESIDE_NOTES * enlarged))
        room = beside if has_notes else width - text_left - SPACE_24
        text_width = max(_TEXT_LEAST, min(most, room) // _STEP * _STEP)
        return cls(
            margin_left=SPACE_24,
            margin_right=SPACE_24 + margin,
            text_left=text_left,
            text_width=text_width,
            note_left=text_left + text_width + SPACE_20 if has_notes else None,
            body=body,
            strong=font_of(TextStyle.BODY, strong=True),
            small=small,
            small_strong=font_of(TextStyle.SMALL, strong=True),
            times=font_of(TextStyle.SMALL, tabular=True),
            pitch=pitch,
            small_pitch=small_pitch,
            baseline=(pitch - metrics.height()) / 2 + metrics.ascent(),
            column=metrics.horizontalAdvance(_SAMPLE) / len(_SAMPLE),
            button=small_pitch + SPACE_8,
            bar=small_pitch + SPACE_12,
        )

    @property
    def gap_height(self) -> int:
        """Height of a gap with the space around its bar."""
        return self.bar + SPACE_8 + SPACE_4

    def guess_height(self, columns: int, *, is_set_aside: bool) -> int:
        """Height of a line before it is laid out."""
        width = self.text_width - (SET_ASIDE_INDENT if is_set_aside else 0)
        lines = max(1, -(-round(columns * self.column * 1.02) // width))
        return self.line_height(lines, reason_rows=int(is_set_aside))

    def guess_heights(self, columns: Sequence[int]) -> list[int]:
        """The same for a great many lines that are not set aside."""
        widths = np.rint(np.asarray(columns, dtype=np.float64) * self.column * 1.02)
        lines = np.maximum(1, np.ceil(widths / self.text_width)).astype(np.int64)
        heights: list[int] = (2 * BLOCK_PADDING + lines * self.pitch).tolist()
        return heights

    def line_height(self, lines: int, *, reason_rows: int) -> int:
        """Height of a line of transcript that takes this many lines on screen."""
        height = 2 * BLOCK_PADDING + lines * self.pitch
        height += reason_rows * self.small_pitch
        if reason_rows and self.note_left is None:
            height += SPACE_8 + self.button
        return height
