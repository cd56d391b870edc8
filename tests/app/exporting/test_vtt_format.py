import dataclasses
from html import unescape

import pysubs2
import webvtt
from hypothesis import given

from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.vtt_format import VttExporter
from tests.builders.transcripts import TEACHER, document_of, documents, line

EXPECTED = "A<inaudible> B --> C & D <"


def written(document: ExportDocument) -> str:
    return VttExporter().write(document, ExportProfile()).decode("utf-8")


def test_text_and_voices_are_escaped_and_come_back() -> None:
    """Case 75."""
    speaker = dataclasses.replace(TEACHER, name="R&D <lead>")
    text = written(document_of(line(EXPECTED, speaker=speaker), line("second", 3000), speakers=[speaker]))
    assert text == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\n"
        "<v R&amp;D &lt;lead&gt;>A&lt;inaudible&gt; B --&gt; C &amp; D &lt;</v>\n\n"
        "00:00:03.000 --> 00:00:05.000\nsecond\n"
    )
    first, second = webvtt.from_string(text).captions
    assert unescape(first.text) == EXPECTED
    assert unescape(first.voice or "") == "R&D <lead>"
    assert second.text == "second"


def test_cues_beyond_a_day_come_back_in_their_place() -> None:
    """Case 74."""
    document = document_of(line("late", 118_444_120), line("very late", 360_000_000))
    assert [caption.start for caption in webvtt.from_string(written(document)).captions] == [
        "32:54:04.120",
        "100:00:00.000",
    ]


@given(documents())
def test_every_cue_is_found_by_two_readers(document: ExportDocument) -> None:
    text = written(document)
    captions = webvtt.from_string(text).captions
    assert len(captions) == text.count(" --> ")
    assert len(pysubs2.SSAFile.from_string(text, format_="vtt")) == len(captions)
