"""Fonts: one Latin and CJK pair per platform, three sizes, and how high a line of them is.

Used on the window's thread, by widgets and delegates that paint. ``install_fonts`` gives the application its
family list and body size; everything else inherits from there. Sizes are points, so the system's text scale
(its logical dots per inch) acts by itself; ``text_scale`` is what the person adds in Settings.
"""

import sys
from dataclasses import dataclass
from math import ceil

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics
from PySide6.QtWidgets import QApplication

from ui.style.tokens import TEXT_SIZES, TextStyle

_POINTS_PER_PIXEL = 1.0 if sys.platform == "darwin" else 0.75
"""macOS counts 72 dots to the inch, the others 96."""

_FIXED = ("DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono", "Noto Mono")


@dataclass(slots=True)
class _Choice:
    text_scale: float = 1.0
    is_chinese: bool = False


_choice = _Choice()


def install_fonts(application: QApplication, *, is_chinese: bool, text_scale: float = 1.0) -> None:
    """Give the application its fonts: CJK family first in the Chinese interface, Latin family first otherwise."""
    _choice.text_scale = text_scale
    _choice.is_chinese = is_chinese
    font = QFont(application.font())
    font.setFamilies(find_families(is_chinese=is_chinese))
    font.setPointSizeF(_points(TextStyle.BODY))
    font.setWeight(QFont.Weight.Normal)
    application.setFont(font)


def text_scale() -> float:
    """What the person added to the system's text size, 1.0 for nothing."""
    return _choice.text_scale


def is_large() -> bool:
    """Whether the text is so large that what stands side by side at other times goes below each other."""
    return _choice.text_scale > 1.5


def scaled(pixels: int) -> int:
    """A length that grows with the person's text scale: icons, boxes, squares."""
    return round(pixels * max(1.0, _choice.text_scale))


def find_families(*, is_chinese: bool) -> list[str]:
    """The family list of the interface, best first."""
    latin, cjk = _pair()
    return [*cjk, *latin] if is_chinese else [*latin, *cjk]


def font_of(style: TextStyle, *, strong: bool = False, tabular: bool = False) -> QFont:
    """A font for painting. ``tabular`` gives figures equal width, for times and levels that run."""
    font = QFont(QApplication.font())
    font.setPointSizeF(_points(style))
    if strong or style is TextStyle.TITLE:
        font.setWeight(strong_weight())
    if tabular:
        make_tabular(font)
    return font


def fixed_font(style: TextStyle = TextStyle.SMALL) -> QFont:
    """A font in which every letter is as wide as the others, with the CJK partner, for previews of subtitle files."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    # On Linux the system often names only the alias “monospace”, for which Qt may take a proportional font.
    known = set(QFontDatabase.families())
    named = [name for name in (font.family(), *_FIXED) if name in known and QFontDatabase.isFixedPitch(name)]
    font.setFamilies([*(named[:1] or [font.family()]), *_pair()[1]])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setFixedPitch(True)
    font.setPointSizeF(_points(style))
    return font


def strong_weight() -> QFont.Weight:
    """The weight of names and heads. The CJK families have no 600, so Chinese uses bold."""
    return QFont.Weight.Bold if _choice.is_chinese else QFont.Weight.DemiBold


def make_tabular(font: QFont) -> None:
    """Give figures equal width."""
    font.setFeature(QFont.Tag("tnum"), 1)


def line_height(style: TextStyle) -> int:
    """Height of a line in pixels: the token's line, or more where the font or the text scale needs it."""
    size = TEXT_SIZES[style]
    metrics = QFontMetrics(font_of(style))
    scaled = size.line * metrics.height() / max(1.0, _height_at_scale_one(style))
    return ceil(max(scaled if _is_enlarged() else size.line, metrics.height()))


def point_size(style: TextStyle) -> float:
    """Size in points with the person's text scale."""
    return _points(style)


def _points(style: TextStyle) -> float:
    return TEXT_SIZES[style].size * _POINTS_PER_PIXEL * _choice.text_scale


def _is_enlarged() -> bool:
    screen = QApplication.primaryScreen()
    base = 72.0 if sys.platform == "darwin" else 96.0
    return _choice.text_scale != 1.0 or screen.logicalDotsPerInch() / base > 1.01


def _height_at_scale_one(style: TextStyle) -> float:
    font = QFont(QApplication.font())
    font.setPixelSize(TEXT_SIZES[style].size)
    return QFontMetrics(font).height()


def _pair() -> tuple[list[str], list[str]]:
    if sys.platform == "win32":
        return ["Segoe UI"], ["Microsoft YaHei UI", "Microsoft YaHei"]
    if sys.platform == "darwin":
        return [QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()], ["PingFang SC"]
    known = set(QFontDatabase.families())
    latin = [name for name in ("Inter", "Inter Variable", "Noto Sans") if name in known][:1]
    cjk = [name for name in ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC") if name in known][:1]
    general = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    return latin or [general], cjk
