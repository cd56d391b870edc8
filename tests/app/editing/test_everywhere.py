"""Find and replace over many meetings."""

from pathlib import Path

from app.editing.everywhere import find_everywhere, replace_in
from app.editing.finding import Wanted
from app.meetings.course import Course
from app.meetings.identifiers import CourseId
from tests.builders.library import a_meeting, import_meeting, open_library


def test_a_name_is_replaced_in_every_meeting_of_a_course_and_each_can_be_undone(tmp_path: Path):
    library = open_library(tmp_path)
    library.add_course(Course(CourseId("c"), "German")).result()
    inside, outside = a_meeting(course_id=CourseId("c")), a_meeting()
    import_meeting(library, inside, "we meet in kolon", "nothing", "kolon again")
    import_meeting(library, outside, "kolon")

    assert len(list(find_everywhere(library, Wanted("kolon")))) == 2
    (found,) = find_everywhere(library, Wanted("kolon"), course_id=CourseId("c"))
    assert [line.text for line in found.lines] == ["we meet in kolon", "kolon again"]
    replaced = replace_in(library, found, "Cologne")
    assert replaced is not None
    replaced.result()
    assert [line.text for line in library.transcript(inside.id).segments] == [
        "we meet in Cologne",
        "nothing",
        "Cologne again",
    ]
    assert replace_in(library, found, "Cologne") is None
    (past,) = library.history(inside.id)
    library.undo_edit(inside.id, past.id).result()
    assert library.transcript(inside.id).segments[0].text == "we meet in kolon"
    library.close()
