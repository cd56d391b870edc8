"""A course: a folder of meetings with what they share."""

from dataclasses import dataclass, replace

from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId
from engine.contract.options import RecognitionOptions


@dataclass(frozen=True, slots=True)
class Course:
    """A folder of meetings with a shared glossary, languages and export profile."""

    id: CourseId
    title: str
    languages: tuple[str, ...] = ()
    """Allowed ones as Whisper codes; empty leaves it to the settings."""
    glossary: tuple[GlossaryEntry, ...] = ()
    meetings: int = 0
    """How many meetings lie in it."""
    export_profile: str = ""
    """How its meetings were exported last, as ``app/courses/course_profile.py`` writes it; empty for as the settings
    say."""

    def prefer(self, options: RecognitionOptions) -> RecognitionOptions:
        """How a meeting of this course is recognised, where somebody wanted ``options`` for any meeting.

        The languages of the course hold unless some were chosen for this one meeting.
        """
        terms = tuple(entry.term for entry in self.glossary)
        return replace(options, glossary=terms, languages=options.languages or self.languages)
