"""A library with meetings on it, as a person has after some weeks: every status, courses, lines set aside, a gap."""

from datetime import UTC, datetime, timedelta

from app.library.library import Library
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, JobId, MeetingId, SegmentId, new_id
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Gap, Segment
from engine.contract.audio import Milliseconds, SampleIndex, TrackKind
from engine.contract.error_report import to_report
from engine.contract.errors import NoWordsFound
from engine.contract.options import RecognitionOptions
from engine.contract.segments import GapReason, QuarantineReason

MINUTE = 60_000


class Shelf:
    """Puts meetings into a library, newest first in the order they are asked for."""

    def __init__(self, library: Library, *, now: datetime | None = None) -> None:
        self.library = library
        self._now = now or datetime.now(UTC)

    def course(self, title: str) -> CourseId:
        course_id = CourseId(new_id())
        self.library.add_course(Course(course_id, title)).result()
        return course_id

    def meeting(
        self,
        title: str,
        *,
        minutes: float = 45,
        days_ago: float = 0,
        course_id: CourseId | None = None,
        lines: tuple[str, ...] = ("Good morning everybody.",),
        set_aside: int = 0,
        gap_ms: int = 0,
        status: MeetingStatus = MeetingStatus.READY,
    ) -> MeetingId:
        duration = Milliseconds(int(minutes * MINUTE))
        meeting = Meeting(
            MeetingId(new_id()),
            title,
            self._now - timedelta(days=days_ago),
            MeetingStatus.WAITING,
            course_id=course_id,
            tracks=(TrackInfo(0, TrackKind.FILE),),
            source_path=f"/recordings/{title}.m4a",
        )
        job = Job(JobId(new_id()), meeting.id, JobState.WAITING, RecognitionOptions())
        self.library.add_import(meeting, job).result()
        if status is MeetingStatus.WAITING:
            return meeting.id
        self.library.set_job_state(job.id, JobState.RUNNING).result()
        gaps = [Gap(0, Milliseconds(1000), Milliseconds(1000 + gap_ms), GapReason.DAMAGED_MEDIA)] if gap_ms else []
        length = SampleIndex(duration * 16)
        self.library.set_media(
            meeting.id, duration_ms=duration, gaps=gaps, notes=[], job_id=job.id, length=length
        ).result()
        segments = [
            Segment(SegmentId(new_id()), 0, Milliseconds(5000 * n), Milliseconds(5000 * n + 4000), text, language="en")
            for n, text in enumerate(lines)
        ]
        segments += [
            Segment(
                SegmentId(new_id()),
                0,
                Milliseconds(5000 * (len(lines) + n)),
                Milliseconds(5000 * (len(lines) + n) + 900),
                "Thank you for watching.",
                quarantine=QuarantineReason.STOCK_PHRASE,
            )
            for n in range(set_aside)
        ]
        if status is not MeetingStatus.FAILED:
            self.library.commit_segments(job.id, segments, [], finished_to=length, speech=int(length)).result()
        state = {
            MeetingStatus.READY: JobState.DONE,
            MeetingStatus.PARTIAL: JobState.CANCELLED,
            MeetingStatus.FAILED: JobState.FAILED,
        }.get(status)
        if state is not None:
            error = to_report(NoWordsFound(1860.0)) if state is JobState.FAILED else None
            self.library.set_job_state(job.id, state, error=error).result()
        return meeting.id


def fill_shelf(library: Library) -> Shelf:
    """A few weeks of a teacher."""
    shelf = Shelf(library)
    algebra = shelf.course("Linear algebra")
    maths = shelf.course("Discrete mathematics")
    physics = shelf.course("Physics 1")
    faculty = shelf.course("Faculty meetings")
    shelf.course("高等数学（下）")
    lines = (
        "So the determinant is two times two minus four times one, and that is zero.",
        "Because the columns are linearly dependent, the two arrows point along the same line.",
        "Write this down, it will be on the exam: determinant zero, dependent columns, no inverse.",
        "今天我们讨论预算，下周五发布第二版。",
    )
    meeting = shelf.meeting
    meeting("Linear algebra, week 3: determinants", minutes=92, course_id=algebra, lines=lines, set_aside=3)
    meeting("Budget meeting", minutes=41.2, course_id=faculty, status=MeetingStatus.WORKING, days_ago=0.001)
    meeting("Interview with the lab technician", minutes=27, status=MeetingStatus.WAITING, days_ago=0.002)
    meeting(
        "Physics 1, laboratory introduction", minutes=38, course_id=physics, status=MeetingStatus.PARTIAL, days_ago=1
    )
    meeting("Office hours", minutes=52.8, course_id=algebra, gap_ms=12_000, days_ago=1)
    meeting("Linear algebra, week 2: elimination", minutes=89.6, course_id=algebra, set_aside=2, days_ago=7)
    meeting("Discrete mathematics, week 2: induction", minutes=91.3, course_id=maths, days_ago=8)
    meeting("Staff meeting", minutes=34, course_id=faculty, status=MeetingStatus.FAILED, days_ago=9)
    meeting("线性代数 第一周：向量", minutes=87.9, course_id=algebra, days_ago=10)
    return shelf
