"""Keeping order: favourites, tags, filters, the bin, and deleting so that nothing is left."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.announcements import FiltersChanged, MeetingUpdated
from app.library.erasing import AT_ONCE, Trace, erase_folder, overwrites_in_place, traces_left
from app.library.library import Library
from app.library.opening import Circumstances
from app.meetings.course import Course
from app.meetings.errors import MeetingIsRecorded
from app.meetings.identifiers import CourseId, MeetingId, MomentId, new_id
from app.meetings.job import JobState
from app.meetings.meeting_filter import FilterId, FilterState, MeetingFilter, SavedFilter
from app.meetings.moment import Moment, MomentKind
from app.meetings.search import HitKind
from engine.contract.audio import Milliseconds
from tests.builders.library import NOON, Heard, a_meeting, import_meeting, open_library
from tests.builders.recordings import begin_recording
from tests.builders.waiting import wait_until

TODAY = date(2026, 3, 4)


def titles(library: Library) -> list[str]:
    return [row.meeting.title for row in library.meetings()]


def put(library: Library, title: str = "Algebra", *lines: str, **changes: Any) -> MeetingId:
    meeting = a_meeting(title, **changes)
    import_meeting(library, meeting, *(lines or ("hello there",)))
    return meeting.id


# Tags, favourites, filters


def test_tags_are_kept_once_and_in_order(library: Library, heard: Heard):
    meeting = put(library)

    library.set_tags(meeting, ["exam", " Exam ", "week  3", "", "数学"]).result()

    assert library.meeting(meeting).tags == ("exam", "week 3", "数学")
    assert library.summary(meeting).meeting.tags == ("exam", "week 3", "数学")
    assert library.tags() == ["exam", "week 3", "数学"]
    assert heard.all[-1] == MeetingUpdated(meeting)
    library.set_tags(meeting, []).result()
    assert library.tags() == []


def test_a_favourite_is_one_until_it_is_not(library: Library):
    meeting = put(library)
    library.set_favourite(meeting, True).result()
    assert library.meeting(meeting).is_favourite
    library.set_favourite(meeting, False).result()
    assert not library.meeting(meeting).is_favourite


def test_marks_come_back_from_the_sidecar_when_the_database_is_lost(tmp_path: Path):
    """Case 23."""
    library = open_library(tmp_path)
    kept, binned = put(library, "kept"), put(library, "binned")
    library.set_tags(kept, ["exam"]).result()
    library.set_favourite(kept, True).result()
    library.bin_meeting(binned).result()
    library.close()
    for path in (*tmp_path.glob("library.db*"), *tmp_path.glob("backups/*")):
        path.unlink()

    library = open_library(tmp_path)

    assert titles(library) == ["kept"]
    assert library.meeting(kept).tags == ("exam",)
    assert library.meeting(kept).is_favourite
    assert [row.meeting.id for row in library.binned_meetings()] == [binned]
    assert [hit.kind for hit in library.search("exam")] == [HitKind.TAG]
    library.close()


def test_a_saved_filter_comes_back_as_it_was(library: Library, heard: Heard):
    wanted = MeetingFilter(
        "determinant", CourseId("c"), "exam", "Ada", 30, date(2026, 1, 1), date(2026, 2, 1), FilterState.TO_REVIEW
    )
    library.save_filter(SavedFilter(FilterId("b"), "Zeta", MeetingFilter())).result()
    library.save_filter(SavedFilter(FilterId("a"), "alpha", wanted)).result()

    assert [saved.title for saved in library.filters()] == ["alpha", "Zeta"]
    assert library.filters()[0].wanted == wanted
    assert heard.of(FiltersChanged)

    library.remove_filter(FilterId("a")).result()
    assert [saved.title for saved in library.filters()] == ["Zeta"]


def test_a_filter_asks_for_everything_at_once(library: Library):
    course = Course(CourseId(new_id()), "Algebra")
    library.add_course(course).result()
    right = put(library, "right", course_id=course.id)
    put(library, "no course")
    old = put(library, "old", course_id=course.id, created_at=NOON - timedelta(days=40))
    library.set_tags(right, ["Exam"]).result()
    library.set_tags(old, ["Exam"]).result()

    def found(wanted: MeetingFilter) -> list[str]:
        return [row.meeting.title for row in library.meetings() if wanted.holds(row, TODAY)]

    assert found(MeetingFilter(course_id=course.id, tag="exam", last_days=30)) == ["right"]
    assert found(MeetingFilter(tag="exam")) == ["right", "old"]
    assert found(MeetingFilter(until=date(2026, 2, 1))) == ["old"]
    assert found(MeetingFilter(since=date(2026, 3, 4))) == ["no course", "right"]
    assert found(MeetingFilter(speaker="nobody")) == []
    assert found(MeetingFilter(state=FilterState.DONE)) == ["no course", "right", "old"]
    assert found(MeetingFilter(state=FilterState.UNFINISHED)) == []


# Finding more than lines


def test_titles_tags_speakers_notes_and_bookmarks_are_found(library: Library):
    meeting = put(library, "Müller and the determinant", "nothing of it here")
    library.set_tags(meeting, ["gruppe 7"]).result()
    for kind, text in ((MomentKind.NOTE, "ask about zürich"), (MomentKind.CHAPTER, "行列式的意义")):
        library.add_moment(
            Moment(MomentId(new_id()), meeting, kind, Milliseconds(4000), Milliseconds(4000), text)
        ).result()

    def kinds(typed: str) -> list[HitKind]:
        return [hit.kind for hit in library.search(typed)]

    assert kinds("mull") == [HitKind.TITLE]
    assert kinds("gruppe 7") == [HitKind.TAG]
    assert kinds("zurich") == [HitKind.NOTE]
    assert kinds("列式") == [HitKind.CHAPTER]
    (hit,) = library.search("zurich")
    assert (hit.start_ms, hit.text[slice(*hit.marks[0])]) == (4000, "zürich")

    library.rename_meeting(meeting, "Something else").result()
    assert kinds("mull") == []
    assert kinds("something") == [HitKind.TITLE]
    assert library.check().problems == ("The folder of “Something else” holds no sound.",)


def test_a_phrase_in_quotation_marks_is_found_as_it_was_said(library: Library):
    """Case 29."""
    put(library, "a", "the budget meeting starts at nine", "a meeting about the budget")

    assert len(library.search("budget meeting")) == 2
    for typed in ('"budget meeting"', "“budget meeting”", "「budget meeting」"):
        assert [hit.text for hit in library.search(typed)] == ["the budget meeting starts at nine"]
    assert len(library.search('"budget meeting')) == 2
    assert [hit.text for hit in library.search('"budget meet"')] == []


def test_a_search_can_be_kept_to_some_meetings(library: Library):
    first, second = put(library, "first", "the same words"), put(library, "second", "the same words")

    assert {hit.meeting_id for hit in library.search("same words")} == {first, second}
    assert {hit.meeting_id for hit in library.search("same words", meetings={second})} == {second}
    assert library.search("same words", meetings=set()) == []


def test_a_search_that_nobody_waits_for_ends(library: Library):
    put(library, "first", *("the same words again and again" for _ in range(500)))
    asked = 0

    def is_stopped() -> bool:
        nonlocal asked
        asked += 1
        return True

    assert library.search("same", is_stopped=is_stopped, limit=500) == []
    assert asked > 0
    assert len(library.search("same", limit=500)) == 500


# The bin


def test_what_lies_in_the_bin_is_out_of_sight_and_whole(library: Library):
    meeting = put(library, "Binned", "a secret sentence")
    course = Course(CourseId(new_id()), "Algebra")
    library.add_course(course).result()
    library.move_meeting(meeting, course.id).result()
    sound = library.meeting_folder(meeting) / "track-0.pcm"
    sound.write_bytes(b"\1\2" * 100)

    library.bin_meeting(meeting).result()

    assert titles(library) == []
    assert library.search("secret") == library.search("Binned") == []
    assert library.courses()[0].meetings == 0
    assert library.find_by_fingerprint("f" * 64) == []
    assert [row.meeting.id for row in library.binned_meetings()] == [meeting]
    assert sound.read_bytes() == b"\1\2" * 100
    assert library.check().is_good

    library.restore_meeting(meeting).result()

    assert titles(library) == ["Binned"]
    assert len(library.search("secret")) == 1
    assert library.courses()[0].meetings == 1


def test_a_job_of_a_meeting_in_the_bin_is_not_in_line(library: Library):
    meeting = a_meeting()
    import_meeting(library, meeting, "x", state=JobState.RUNNING)
    assert len(library.jobs(unfinished=True)) == 1
    library.bin_meeting(meeting.id).result()
    assert library.jobs(unfinished=True) == []


def test_a_running_recording_does_not_go_into_the_bin(library: Library):
    job = begin_recording(library)
    with pytest.raises(MeetingIsRecorded):
        library.bin_meeting(job.meeting_id).result()


def test_the_bin_is_emptied_all_at_once_or_by_age(tmp_path: Path):
    now = [NOON]
    library = open_library(tmp_path, circumstances=Circumstances(now=lambda: now[0]))
    old, new, kept = put(library, "old"), put(library, "new"), put(library, "kept")
    library.bin_meeting(old).result()
    now[0] += timedelta(days=20)
    library.bin_meeting(new).result()
    now[0] += timedelta(days=15)

    assert library.empty_bin(older_than_days=30).result() == 1
    assert [row.meeting.id for row in library.binned_meetings()] == [new]
    assert library.empty_bin().result() == 1
    assert library.binned_meetings() == []
    assert [row.meeting.id for row in library.meetings()] == [kept]
    assert not library.meeting_folder(new).exists()
    library.close()


# Deleting


def test_nothing_of_what_the_bin_held_is_left_on_disk(tmp_path: Path):
    library = open_library(tmp_path)
    import_meeting(library, a_meeting("stays"), "harmless")
    meeting = put(library, "CANARY111", "the secret is Canary222")
    library.set_tags(meeting, ["canary333"]).result()
    moment = Moment(MomentId(new_id()), meeting, MomentKind.NOTE, Milliseconds(0), Milliseconds(0), "Canary444")
    library.add_moment(moment).result()
    (library.meeting_folder(meeting) / "playback.flac").write_bytes(b"canary555")
    library.close()
    library = open_library(tmp_path)
    library.bin_meeting(meeting).result()
    library.empty_bin().result()
    library.close()

    for path in tmp_path.rglob("*"):
        if path.is_file():
            content = path.read_bytes().lower()
            assert not any(b"canary%d" % number in content for number in (111, 222, 333, 444, 555)), path


def test_a_deletion_that_was_killed_is_finished_at_the_next_start(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = put(library, "gone")
    place = library.meeting_folder(meeting)
    library.delete_meeting(meeting).result()
    library.close()
    place.mkdir()
    (place / "track-0.pcm").write_bytes(b"sound")
    bare = sqlite3.connect(tmp_path / "library.db")
    bare.execute("INSERT INTO removals VALUES (?)", (meeting,))
    bare.commit()
    bare.close()

    library = open_library(tmp_path)
    library.set_tags(put(library, "later"), []).result()

    assert not place.exists()
    library.close()
    bare = sqlite3.connect(tmp_path / "library.db")
    assert bare.execute("SELECT count(*) FROM removals").fetchone() == (0,)
    bare.close()


def test_a_long_recording_is_removed_beside_the_writer(tmp_path: Path):
    library = open_library(tmp_path)
    meeting = put(library, "long")
    place = library.meeting_folder(meeting)
    with (place / "track-0.pcm").open("wb") as file:
        file.truncate(AT_ONCE + 1)

    library.delete_meeting(meeting).result()
    library.close()
    open_library(tmp_path).close()

    library = open_library(tmp_path)
    library.set_tags(put(library, "x"), []).result()
    wait_until(lambda: not place.exists(), "it was removed")
    library.close()


def test_sound_is_overwritten_before_it_is_unlinked_and_links_are_not_followed(tmp_path: Path):
    place, outside = tmp_path / "meeting", tmp_path / "outside"
    place.mkdir()
    outside.write_bytes(b"not ours")
    (place / "track-0.pcm").write_bytes(b"secret" * 1000)
    held = (place / "track-0.pcm").open("rb")
    (place / "link").symlink_to(outside)
    (place / "twin").hardlink_to(outside)

    assert erase_folder(place, overwrites=True)

    assert held.read() == bytes(6000)
    held.close()
    assert outside.read_bytes() == b"not ours"
    assert not place.exists()


def test_two_that_erase_one_folder_do_not_get_into_each_others_way(tmp_path: Path):
    """The writer looks at what is to be removed while the eraser is at it."""
    place = tmp_path / "meeting"
    for number in range(300):
        (place / f"part-{number}" / "more").mkdir(parents=True)
        (place / f"part-{number}" / "sound.pcm").write_bytes(b"x")
    with ThreadPoolExecutor(2) as pool:
        erasing = [pool.submit(erase_folder, place, overwrites=True) for _ in range(2)]
    assert all(each.exception() is None for each in erasing)
    assert not place.exists()


def test_erasing_that_is_stopped_can_be_done_again(tmp_path: Path):
    place = tmp_path / "meeting"
    place.mkdir()
    (place / "track-0.pcm").write_bytes(b"x")
    assert not erase_folder(place, overwrites=True, is_stopped=lambda: True)
    assert place.exists()
    assert erase_folder(place, overwrites=False)


@pytest.mark.parametrize(
    ("kind", "overwrites", "trace"),
    [
        ("ext4", True, Trace.FLASH),
        ("ntfs", True, Trace.FLASH),
        ("btrfs", False, Trace.FILE_SYSTEM),
        ("zfs", False, Trace.FILE_SYSTEM),
        ("apfs", False, Trace.FILE_SYSTEM),
        ("nfs4", False, Trace.NETWORK),
        ("", False, Trace.UNKNOWN_FILE_SYSTEM),
    ],
)
def test_it_is_said_where_copies_may_be_left(kind: str, overwrites: bool, trace: Trace):
    assert overwrites_in_place(kind) is overwrites
    assert traces_left(kind) == (Trace.OWN_BACKUPS, trace)


def test_a_deletion_during_the_backup_is_not_forgotten(tmp_path: Path):
    library = open_library(tmp_path)
    first, second = put(library, "first", "canary777"), put(library, "second", "canary888")
    library.delete_meeting(first).result()
    library.delete_meeting(second).result()
    library.close()
    assert b"canary" not in b"".join(path.read_bytes() for path in tmp_path.rglob("*.db"))
