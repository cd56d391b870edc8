"""CSV: a line of speech in each row, for spreadsheets and for programs that count.

Who works with it sorts and filters: the times are those of subtitles, to the millisecond, in columns of their own, and
the columns have names that programs know. Excel reads anything but English only with the byte order mark, which is the
person's choice as for every text file.
"""

import csv
import io
from collections.abc import Sequence

from app.exporting.document import Block, ExportDocument
from app.exporting.lines import ExportLine, lines_of
from app.exporting.profile import ExportProfile
from app.exporting.text_encoding import encode
from app.exporting.timestamps import vtt_time


class CsvExporter:
    """Writes ``.csv``, as RFC 4180 has it but for the line end."""

    key = "csv"
    extension = ".csv"
    title = "CSV (spreadsheet)"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file; the head alone without lines."""
        return encode(self.blocks(document, profile), profile)

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:
        """The head, and one block a line."""
        head = [*(("start", "end") if profile.times else ()), *(("speaker",) if profile.speakers else ()), "text"]
        lines = lines_of(document, profile)
        return [
            Block(0, _row(head)),
            *(Block(line.start_ms, _row(_cells(line, profile)), is_tight=True) for line in lines),
        ]


def _cells(line: ExportLine, profile: ExportProfile) -> list[str]:
    times = (vtt_time(line.start_ms), vtt_time(line.end_ms)) if profile.times else ()
    return [*times, *((line.speaker,) if profile.speakers else ()), line.text]


def _row(cells: Sequence[str]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow(cells)
    return written.getvalue()
