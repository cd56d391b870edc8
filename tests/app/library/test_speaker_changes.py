"""Looks for the speakers in the library: an edit like any other, and never against what a person decided."""

from pathlib import Path

import pytest

from app.announcements import SpeakersChanged, TranscriptChanged
from app.editing.speaking import GiveSpeaker, MergeSpeakers, NameSpeaker
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import RewriteLine
from app.library.library import Library
from app.meetings.attribution import Turn
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from app.meetings.meeting import TrackInfo
from app.meetings.speaker_run import HeardSpeaker, SpeakerRun
from app.meetings.transcript import SegmentOrigin, VersionKind
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import SpeakerModelMissing
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from tests.builders.library import Heard, a_job, a_segment, open_library
from tests.builders.speaker_runs import FOUR, NAMES, a_run, a_talk, edit, four_seconds, spoken, take
from tests.builders.waiting import PATIENCE_S, save


def test_a_run_cuts_a_line_at_the_word_and_names_its_speakers_in_one_change(library: Library, heard: Heard) -> None:
    """Case 59."""
    meeting = a_talk(library, four_seconds())
    heard.all.clear()
    assert take(library, meeting, a_run((0, 0, 2), (1, 2, 4)))
    assert spoken(library, meeting) == [("Speaker 1", "one two"), ("Speaker 2", "three four")]
    assert len(heard.of(TranscriptChanged)) == 1
    assert heard.of(SpeakersChanged) == [SpeakersChanged(meeting.id)]
    assert [hit.text for hit in library.search("three")] == ["three four"]
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert [len(run.clips_of(each.id)) for each in library.transcript(meeting.id).speakers] == [1, 1]


def test_a_run_is_undone_and_done_again_like_any_edit(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    before = library.transcript(meeting.id)
    take(library, meeting, a_run((0, 0, 2), (1, 2, 4)))
    after = library.transcript(meeting.id)
    past = library.history(meeting.id)[-1]
    library.undo_edit(meeting.id, past.id).result()
    assert library.transcript(meeting.id) == before
    library.redo_edit(meeting.id, past.id).result()
    assert library.transcript(meeting.id) == after


def test_an_open_editor_shows_the_run_and_takes_it_back(library: Library, heard: Heard) -> None:
    meeting = a_talk(library, four_seconds())
    editor = TranscriptEditor(library=library, meeting_id=meeting.id, announcements=heard.announcements)
    heard.all.clear()
    take(library, meeting, a_run((0, 0, 2), (1, 2, 4)))
    for told in heard.of(TranscriptChanged):
        editor.take(told.change)
    assert editor.document.segments == library.transcript(meeting.id).segments
    assert editor.can_undo
    editor.undo()
    assert editor.close(within_s=PATIENCE_S)
    assert spoken(library, meeting) == [("", FOUR)]


def test_a_second_run_starts_from_what_was_recognised(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((0, 0, 1), (1, 1, 2), (2, 2, 4)))
    assert len(spoken(library, meeting)) == 3
    take(library, meeting, a_run((0, 0, 4)))
    assert spoken(library, meeting) == [("Speaker 3", FOUR)]  # who spoke most of it keeps the number
    assert [speaker.number for speaker in library.transcript(meeting.id).speakers] == [3]


def test_the_same_answer_twice_changes_nothing(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    assert take(library, meeting, a_run((0, 0, 2), (1, 2, 4)))
    assert not take(library, meeting, a_run((1, 0, 2), (0, 2, 4)))  # labels mean nothing outside a run
    assert len(library.history(meeting.id)) == 1


def test_what_a_person_gave_named_and_wrote_stands_in_every_run(library: Library) -> None:
    """Case 68."""
    meeting = a_talk(library, *(four_seconds(at) for at in (0, 4, 8, 12)))
    names = [line.id for line in library.transcript(meeting.id).segments]
    take(library, meeting, a_run((0, 0, 8), (1, 8, 16)))
    first, second = library.transcript(meeting.id).speakers
    edit(library, meeting.id, NameSpeaker(first.id, "Ada"))
    edit(library, meeting.id, GiveSpeaker((names[1],), 3, "Bob"))
    edit(library, meeting.id, RewriteLine(names[2], "Corrected by hand."))

    bob = library.transcript(meeting.id).speakers[2]
    run = a_run((0, 0, 4), (1, 4, 6), (2, 6, 10), (3, 10, 16), pinned={0: 0})
    take(library, meeting, run, first.id, bob.id)
    assert spoken(library, meeting) == [
        ("Ada", FOUR),
        ("Bob", FOUR),
        ("Speaker 4", "Corrected by hand."),
        (second.name, FOUR),
    ]
    origins = [line.origin for line in library.transcript(meeting.id).segments]
    assert origins == [
        SegmentOrigin.RECOGNISED,
        SegmentOrigin.EDITED,
        SegmentOrigin.EDITED,
        SegmentOrigin.RECOGNISED,
    ]


def test_a_name_stays_with_its_voice_when_the_labels_change(library: Library) -> None:
    meeting = a_talk(library, four_seconds(0), four_seconds(4))
    take(library, meeting, a_run((0, 0, 4), (1, 4, 8)))
    edit(library, meeting.id, NameSpeaker(library.transcript(meeting.id).speakers[1].id, "Ada"))
    take(library, meeting, a_run((5, 0, 3), (2, 3, 8)))
    assert [who for who, _ in spoken(library, meeting)] == ["Speaker 1", "Ada", "Ada"]


def test_merged_speakers_stay_one_and_their_pins_are_one(library: Library) -> None:
    """Case 57."""
    meeting = a_talk(library, four_seconds(0), four_seconds(4))
    take(library, meeting, a_run((0, 0, 4), (1, 4, 8)))
    one, two = library.transcript(meeting.id).speakers
    edit(library, meeting.id, MergeSpeakers(two.id, one.id))
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert [each.speaker_id for each in run.speakers] == [one.id, one.id]
    assert len(run.clips_of(one.id)) == 2
    take(library, meeting, a_run((0, 0, 4), (0, 4, 8), pinned={0: 0}), two.id)
    assert [who for who, _ in spoken(library, meeting)] == ["Speaker 1", "Speaker 1"]


def test_decisions_outlive_a_better_pass(library: Library) -> None:
    """Case 68."""
    meeting = a_talk(library, four_seconds(0), four_seconds(4), four_seconds(8))
    take(library, meeting, a_run((0, 0, 4), (1, 4, 12)))
    edit(library, meeting.id, NameSpeaker(library.transcript(meeting.id).speakers[1].id, "Ada"))
    edit(library, meeting.id, GiveSpeaker((library.transcript(meeting.id).segments[2].id,), 1))
    job = a_job(meeting, length=SampleIndex(960_000))
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    better = [a_segment("uno dos tres cuatro", at, at + 4000) for at in (0, 4000, 8000)]
    library.commit_segments(job.id, better, [], finished_to=SampleIndex(960_000), speech=0).result()
    library.set_job_state(job.id, JobState.DONE).result()
    assert [who for who, _ in spoken(library, meeting)] == ["Speaker 1", "Ada", "Speaker 1"]

    decisions = library.speaker_decisions(meeting.id)
    now = {speaker.name: speaker.id for speaker in library.transcript(meeting.id).speakers}
    assert decisions.kept == {now["Ada"]}
    assert [pin.speaker_id for pin in decisions.pins] == [now["Speaker 1"]]
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert [each.speaker_id for each in run.speakers] == [now["Speaker 1"], now["Ada"]]
    take(library, meeting, a_run((0, 0, 4), (1, 4, 12)))
    assert spoken(library, meeting)[2] == ("Speaker 1", FOUR)
    assert [who for who, _ in spoken(library, meeting)] == ["Speaker 1", "Ada", "Speaker 1"]


def test_decisions_are_brought_back_with_the_version_they_were_made_in(library: Library) -> None:
    meeting = a_talk(library, four_seconds(), four_seconds(4))
    take(library, meeting, a_run((0, 0, 4), (1, 4, 8)))
    transcript = library.transcript(meeting.id)
    first = transcript.segments[0]
    edit(library, meeting.id, NameSpeaker(transcript.speakers[1].id, "Ada"))
    edit(library, meeting.id, GiveSpeaker((first.id,), 2))
    job = a_job(meeting, length=SampleIndex(1_920_000))
    library.start_rerun(job, VersionKind.RECOGNISED).result()
    library.commit_segments(job.id, [four_seconds()], [], finished_to=SampleIndex(960_000), speech=0).result()
    library.set_job_state(job.id, JobState.DONE).result()
    library.restore_version(meeting.id, transcript.version_id).result()
    decisions = library.speaker_decisions(meeting.id)
    (ada,) = [each for each in library.transcript(meeting.id).speakers if each.name == "Ada"]
    assert [(pin.start_ms, pin.end_ms, pin.speaker_id) for pin in decisions.pins] == [(0, first.end_ms, ada.id)]
    assert decisions.kept == {ada.id}
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert run.clips_of(ada.id)
    take(library, meeting, a_run((0, 0, 4), (1, 4, 8), pinned={1: 0}), ada.id)
    assert spoken(library, meeting)[0][0] == "Ada"


def test_a_version_as_it_was_before_the_edits_comes_back_without_decisions(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((0, 0, 4)))
    transcript = library.transcript(meeting.id)
    edit(library, meeting.id, NameSpeaker(transcript.speakers[0].id, "Ada"))
    library.restore_version(meeting.id, transcript.version_id, before_edits=True).result()
    assert library.speaker_decisions(meeting.id).kept == frozenset()


def test_before_the_edits_means_before_those_of_a_person_the_speakers_that_were_found_stay(library: Library) -> None:
    meeting = a_talk(library, four_seconds(), four_seconds(4))
    take(library, meeting, a_run((0, 0, 2), (1, 2, 4), (0, 4, 8)))
    found = library.transcript(meeting.id)
    edit(library, meeting.id, NameSpeaker(found.speakers[0].id, "Ada"))
    edit(library, meeting.id, RewriteLine(found.segments[1].id, "thirty forty"))
    edit(library, meeting.id, GiveSpeaker((found.segments[2].id,), 2))
    before = library.transcript_before_edits(meeting.id, found.version_id)
    assert (before.segments, before.speakers) == (found.segments, found.speakers)
    library.restore_version(meeting.id, found.version_id, before_edits=True).result()
    assert spoken(library, meeting) == [
        ("Speaker 1", "one two"),
        ("Speaker 2", "three four"),
        ("Speaker 1", FOUR),
    ]


def test_a_line_that_was_written_before_the_look_has_a_speaker_before_the_edits_too(library: Library) -> None:
    meeting = a_talk(library, four_seconds(), four_seconds(4))
    first = library.transcript(meeting.id)
    edit(library, meeting.id, RewriteLine(first.segments[0].id, "1 2 3 4"))
    take(library, meeting, a_run((0, 0, 4), (1, 4, 6), (0, 6, 8)))
    before = library.transcript_before_edits(meeting.id, first.version_id)
    assert [(before.name_of(line.speaker_id), line.text) for line in before.segments] == [
        ("Speaker 1", FOUR),
        ("Speaker 2", "one two"),
        ("Speaker 1", "three four"),
    ]


def test_an_undone_decision_decides_nothing(library: Library) -> None:
    meeting = a_talk(library, four_seconds(0), four_seconds(4))
    take(library, meeting, a_run((0, 0, 8)))
    edit(library, meeting.id, GiveSpeaker((library.transcript(meeting.id).segments[0].id,), 2))
    library.undo_edit(meeting.id, library.history(meeting.id)[-1].id).result()
    assert library.speaker_decisions(meeting.id).pins == ()


@pytest.mark.parametrize(("mine", "name"), [(((0, 0, 4),), "You"), (((0, 0, 2), (1, 2, 4)), "Speaker 1")])
def test_the_only_voice_at_the_microphone_is_the_persons_own(
    library: Library, mine: tuple[tuple[int, int, int], ...], name: str
) -> None:
    tracks = (TrackInfo(0, TrackKind.MICROPHONE), TrackInfo(1, TrackKind.COMPUTER))
    other = a_segment("a voice from afar", 4000, 8000, track=1)
    meeting = a_talk(library, four_seconds(), other, tracks=tracks)
    run = a_run(*mine)
    far = Turn(1, Milliseconds(4000), Milliseconds(8000), 7)
    run = SpeakerRun(turns=(*run.turns, far), speakers=(*run.speakers, HeardSpeaker(7, None, Milliseconds(4000))))
    take(library, meeting, run)
    assert spoken(library, meeting)[0][0] == name
    assert spoken(library, meeting)[-1][0] not in ("", "You")


def test_words_that_somebody_talks_over_say_so_after_a_restart(tmp_path: Path) -> None:
    """Case 59."""
    library = open_library(tmp_path)
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((0, 0, 3), (1, 2, 4)))
    library.close()
    library = open_library(tmp_path)
    try:
        one, two = library.transcript(meeting.id).speakers
        words = [word for line in library.transcript(meeting.id).segments for word in line.words]
        assert [word.over_id for word in words] == [None, None, two.id, None]
        assert [line.speaker_id for line in library.transcript(meeting.id).segments] == [one.id, two.id]
    finally:
        library.close()


def test_a_failed_look_leaves_the_transcript_and_what_was_found_before(library: Library) -> None:
    """Case 61."""
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((0, 0, 2), (1, 2, 4)))
    before = library.transcript(meeting.id)
    library.ask_for_speakers(meeting.id, SpeakerCount(3, 3)).result()
    assert library.waiting_for_speakers() == [meeting.id]
    library.fail_speakers(meeting.id, to_report(SpeakerModelMissing("encoder"))).result()
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert run.error is not None
    assert run.error.name == "SpeakerModelMissing"
    assert len(run.turns) == 2
    assert library.transcript(meeting.id) == before
    assert library.waiting_for_speakers() == []


def test_a_first_look_that_is_given_up_leaves_no_trace(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    library.ask_for_speakers(meeting.id, ANY_COUNT).result()
    library.fail_speakers(meeting.id, None).result()
    assert library.speaker_run(meeting.id) is None


def test_an_answer_for_a_meeting_that_is_gone_is_refused(library: Library) -> None:
    with pytest.raises(MeetingNotFound):
        library.take_speakers(MeetingId("gone"), a_run((0, 0, 1)), asked_for=(), names=NAMES).result()


def test_what_is_being_typed_while_speakers_are_found_is_neither_lost_nor_doubled(
    library: Library, heard: Heard
) -> None:
    """Case 68."""
    meeting = a_talk(library, four_seconds(0), four_seconds(4))
    editor = TranscriptEditor(
        library=library, meeting_id=meeting.id, announcements=heard.announcements, save_after_s=60.0
    )
    editor.apply(RewriteLine(editor.document.segments[0].id, "One, two, three, four."))
    heard.all.clear()
    take(library, meeting, a_run((0, 0, 2), (1, 2, 8)))
    told = [each.change for each in heard.of(TranscriptChanged)]
    for change in told:
        editor.take(change)
    save(editor)
    for each in heard.of(TranscriptChanged)[len(told) :]:
        editor.take(each.change)
    assert spoken(library, meeting) == [("Speaker 1", "One, two, three, four."), ("Speaker 2", FOUR)]
    assert [line.text for line in editor.document.segments] == ["One, two, three, four.", FOUR]
    editor.undo()
    editor.undo()
    assert editor.close(within_s=PATIENCE_S)
    assert spoken(library, meeting) == [("", FOUR), ("", FOUR)]
