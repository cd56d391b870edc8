"""Plain text: paragraphs to read, search and paste; nothing but the words, who said them and when."""

from app.exporting.document import Block, ExportDocument
from app.exporting.paragraphs import Heading, Note, Paragraph, reading_flow
from app.exporting.profile import ExportProfile
from app.exporting.text_encoding import encode
from app.exporting.timestamps import clock_time


class TextExporter:
    """Writes ``.txt``."""

    key = "txt"
    extension = ".txt"
    title = "Plain text"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file; empty without lines."""
        return encode(self.blocks(document, profile), profile)

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:
        """One block a paragraph, on one line."""
        return [Block(item.start_ms, _written(item, profile)) for item in reading_flow(document, profile)]


def _written(item: Paragraph | Note | Heading, profile: ExportProfile) -> str:
    if isinstance(item, Heading):
        time = f"{clock_time(item.start_ms)} " if profile.times else ""
        return f"== {time}{item.text} ==" if item.is_chapter else f"-- {time}{item.text} --"
    if isinstance(item, Note):
        return f"[{item.text}]"
    time = f"[{clock_time(item.start_ms)}] " if profile.times else ""
    speaker = f"{item.speaker}: " if item.speaker else ""
    return f"{time}{speaker}{item.text}"
