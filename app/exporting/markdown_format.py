"""Markdown: for notes and wikis. Whatever was said is text there, never a heading, a list or a link."""

import re

from app.exporting.clean_text import clean_line
from app.exporting.document import Block, ExportDocument
from app.exporting.paragraphs import Heading, Note, Paragraph, reading_flow
from app.exporting.phrases import phrase
from app.exporting.profile import ExportProfile, Layout
from app.exporting.text_encoding import encode
from app.exporting.timestamps import clock_time

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>|~$&^=]")
_AT_START = re.compile(r"^(?:([#+\-:])|(\d{1,9})([.)]))")
_ADDRESS = re.compile(r"(?i)\b(https?|ftp|mailto)(:)|\b(www)(\.)")


class MarkdownExporter:
    """Writes ``.md`` that CommonMark and GitHub read alike."""

    key = "md"
    extension = ".md"
    title = "Markdown"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file; the title and a sentence without lines."""
        return encode(self.blocks(document, profile), profile)

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:
        """The title, then one block a paragraph, or one a row of the table."""
        title = clean_line(document.meeting.title) or phrase("Transcript", profile.language)
        blocks = [Block(0, f"# {escape(title)}")]
        flow = reading_flow(document, profile)
        if not flow:
            blocks.append(Block(0, escape(phrase("No speech was found in this recording.", profile.language))))
        elif profile.layout is Layout.TABLE:
            blocks += _table(flow, profile)
        else:
            blocks += [Block(item.start_ms, _paragraph(item, profile)) for item in flow]
        return blocks


def escape(text: str) -> str:
    """Text that reads as itself in any place of a Markdown line."""
    text = _SPECIAL.sub(r"\\\g<0>", text)
    text = _ADDRESS.sub(lambda found: f"{found[1] or found[3]}\\{found[2] or found[4]}", text)
    return _AT_START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", text)


def _paragraph(item: Paragraph | Note | Heading, profile: ExportProfile) -> str:
    if isinstance(item, Heading):
        return f"{'##' if item.is_chapter else '###'} {_heading(item, profile)}"
    if isinstance(item, Note):
        return f"> {escape(item.text)}"
    head = " ".join(
        part
        for part in (
            f"**{escape(item.speaker)}**" if item.speaker else "",
            clock_time(item.start_ms) if profile.times else "",
        )
        if part
    )
    # A backslash at the end of a line is a visible way to say "new line", two spaces are not.
    return f"{head}\\\n{escape(item.text)}" if head else escape(item.text)


def _heading(item: Heading, profile: ExportProfile) -> str:
    return escape(f"{clock_time(item.start_ms)} {item.text}" if profile.times else item.text)


def _table(flow: list[Paragraph | Note | Heading], profile: ExportProfile) -> list[Block]:
    heads = [phrase("Text", profile.language)]
    if profile.speakers:
        heads.insert(0, phrase("Speaker", profile.language))
    if profile.times:
        heads.insert(0, phrase("Time", profile.language))
    rows = [Block(0, _row(heads) + "\n" + _row(["---"] * len(heads)))]
    for item in flow:
        around = "" if isinstance(item, Paragraph) else "**" if isinstance(item, Heading) else "*"
        cells = [f"{around}{escape(item.text)}{around}"]
        if profile.speakers:
            cells.insert(0, escape(item.speaker) if isinstance(item, Paragraph) else "")
        if profile.times:
            cells.insert(0, clock_time(item.start_ms))
        rows.append(Block(item.start_ms, _row(cells), is_tight=True))
    return rows


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
