"""A better pass over edited words waits for a person; over words that nobody edited it is simply shown."""

import pytest

from app.editing.document import Document
from app.editing.wording import RewriteLine
from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import JobId, MeetingId, VersionId, new_id
from app.meetings.job import Job, JobState
from app.meetings.transcript import VersionKind
from engine.contract.audio import SampleIndex
from engine.contract.options import RecognitionOptions
from tests.builders.library import a_meeting, a_segment, import_meeting


def understand_again(library: Library, meeting_id: MeetingId, *texts: str) -> None:
    job = Job(JobId(new_id()), meeting_id, JobState.WAITING, RecognitionOptions(model="small"), asks_first=True)
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    lines = [a_segment(text, n * 1000, n * 1000 + 1000) for n, text in enumerate(texts)]
    library.commit_segments(job.id, lines, (), finished_to=SampleIndex(99_000), speech=0).result()
    library.set_job_state(job.id, JobState.DONE).result()


def corrected(library: Library) -> MeetingId:
    meeting = a_meeting()
    import_meeting(library, meeting, "one", "two", "three")
    transcript = library.transcript(meeting.id)
    edit = RewriteLine(transcript.segments[1].id, "two, as I wrote it").apply(Document(transcript))
    assert edit is not None
    library.apply_edit(meeting.id, edit).result()
    return meeting.id


def texts(library: Library, meeting_id: MeetingId) -> list[str]:
    return [line.text for line in library.transcript(meeting_id).segments]


def offered(library: Library, meeting_id: MeetingId) -> list[VersionId]:
    return [each.id for each in library.versions(meeting_id) if each.is_offered]


MINE = ["one", "two, as I wrote it", "three"]
BOTH = ["wan", "two, as I wrote it", "tree"]


def test_a_better_pass_over_edited_words_waits_and_says_what_it_would_show(library: Library) -> None:
    meeting_id = corrected(library)
    understand_again(library, meeting_id, "wan", "tow", "tree")
    assert texts(library, meeting_id) == MINE
    (version_id,) = offered(library, meeting_id)
    would_be = library.offered_transcript(meeting_id, version_id)
    assert [line.text for line in would_be.segments] == BOTH
    library.take_offer(meeting_id, version_id).result()
    assert texts(library, meeting_id) == BOTH
    assert library.meeting(meeting_id).model == "small"
    assert offered(library, meeting_id) == []
    library.take_offer(meeting_id, version_id).result()
    assert texts(library, meeting_id) == BOTH


def test_what_is_declined_is_not_offered_again_and_not_lost(library: Library) -> None:
    meeting_id = corrected(library)
    understand_again(library, meeting_id, "wan", "tow", "tree")
    (version_id,) = offered(library, meeting_id)
    library.decline_offer(meeting_id, version_id).result()
    assert offered(library, meeting_id) == []
    assert texts(library, meeting_id) == MINE
    assert [line.text for line in library.transcript(meeting_id, version_id).segments] == ["wan", "tow", "tree"]


def test_where_nobody_edited_words_it_is_simply_shown(library: Library) -> None:
    meeting = a_meeting()
    import_meeting(library, meeting, "one", "two")
    understand_again(library, meeting.id, "wan", "tow")
    assert texts(library, meeting.id) == ["wan", "tow"]
    assert offered(library, meeting.id) == []


def test_the_newest_of_two_is_offered_first_and_both_are_answered_at_once(library: Library) -> None:
    meeting_id = corrected(library)
    understand_again(library, meeting_id, "wan", "tow", "tree")
    understand_again(library, meeting_id, "won", "to", "free")
    newest = offered(library, meeting_id)[0]
    library.take_offer(meeting_id, newest).result()
    assert texts(library, meeting_id) == ["won", "two, as I wrote it", "free"]
    assert offered(library, meeting_id) == []


def test_a_version_that_is_not_there_cannot_be_taken(library: Library) -> None:
    meeting_id = corrected(library)
    for wish in (library.take_offer, library.decline_offer):
        with pytest.raises(MeetingNotFound):
            wish(meeting_id, VersionId("nothing")).result()
