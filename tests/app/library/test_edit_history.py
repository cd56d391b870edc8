"""What the history of edits says of looks for speakers: no edits of the person, and undone with what was asked for."""

from app.editing.document import Document
from app.editing.speaking import NameSpeaker
from app.editing.transcript_editor import TranscriptEditor
from app.library.library import Library
from app.meetings.attribution import Turn
from app.meetings.identifiers import MeetingId
from app.meetings.meeting import MeetingStatus
from app.meetings.speaker_run import HeardSpeaker, SpeakerNames, SpeakerRun
from engine.contract.audio import Milliseconds
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from tests.builders.library import Heard, a_meeting, a_segment
from tests.builders.waiting import PATIENCE_S


def a_look(library: Library, *, count: SpeakerCount = ANY_COUNT) -> MeetingId:
    """A meeting of two voices, in which the speakers were found."""
    meeting = a_meeting(status=MeetingStatus.READY, duration_ms=60_000)
    library.add_transcript(meeting, (a_segment("one two three four", 0, 4000),), (), ()).result()
    turns = tuple(Turn(0, Milliseconds(at * 2000), Milliseconds(at * 2000 + 2000), at) for at in (0, 1))
    voices = tuple(HeardSpeaker(at, None, Milliseconds(2000), (), None, ()) for at in (0, 1))
    run = SpeakerRun(count=count, turns=turns, speakers=voices)
    library.take_speakers(meeting.id, run, asked_for=(), names=SpeakerNames()).result()
    return meeting.id


def count_of(library: Library, meeting_id: MeetingId) -> SpeakerCount | None:
    run = library.speaker_run(meeting_id)
    return None if run is None else run.count


def test_a_look_for_speakers_is_no_edit_of_the_person(library: Library) -> None:
    meeting_id = a_look(library)
    assert [version.edits for version in library.versions(meeting_id)] == [0]

    transcript = library.transcript(meeting_id)
    named = NameSpeaker(transcript.speakers[0].id, "Ada").apply(Document(transcript))
    assert named is not None
    library.apply_edit(meeting_id, named).result()
    assert [version.edits for version in library.versions(meeting_id)] == [1]


def test_whoever_undoes_a_look_takes_back_how_many_they_said_there_are(library: Library, heard: Heard) -> None:
    meeting_id = a_look(library, count=SpeakerCount(3, 3))
    assert count_of(library, meeting_id) == SpeakerCount(3, 3)
    editor = TranscriptEditor(library=library, meeting_id=meeting_id, announcements=heard.announcements)
    editor.undo()
    assert editor.close(within_s=PATIENCE_S)
    assert count_of(library, meeting_id) == ANY_COUNT


def test_what_is_asked_for_now_outlives_the_undoing_of_what_was_before(library: Library, heard: Heard) -> None:
    meeting_id = a_look(library)
    library.ask_for_speakers(meeting_id, SpeakerCount(3, 3)).result()
    editor = TranscriptEditor(library=library, meeting_id=meeting_id, announcements=heard.announcements)
    editor.undo()
    assert editor.close(within_s=PATIENCE_S)
    assert count_of(library, meeting_id) == SpeakerCount(3, 3)
