"""Replacing in meetings that nobody has open."""

from pathlib import Path

from app.editing.everywhere import replace_in
from app.editing.finding import Wanted, find_places
from tests.builders.library import a_meeting, import_meeting, open_library


def test_a_name_is_replaced_in_a_meeting_by_one_edit_that_can_be_undone_there(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = a_meeting()
    import_meeting(library, meeting, "we meet in kolon", "nothing", "kolon again")
    places = find_places(library.transcript(meeting.id).segments, Wanted("kolon"))
    replaced = replace_in(library, meeting.id, places, "Cologne")
    assert replaced is not None
    replaced.result()
    assert [line.text for line in library.transcript(meeting.id).segments] == [
        "we meet in Cologne",
        "nothing",
        "Cologne again",
    ]
    assert replace_in(library, meeting.id, places, "Cologne") is None
    (past,) = library.history(meeting.id)
    library.undo_edit(meeting.id, past.id).result()
    assert library.transcript(meeting.id).segments[0].text == "we meet in kolon"
    library.close()
