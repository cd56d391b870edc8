"""RTTM: who speaks when, read back as the tools that measure it do."""

import dataclasses

from app.exporting.profile import ExportProfile
from app.exporting.rttm_format import RttmExporter
from engine.contract.segments import QuarantineReason
from tests.builders.transcripts import STUDENT, TEACHER, document_of, line


def read_rttm(data: bytes) -> list[tuple[str, str, float, float, str]]:
    rows = [each.split() for each in data.decode().splitlines()]
    assert all(len(row) == 10 and row[0] == "SPEAKER" for row in rows)
    return [(row[1], row[2], float(row[3]), float(row[4]), row[7]) for row in rows]


def test_each_stretch_of_talk_is_a_line_with_its_speaker() -> None:
    document = document_of(
        line("Why is that so?", 0, 2000, speaker=STUDENT),
        line("Because the rows", 2000, 4000, speaker=TEACHER),
        line("are not independent.", 4200, 6000, speaker=TEACHER),
        line("nobody known", 7000, 8000),
    )
    assert read_rttm(RttmExporter().write(document, ExportProfile())) == [
        ("Linear_algebra", "1", 0.0, 2.0, "Student_1"),
        ("Linear_algebra", "1", 2.0, 4.0, "Teacher"),
    ]


def test_who_talks_over_somebody_is_written_too() -> None:
    spoken = line("one two", 0, 2000, speaker=TEACHER)
    words = (spoken.words[0], dataclasses.replace(spoken.words[1], over_id=STUDENT.id))
    document = document_of(dataclasses.replace(spoken, words=words))
    rows = read_rttm(RttmExporter().write(document, ExportProfile()))
    assert [(row[2], row[3], row[4]) for row in rows] == [(0.0, 2.0, "Teacher"), (1.0, 1.0, "Student_1")]


def test_what_was_set_aside_and_what_nobody_says_is_left_out() -> None:
    aside = line("thanks", 0, 1000, speaker=TEACHER, quarantine=QuarantineReason.LOOP)
    assert RttmExporter().write(document_of(aside, line("hm", 2000)), ExportProfile()) == b""


def test_a_name_with_anything_in_it_is_one_word() -> None:
    teacher = dataclasses.replace(TEACHER, name="  R&D \n lead\x00 ")
    document = document_of(line("hello", speaker=teacher), speakers=[teacher], title=" \t ")
    assert read_rttm(RttmExporter().write(document, ExportProfile()))[0][0] == "unnamed"
    assert read_rttm(RttmExporter().write(document, ExportProfile()))[0][4] == "R&D_lead"
