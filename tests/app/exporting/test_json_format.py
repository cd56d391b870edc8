import dataclasses
import json
from typing import Any

import pytest
from hypothesis import given

from app.exporting.document import ExportDocument
from app.exporting.json_format import JsonExporter, read_moments_json, read_transcript_json
from app.exporting.profile import ChineseScript, ExportProfile
from app.meetings.errors import NotATranscript
from app.meetings.identifiers import MomentId
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import GapState
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason
from tests.builders.transcripts import TEACHER, a_gap, document_of, documents, line

DOCUMENT = document_of(
    line("It is zero.", 1500, 3250, speaker=TEACHER),
    line("Thanks for watching!", 5000, quarantine=QuarantineReason.STOCK_PHRASE),
    gaps=[a_gap(8000, 9500)],
    duration_ms=60_001,
)


def content(document: ExportDocument = DOCUMENT) -> dict[str, Any]:
    return json.loads(JsonExporter().write(document, ExportProfile()))


def test_a_file_has_the_documented_shape() -> None:
    written = content()
    assert written["format"] == "vivavoce-transcript"
    assert written["version"] == 1
    assert written["language"] == "en"
    assert written["duration_s"] == 60.001
    assert written["gaps"] == [
        {"track": 0, "start": 8.0, "end": 9.5, "reason": "damaged_media", "state": "open"},
    ]
    first, second = written["segments"]
    shape = {key: first[key] for key in ("start", "end", "text", "speaker", "quarantined")}
    assert shape == {"start": 1.5, "end": 3.25, "text": "It is zero.", "speaker": "Teacher", "quarantined": None}
    word = {"start": 1.5, "end": 2.083, "text": "It", "confidence": 0.9, "speaker": "Teacher"}
    assert first["words"][0] == word
    assert "speaker" not in second["words"][0]
    assert second["quarantined"] == "stock_phrase"
    assert second["speaker"] is None


@given(documents())
def test_reading_what_was_written_gives_the_same(document: ExportDocument) -> None:
    """But for gaps that are none any more."""
    data = JsonExporter().write(document, ExportProfile())
    gaps = tuple(gap for gap in document.transcript.gaps if gap.state is not GapState.REPAIRED)
    assert read_transcript_json(data) == (document.meeting, dataclasses.replace(document.transcript, gaps=gaps))


def test_the_text_is_the_one_of_the_library() -> None:
    document = document_of(line("软件,GPT-4\x1b.", language="zh"))
    profile = ExportProfile(chinese=ChineseScript.TRADITIONAL_TW)
    _, transcript = read_transcript_json(JsonExporter().write(document, profile))
    assert transcript == document.transcript


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_a_file_that_another_program_saved_again_is_read(encoding: str) -> None:
    """Case 82."""
    data = JsonExporter().write(DOCUMENT, ExportProfile()).decode().encode(encoding)
    assert read_transcript_json(data) == (DOCUMENT.meeting, DOCUMENT.transcript)


def test_a_newer_file_is_refused_politely() -> None:
    data = json.dumps(content() | {"version": 2}).encode()
    with pytest.raises(NotATranscript, match="a newer Vivavoce wrote it") as caught:
        read_transcript_json(data, name="lecture.json")
    assert str(caught.value).startswith("“lecture.json” is not a transcript that Vivavoce can read")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"\x89PNG\r\n\x1a\n", "not a text file"),
        (b"[]", "not a transcript that Vivavoce wrote"),
        (b'{"segments": []}', "not a transcript that Vivavoce wrote"),
        (b'{"format": "vivavoce-transcript"}', "in which version"),
        (b'{"format": "vivavoce-transcript", "version": true}', "“meeting” is missing"),
        (b'{"format": "vivavoce-transcript", "version": 1}', "“meeting” is missing"),
        (b'{"format": "vivavoce-transcript", "version": NaN}', "a number in it"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 10_000, "a number in it"),
    ],
)
def test_other_files_are_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(NotATranscript, match=reason):
        read_transcript_json(data)


def changed(**parts: object) -> bytes:
    whole = content()
    whole["segments"][0] |= parts
    return json.dumps(whole).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed(start=-1), r"segments\[0\]\.start"),
        (changed(start="soon"), r"segments\[0\]\.start"),
        (changed(start=1e30), r"segments\[0\]\.start"),
        (changed(end=1.5), r"ends before it begins \(“segments\[0\]”\)"),
        (changed(text=None), r"segments\[0\]\.text"),
        (changed(quarantined="boring"), r"segments\[0\]\.quarantined"),
        (changed(words=[{"start": 1, "end": 2}]), r"“segments\[0\]\.words\[0\]\.text” is missing"),
        (changed(confidence=7), r"segments\[0\]\.confidence"),
        (changed(id="../../outside"), r"segments\[0\]\.id"),
        (changed(id=DOCUMENT.transcript.segments[1].id), "two things in it have the same id"),
    ],
)
def test_a_value_that_cannot_be_is_named(data: bytes, reason: str) -> None:
    with pytest.raises(NotATranscript, match=reason):
        read_transcript_json(data)


@pytest.mark.parametrize("identifier", ["../../outside", "a/b", "C:\\x", "", ".", "x" * 200, "a\x00"])
def test_an_identifier_cannot_be_a_path(identifier: str) -> None:
    """Identifiers name folders in the library."""
    whole = content()
    whole["meeting"]["id"] = identifier
    with pytest.raises(NotATranscript, match=r"meeting\.id"):
        read_transcript_json(json.dumps(whole).encode())


def test_a_speaker_whom_only_a_line_names_gets_a_place() -> None:
    whole = content()
    whole["speakers"] = []
    for segment in whole["segments"]:
        segment["speaker_id"] = None
    _, transcript = read_transcript_json(json.dumps(whole).encode())
    (speaker,) = transcript.speakers
    assert (speaker.number, speaker.name) == (1, "Teacher")
    assert [segment.speaker_id for segment in transcript.segments] == [speaker.id, None]


def test_the_least_that_a_file_must_hold_is_enough() -> None:
    least = {
        "format": "vivavoce-transcript",
        "version": 1,
        "meeting": {"title": "Week 3", "created_at": "2026-05-14T09:30:00"},
        "segments": [{"start": 0, "end": 1.5, "text": "Hello."}],
    }
    meeting, transcript = read_transcript_json(json.dumps(least).encode())
    assert meeting.created_at.isoformat() == "2026-05-14T09:30:00+00:00"
    assert transcript.meeting_id == meeting.id
    assert [(segment.start_ms, segment.end_ms) for segment in transcript.segments] == [(0, 1500)]


def test_a_number_that_is_none_is_written_as_nothing() -> None:
    segment = dataclasses.replace(line("Hello."), confidence=float("nan"))
    assert content(document_of(segment))["segments"][0]["confidence"] is None


def test_what_a_person_marked_is_written_and_comes_back() -> None:
    meeting_id = DOCUMENT.meeting.id
    moments = (
        Moment(MomentId("a" * 32), meeting_id, MomentKind.CHAPTER, Milliseconds(0), Milliseconds(0), "Zero"),
        Moment(MomentId("b" * 32), meeting_id, MomentKind.BOOKMARK, Milliseconds(1200), Milliseconds(31_200)),
        Moment(MomentId("c" * 32), meeting_id, MomentKind.NOTE, Milliseconds(5000), Milliseconds(5000), "Look up"),
    )
    document = dataclasses.replace(DOCUMENT, moments=moments)
    data = JsonExporter().write(document, ExportProfile())
    assert content(document)["moments"][1] == {
        "id": "b" * 32,
        "kind": "bookmark",
        "start": 1.2,
        "end": 31.2,
        "text": "",
    }
    assert read_moments_json(data) == moments


def test_a_file_of_before_has_no_moments() -> None:
    written = content()
    del written["moments"]
    assert read_moments_json(json.dumps(written).encode()) == ()
