"""What a person chose for an export, as one value: kept per course, shown live in the dialog."""

from dataclasses import dataclass
from enum import StrEnum

from app.meetings.chinese import ChineseScript

__all__ = ["ChineseScript", "ExportProfile", "Layout"]


class Layout(StrEnum):
    """How the words stand on the page of a document."""

    PARAGRAPHS = "paragraphs"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class ExportProfile:
    """Everything that changes the exported files."""

    formats: tuple[str, ...] = ("docx",)
    """Keys of the catalogue in ``formats.py``."""
    speakers: bool = True
    """Say who speaks."""
    times: bool = True
    """Say when, in documents; subtitles always have times."""
    layout: Layout = Layout.PARAGRAPHS
    """Of Word and Markdown documents."""
    chinese: ChineseScript = ChineseScript.AS_SPOKEN
    chinese_spacing: bool = True
    """One space between Han characters and Latin words."""
    chinese_marks: bool = True
    """Full-width punctuation in Chinese sentences."""
    line_width_latin: int = 42
    """Columns in a line of subtitles."""
    line_width_cjk: int = 16
    """Han characters in a line of subtitles, each two columns wide."""
    max_chars_per_s: float = 17.0
    """Reading speed of subtitles."""
    max_cjk_chars_per_s: float = 9.0
    bom: bool = False
    """Begin text files with a byte order mark, for old Windows programs."""
    marks: bool = True
    """Chapters and bookmarks as headings, and notes, in documents."""
    gaps: bool = True
    """Say in documents where something is missing, and why."""
    language: str = "en"
    """Language of the few words that an exporter adds itself: ``en`` or ``zh_CN``."""
