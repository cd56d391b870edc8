"""Reads in the background what a course could learn, with the places it would apply to."""

from dataclasses import dataclass

from app.courses.offers import Offer, offers
from app.editing.corrections import corrections_in
from app.editing.course_places import CoursePlaces, places_in_course
from app.library.library import Library
from app.meetings.identifiers import CourseId


@dataclass(frozen=True, slots=True)
class Offered:
    """A correction, and where it would apply."""

    offer: Offer
    places: tuple[CoursePlaces, ...]


@dataclass(frozen=True, slots=True)
class CourseOffers:
    """All offers of one course."""

    course_id: CourseId
    offered: tuple[Offered, ...]


def read_offers(library: Library, course_id: CourseId) -> CourseOffers:
    """What was corrected twice in a course; nothing for one that is gone."""
    course = next((each for each in library.courses() if each.id == course_id), None)
    if course is None:
        return CourseOffers(course_id, ())
    found = offers(
        corrections_in(library.course_edits(course_id)),
        glossary=course.glossary,
        dismissed=library.dismissed_terms(course_id),
    )
    return CourseOffers(
        course_id, tuple(Offered(each, tuple(places_in_course(library, each.heard, course_id))) for each in found)
    )
