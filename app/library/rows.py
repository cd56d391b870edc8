"""Values of the domain as rows, and rows as values. Pure; used by the reading and the writing side.

What a newer or older Vivavoce put into a JSON column is read as far as it is known, never refused.
"""

import dataclasses
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pydantic_core import from_json

from app.library.meeting_tables import GapRow, JobRow, MeetingRow, MomentRow
from app.meetings.glossary import GlossaryEntry
from app.meetings.identifiers import CourseId, JobId, MeetingId, MomentId, SegmentId
from app.meetings.job import Job, JobState
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap, GapState, Segment, SegmentOrigin, Word
from engine.contract.audio import Milliseconds, SampleIndex
from engine.contract.channel import Channel
from engine.contract.error_report import ErrorReport
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import GapReason, QuarantineReason
from engine.contract.speakers import SpeakerCount

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

MEETING_COLUMNS = (
    MeetingRow.id,
    MeetingRow.title,
    MeetingRow.created_at_ms,
    MeetingRow.status,
    MeetingRow.course_id,
    MeetingRow.duration_ms,
    MeetingRow.language,
    MeetingRow.language_probability,
    MeetingRow.source_path,
    MeetingRow.source_fingerprint,
    MeetingRow.audio_stream,
    MeetingRow.model,
    MeetingRow.notes,
    MeetingRow.is_recovered,
    MeetingRow.is_favourite,
    MeetingRow.binned_at_ms,
    MeetingRow.channel,
)
JOB_COLUMNS = (
    JobRow.id,
    JobRow.meeting_id,
    JobRow.state,
    JobRow.options,
    JobRow.finished_to,
    JobRow.length,
    JobRow.speech,
    JobRow.error,
    JobRow.is_live,
    JobRow.least_speakers,
    JobRow.most_speakers,
    JobRow.asks_first,
)
MOMENT_COLUMNS = (
    MomentRow.id,
    MomentRow.meeting_id,
    MomentRow.kind,
    MomentRow.start_ms,
    MomentRow.end_ms,
    MomentRow.text,
)
GAP_COLUMNS = (GapRow.track, GapRow.start_ms, GapRow.end_ms, GapRow.reason, GapRow.state)


def now_ms() -> int:
    """The time of day in UTC, for display and for sorting, never for measuring."""
    return to_ms(datetime.now(UTC))


def to_ms(moment: datetime) -> int:
    """A moment as milliseconds since 1970."""
    aware = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(milliseconds=1)


def to_moment(milliseconds: int) -> datetime:
    """The moment of so many milliseconds since 1970, in UTC."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def clean(text: str) -> str:
    """Text that SQLite can hold: halves of surrogate pairs, as undecodable file names have them, become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def to_json(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def texts_from(column: str) -> tuple[str, ...]:
    """A JSON list of texts."""
    return tuple(str(each) for each in json.loads(column))


def meeting_values(meeting: Meeting) -> dict[str, Any]:
    """A meeting as the columns of its row."""
    return {
        "id": meeting.id,
        "title": clean(meeting.title),
        "created_at_ms": to_ms(meeting.created_at),
        "status": meeting.status.value,
        "course_id": meeting.course_id,
        "duration_ms": meeting.duration_ms,
        "language": meeting.language,
        "language_probability": meeting.language_probability,
        "source_path": meeting.source_path.encode("utf-8", "surrogatepass"),
        "source_fingerprint": meeting.source_fingerprint,
        "audio_stream": meeting.audio_stream,
        "model": meeting.model,
        "notes": to_json([clean(note) for note in meeting.notes]),
        "is_recovered": meeting.is_recovered,
        "is_favourite": meeting.is_favourite,
        "binned_at_ms": None if meeting.binned_at is None else to_ms(meeting.binned_at),
        "channel": meeting.channel.value,
    }


def meeting_from(row: Sequence[Any], tracks: Sequence[TrackInfo], tags: Sequence[str] = ()) -> Meeting:
    """A meeting from ``MEETING_COLUMNS``."""
    return Meeting(
        id=MeetingId(row[0]),
        title=row[1],
        created_at=to_moment(row[2]),
        status=MeetingStatus(row[3]),
        course_id=CourseId(row[4]) if row[4] is not None else None,
        duration_ms=Milliseconds(row[5]),
        language=row[6],
        language_probability=row[7],
        source_path=bytes(row[8]).decode("utf-8", "surrogatepass"),
        source_fingerprint=row[9],
        audio_stream=row[10],
        model=row[11],
        notes=texts_from(row[12]),
        tracks=tuple(tracks),
        is_recovered=bool(row[13]),
        is_favourite=bool(row[14]),
        binned_at=None if row[15] is None else to_moment(row[15]),
        channel=Channel(row[16] or Channel.MIX),
        tags=tuple(tags),
    )


def job_values(job: Job) -> dict[str, Any]:
    """A job as the columns of its row, without its version."""
    return {
        "id": job.id,
        "meeting_id": job.meeting_id,
        "state": job.state.value,
        "options": to_json(dataclasses.asdict(job.options)),
        "finished_to": job.finished_to,
        "length": job.length,
        "speech": job.speech,
        "error": error_to_json(job.error),
        "is_live": job.is_live,
        "least_speakers": None if job.speakers is None else job.speakers.least,
        "most_speakers": None if job.speakers is None else job.speakers.most,
        "asks_first": job.asks_first,
    }


def job_from(row: Sequence[Any]) -> Job:
    """A job from ``JOB_COLUMNS``."""
    return Job(
        id=JobId(row[0]),
        meeting_id=MeetingId(row[1]),
        state=JobState(row[2]),
        options=_options_from(row[3]),
        finished_to=SampleIndex(row[4]),
        length=SampleIndex(row[5]),
        speech=row[6],
        error=_error_from(row[7]),
        is_live=bool(row[8]),
        speakers=None if row[9] is None or row[10] is None else SpeakerCount(row[9], row[10]),
        asks_first=bool(row[11]),
    )


def error_to_json(error: ErrorReport | None) -> str | None:
    """An error as the column of a job."""
    return None if error is None else clean(to_json(dataclasses.asdict(error)))


def gap_values(gap: Gap, *, meeting_id: str, version: int | None) -> dict[str, Any]:
    """A gap as the columns of its row."""
    return {
        "meeting_id": meeting_id,
        "version": version,
        "track": gap.track,
        "start_ms": gap.start_ms,
        "end_ms": gap.end_ms,
        "reason": gap.reason.value,
        "state": gap.state.value,
    }


def gap_from(row: Sequence[Any]) -> Gap:
    """A gap from ``GAP_COLUMNS``."""
    return Gap(row[0], Milliseconds(row[1]), Milliseconds(row[2]), GapReason(row[3]), GapState(row[4]))


def moment_values(moment: Moment) -> dict[str, Any]:
    """A moment as the columns of its row."""
    return {
        "id": moment.id,
        "meeting_id": moment.meeting_id,
        "kind": moment.kind.value,
        "start_ms": moment.start_ms,
        "end_ms": moment.end_ms,
        "text": clean(moment.text),
    }


def moment_from(row: Sequence[Any]) -> Moment:
    """A moment from ``MOMENT_COLUMNS``."""
    return Moment(
        MomentId(row[0]),
        MeetingId(row[1]),
        MomentKind(row[2]),
        Milliseconds(row[3]),
        Milliseconds(row[4]),
        row[5],
    )


def segment_values(segment: Segment, *, version: int) -> dict[str, Any]:
    """A line as the columns of its row."""
    return {
        "id": segment.id,
        "version": version,
        "track": segment.track,
        "start_ms": segment.start_ms,
        "end_ms": segment.end_ms,
        "text": clean(segment.text),
        "language": segment.language,
        "confidence": segment.confidence,
        "speaker_id": segment.speaker_id,
        "quarantine": segment.quarantine.value if segment.quarantine is not None else None,
        "is_accepted": False,
        "origin": segment.origin.value,
        "repaired": segment.repaired,
        "words": words_to_json(segment.words),
    }


SEGMENT_COLUMNS = (
    "id",
    "track",
    "start_ms",
    "end_ms",
    "text",
    "language",
    "confidence",
    "words",
    "speaker_id",
    "quarantine",
    "is_accepted",
    "origin",
    "repaired",
)
_REASONS: dict[str | None, QuarantineReason | None] = {None: None} | {each.value: each for each in QuarantineReason}
_ORIGINS = {each.value: each for each in SegmentOrigin}


def segment_from(row: Sequence[Any]) -> Segment:
    """A line from ``SEGMENT_COLUMNS``. Called tens of thousands of times in a row: by position, no detours."""
    return Segment(
        SegmentId(row[0]),
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        words_from(row[7]),
        row[8],
        None if row[10] else _REASONS[row[9]],
        _ORIGINS[row[11]],
        bool(row[12]),
    )


def words_to_json(words: Sequence[Word]) -> str:
    """The words of a line as one column: lists side by side, which JSON reads faster than one list a word.

    Starts, ends, texts, confidences, speakers and, where anybody talks over a word, a sixth of those who do. Where the
    glossary put in a word, a seventh of what was heard there.
    """
    if not words:
        return ""
    confidences = [word.confidence for word in words]
    speakers = [word.speaker_id for word in words]
    over = [word.over_id for word in words]
    lists: list[object] = [
        [word.start_ms for word in words],
        [word.end_ms for word in words],
        [clean(word.text) for word in words],
        confidences if any(each is not None for each in confidences) else None,
        speakers if any(each is not None for each in speakers) else None,
    ]
    is_changed = any(word.heard for word in words)
    if is_changed or any(each is not None for each in over):
        lists.append(over if any(each is not None for each in over) else None)
    if is_changed:
        lists.append([clean(word.heard) for word in words])
    return to_json(lists)


def words_from(column: str) -> tuple[Word, ...]:
    """The words of a line from its column."""
    if not column:
        return ()
    starts, ends, texts, confidences, speakers, *others = from_json(column)  # five times as fast as json.loads
    if confidences is None:
        confidences = [None] * len(starts)
    if speakers is None and not others:
        return tuple(map(Word, starts, ends, texts, confidences))
    nobody = [None] * len(starts)
    if others and others[0] is None:
        others[0] = nobody
    return tuple(map(Word, starts, ends, texts, confidences, speakers or nobody, *others[:2]))


def _options_from(column: str) -> RecognitionOptions:
    stored: dict[str, Any] = json.loads(column)
    plain = RecognitionOptions()
    return RecognitionOptions(
        model=stored.get("model", plain.model),
        languages=tuple(stored.get("languages", plain.languages)),
        language_per_segment=stored.get("language_per_segment", plain.language_per_segment),
        beam_size=stored.get("beam_size", plain.beam_size),
        glossary=terms_from(stored.get("glossary", ())),
        threads=stored.get("threads", plain.threads),
    )


def glossary_from(column: str) -> tuple[GlossaryEntry, ...]:
    """The glossary of a course; a term from before there was more to one is a text."""
    return tuple(
        GlossaryEntry(each)
        if isinstance(each, str)
        else GlossaryEntry(
            str(each["text"]), tuple(each.get("spoken", ())), each.get("replacement", ""), each.get("note", "")
        )
        for each in json.loads(column)
    )


def glossary_json(glossary: Sequence[GlossaryEntry]) -> str:
    """A glossary as the column of its course."""
    return clean(to_json([dataclasses.asdict(entry) for entry in glossary]))


def terms_from(stored: Sequence[Any]) -> tuple[GlossaryTerm, ...]:
    """Terms of a glossary from JSON; one from before there was more to a term is a text."""
    return tuple(
        GlossaryTerm(each)
        if isinstance(each, str)
        else GlossaryTerm(str(each["text"]), tuple(each.get("spoken", ())), each.get("replacement", ""))
        for each in stored
    )


def _error_from(column: str | None) -> ErrorReport | None:
    if column is None:
        return None
    stored: dict[str, Any] = json.loads(column)
    return ErrorReport(str(stored.get("name", "")), dict(stored.get("data") or {}), str(stored.get("sentence", "")))
