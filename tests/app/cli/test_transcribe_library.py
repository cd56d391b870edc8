"""What ``vivavoce transcribe`` leaves in the library, and what it finds there."""

from app.announcements import Announcements
from app.folders import find_folders
from app.library.library import Library
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.contract.channel import Channel
from tests.builders.library import a_job, a_meeting
from tests.builders.transcribing_desk import CHINESE, TranscribingDesk


def test_it_is_in_the_library_afterwards(desk: TranscribingDesk):
    desk.run(desk.recording("Lecture 7.flac"), "--course", "Algebra")
    with desk.library() as library:
        row = library.meetings()[0]
    assert (row.meeting.title, row.course_title, row.segments) == ("Lecture 7", "Algebra", 3)
    assert row.meeting.status is MeetingStatus.READY


def test_a_course_is_found_by_its_title(desk: TranscribingDesk):
    desk.run(desk.recording("1.flac"), "--course", "Algebra")
    desk.run(desk.recording("2.wav", CHINESE), "--course", "algebra ")
    with desk.library() as library:
        assert [course.title for course in library.courses()] == ["Algebra"]
        assert {row.course_title for row in library.meetings()} == {"Algebra"}


def test_a_recording_that_was_transcribed_before_still_comes_into_the_course(desk: TranscribingDesk):
    desk.run(desk.recording())
    desk.run("talk.flac", "--course", "Algebra")
    with desk.library() as library:
        assert [row.course_title for row in library.meetings()] == ["Algebra"]
    desk.run("talk.flac")  # no course is no wish to take it out
    with desk.library() as library:
        assert [row.course_title for row in library.meetings()] == ["Algebra"]


def test_what_was_transcribed_in_the_same_way_is_not_done_again(desk: TranscribingDesk):
    desk.run(desk.recording("talk.flac"))
    result = desk.run(desk.recording("the same under another name.flac"), "--to", "vtt")
    assert result.exit_code == 0
    assert result.stdout.startswith("WEBVTT")
    assert "was transcribed before in this way" in result.stderr
    assert desk.starts == 1
    with desk.library() as library:
        assert len(library.meetings()) == 1


def test_another_wish_is_transcribed_anew_into_the_same_meeting(desk: TranscribingDesk):
    desk.run(desk.recording(), "--language", "en")
    desk.run(desk.recording(), "--language", "de,German,en")
    assert desk.starts == 2
    with desk.library() as library:
        assert len(library.meetings()) == 1
        assert [job.options.languages for job in library.jobs()] == [("en",), ("de", "en")]


def test_another_audio_stream_is_another_meeting(desk: TranscribingDesk):
    desk.run(desk.recording())
    desk.run(desk.recording(), "--audio-stream", "0")
    with desk.library() as library:
        assert sorted(str(row.meeting.audio_stream) for row in library.meetings()) == ["0", "None"]


def test_another_channel_is_another_meeting(desk: TranscribingDesk):
    """Case 30."""
    for channel in ("left", "RIGHT", "left"):
        assert desk.run(desk.recording(), "--channel", channel).exit_code == 0
    assert desk.run(desk.recording(), "--channel", "middle").exit_code == 2
    with desk.library() as library:
        assert sorted(row.meeting.channel for row in library.meetings()) == [Channel.LEFT, Channel.RIGHT]


def test_what_was_cut_off_goes_on_from_there(desk: TranscribingDesk):
    """users.md row 3."""
    desk.scenario = {"length_s": 4, "exit_at": [2, 2, 2, None]}
    failed = desk.run(desk.recording())
    assert failed.exit_code == 1
    assert "The recognition stopped unexpectedly" in failed.stderr
    done = desk.run(desk.recording())
    assert done.exit_code == 0
    assert "goes on from there" in done.stderr
    with desk.library() as library:
        meeting = library.meetings()[0].meeting
        assert [line.text for line in library.transcript(meeting.id).segments] == [f"line {n}" for n in range(4)]


def test_what_a_window_left_in_line_is_not_begun(desk: TranscribingDesk):
    with desk.library() as library:
        meeting = a_meeting("left over")
        left = a_job(meeting)
        library.add_import(meeting, left).result()
    desk.run(desk.recording())
    with desk.library() as library:
        assert library.job(left.id).state is JobState.WAITING


def test_without_the_library_nothing_is_kept(desk: TranscribingDesk):
    result = desk.run(desk.recording(), "--no-library")
    assert (result.exit_code, "line 0" in result.stdout) == (0, True)
    with desk.library() as library:
        assert library.meetings() == []
    assert not list(find_folders().cache.glob("once-*"))


def test_a_library_that_a_window_has_open_is_left_alone(desk: TranscribingDesk):
    folders = find_folders()
    folders.make()
    window = Library.open(folders.library, announcements=Announcements())
    try:
        result = desk.run(desk.recording())
        assert (result.exit_code, "line 0" in result.stdout) == (0, True)
        assert "Vivavoce is open with the library; these transcripts are not added to it." in result.stderr
        assert window.meetings() == []
    finally:
        window.close()
