import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exporting.file_name import LONGEST_BYTES, safe_file_name
from tests.builders.transcripts import UNUSUAL, texts


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("a/b", "a-b.srt"),
        ("12:30 review?", "12-30 review.srt"),
        ("CON", "CON_.srt"),
        ("con.backup", "con_.backup.srt"),
        ("COM¹", "COM¹_.srt"),
        ("console", "console.srt"),
        ("trailing. ", "trailing.srt"),
        ("a\nb", "a b.srt"),
        ("-i", "i.srt"),
        ("..", "Transcript.srt"),
        ("", "Transcript.srt"),
        (" \u200b\u202e", "Transcript.srt"),
        (".hidden", "hidden.srt"),
        ("meeting\u202evaw.exe", "meetingvaw.exe.srt"),
        ("100%d", "100%d.srt"),
        ('it\'s "x"', "it's 'x'.srt"),
        ("../../etc/passwd", "etc-passwd.srt"),
        ("C:\\Users\\Zoë 测试", "C-Users-Zoë 测试.srt"),
        ("nul\x00x\x1b", "nulx.srt"),
    ],
)
def test_a_title_becomes_a_name_that_every_system_takes(title: str, name: str) -> None:
    """Case 80."""
    assert safe_file_name(title, ".srt") == name


def test_composed_and_decomposed_titles_give_the_same_name() -> None:
    """Case 80."""
    assert safe_file_name("cafe\u0301", ".srt") == safe_file_name("café", ".srt") == "café.srt"


def test_a_long_title_is_cut_between_visible_characters() -> None:
    """Case 80."""
    assert safe_file_name("n" * 260, ".docx") == "n" * 195 + ".docx"
    assert safe_file_name("\U0001f600" * 64, ".srt") == "\U0001f600" * 49 + ".srt"
    scientist = "👩\u200d🔬"
    assert safe_file_name(scientist * 64, ".srt") == scientist * (196 // len(scientist.encode())) + ".srt"
    flags = safe_file_name("x" + "🇩🇪" * 64, ".srt").removesuffix(".srt")
    assert flags == "x" + "🇩🇪" * (len(flags) // 2)
    accents = safe_file_name("q\u0303" * 100, ".srt").removesuffix(".srt")
    assert accents == "q\u0303" * (len(accents) // 2)


def test_a_number_has_its_place_in_a_long_name() -> None:
    name = safe_file_name("长" * 100, ".vtt", number=12)
    assert name.endswith("长 (12).vtt")
    assert len(name.encode()) <= LONGEST_BYTES


@given(st.one_of(st.text(max_size=300), texts, st.lists(UNUSUAL, max_size=200).map("".join)), st.integers(1, 9999))
def test_any_title_gives_a_portable_name(title: str, number: int) -> None:
    """Case 80."""
    name = safe_file_name(title, ".docx", number=number)
    stem = name.removesuffix(".docx")
    assert len(name.encode("utf-8")) <= LONGEST_BYTES
    assert unicodedata.normalize("NFC", name) == name
    assert not set('/\\<>:"|?*') & set(name)
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in name)
    assert not any(unicodedata.bidirectional(character) in ("LRO", "RLO", "LRE", "RLE", "PDF") for character in name)
    assert stem.strip(" .")
    assert stem[0] not in " .-"
    assert stem[-1] not in " ."
    assert stem.split(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}
