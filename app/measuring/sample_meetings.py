"""A library as a teacher has it after some weeks, to make pictures of: every status, courses, a gap, lines set aside.

Written by ``sample_window.py`` through the library, as everything is. The sound is that of the sample lecture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, JobId, MeetingId, MomentId, SegmentId, SpeakerId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap, Segment, Speaker, Word
from engine.capture.media_file import decode_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.options import RecognitionOptions
from engine.contract.places import RESOURCES
from engine.contract.segments import GapReason, QuarantineReason

_MINUTE_MS = 60_000
_TEACHER, _STUDENT = 0, 1

LECTURE: tuple[tuple[int, str], ...] = (
    (_TEACHER, "So the determinant is two times two minus four times one, and that is zero."),
    (_STUDENT, "Why does a determinant of zero mean that the matrix has no inverse?"),
    (_TEACHER, "Because the columns are linearly dependent, the two arrows point along the same line."),
    (_TEACHER, "The parallelogram has collapsed onto a line, and nobody can tell where a point came from."),
    (_STUDENT, "And when one column is only almost a multiple of the other?"),
    (_TEACHER, "Then the determinant is small but not zero, and the inverse blows up every error you made before."),
    (_TEACHER, "今天我们讨论行列式，下周五交作业，请大家先看第三章。"),
    (_STUDENT, "Is that what the book calls ill-conditioned?"),
    (_TEACHER, "Yes. Write this down, it will be on the exam: determinant zero, dependent columns, no inverse."),
    (_TEACHER, "Let us look at Gauss's elimination again, step by step, with the matrix from last week."),
)
_UNSURE_FROM = 7
"""Words of so many letters the recogniser was not sure of."""


class SampleMeetings:
    """Puts meetings into a library, newest first in the order they are asked for."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._now = datetime.now(UTC)
        self.lecture_id = MeetingId("")
        """The one that was heard, with everything in it."""
        self.working_id: MeetingId | None = None
        self.working_job_id: JobId | None = None

    def fill(self) -> None:
        """Write them all."""
        algebra, maths = self._course("Linear algebra"), self._course("Discrete mathematics")
        physics, faculty = self._course("Physics 1"), self._course("Faculty meetings")
        self._course("高等数学（下）")
        self.lecture_id = self._lecture(algebra)
        working = self._imported("Budget meeting", minutes=41, course=faculty, status=MeetingStatus.WORKING)
        self.working_id, self.working_job_id = working
        self._imported("Interview with the lab technician", minutes=27, status=MeetingStatus.WAITING)
        self._imported(
            "Physics 1, laboratory introduction", minutes=38, course=physics, days=1, status=MeetingStatus.PARTIAL
        )
        self._imported("Office hours", minutes=53, course=algebra, days=1, gap_ms=12_000)
        self._imported("Linear algebra, week 2: elimination", minutes=90, course=algebra, days=7, set_aside=2)
        self._imported("Discrete mathematics, week 2: induction", minutes=91, course=maths, days=8)
        self._imported("Staff meeting", minutes=34, course=faculty, days=9, status=MeetingStatus.FAILED)
        self._imported("线性代数 第一周：向量", minutes=88, course=algebra, days=10)

    def _course(self, title: str) -> CourseId:
        course = CourseId(new_id())
        self._library.add_course(Course(course, title)).result()
        return course

    def _lecture(self, course: CourseId) -> MeetingId:
        """A meeting with its sound, two speakers, words, a gap, a line set aside, bookmarks and a note."""
        speakers = tuple(Speaker(SpeakerId(new_id()), n, name) for n, name in ((1, "Teacher"), (2, "Student 1")))
        meeting = Meeting(
            MeetingId(new_id()),
            "Linear algebra, week 3: determinants",
            self._now,
            MeetingStatus.READY,
            course_id=course,
            duration_ms=Milliseconds(199_373),
            language="en",
            tracks=(TrackInfo(0, TrackKind.FILE),),
            source_path="/recordings/week-3.m4a",
            model="base",
        )
        lines = tuple(_lecture_lines(speakers))
        gap = Gap(0, Milliseconds(92_000), Milliseconds(97_500), GapReason.DAMAGED_MEDIA)
        self._library.add_transcript(meeting, lines, speakers, (gap,)).result()
        folder = SoundFolder(self._library.meeting_folder(meeting.id))
        folder.prepare(0)
        decode_media(
            RESOURCES / "samples" / "lecture.flac",
            folder,
            audio_stream=None,
            cancellation=Cancellation(),
            on_progress=lambda _done, _all: None,
        )
        for kind, at_ms, text in (
            (MomentKind.BOOKMARK, 41_000, "on the exam"),
            (MomentKind.NOTE, 66_000, "ask for the proof next week"),
            (MomentKind.BOOKMARK, 120_000, ""),
        ):
            moment = Moment(MomentId(new_id()), meeting.id, kind, Milliseconds(at_ms), Milliseconds(at_ms), text)
            self._library.add_moment(moment).result()
        return meeting.id

    def _imported(
        self,
        title: str,
        *,
        minutes: int,
        course: CourseId | None = None,
        days: float = 0.001,
        status: MeetingStatus = MeetingStatus.READY,
        gap_ms: int = 0,
        set_aside: int = 0,
    ) -> tuple[MeetingId, JobId]:
        meeting = Meeting(
            MeetingId(new_id()),
            title,
            self._now - timedelta(days=days),
            MeetingStatus.WAITING,
            course_id=course,
            tracks=(TrackInfo(0, TrackKind.FILE),),
            source_path=f"/recordings/{title}.m4a",
        )
        job = Job(JobId(new_id()), meeting.id, JobState.WAITING, RecognitionOptions())
        self._library.add_import(meeting, job).result()
        if status is not MeetingStatus.WAITING:
            self._library.set_job_state(job.id, JobState.RUNNING).result()
            length = SampleIndex(minutes * _MINUTE_MS * 16)
            gaps = [Gap(0, Milliseconds(1000), Milliseconds(1000 + gap_ms), GapReason.DAMAGED_MEDIA)] if gap_ms else []
            duration = Milliseconds(minutes * _MINUTE_MS)
            self._library.set_media(
                meeting.id, duration_ms=duration, gaps=gaps, notes=[], job_id=job.id, length=length
            ).result()
            if status is not MeetingStatus.FAILED:
                lines = [*_plain_lines(LECTURE[:4]), *_lines_set_aside(set_aside)]
                self._library.commit_segments(job.id, lines, [], finished_to=length, speech=int(length)).result()
            self._end(job.id, status)
        return meeting.id, job.id

    def _end(self, job_id: JobId, status: MeetingStatus) -> None:
        state = {
            MeetingStatus.READY: JobState.DONE,
            MeetingStatus.PARTIAL: JobState.CANCELLED,
            MeetingStatus.FAILED: JobState.FAILED,
        }.get(status)
        if state is not None:
            error = to_report(NoWordsFound(1860.0)) if state is JobState.FAILED else None
            self._library.set_job_state(job_id, state, error=error).result()


def make_line(
    text: str, start_ms: int, end_ms: int, *, speaker: Speaker | None = None, language: str = "en"
) -> Segment:
    """A line with its words spread evenly."""
    words = list(text) if language == "zh" else text.split()
    each = (end_ms - start_ms) / len(words)
    return Segment(
        SegmentId(new_id()),
        0,
        Milliseconds(start_ms),
        Milliseconds(end_ms),
        text,
        language=language,
        words=tuple(
            Word(
                Milliseconds(start_ms + round(number * each)),
                Milliseconds(start_ms + round((number + 1) * each)),
                f" {word}" if number and language != "zh" else word,
                0.35 if len(word) >= _UNSURE_FROM else 0.95,
            )
            for number, word in enumerate(words)
        ),
        speaker_id=None if speaker is None else speaker.id,
    )


def _lecture_lines(speakers: Sequence[Speaker]) -> Iterator[Segment]:
    at_ms = 2_000
    for round_number in range(2):
        for number, (who, text) in enumerate(LECTURE):
            end_ms = at_ms + 7_500
            language = "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in text) else "en"
            line = make_line(text, at_ms, end_ms, speaker=speakers[who], language=language)
            yield line
            if round_number == 0 and number == 3:
                aside = make_line("Thank you for watching.", end_ms + 100, end_ms + 900)
                yield replace(aside, quarantine=QuarantineReason.STOCK_PHRASE)
            at_ms = end_ms + 1_500


def _plain_lines(said: Sequence[tuple[int, str]]) -> Iterator[Segment]:
    for number, (_, text) in enumerate(said):
        yield make_line(text, 5_000 * number, 5_000 * number + 4_000)


def _lines_set_aside(count: int) -> Iterator[Segment]:
    for number in range(count):
        at_ms = 30_000 + 5_000 * number
        line = make_line("Thank you for watching.", at_ms, at_ms + 900)
        yield replace(line, quarantine=QuarantineReason.STOCK_PHRASE)
