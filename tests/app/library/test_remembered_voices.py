"""Voices that are remembered: only where it is allowed, suggested and not written, and forgotten without a trace."""

import sqlite3
from pathlib import Path

from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, new_id
from app.meetings.voice import suggest
from tests.builders.library import open_library
from tests.builders.speaker_runs import a_run, a_talk, four_seconds, spoken, take


def a_course(library: Library) -> CourseId:
    course_id = CourseId(new_id())
    library.add_course(Course(course_id, "Algebra")).result()
    return course_id


def heard_voice(label: int) -> bytes:
    """What a database file holds of a voice of ``a_run``, as a part that no other number gives."""
    return sqlite3.Binary(bytes(4 * label) + b"\x00\x00\x80\x3f" + bytes(4 * (191 - label))).tobytes()


def test_a_remembered_voice_is_suggested_in_its_course_and_nowhere_else(library: Library) -> None:
    course = a_course(library)
    first = a_talk(library, four_seconds(0), four_seconds(4), course_id=course)
    take(library, first, a_run((0, 0, 4), (1, 4, 8), voices=True))
    ada = library.transcript(first.id).speakers[0]
    assert library.remember_voice(first.id, ada.id, "Ada").result()

    second = a_talk(library, four_seconds(0), four_seconds(4), course_id=course)
    take(library, second, a_run((1, 0, 4), (0, 4, 8), voices=True))
    run = library.speaker_run(second.id)
    assert run is not None
    speakers = library.transcript(second.id).speakers
    found = suggest(run, speakers, library.voices_for(course))
    assert [(each.speaker_id, each.name) for each in found] == [(run.speakers[0].speaker_id, "Ada")]
    assert found[0].certainty > 0.9
    assert [who for who, _ in spoken(library, second)] == ["Speaker 2", "Speaker 1"]  # suggested, not written
    assert suggest(run, speakers, library.voices_for(None)) == ()


def test_without_voices_in_the_answer_none_is_remembered(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((0, 0, 4)))
    speaker = library.transcript(meeting.id).speakers[0]
    assert not library.remember_voice(meeting.id, speaker.id, "Ada").result()
    assert library.voices() == []


def test_a_voice_heard_again_is_added_to_the_one_that_is_remembered(library: Library) -> None:
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((0, 0, 4), voices=True))
    speaker = library.transcript(meeting.id).speakers[0]
    for _ in range(2):
        library.remember_voice(meeting.id, speaker.id, "Ada").result()
    assert [(voice.name, voice.speech_ms) for voice in library.voices()] == [("Ada", 8000)]


def test_a_forgotten_voice_is_in_no_byte_of_the_library_nor_of_its_backups(tmp_path: Path) -> None:
    library = open_library(tmp_path)
    meeting = a_talk(library, four_seconds())
    take(library, meeting, a_run((3, 0, 4), voices=True))
    library.remember_voice(meeting.id, library.transcript(meeting.id).speakers[0].id, "Ada").result()
    library.close()
    mark = heard_voice(3)
    held = [path for path in tmp_path.rglob("*.db*") if mark in path.read_bytes()]
    assert tmp_path / "library.db" in held
    assert any("backups" in str(path) for path in held)

    library = open_library(tmp_path)
    library.forget_all_voices().result()
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert all(not each.voice for each in run.speakers)
    library.close()
    open_library(tmp_path).close()
    assert [path for path in tmp_path.rglob("*") if path.is_file() and mark in path.read_bytes()] == []


def test_a_course_that_no_longer_allows_it_loses_its_voices(library: Library) -> None:
    course = a_course(library)
    library.allow_voices(course, allowed=True).result()
    assert library.voice_courses() == {course}
    meeting = a_talk(library, four_seconds(), course_id=course)
    take(library, meeting, a_run((0, 0, 4), voices=True))
    library.remember_voice(meeting.id, library.transcript(meeting.id).speakers[0].id, "Ada").result()
    library.allow_voices(course, allowed=False).result()
    assert library.voices() == []
    assert library.voice_courses() == frozenset()
    run = library.speaker_run(meeting.id)
    assert run is not None
    assert run.speakers[0].voice == ()


def test_a_deleted_course_takes_its_voices_along(library: Library) -> None:
    course = a_course(library)
    meeting = a_talk(library, four_seconds(), course_id=course)
    take(library, meeting, a_run((0, 0, 4), voices=True))
    library.remember_voice(meeting.id, library.transcript(meeting.id).speakers[0].id, "Ada").result()
    library.delete_course(course).result()
    assert library.voices() == []
