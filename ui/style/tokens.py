"""The numbers behind the look: colours by role, speaker colours, space, corners and type.

Pure data, read by ``theme.py``, ``fonts.py`` and ``style_sheet.py``. Widgets ask the theme for a role and never
name a colour. Every pair that carries text was measured (WCAG 2): see ``tests/ui/style/test_tokens.py``.

To add a role: a line in ``Role``, its value in ``LIGHT`` and ``DARK``, its pairs in the test.
"""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a colour is for."""

    WINDOW = "window"
    """Window, side bars, panels."""
    SURFACE = "surface"
    """Transcript, cards, toolbars, fields."""
    SUNKEN = "sunken"
    """Wells, table heads."""
    HOVER = "hover"
    PRESSED = "pressed"
    LINE = "line"
    """Separators and card borders, decoration only."""
    CONTROL = "control"
    """Border of anything one can operate."""
    TEXT = "text"
    TEXT2 = "text2"
    """Second line, times, labels."""
    TEXT3 = "text3"
    """Placeholder, tentative and set-aside text. Never on ``HOVER`` or ``ACCENT_MARK``."""
    DISABLED = "disabled"
    ACCENT = "accent"
    """The one accent: filled button, focus ring, selection bar, good state, links."""
    ACCENT_HOVER = "accent_hover"
    ACCENT_PRESSED = "accent_pressed"
    ON_ACCENT = "on_accent"
    ACCENT_SOFT = "accent_soft"
    """Selected row, current paragraph."""
    ACCENT_MARK = "accent_mark"
    """The word being spoken."""
    WARNING = "warning"
    WARNING_SOFT = "warning_soft"
    """Banner, gap line, search hit."""
    WARNING_LINE = "warning_line"
    """Border of those; current search hit."""
    DANGER = "danger"
    DANGER_SOFT = "danger_soft"
    RECORDING = "recording"
    """Stop button and the recording dot, nothing else."""
    ON_RECORDING = "on_recording"


LIGHT: dict[Role, str] = {
    Role.WINDOW: "#F3F4F3",
    Role.SURFACE: "#FFFFFF",
    Role.SUNKEN: "#ECEEED",
    Role.HOVER: "#E6E9E7",
    Role.PRESSED: "#D9DDDB",
    Role.LINE: "#DCE0DE",
    Role.CONTROL: "#7C8582",
    Role.TEXT: "#191C1B",
    Role.TEXT2: "#4F5856",
    Role.TEXT3: "#646D6B",
    Role.DISABLED: "#9AA3A0",
    Role.ACCENT: "#0A6A62",
    Role.ACCENT_HOVER: "#085750",
    Role.ACCENT_PRESSED: "#064640",
    Role.ON_ACCENT: "#FFFFFF",
    Role.ACCENT_SOFT: "#E1F0EE",
    Role.ACCENT_MARK: "#BFE0DB",
    Role.WARNING: "#8A5200",
    Role.WARNING_SOFT: "#FCF1DF",
    Role.WARNING_LINE: "#E8CF9F",
    Role.DANGER: "#B3261E",
    Role.DANGER_SOFT: "#FCEBE9",
    Role.RECORDING: "#B3261E",
    Role.ON_RECORDING: "#FFFFFF",
}

DARK: dict[Role, str] = {
    Role.WINDOW: "#151817",
    Role.SURFACE: "#1C201F",
    Role.SUNKEN: "#111413",
    Role.HOVER: "#272C2A",
    Role.PRESSED: "#303634",
    Role.LINE: "#323836",
    Role.CONTROL: "#78827F",
    Role.TEXT: "#E8ECEA",
    Role.TEXT2: "#AEB7B4",
    Role.TEXT3: "#929B98",
    Role.DISABLED: "#6B7471",
    Role.ACCENT: "#5CC9BC",
    Role.ACCENT_HOVER: "#7AD6CB",
    Role.ACCENT_PRESSED: "#4AB3A7",
    Role.ON_ACCENT: "#06211E",
    Role.ACCENT_SOFT: "#17332F",
    Role.ACCENT_MARK: "#1F4E48",
    Role.WARNING: "#F0B45C",
    Role.WARNING_SOFT: "#2E2612",
    Role.WARNING_LINE: "#5C4A20",
    Role.DANGER: "#FF9A8F",
    Role.DANGER_SOFT: "#3A1D1A",
    Role.RECORDING: "#D0392E",
    Role.ON_RECORDING: "#FFFFFF",
}


@dataclass(frozen=True, slots=True)
class SpeakerColour:
    """The rounded square of a speaker and the digit in it."""

    fill: str
    digit: str


_WHITE = "#FFFFFF"
_INK = "#101214"

SPEAKERS_LIGHT: tuple[SpeakerColour, ...] = (
    SpeakerColour("#081496", _WHITE),
    SpeakerColour("#E16B04", _INK),
    SpeakerColour("#9D105E", _WHITE),
    SpeakerColour("#579F73", _INK),
    SpeakerColour("#0E6AA3", _WHITE),
    SpeakerColour("#805C02", _WHITE),
    SpeakerColour("#AF6DF5", _INK),
    SpeakerColour("#501A0A", _WHITE),
)

SPEAKERS_DARK: tuple[SpeakerColour, ...] = (
    SpeakerColour("#5063CC", _WHITE),
    SpeakerColour("#966416", _WHITE),
    SpeakerColour("#D55B95", _INK),
    SpeakerColour("#6AB84C", _INK),
    SpeakerColour("#7BE5FE", _INK),
    SpeakerColour("#E8D742", _INK),
    SpeakerColour("#BB98FD", _INK),
    SpeakerColour("#FDA0A0", _INK),
)

# Space in pixels at text scale 1. Nothing in between, except 1 px borders and 2 px gaps.
SPACE_4 = 4
SPACE_8 = 8
SPACE_12 = 12
SPACE_16 = 16
SPACE_20 = 20
SPACE_24 = 24
SPACE_32 = 32

SIDE_BAR_WIDTH = 248
SETTINGS_LIST_WIDTH = 208
PANEL_WIDTH = 340
PANEL_WIDTH_MIN = 280
PANEL_WIDTH_MAX = 480

RADIUS_CHIP = 4
"""Chips, check boxes, key hints."""
RADIUS_SQUARE = 5
"""Speaker squares."""
RADIUS_BUTTON = 6
"""Buttons, fields, rows."""
RADIUS_CARD = 8
RADIUS_DIALOG = 10

FOCUS_RING = 2
FOCUS_GAP = 2
SELECTION_BAR = 3
ICON = 16
ICON_LARGE = 24
SPEAKER_SQUARE = 20


class TextStyle(StrEnum):
    """The sizes there are."""

    TITLE = "title"
    """One per window."""
    BODY = "body"
    """Everything one reads or presses, the transcript."""
    SMALL = "small"
    """Times, second lines, chips, key hints."""


@dataclass(frozen=True, slots=True)
class TextSize:
    """Size and line of a text style in pixels at text scale 1."""

    size: int
    line: int


TEXT_SIZES: dict[TextStyle, TextSize] = {
    TextStyle.TITLE: TextSize(22, 32),
    TextStyle.BODY: TextSize(15, 24),
    TextStyle.SMALL: TextSize(13, 20),
}
