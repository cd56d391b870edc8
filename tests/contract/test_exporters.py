"""What holds for every exporter. Each file is read back by a reader that is not ours."""

import csv
import dataclasses
import io
import json
import re
from collections.abc import Callable
from html import unescape

import docx
import pytest
import webvtt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.exporting.clean_text import clean_line
from app.exporting.document import ExportDocument, Exporter
from app.exporting.formats import EXPORTERS
from app.exporting.preview import preview
from app.exporting.profile import ExportProfile, Layout
from engine.contract.segments import QuarantineReason
from tests.builders.srt_reader import read_srt
from tests.builders.transcripts import STUDENT, TEACHER, a_gap, document_of, documents, line

PLAIN = ExportProfile(speakers=False, times=False, gaps=False, chinese_spacing=False, chinese_marks=False)
"""Nothing but the words."""


def _read_srt(data: bytes) -> str:
    return "\n".join(cue.text for cue in read_srt(data.decode("utf-8-sig")))


def _read_vtt(data: bytes) -> str:
    captions = webvtt.from_string(data.decode("utf-8-sig")).captions
    return "\n".join(unescape(caption.text) for caption in captions)


def _read_txt(data: bytes) -> str:
    return data.decode("utf-8-sig")


def _read_md(data: bytes) -> str:
    tokens = MarkdownIt("commonmark").enable("table").parse(data.decode("utf-8-sig"))
    assert [token.type for token in tokens[:3]] == ["heading_open", "inline", "heading_close"]
    texts: list[str] = []
    closed = [number for number, token in enumerate(tokens) if token.type == "thead_close"]
    for token in tokens[closed[0] if closed else 3 :]:
        assert token.type in {
            "paragraph_open", "paragraph_close", "inline", "blockquote_open", "blockquote_close",
            *(f"{part}_{end}" for part in ("table", "thead", "tbody", "tr", "th", "td") for end in ("open", "close")),
        }  # fmt: skip
        for child in token.children or ():
            assert child.type in {"text", "text_special", "strong_open", "strong_close", "em_open", "em_close",
                                  "hardbreak"}  # fmt: skip
            texts.append("\n" if child.type == "hardbreak" else child.content)
        texts.append("\n")
    return "".join(texts)


def _read_docx(data: bytes) -> str:
    paper = docx.Document(io.BytesIO(data))
    styles = [paragraph.style.name if paragraph.style else "" for paragraph in paper.paragraphs]
    assert styles[:3] == ["Title", "Subtitle", "Heading 1"]
    texts = [paragraph.text for paragraph in paper.paragraphs[3:]]
    texts += [cell.text for table in paper.tables for row in table.rows[1:] for cell in row.cells]
    return "\n".join(texts)


def _read_csv(data: bytes) -> str:
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    return "\n".join(" ".join(filter(None, (row.get("speaker"), row["text"]))) for row in rows)


def _read_json(data: bytes) -> str:
    content = json.loads(data)
    accepted = [segment for segment in content["segments"] if segment["quarantined"] is None]
    return "\n".join(segment["text"] for segment in sorted(accepted, key=lambda segment: segment["start"]))


READERS: dict[str, Callable[[bytes], str]] = {
    "srt": _read_srt,
    "vtt": _read_vtt,
    "txt": _read_txt,
    "md": _read_md,
    "docx": _read_docx,
    "csv": _read_csv,
    "json": _read_json,
}


@pytest.fixture(params=list(EXPORTERS))
def exporter(request: pytest.FixtureRequest) -> Exporter:
    return EXPORTERS[request.param]


def squeezed(text: str) -> str:
    """Text without any white space: breaks and paragraphs are an exporter's own business."""
    return re.sub(r"\s+", "", text)


def test_every_exporter_has_a_reader_and_names_of_its_own() -> None:
    assert set(READERS) == set(EXPORTERS)
    assert len({exporter.extension for exporter in EXPORTERS.values()}) == len(EXPORTERS)
    assert all(exporter.title and exporter.extension.startswith(".") for exporter in EXPORTERS.values())


def test_words_come_back(exporter: Exporter) -> None:
    document = document_of(line("Good morning.", 0), line("Shall we begin?", 2500), line("下周五发布第二版。", 5000))
    read = READERS[exporter.key](exporter.write(document, PLAIN))
    assert squeezed(read) == squeezed("Good morning. Shall we begin? 下周五发布第二版。")


def test_an_empty_transcript_gives_a_valid_file(exporter: Exporter) -> None:
    """Case 46."""
    read = READERS[exporter.key](exporter.write(document_of(), ExportProfile()))
    assert read.strip() in ("", "No speech was found in this recording.")


def test_quarantined_lines_stay_out(exporter: Exporter) -> None:
    silence = line("Thanks for watching!", 3000, quarantine=QuarantineReason.STOCK_PHRASE)
    read = READERS[exporter.key](exporter.write(document_of(line("Hello."), silence), PLAIN))
    assert read.strip() == "Hello."


@pytest.mark.parametrize(
    "text", ["nul\x00x", "vt\x0bx", "ff\x0cx", "esc\x1b[31mred", "bel\x07x", "tab\tok", "line\nok"]
)
def test_control_characters_do_not_stop_an_export(exporter: Exporter, text: str) -> None:
    """Case 71."""
    document = document_of(
        line(text, speaker=TEACHER),
        title=f"Title {text}",
        speakers=[dataclasses.replace(TEACHER, name=f"A{text}B")],
    )
    read = READERS[exporter.key](exporter.write(document, ExportProfile()))
    if exporter.key != "json":
        assert not re.search("[\x00-\x08\x0b-\x1f]", read)
        assert squeezed(clean_line(text)) in squeezed(read)


def test_markup_in_the_text_is_text(exporter: Exporter) -> None:
    """Case 75."""
    text = "A<inaudible> B --> C & D <"
    document = document_of(line(text, speaker=TEACHER), speakers=[dataclasses.replace(TEACHER, name="R&D <lead>")])
    assert text in READERS[exporter.key](exporter.write(document, PLAIN))
    assert text in READERS[exporter.key](exporter.write(document, ExportProfile()))


def test_a_profile_without_speakers_names_nobody(exporter: Exporter) -> None:
    if exporter.key == "json":
        pytest.skip("JSON holds all there is")
    document = document_of(line("Why?", speaker=STUDENT), line("Because.", 3000, speaker=TEACHER))
    named = exporter.write(document, ExportProfile())
    unnamed = exporter.write(document, ExportProfile(speakers=False))
    reader = READERS[exporter.key]
    if exporter.key == "vtt":
        assert b"<v Teacher>" in named
        assert b"Teacher" not in unnamed
    else:
        assert "Teacher" in reader(named)
        assert "Teacher" not in reader(unnamed)


def test_a_byte_order_mark_is_written_only_where_wanted(exporter: Exporter) -> None:
    document = document_of(line("Grüße."))
    assert not exporter.write(document, ExportProfile()).startswith(b"\xef\xbb\xbf")
    is_marked = exporter.write(document, ExportProfile(bom=True)).startswith(b"\xef\xbb\xbf")
    assert is_marked == (exporter.key in {"srt", "vtt", "txt", "md", "csv"})


@pytest.mark.parametrize("layout", list(Layout))
def test_the_preview_is_the_file(exporter: Exporter, layout: Layout) -> None:
    document = document_of(
        line("Good morning.", 0, speaker=TEACHER),
        line("Why?", 3000, speaker=STUDENT),
        line("Because.", 9000, speaker=TEACHER),
        gaps=[a_gap(5000, 9000)],
    )
    profile = ExportProfile(layout=layout)
    shown = preview(document, profile, exporter.key, around_ms=None)
    written = exporter.write(document, profile)
    if exporter.key == "docx":
        assert squeezed(READERS["docx"](written)).count("Because.") == shown.count("Because.")
    else:
        assert written.decode() == shown + ("\n" if shown else "")


def test_a_preview_begins_near_the_place_looked_at(exporter: Exporter) -> None:
    document = document_of(*(line(f"Line {number}.", number * 6000) for number in range(400)))
    shown = preview(document, ExportProfile(), exporter.key, around_ms=1_200_000)
    assert "Line 200." in shown
    assert "Line 10." not in shown
    assert "Line 390." not in shown


@given(document=documents(), layout=st.sampled_from(list(Layout)), speakers=st.booleans(), times=st.booleans())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_transcript_is_written_whole(
    exporter: Exporter, document: ExportDocument, layout: Layout, speakers: bool, times: bool
) -> None:
    profile = dataclasses.replace(PLAIN, layout=layout)
    read = READERS[exporter.key](exporter.write(document, profile))
    accepted = sorted(
        (segment for segment in document.transcript.segments if segment.quarantine is None),
        key=lambda segment: segment.start_ms,
    )
    raw = exporter.key == "json"
    expected = squeezed("\n".join(segment.text if raw else clean_line(segment.text) for segment in accepted))
    if expected or exporter.key not in {"docx", "md"}:
        assert (
            squeezed(read) == expected
            if exporter.key not in {"srt", "vtt"}
            else sorted(squeezed(read)) == sorted(expected)
        )
    # With everything switched on the file is still one that the reader takes.
    everything = ExportProfile(layout=layout, speakers=speakers, times=times)
    READERS[exporter.key](exporter.write(document, everything))
