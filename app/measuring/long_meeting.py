"""Libraries to measure the window with: a meeting of ten hours, and a shelf of a thousand meetings.

Lines are real sentences of the recordings that we measure with, over and over, with words and times. Written by
``app/measuring/ui.py`` through the library, as everything is; the values are made by pure functions.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, MeetingId, SegmentId, SpeakerId, VersionId, new_id
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Segment, Speaker, Word
from engine.bench.speech_data import SpeechData
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Milliseconds, SampleIndex, TrackKind

LINES: Final = 20_000
HOURS: Final = 10
SPEAKERS: Final = 4
_WORDS_IN_LINE: Final = 12
_LINES_OF_ONE: Final = 3
"""So many lines somebody speaks before somebody else does."""
_HOUR_MS: Final = 3_600_000


def sentences_of(data: SpeechData) -> tuple[str, ...]:
    """What is said in the recordings, in pieces as long as a line of a transcript."""
    found: list[str] = []
    for recording in data.recordings():
        words = recording.transcript.split()
        pieces = (words[at : at + _WORDS_IN_LINE] for at in range(0, len(words), _WORDS_IN_LINE))
        found += [" ".join(piece) for piece in pieces]
    return tuple(found)


def make_lines(
    sentences: Sequence[str], *, count: int, hours: float, speakers: Sequence[Speaker]
) -> tuple[Segment, ...]:
    """So many lines over so many hours."""
    each_ms = hours * _HOUR_MS / count
    return tuple(
        _line(sentence, number, round(number * each_ms), round((number + 0.95) * each_ms), speakers)
        for number, sentence in enumerate(islice(cycle(sentences), count))
    )


def write_long_meeting(library: Library, sentences: Sequence[str], *, lines: int = LINES) -> MeetingId:
    """A meeting of ten hours, its sound a silence that takes no room on the disk."""
    speakers = tuple(Speaker(SpeakerId(new_id()), number, f"Speaker {number}") for number in range(1, SPEAKERS + 1))
    meeting = _meeting("Conference", datetime.now(UTC), hours=HOURS)
    library.add_transcript(
        meeting, make_lines(sentences, count=lines, hours=HOURS, speakers=speakers), speakers, ()
    ).result()
    write_silence(library.meeting_folder(meeting.id), HOURS * 3600 * SAMPLE_RATE_HZ)
    return meeting.id


def write_shelf(library: Library, sentences: Sequence[str], *, meetings: int, lines: int) -> None:
    """So many meetings of an hour in some courses, one a day."""
    courses = [CourseId(new_id()) for _ in range(8)]
    for number, course in enumerate(courses, start=1):
        library.add_course(Course(course, f"Course {number}")).result()
    said = cycle(sentences)
    waiting: list[Future[VersionId]] = []
    for number in range(meetings):
        at = datetime.now(UTC) - timedelta(days=number)
        meeting = _meeting(f"Meeting {meetings - number}", at, hours=1, course_id=courses[number % len(courses)])
        text = make_lines(list(islice(said, lines)), count=lines, hours=1, speakers=())
        waiting.append(library.add_transcript(meeting, text, (), ()))
    for future in waiting:
        future.result()


def _meeting(title: str, at: datetime, *, hours: int, course_id: CourseId | None = None) -> Meeting:
    return Meeting(
        MeetingId(new_id()),
        title,
        at,
        MeetingStatus.READY,
        course_id=course_id,
        duration_ms=Milliseconds(hours * _HOUR_MS),
        language="en",
        tracks=(TrackInfo(0, TrackKind.FILE),),
    )


def _line(sentence: str, number: int, start_ms: int, end_ms: int, speakers: Sequence[Speaker]) -> Segment:
    speaker_id = speakers[number // _LINES_OF_ONE % len(speakers)].id if speakers else None
    return Segment(
        SegmentId(new_id()),
        0,
        Milliseconds(start_ms),
        Milliseconds(end_ms),
        sentence,
        language="en",
        confidence=0.9,
        words=tuple(_words(sentence, start_ms, end_ms)),
        speaker_id=speaker_id,
    )


def _words(sentence: str, start_ms: int, end_ms: int) -> Iterator[Word]:
    texts = sentence.split()
    each_ms = (end_ms - start_ms) / len(texts)
    for number, text in enumerate(texts):
        begin, end = start_ms + round(number * each_ms), start_ms + round((number + 1) * each_ms)
        # One word in nine is unsure, so that the review queue has its work.
        unsure = (len(text) + number) % 9 == 0
        yield Word(Milliseconds(begin), Milliseconds(end), f" {text}" if number else text, 0.4 if unsure else 0.95)


def write_silence(folder: Path, samples: int) -> None:
    """A decoded recording as the library keeps it, whose samples are a hole in the file system."""
    sound = SoundFolder(folder)
    sound.prepare(0)
    with sound.pcm_path(0).open("wb") as pcm:
        pcm.truncate(2 * samples)
    sound.flac_path(0).touch()
    sound.write_marker(0, DecodedMedia(SampleIndex(samples), (), ()))
