"""A row a line, as a spreadsheet and a program read it."""

import csv
import io

from app.exporting.csv_format import CsvExporter
from app.exporting.profile import ExportProfile
from tests.builders.transcripts import STUDENT, TEACHER, document_of, line


def read(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_each_line_has_its_times_and_its_speaker():
    document = document_of(line("It is zero.", 1500, speaker=TEACHER), line("Why?", 3_600_000, speaker=STUDENT))
    first, second = read(CsvExporter().write(document, ExportProfile()))
    assert (first["start"], first["speaker"], first["text"]) == ("00:00:01.500", "Teacher", "It is zero.")
    assert second["start"] == "01:00:00.000"


def test_commas_and_quotation_marks_stay_in_their_cell():
    text = 'She said "no, never", and left; 预算，是的'
    (row,) = read(CsvExporter().write(document_of(line(text)), ExportProfile()))
    assert row["text"] == text


def test_columns_that_are_not_wanted_are_not_there():
    written = CsvExporter().write(
        document_of(line("Yes."), line("No.", 3000)), ExportProfile(times=False, speakers=False)
    )
    assert written.decode() == "text\nYes.\nNo.\n"
