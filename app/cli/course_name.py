"""Finding the course that a person means on the command line: by its title, its id, or the beginning of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.cli.meeting_name import SHORTEST_PREFIX
from app.meetings.course import Course
from engine.contract.errors import VivavoceError


@dataclass(eq=False)
class CourseNotFound(VivavoceError):
    """No course, or more than one, answers to the name."""

    name: str
    matches: tuple[str, ...] = ()
    """Ids with titles, where there are several."""

    @property
    def sentence(self) -> str:
        """See ``VivavoceError``."""
        if not self.matches:
            return f"There is no course called “{self.name}”. “vivavoce courses list” shows all."
        listed = "\n  ".join(self.matches)
        return f"“{self.name}” could be one of several courses. Name one of them by its id:\n  {listed}"


def find_course(courses: Sequence[Course], name: str) -> Course:
    """The one course that ``name`` stands for. Raises ``CourseNotFound``."""
    wanted = name.strip().casefold()
    for matches in (
        [course for course in courses if course.id == name],
        [course for course in courses if course.title.strip().casefold() == wanted],
        [course for course in courses if len(wanted) >= SHORTEST_PREFIX and course.id.casefold().startswith(wanted)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise CourseNotFound(name, tuple(f"{course.id}  {course.title}" for course in matches))
    raise CourseNotFound(name)
