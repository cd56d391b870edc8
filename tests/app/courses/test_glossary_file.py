import pytest

from app.courses.glossary_file import BadReason, GlossaryUnreadable, read_glossary, write_glossary
from app.meetings.glossary import GlossaryEntry

ENTRIES = (
    GlossaryEntry("Hilbert space", ("Hill Bert space", "Hilbert's pace"), "", "week 2"),
    GlossaryEntry("k8s", (), "Kubernetes", 'he says "k eights"'),
    GlossaryEntry("量子纠缠", ("量子九缠",)),
)


@pytest.mark.parametrize("bom", [True, False])
def test_what_is_written_is_read_again(bom: bool):
    assert read_glossary(write_glossary(ENTRIES, bom=bom), name="g.csv").entries == ENTRIES


@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_other_delimiters_and_encodings_are_understood(mark: str, encoding: str):
    text = f"Term{mark}Note\r\n量子纠缠{mark}第二周\r\nqubit{mark}\r\n"
    found = read_glossary(text.encode(encoding), name="g.csv")
    assert found.entries == (GlossaryEntry("量子纠缠", note="第二周"), GlossaryEntry("qubit"))
    assert found.bad == ()


def test_a_list_of_words_without_a_head_is_a_glossary():
    assert [entry.text for entry in read_glossary(b"anon\nhelstone\n\nzaman\n", name="g.csv").entries] == [
        "anon",
        "helstone",
        "zaman",
    ]


def test_a_bad_line_is_named_and_all_others_are_taken():
    found = read_glossary(b'term,note\nqubit,one\n,no term\n...,no letters\n"open,quote\nboson,two\n', name="g.csv")
    assert [entry.text for entry in found.entries] == ["qubit", "open", "boson"]
    assert [(bad.number, bad.text, bad.reason) for bad in found.bad] == [
        (3, ",no term", BadReason.NO_TERM),
        (4, "...,no letters", BadReason.NO_LETTERS),
    ]


def test_a_cell_may_go_over_two_lines_and_later_lines_keep_their_numbers():
    found = read_glossary(b'term,note\nqubit,"one\ntwo"\n,bad\n', name="g.csv")
    assert found.entries == (GlossaryEntry("qubit", note="one\ntwo"),)
    assert [bad.number for bad in found.bad] == [4]


def test_a_term_that_comes_twice_is_joined_and_nothing_of_either_is_lost():
    found = read_glossary(b"term,spoken forms\nqubit,cube it\nQubit,Q bit|cube it\n", name="g.csv")
    assert found.entries == (GlossaryEntry("qubit", ("cube it", "Q bit")),)


def test_cells_beyond_the_last_column_are_kept_in_the_note():
    assert read_glossary(b"qubit,cube it,,note,more\n", name="g.csv").entries[0].note == "note more"


@pytest.mark.parametrize("data", [b"\x00\x01\x02\x03", b",,only,notes\n;;\n"])
def test_what_is_no_glossary_is_refused(data: bytes):
    with pytest.raises(GlossaryUnreadable) as refused:
        read_glossary(data, name="photo.csv")
    assert "“photo.csv”" in refused.value.sentence
