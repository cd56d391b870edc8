"""The catalogue of formats.

To add one: a file ``NAME_format.py`` with a class that is an ``Exporter``, its line in ``EXPORTERS``, its row in
``README.md``, and a reader of somebody else's in ``tests/contract/test_exporters.py``. One that holds no words stands
in ``WRITERS`` alone: the command line writes it, the dialog does not offer it.
"""

from app.exporting.csv_format import CsvExporter
from app.exporting.document import Block, ExportDocument, Exporter
from app.exporting.docx_format import DocxExporter
from app.exporting.json_format import JsonExporter
from app.exporting.markdown_format import MarkdownExporter
from app.exporting.rttm_format import RttmExporter
from app.exporting.srt_format import SrtExporter
from app.exporting.text_format import TextExporter
from app.exporting.vtt_format import VttExporter

__all__ = ["EXPORTERS", "WRITERS", "Block", "ExportDocument", "Exporter"]

_ALL: tuple[Exporter, ...] = (
    DocxExporter(),
    SrtExporter(),
    VttExporter(),
    TextExporter(),
    MarkdownExporter(),
    CsvExporter(),
    JsonExporter(),
)

EXPORTERS: dict[str, Exporter] = {exporter.key: exporter for exporter in _ALL}
"""Key to exporter, in the order in which they are offered."""

WRITERS: dict[str, Exporter] = EXPORTERS | {RttmExporter.key: RttmExporter()}
"""The same with those that hold no words."""
