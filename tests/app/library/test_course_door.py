"""What a course learns and remembers is kept, also beside what an older Vivavoce wrote."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from app.announcements import Announcements
from app.library.database import Database
from app.library.library import Library
from app.meetings.course import Course
from app.meetings.glossary import GlossaryEntry, with_entry
from app.meetings.identifiers import CourseId, new_id
from engine.contract.options import GlossaryTerm, RecognitionOptions

HILBERT = GlossaryEntry("Hilbert", ("Hill Bert",), "", "week 2")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library.open(tmp_path / "library", announcements=Announcements())
    yield opened
    opened.close()


def a_course(library: Library, *entries: GlossaryEntry, languages: tuple[str, ...] = ()) -> CourseId:
    course = Course(CourseId(new_id()), "Algebra", languages, entries)
    library.add_course(course).result()
    return course.id


def test_terms_languages_and_profile_are_kept(library: Library):
    course_id = a_course(library)
    library.set_glossary(course_id, [HILBERT]).result()
    library.add_entries(course_id, [GlossaryEntry("hilbert", ("hill birth",)), GlossaryEntry("k8s", (), "K")]).result()
    library.set_languages(course_id, ["en", "zh"]).result()
    library.set_export_profile(course_id, "{}").result()
    [course] = library.courses()
    assert course.glossary == (
        GlossaryEntry("Hilbert", ("Hill Bert", "hill birth"), "", "week 2"),
        GlossaryEntry("k8s", (), "K"),
    )
    assert (course.languages, course.export_profile) == (("en", "zh"), "{}")


def test_what_was_dismissed_is_remembered_and_goes_with_the_course(library: Library):
    course_id = a_course(library)
    library.dismiss_term(course_id, "Hill Bert", "Hilbert").result()
    library.dismiss_term(course_id, "Hill Bert", "Hilbert").result()
    assert library.dismissed_terms(course_id) == {("hill bert", "Hilbert")}
    library.delete_course(course_id).result()
    assert library.dismissed_terms(course_id) == frozenset()
    library.dismiss_term(course_id, "a", "b").result()  # of a course that is gone: nothing happens


def test_a_meeting_of_a_course_is_recognised_with_its_terms_and_its_languages_where_none_were_chosen(library: Library):
    course_id = a_course(library, HILBERT, languages=("de",))
    found = library.options_in(course_id, RecognitionOptions())
    assert found == RecognitionOptions(languages=("de",), glossary=(GlossaryTerm("Hilbert", ("Hill Bert",)),))
    assert library.options_in(course_id, RecognitionOptions(languages=("en",))).languages == ("en",)
    assert library.options_in(None, RecognitionOptions()) == RecognitionOptions()
    assert library.options_in(CourseId("gone"), RecognitionOptions()) == RecognitionOptions()


def test_a_glossary_of_plain_words_is_still_read(library: Library):
    course_id = a_course(library)
    database: Database = library._database  # pyright: ignore[reportPrivateUsage] - what an older Vivavoce wrote
    with database.writing() as connection:
        connection.execute(text("UPDATE courses SET glossary = :old"), {"old": '["Hilbert", "qubit"]'})
    [course] = library.courses()
    assert course.id == course_id
    assert course.glossary == (GlossaryEntry("Hilbert"), GlossaryEntry("qubit"))


def test_a_term_of_the_same_text_is_joined():
    joined = with_entry((HILBERT,), GlossaryEntry(" hilbert ", ("Hill Bert", "other"), "H", "week 3"))
    assert joined == (GlossaryEntry("Hilbert", ("Hill Bert", "other"), "H", "week 2 week 3"),)
