"""The part of the library's door that looks for speakers go through, and the voices that are remembered.

``Library`` is built on it, as on ``RecordingDoor``: questions are answered on the thread that asks, and each change is
one transaction on the writer thread with a Future that is done when it is on disk.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import TypeVar

from sqlalchemy import Connection

from app.library import reading_speakers, speaker_changes
from app.library.writer import Transaction
from app.meetings.identifiers import CourseId, MeetingId, SpeakerId
from app.meetings.speaker_decisions import Decisions
from app.meetings.speaker_run import HeardSpeaker, SpeakerNames, SpeakerRun
from app.meetings.transcript import Speaker
from app.meetings.voice import RememberedVoice, VoiceId
from engine.contract.error_report import ErrorReport
from engine.contract.speakers import SpeakerCount

T = TypeVar("T")


class SpeakingDoor(ABC):
    """What the library does for those who speak."""

    # Looks for the speakers

    def speaker_run(self, meeting_id: MeetingId) -> SpeakerRun | None:
        """The last look for the speakers of a meeting; ``None`` before the first."""
        with self._reading() as connection:
            return reading_speakers.read_run(connection, meeting_id)

    def speakers_said(self, meeting_id: MeetingId) -> SpeakerCount:
        """How many people speak in a meeting, as it was said last: with a job that is not done, or before a look."""
        with self._reading() as connection:
            return reading_speakers.read_said_count(connection, meeting_id)

    def speaker_origins(self, meeting_id: MeetingId) -> dict[SpeakerId, SpeakerId]:
        """For those who are shown, who they were first, also in the meeting that this one was part of."""
        with self._reading() as connection:
            return reading_speakers.read_origins(connection, meeting_id)

    def speaker_decisions(self, meeting_id: MeetingId) -> Decisions:
        """What a person decided about who speaks in what is shown."""
        with self._reading() as connection:
            return reading_speakers.read_decisions(connection, meeting_id)

    def waiting_for_speakers(self) -> list[MeetingId]:
        """Meetings whose speakers were asked for and have not come."""
        with self._reading() as connection:
            return reading_speakers.read_waiting(connection)

    def ask_for_speakers(self, meeting_id: MeetingId, count: SpeakerCount) -> "Future[None]":
        """Note that they are to be looked for, so that it is done after a restart too. ``MeetingNotFound``."""
        return self._write(lambda t: speaker_changes.ask_for_speakers(t, meeting_id, count))

    def take_speakers(
        self, meeting_id: MeetingId, run: SpeakerRun, *, asked_for: Sequence[SpeakerId], names: SpeakerNames
    ) -> "Future[bool]":
        """What a look found, as one undoable edit; whether there was anything to change. ``MeetingNotFound``."""
        return self._write(
            lambda t: speaker_changes.take_speakers(t, meeting_id, run, asked_for=asked_for, names=names)
        )

    def fail_speakers(self, meeting_id: MeetingId, error: ErrorReport | None) -> "Future[None]":
        """It could not be done, or was given up (no error). The transcript stands."""
        return self._write(lambda t: speaker_changes.fail_speakers(t, meeting_id, error))

    def name_live_speaker(self, meeting_id: MeetingId, speaker: Speaker, heard: HeardSpeaker) -> "Future[None]":
        """Keep who somebody is whom a person named while it is recorded, and where they are heard.

        ``MeetingNotFound`` where it was deleted.
        """
        return self._write(lambda t: speaker_changes.name_live_speaker(t, meeting_id, speaker, heard))

    def course_speakers(self, course_id: CourseId) -> list[str]:
        """Names of those who speak in a course, the most frequent first."""
        with self._reading() as connection:
            return reading_speakers.read_course_names(connection, course_id)

    # Voices

    def voices(self) -> list[RememberedVoice]:
        """Every remembered voice."""
        with self._reading() as connection:
            return reading_speakers.read_voices(connection)

    def voices_for(self, course_id: CourseId | None) -> list[RememberedVoice]:
        """Those of a course, or of the meetings without one."""
        with self._reading() as connection:
            return reading_speakers.read_voices_for(connection, course_id)

    def voice_courses(self) -> frozenset[CourseId]:
        """Courses in which voices may be remembered."""
        with self._reading() as connection:
            return reading_speakers.read_voice_courses(connection)

    def remember_voice(self, meeting_id: MeetingId, speaker_id: SpeakerId, name: str) -> "Future[bool]":
        """Keep the voice of a speaker under a name; ``False`` if no voice of theirs was kept by the last look."""
        return self._write(lambda t: speaker_changes.remember_voice(t, meeting_id, speaker_id, name))

    def forget_voice(self, voice_id: VoiceId) -> "Future[None]":
        """Remove one for good. Backups made before hold it until they are replaced."""
        return self._write(lambda t: speaker_changes.forget_voice(t, voice_id))

    def forget_all_voices(self) -> "Future[None]":
        """Remove all of them for good."""
        return self._write(speaker_changes.forget_all_voices)

    def allow_voices(self, course_id: CourseId, *, allowed: bool) -> "Future[None]":
        """Whether voices are remembered in a course; where no longer, those there are removed for good."""
        return self._write(lambda t: speaker_changes.allow_voices(t, course_id, allowed=allowed))

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """A connection that sees one moment of the library."""

    @abstractmethod
    def _write(self, work: Callable[[Transaction], T]) -> "Future[T]":
        """Queue a transaction."""
