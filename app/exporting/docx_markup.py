# pyright: reportPrivateUsage=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
# (python-docx has no types for its XML, and no other way to what is below)
"""What Word knows and python-docx has no call for: page numbers, repeated table heads, languages, directions.

The only file that touches the XML of a document; called by ``docx_format.py``.
"""

from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_TAB_ALIGNMENT
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Cm, Length, Pt
from docx.styles.style import ParagraphStyle
from docx.table import Table
from docx.text.paragraph import Paragraph

_EAST_ASIAN = frozenset({"zh", "ja", "ko"})
_FONTS = {"ja": "Yu Gothic", "ko": "Malgun Gothic", "zh-TW": "Microsoft JhengHei", "zh-HK": "Microsoft JhengHei"}
_STYLES = ("Normal", "Title", "Subtitle", "Heading 1", "Quote")
SPEAKER_STYLE = "Speaker"


def prepare_styles(paper: Document, language: str) -> None:
    """Fonts and language of every style in use, and the style of the line that says who speaks."""
    is_east_asian = language.split("-", maxsplit=1)[0] in _EAST_ASIAN
    for name in _STYLES:
        properties = paper.styles[name].element.get_or_add_rPr()
        fonts = properties.get_or_add_rFonts()
        fonts.set(qn("w:eastAsia"), _FONTS.get(language, "Microsoft YaHei"))
        fonts.attrib.pop(qn("w:eastAsiaTheme"), None)
        spoken = OxmlElement("w:lang")
        spoken.set(qn("w:val"), "en-US" if is_east_asian else language)
        spoken.set(qn("w:eastAsia"), language if is_east_asian else "zh-CN")
        properties.append(spoken)
    normal = _style(paper, "Normal")
    normal.font.size = Pt(11)
    normal.paragraph_format.space_after = Pt(6)
    speaker = paper.styles.add_style(SPEAKER_STYLE, WD_STYLE_TYPE.PARAGRAPH)
    assert isinstance(speaker, ParagraphStyle)
    speaker.base_style = normal
    speaker.font.bold = True
    speaker.paragraph_format.keep_with_next = True
    speaker.paragraph_format.space_before = Pt(8)
    speaker.paragraph_format.space_after = Pt(0)


def append_paragraph(paper: Document, style: str = "") -> Paragraph:
    """A new last paragraph. ``Document.add_paragraph`` looks through all that is there for each new one.

    ``style`` is the id of a style, which has no spaces (``Heading1``).
    """
    element = OxmlElement("w:p")
    paper.element.body[-1].addprevious(element)  # the last element of a body is its section
    if style:
        element.style = style
    return Paragraph(element, paper._body)


def fill_header(paragraph: Paragraph, title: str, width: Length) -> None:
    """The title on the left and the number of the page on the right of a line of this width."""
    paragraph.paragraph_format.tab_stops.clear_all()
    paragraph.paragraph_format.tab_stops.add_tab_stop(width, WD_TAB_ALIGNMENT.RIGHT)
    paragraph.add_run(f"{title}\t")
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), "PAGE")
    paragraph._p.append(field)


def repeat_first_row(table: Table) -> None:
    """Show the heads of a table on each of its pages."""
    table.rows[0]._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))


def cells_by_row(table: Table) -> list[list[Paragraph]]:
    """The paragraph of every cell; ``table.cell`` would walk the whole table for each of them."""
    paragraphs = [cell.paragraphs[0] for cell in table._cells]
    columns = len(table.columns)
    return [paragraphs[index : index + columns] for index in range(0, len(paragraphs), columns)]


def set_widths(table: Table, centimetres: list[float]) -> None:
    """Widths of the columns, on every cell, because Word looks there."""
    table.autofit = False
    for column, width in zip(table.columns, centimetres, strict=True):
        column.width = Cm(width)
    for index, cell in enumerate(table._cells):
        cell.width = Cm(centimetres[index % len(centimetres)])


def turn_right_to_left(paper: Document) -> None:
    """Set every paragraph from right to left, for Arabic, Hebrew and their kin."""
    paragraphs = list(paper.paragraphs)
    for table in paper.tables:
        paragraphs += [paragraph for row in cells_by_row(table) for paragraph in row]
    for paragraph in paragraphs:
        paragraph._p.get_or_add_pPr().insert_element_before(
            OxmlElement("w:bidi"), "w:adjustRightInd", "w:snapToGrid", "w:spacing", "w:ind", "w:jc", "w:rPr"
        )
        for run in paragraph.runs:
            run.font.rtl = True


def _style(paper: Document, name: str) -> ParagraphStyle:
    style = paper.styles[name]
    assert isinstance(style, ParagraphStyle)
    return style
