"""Subtitles from elsewhere: every encoding and every liberty, and a plain sentence where nothing can be made of it."""

import codecs
from dataclasses import replace

import pytest
from hypothesis import given

from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.srt_format import SrtExporter
from app.exporting.subtitle_file import decode, fit_recording, read_subtitles
from app.exporting.vtt_format import VttExporter
from app.meetings.errors import NotATranscript
from tests.builders.transcripts import STUDENT, TEACHER, document_of, documents, line

THREE = (
    "1\n00:00:01,000 --> 00:00:02,000\nIt’s café — ®\n\n2\n00:00:03,000 --> 00:00:04,000\nzwei\n\n"
    "3\n00:00:05,000 --> 00:00:06,000\ntrois\n"
)
SAID = [(1000, 2000, "It’s café — ®"), (3000, 4000, "zwei"), (5000, 6000, "trois")]


def said(data: bytes | str, **choice: str) -> list[tuple[int, int, str]]:
    content = data.encode() if isinstance(data, str) else data
    found = read_subtitles(content, name="talk.srt", encoding=choice.get("encoding", ""))
    return [(each.start_ms, each.end_ms, each.text) for each in found.lines]


@pytest.mark.parametrize(
    "data",
    [
        THREE.encode("utf-8-sig"),
        THREE.encode("utf-16"),
        codecs.BOM_UTF16_BE + THREE.encode("utf-16-be"),
        THREE.encode("utf-16-le"),
        THREE.encode("cp1252"),
        THREE.replace("\n", "\r\n").encode(),
        THREE.replace("\n", "\r").encode(),
        b"\n\n" + THREE.encode(),
        THREE.replace("1\n00", "00").replace("2\n00", "00").replace("3\n00", "00").encode(),
        THREE.replace("00:00:01,000", "0:0:1,0").replace("00:00:02,000", "0:0:2.000").encode(),
        THREE.replace("\n\n", "\n").encode(),
        THREE.replace("\n\n", "\n \n\n\n").encode(),
    ],
    ids=["bom", "utf16", "utf16be", "bare16", "cp1252", "crlf", "cr", "lead", "numberless", "short", "tight", "wide"],
)
def test_the_same_three_cues_in_every_disguise(data: bytes):
    """Case 82."""
    assert said(data) == SAID


def test_a_short_time_is_read_as_it_is_meant():
    """Case 82."""
    assert said("0:0:4,8 --> 0:0:5\nyes") == [(4800, 5000, "yes")]


def test_a_code_page_is_a_guess_that_can_be_overruled():
    """Case 82."""
    russian = "1\n00:00:01,000 --> 00:00:02,000\nСегодня мы обсудим бюджет\n".encode("cp1251")
    assert said(russian)[0][2] == "Сегодня мы обсудим бюджет"
    chinese = "1\n00:00:01,000 --> 00:00:02,000\n今天我们讨论预算\n".encode("gb18030")
    assert said(chinese)[0][2] == "今天我们讨论预算"
    guess = decode(russian, name="talk.srt")
    assert guess.encoding == "cp1251"
    assert "cp1252" in guess.choices
    assert said(russian, encoding="cp1252")[0][2].startswith("Ñ")
    assert decode(THREE.encode(), name="talk.srt").choices == ()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("\n\nsome prose\n", "line 3"),
        ("1\n00:00:01,000 --> \nyes\n", "line 2"),
        ("1\n00:00:01,000 --> 00:00:02,000\nyes\n\n2\n00:00:xx,000 --> 1\nno\n", "line 6"),
        ("", "not one subtitle"),
        ("WEBVTT\n\n", "not one subtitle"),
    ],
)
def test_an_error_names_the_line(data: str, reason: str):
    """Case 82."""
    with pytest.raises(NotATranscript) as caught:
        said(data)
    assert reason in caught.value.sentence


def test_web_subtitles_have_voices_notes_and_markup():
    data = (
        "WEBVTT\n\nNOTE a remark\n\nintro\n00:01.000 --> 00:02.000 align:start\n<v Ada>Fish &amp; <i>chips</i></v>\n\n"
        "00:03.000 --> 00:04.000\n<v Ada>Yes. <v Bob>No.\n"
    )
    found = read_subtitles(data.encode(), name="talk.vtt")
    assert [each.text for each in found.lines] == ["Fish & chips", "Yes.", "No."]
    assert [speaker.name for speaker in found.speakers] == ["Ada", "Bob"]
    names = [next(s.name for s in found.speakers if s.id == each.speaker_id) for each in found.lines]
    assert names == ["Ada", "Ada", "Bob"]


def test_a_known_name_in_front_of_the_words_is_the_speaker():
    data = (
        b"1\n00:00:01,000 --> 00:00:02,000\nTeacher: It is zero.\n\n2\n00:00:03,000 --> 00:00:04,000\nNote: nothing\n"
    )
    found = read_subtitles(data, name="talk.srt", speakers=[TEACHER, STUDENT])
    assert [each.text for each in found.lines] == ["It is zero.", "Note: nothing"]
    assert [(speaker.name, speaker.number) for speaker in found.speakers] == [("Teacher", 1)]


def test_lines_fit_into_their_recording_or_are_of_another():
    lines = read_subtitles(THREE.encode(), name="talk.srt").lines
    assert fit_recording(lines, duration_ms=5500, name="talk.srt")[-1].end_ms == 5500
    with pytest.raises(NotATranscript) as caught:
        fit_recording(lines, duration_ms=4000, name="talk.srt")
    assert "subtitle 3" in caught.value.sentence


def test_our_own_subtitles_come_back():
    document = document_of(
        line("It is zero.", 1500, 3250, speaker=TEACHER), line("今天讨论预算。", 5000, language="zh")
    )
    for exporter in (SrtExporter(), VttExporter()):
        data = exporter.write(document, ExportProfile())
        found = read_subtitles(data, name="own", speakers=document.transcript.speakers)
        assert [each.text for each in found.lines] == ["It is zero.", "今天讨论预算。"]
        assert [each.start_ms for each in found.lines] == [1500, 5000]
        assert [speaker.name for speaker in found.speakers] == ["Teacher"]


@pytest.mark.parametrize("exporter", [SrtExporter(), VttExporter()])
def test_signs_of_markup_come_back_as_they_were_said(exporter: SrtExporter | VttExporter):
    """Case 75."""
    text = "A<inaudible> B --> C & D <"
    speaker = replace(TEACHER, name="R&D <lead>")
    data = exporter.write(document_of(line(text, speaker=speaker), speakers=[speaker]), ExportProfile(speakers=False))
    assert [each.text for each in read_subtitles(data, name="own").lines] == [text]
    named = exporter.write(document_of(line(text, speaker=speaker), speakers=[speaker]), ExportProfile())
    found = read_subtitles(named, name="own", speakers=[speaker])
    assert [each.text for each in found.lines] == [text]
    assert [each.name for each in found.speakers] == ["R&D <lead>"]


def test_web_subtitles_whose_writer_forgot_to_escape_lose_no_cue_and_no_word():
    """Case 75: the file of the recipe."""
    data = (
        b"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA<inaudible> B --> C & D\n\n00:00:03.000 --> 00:00:04.000\nsecond\n"
    )
    assert said(data) == [(1000, 2000, "A<inaudible> B --> C & D"), (3000, 4000, "second")]


@pytest.mark.parametrize("exporter", [SrtExporter(), VttExporter()])
def test_cues_of_any_hour_come_back_identically(exporter: SrtExporter | VttExporter):
    """Case 74."""
    seconds = [9 * 3600 + 3599, 36_001, 86_399, 86_400, 118_444.12, 360_000]
    document = document_of(*(line(f"At {each}", round(each * 1000), round(each * 1000) + 900) for each in seconds))
    found = read_subtitles(exporter.write(document, ExportProfile()), name="own").lines
    assert [(each.start_ms, each.text) for each in found] == [(round(each * 1000), f"At {each}") for each in seconds]


def test_late_cues_of_others_are_read():
    """Case 74: the file of the recipe."""
    data = (
        "1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n32:54:04,120 --> 32:54:09,120\nlate\n\n"
        "3\n100:00:00,000 --> 100:00:01,500\nvery late\n"
    )
    assert said(data)[1:] == [(118_444_120, 118_449_120, "late"), (360_000_000, 360_001_500, "very late")]


@given(documents())
def test_whatever_we_write_is_read_without_a_trace(document: ExportDocument):
    for exporter in (SrtExporter(), VttExporter()):
        data = exporter.write(document, ExportProfile())
        try:
            found = read_subtitles(data, name="own")
        except NotATranscript:
            continue
        assert all(0 <= each.start_ms < each.end_ms for each in found.lines)
