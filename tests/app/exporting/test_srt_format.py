import re

import pysubs2
from hypothesis import given

from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.srt_format import SrtExporter
from tests.builders.srt_reader import read_srt
from tests.builders.transcripts import STUDENT, TEACHER, document_of, documents, line


def written(document: ExportDocument) -> str:
    return SrtExporter().write(document, ExportProfile()).decode("utf-8")


def test_a_file_looks_as_every_player_wants_it() -> None:
    document = document_of(line("The determinant is zero.", 1000, speaker=TEACHER), line("Why?", 4000, speaker=STUDENT))
    assert written(document) == (
        "1\n00:00:01,000 --> 00:00:03,000\nTeacher: The determinant is zero.\n\n"
        "2\n00:00:04,000 --> 00:00:06,000\nStudent 1: Why?\n"
    )


def test_cues_beyond_a_day_come_back_in_their_place() -> None:
    """Case 74."""
    hours = [9.9997, 10.0003, 23.9997, 24.0, 32.9011, 100.0]
    document = document_of(*(line(f"At {hour}", round(hour * 3_600_000)) for hour in hours))
    starts = [cue.start_ms for cue in read_srt(written(document))]
    assert starts == [round(hour * 3_600_000) for hour in hours]
    # pysubs2 reads two digits of hours at most.
    assert [event.start for event in pysubs2.SSAFile.from_string(written(document))][:5] == starts[:5]


def test_text_is_not_escaped() -> None:
    """Case 75."""
    assert "\nAT&T said <inaudible> & left\n" in written(document_of(line("AT&T said <inaudible> & left")))


@given(documents())
def test_every_time_line_has_the_shape_of_one(document: ExportDocument) -> None:
    """Case 73."""
    text = SrtExporter().write(document, ExportProfile(speakers=False)).decode("utf-8")
    cues = read_srt(text)
    lines = re.findall(r"(?m)^\d{2,}:[0-5]\d:[0-5]\d,\d{3} --> \d{2,}:[0-5]\d:[0-5]\d,\d{3}$", text)
    assert len(cues) == len(lines)
    assert all(cue.start_ms < cue.end_ms for cue in cues)
    assert len(pysubs2.SSAFile.from_string(text, format_="srt")) == len(cues)
