"""What the meeting page shows, read on a background thread: facts and words at once, then the sound and its peaks.

Of a long meeting a page of lines is read before all of them, so that there is something to read at once.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.editing.glossary_changes import GlossaryChange, changes_in
from app.editing.transcript_editor import TranscriptEditor
from app.library.library import Library
from app.meetings.chinese import ChineseScript
from app.meetings.coverage import Coverage
from app.meetings.edit import VersionInfo
from app.meetings.identifiers import MeetingId, VersionId
from app.meetings.job import Job
from app.meetings.loudness import Loudness
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.moment import Moment
from app.meetings.speaking_facts import facts_of
from app.meetings.transcript import Segment, Speaker, Transcript
from app.track_mix import ReadTrack
from ui.editor.editor_shelf import EditorShelf
from ui.editor.meeting_sound import MeetingSound, OpenSound
from ui.editor.speaker_shares import SpeakerShare, speaker_shares
from ui.reading.reading_document import ReadingDocument
from ui.reading.shown_script import in_script

LONG = 500
"""So many lines take longer to read than anybody likes to look at nothing."""
PAGE = 120
"""Lines that fill the highest screen."""
_BEFORE_MS = 60_000
"""What was said before a moment belongs to it."""


@dataclass(frozen=True)
class MeetingFacts:
    """What is known about a meeting beside its words."""

    meeting: Meeting
    course_title: str
    gap_ms: int
    """Length of all that is missing."""
    job: Job | None
    """The last job, if any."""
    coverage: Coverage | None = None
    """The proof of what is captured and understood; ``None`` while nothing of it is known."""
    moments: tuple[Moment, ...] = ()
    """Bookmarks and notes, by time."""
    versions: tuple[VersionInfo, ...] = ()
    """Of the transcript, newest first."""
    deleted: tuple[Segment, ...] = ()
    """Lines that a person deleted, by time."""

    @property
    def is_unfinished(self) -> bool:
        """Whether more words are to come without anybody asking."""
        return self.meeting.status in (MeetingStatus.WAITING, MeetingStatus.RECORDING, MeetingStatus.WORKING)


@dataclass(frozen=True)
class MeetingReading:
    """Facts and words."""

    facts: MeetingFacts
    document: ReadingDocument
    about: "LineFacts | None"
    """``None`` for a long meeting: it is looked up when the lines can be written in."""
    transcript: Transcript
    """The lines as they are kept."""
    version_id: VersionId
    """The version that the library shows."""
    editor: TranscriptEditor | None = None
    """What edits it, if it was opened for editing just now."""


@dataclass(frozen=True)
class PageReading:
    """A page of a long meeting, to be looked at until all of it was read."""

    facts: MeetingFacts
    document: ReadingDocument


def read_first(
    library: Library,
    meeting_id: MeetingId,
    script: ChineseScript,
    shelf: EditorShelf | None = None,
    *,
    at_ms: int | None = None,
) -> MeetingReading | PageReading:
    """All of a meeting, or of a long one what a window shows of it first. Raises ``MeetingNotFound``."""
    facts = read_facts(library, meeting_id)
    if not any(version.is_current and version.segments > LONG for version in facts.versions):
        return read_meeting(library, meeting_id, script, shelf)
    page = library.page(meeting_id, from_ms=max(0, (at_ms or 0) - _BEFORE_MS), most=PAGE)
    return PageReading(facts, make_document(page, script))


def read_facts(library: Library, meeting_id: MeetingId) -> MeetingFacts:
    """Read only the facts. Raises ``MeetingNotFound``."""
    summary = library.summary(meeting_id)
    return MeetingFacts(
        meeting=summary.meeting,
        course_title=summary.course_title,
        gap_ms=summary.gap_ms,
        job=library.last_job(meeting_id),
        coverage=library.coverage(meeting_id),
        moments=tuple(library.moments(meeting_id)),
        versions=tuple(library.versions(meeting_id)),
        deleted=tuple(library.deleted_lines(meeting_id)),
    )


def read_meeting(
    library: Library, meeting_id: MeetingId, script: ChineseScript, shelf: EditorShelf | None = None
) -> MeetingReading:
    """Read it all, Chinese in the wanted script, and have it edited if there is a shelf. Raises ``MeetingNotFound``."""
    facts = read_facts(library, meeting_id)
    editor = None if shelf is None else shelf.open(meeting_id)
    transcript = library.transcript(meeting_id) if editor is None else editor.document.transcript
    document = make_document(transcript, script)
    about = None if len(document) > LONG else walk_lines(meeting_id, document.lines(), document.speakers)
    return MeetingReading(facts, document, about, transcript, transcript.version_id, editor)


def read_again(library: Library, edited: Transcript, script: ChineseScript) -> MeetingReading:
    """Read what is around the lines again; the lines are those that a person is editing. Raises ``MeetingNotFound``."""
    facts = read_facts(library, edited.meeting_id)
    there = library.transcript(edited.meeting_id)
    document = make_document(replace(edited, gaps=there.gaps), script)
    about = walk_lines(edited.meeting_id, document.lines(), document.speakers)
    return MeetingReading(facts, document, about, edited, there.version_id)


def make_document(transcript: Transcript, script: ChineseScript) -> ReadingDocument:
    """The document to show, Chinese in the wanted script."""
    return ReadingDocument(transcript, show=partial(in_script, script=script))


@dataclass(frozen=True)
class SoundReading:
    """What is known about the sound of a meeting."""

    meeting_id: MeetingId
    sound: MeetingSound
    path: Path | None
    """What to play, ``None`` until it was decoded."""
    length_ms: int
    tracks: tuple[ReadTrack, ...] = ()
    """What reads each track, where each can have its own level."""
    is_measured: bool = True
    """Whether reading its loudness takes no time."""


@dataclass(frozen=True)
class LoudnessReading:
    """How loud a meeting is over its length."""

    meeting_id: MeetingId
    loudness: Loudness


def read_sound(open_sound: OpenSound, meeting_id: MeetingId) -> SoundReading:
    """Look for the sound of a meeting."""
    sound = open_sound(meeting_id)
    return SoundReading(
        meeting_id, sound, sound.playback_path(), sound.length_ms, sound.track_readers(), sound.is_measured
    )


def read_loudness(reading: SoundReading) -> LoudnessReading:
    """Measure the whole recording, unless that was done before; takes a while for a long one."""
    return LoudnessReading(reading.meeting_id, reading.sound.read_loudness())


@dataclass(frozen=True, slots=True)
class Glossed:
    """A word that the glossary wrote."""

    change: GlossaryChange
    start_ms: int
    """Of the line."""


@dataclass(frozen=True)
class LineFacts:
    """What only a walk through all lines tells: who speaks, and what the glossary changed."""

    meeting_id: MeetingId
    changes: list[tuple[int, int]]
    """From which millisecond on which speaker number speaks, for the waveform; 0 where nobody is known."""
    shares: list[SpeakerShare]
    """How much everybody says."""
    glossed: list[Glossed]


def glossed_in(lines: Iterable[Segment]) -> list[Glossed]:
    """What the glossary changed in some lines."""
    return [Glossed(change, line.start_ms) for line in lines for change in changes_in(line)]


def walk_lines(meeting_id: MeetingId, lines: Sequence[Segment], speakers: Sequence[Speaker]) -> LineFacts:
    """Go through all lines; for a background thread."""
    numbers = {speaker.id: speaker.number for speaker in speakers}
    changes: list[tuple[int, int]] = []
    for line in lines:
        number = 0 if line.speaker_id is None else numbers.get(line.speaker_id, 0)
        if not changes or changes[-1][1] != number:
            changes.append((line.start_ms, number))
    spoken = facts_of(Transcript(meeting_id, VersionId(""), tuple(lines), tuple(speakers)), duration_ms=0)
    return LineFacts(meeting_id, changes, speaker_shares(speakers, lines, spoken), glossed_in(lines))
