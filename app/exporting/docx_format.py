"""Word documents, for reading, printing and handing out: real styles, so that Word's own tools work on them.

Built by python-docx. Everything that goes in passes ``clean_text.py`` first: one control character from a
pasted title would refuse the whole document.
"""

import io
from collections.abc import Sequence
from datetime import UTC

import docx
from docx.document import Document
from docx.shared import Cm, RGBColor

from app.exporting.clean_text import clean_line
from app.exporting.document import Block, ExportDocument
from app.exporting.docx_markup import (
    SPEAKER_STYLE,
    append_paragraph,
    cells_by_row,
    fill_header,
    prepare_styles,
    repeat_first_row,
    set_widths,
    turn_right_to_left,
)
from app.exporting.lines import lines_of, names_in
from app.exporting.paragraphs import Heading, Note, Paragraph, reading_flow
from app.exporting.phrases import length_of_time, phrase
from app.exporting.profile import ExportProfile, Layout
from app.exporting.timestamps import clock_time
from app.meetings.chinese import ChineseScript

_PROPERTY_LENGTH = 255
"""Word's limit for a core property."""
_GREY = RGBColor(0x5F, 0x63, 0x68)
_RIGHT_TO_LEFT = frozenset({"ar", "fa", "he", "ur", "ps", "sd", "yi", "iw"})
_LINE_CM = 16.5
"""Width of the text on a page of A4."""


class DocxExporter:
    """Writes ``.docx``."""

    key = "docx"
    extension = ".docx"
    title = "Word document"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file; title and one sentence without lines."""
        paper = docx.Document()
        language = _language_tag(document, profile)
        prepare_styles(paper, language)
        title = _title(document, profile)
        _fill_properties(paper, document, title, language)
        _lay_out_page(paper, title)
        paper.add_paragraph(title, style="Title")
        paper.add_paragraph(_particulars(document, profile), style="Subtitle")
        paper.add_heading(phrase("Transcript", profile.language), level=1)
        flow = reading_flow(document, profile, keep_breaks=True)
        if not flow:
            paper.add_paragraph(phrase("No speech was found in this recording.", profile.language))
        elif profile.layout is Layout.TABLE:
            _add_table(paper, flow, profile)
        else:
            for item in flow:
                _add_paragraph(paper, item, profile)
        if language.split("-", maxsplit=1)[0] in _RIGHT_TO_LEFT:
            turn_right_to_left(paper)
        buffer = io.BytesIO()
        paper.save(buffer)
        return buffer.getvalue()

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:
        """The document's paragraphs as plain text."""
        blocks = [
            Block(0, _title(document, profile)),
            Block(0, _particulars(document, profile), is_tight=True),
            Block(0, phrase("Transcript", profile.language)),
        ]
        flow = reading_flow(document, profile, keep_breaks=True)
        if not flow:
            blocks.append(Block(0, phrase("No speech was found in this recording.", profile.language)))
        for item in flow:
            if isinstance(item, Note):
                blocks.append(Block(item.start_ms, item.text))
                continue
            if isinstance(item, Heading):
                blocks.append(Block(item.start_ms, _heading(item, profile)))
                continue
            head = _head(item, profile)
            blocks.append(Block(item.start_ms, f"{head}\n{item.text}" if head else item.text))
        return blocks


def _title(document: ExportDocument, profile: ExportProfile) -> str:
    return clean_line(document.meeting.title) or phrase("Transcript", profile.language)


def _particulars(document: ExportDocument, profile: ExportProfile) -> str:
    """Date, length and speakers, on one line under the title."""
    meeting = document.meeting
    parts = [meeting.created_at.strftime("%Y-%m-%d")]
    if meeting.duration_ms:
        parts.append(length_of_time(meeting.duration_ms, profile.language))
    names = names_in(lines_of(document, profile)) if profile.speakers else []
    if names:
        parts.append(f"{phrase('Speakers', profile.language)}: {', '.join(names)}")
    return " · ".join(parts)


def _head(item: Paragraph, profile: ExportProfile) -> str:
    return "  ".join(part for part in (item.speaker, clock_time(item.start_ms) if profile.times else "") if part)


def _heading(item: Heading, profile: ExportProfile) -> str:
    return f"{clock_time(item.start_ms)}  {item.text}" if profile.times else item.text


def _add_paragraph(paper: Document, item: Paragraph | Note | Heading, profile: ExportProfile) -> None:
    if isinstance(item, Heading):
        # Real headings: Word's navigation and its table of contents lead to them.
        paper.add_heading(_heading(item, profile), level=2 if item.is_chapter else 3)
        return
    if isinstance(item, Note):
        append_paragraph(paper, "Quote").add_run(item.text)
        return
    if item.speaker or profile.times:
        head = append_paragraph(paper, SPEAKER_STYLE)
        if item.speaker:
            head.add_run(item.speaker)
        if profile.times:
            time = head.add_run(("  " if item.speaker else "") + clock_time(item.start_ms))
            time.bold = False
            time.font.color.rgb = _GREY
    append_paragraph(paper).add_run(item.text)


def _add_table(paper: Document, flow: Sequence[Paragraph | Note | Heading], profile: ExportProfile) -> None:
    heads = [phrase("Text", profile.language)]
    widths: list[float] = []
    if profile.speakers:
        heads.insert(0, phrase("Speaker", profile.language))
        widths.insert(0, 3.0)
    if profile.times:
        heads.insert(0, phrase("Time", profile.language))
        widths.insert(0, 2.0)
    table = paper.add_table(rows=len(flow) + 1, cols=len(heads), style="Table Grid")
    rows = cells_by_row(table)
    for cell, text in zip(rows[0], heads, strict=True):
        cell.add_run(text).bold = True
    repeat_first_row(table)
    for item, cells in zip(flow, rows[1:], strict=True):
        texts = [item.text]
        if profile.speakers:
            texts.insert(0, item.speaker if isinstance(item, Paragraph) else "")
        if profile.times:
            texts.insert(0, clock_time(item.start_ms))
        for cell, text in zip(cells, texts, strict=True):
            cell.add_run(text).bold = isinstance(item, Heading) or None
        if isinstance(item, Note):
            cells[-1].style = "Quote"
    set_widths(table, [*widths, _LINE_CM - sum(widths)])


def _fill_properties(paper: Document, document: ExportDocument, title: str, language: str) -> None:
    properties = paper.core_properties
    created = document.meeting.created_at
    created = created.astimezone(UTC).replace(tzinfo=None) if created.tzinfo else created
    properties.title = title[:_PROPERTY_LENGTH]
    properties.author = "Vivavoce"
    properties.last_modified_by = "Vivavoce"
    properties.comments = ""
    properties.language = language
    properties.created = created
    properties.modified = created


def _lay_out_page(paper: Document, title: str) -> None:
    section = paper.sections[0]
    section.page_width, section.page_height = Cm(21), Cm(29.7)
    section.left_margin = section.right_margin = Cm((21 - _LINE_CM) / 2)
    fill_header(section.header.paragraphs[0], title, Cm(_LINE_CM))


def _language_tag(document: ExportDocument, profile: ExportProfile) -> str:
    """What Word checks the spelling in."""
    language = (document.meeting.language or "en").replace("_", "-")
    if language in ("zh", "cmn"):
        return {ChineseScript.TRADITIONAL_TW: "zh-TW", ChineseScript.TRADITIONAL_HK: "zh-HK"}.get(
            profile.chinese, "zh-CN"
        )
    return {"en": "en-US", "yue": "zh-HK", "jw": "jv", "iw": "he"}.get(language, language)
