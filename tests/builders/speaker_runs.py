"""Looks for the speakers as the engine answers them, taken into a library, and what its lines then say."""

from typing import Any

from app.editing.command import Command
from app.editing.document import Document
from app.library.library import Library
from app.meetings.attribution import Turn
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.speaker_run import Clip, HeardSpeaker, SpeakerNames, SpeakerRun
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds
from tests.builders.library import a_meeting, a_segment

NAMES = SpeakerNames()
FOUR = "one two three four"


def a_run(*turns: tuple[int, int, int], pinned: dict[int, int] | None = None, voices: bool = False) -> SpeakerRun:
    """A run over one track: (label, start, end) in seconds."""
    heard = tuple(Turn(0, Milliseconds(start * 1000), Milliseconds(end * 1000), label) for label, start, end in turns)
    return SpeakerRun(turns=heard, speakers=_heard(heard, pinned or {}, voices=voices))


def take(library: Library, meeting: Meeting, run: SpeakerRun, *asked_for: SpeakerId) -> bool:
    """Into the library, as the answer of a look that these speakers were there for."""
    return library.take_speakers(meeting.id, run, asked_for=asked_for, names=NAMES).result()


def edit(library: Library, meeting_id: MeetingId, command: Command) -> None:
    """As a person does who works on the transcript that is shown."""
    found = command.apply(Document(library.transcript(meeting_id)))
    assert found is not None
    library.apply_edit(meeting_id, found).result()


def a_talk(library: Library, *lines: Segment, **changes: Any) -> Meeting:
    """A meeting that holds these lines, without speakers."""
    meeting = a_meeting(status=MeetingStatus.READY, duration_ms=60_000, **changes)
    library.add_transcript(meeting, lines, (), ()).result()
    return meeting


def spoken(library: Library, meeting: Meeting) -> list[tuple[str, str]]:
    """Who says what, line by line."""
    transcript = library.transcript(meeting.id)
    return [(transcript.name_of(line.speaker_id), line.text) for line in transcript.segments]


def four_seconds(start_s: int = 0) -> Segment:
    """A word a second."""
    return a_segment(FOUR, start_s * 1000, start_s * 1000 + 4000)


def _heard(turns: tuple[Turn, ...], pinned: dict[int, int], *, voices: bool) -> tuple[HeardSpeaker, ...]:
    found: list[HeardSpeaker] = []
    for label in sorted({turn.speaker for turn in turns}):
        own = [turn for turn in turns if turn.speaker == label]
        speech = Milliseconds(sum(turn.end_ms - turn.start_ms for turn in own))
        clips = tuple(Clip(turn.track, turn.start_ms, turn.end_ms) for turn in own[:3])
        voice = tuple(float(at == label) for at in range(192)) if voices else ()
        found.append(HeardSpeaker(label, None, speech, clips, pinned.get(label), voice))
    return tuple(found)
