"""Meetings and transcripts for tests of exporting: small ones by hand, any by hypothesis."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import strategies as st

from app.exporting.document import ExportDocument
from app.meetings.identifiers import CourseId, MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Gap, GapState, Segment, SegmentOrigin, Speaker, Transcript, Word
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.channel import Channel
from engine.contract.segments import GapReason, QuarantineReason

TEACHER = Speaker(SpeakerId("teacher"), 1, "Teacher")
STUDENT = Speaker(SpeakerId("student"), 2, "Student 1")

_WORD = re.compile(r"\s?[A-Za-z0-9'’.,-]+|\s?.", re.DOTALL)


def spoken_words(text: str, start_ms: int, end_ms: int) -> tuple[Word, ...]:
    """Words that join to the text, spread evenly."""
    parts = _WORD.findall(text)
    length = end_ms - start_ms
    return tuple(
        Word(
            Milliseconds(start_ms + length * index // len(parts)),
            Milliseconds(start_ms + length * (index + 1) // len(parts)),
            part,
            0.9,
        )
        for index, part in enumerate(parts)
    )


def line(
    text: str,
    start_ms: int = 0,
    end_ms: int | None = None,
    *,
    speaker: Speaker | None = None,
    language: str = "en",
    quarantine: QuarantineReason | None = None,
    words: Sequence[Word] | None = None,
) -> Segment:
    """A line that lasts two seconds if nothing else is said."""
    end = start_ms + 2000 if end_ms is None else end_ms
    return Segment(
        id=SegmentId(f"line-{start_ms}-{abs(hash(text)):x}"),
        track=0,
        start_ms=Milliseconds(start_ms),
        end_ms=Milliseconds(end),
        text=text,
        language=language,
        confidence=0.9,
        words=spoken_words(text, start_ms, end) if words is None else tuple(words),
        speaker_id=speaker.id if speaker else None,
        quarantine=quarantine,
    )


def document_of(
    *segments: Segment,
    title: str = "Linear algebra",
    speakers: Sequence[Speaker] = (TEACHER, STUDENT),
    gaps: Sequence[Gap] = (),
    language: str = "en",
    duration_ms: int = 0,
) -> ExportDocument:
    """A document with these lines."""
    meeting = Meeting(
        id=MeetingId("meeting"),
        title=title,
        created_at=datetime(2026, 5, 14, 9, 30, tzinfo=UTC),
        status=MeetingStatus.READY,
        duration_ms=Milliseconds(duration_ms),
        language=language,
    )
    return ExportDocument(
        meeting, Transcript(meeting.id, VersionId("version"), tuple(segments), tuple(speakers), tuple(gaps))
    )


def a_gap(start_ms: int, end_ms: int, *, state: GapState = GapState.OPEN) -> Gap:
    """A gap in a damaged file."""
    return Gap(0, Milliseconds(start_ms), Milliseconds(end_ms), GapReason.DAMAGED_MEDIA, state)


UNUSUAL = st.sampled_from(
    [
        *"\t\n\r\x00\x0b\x0c\x1b\x85\u2028\u00a0\u202e\u200d\ufeff\uffff.,!?;:-—–…<>&*_`#|[](){}\\'\"“”",
        *"今天我们讨论一二三百万亿。，！？；：（）「」《》…あいうアイウー々がぎ가나다กาเแโ",
        *"éàß0123456789ABCxyz",
        *["-->", "<b>", "&amp;", "1. ", "- ", "# ", "👩\u200d🔬", "🇩🇪", "e\u0301", "  ", "GPT-4", "3.14", "10 000"],
    ]
)
anything = st.text(
    st.one_of(st.characters(blacklist_categories=["Cs"]), st.characters(min_codepoint=32, max_codepoint=126)),
    max_size=60,
)
texts = st.one_of(anything, st.lists(UNUSUAL, max_size=60).map("".join), st.lists(anything, max_size=6).map(" ".join))
identifiers = st.text("0123456789abcdef-_XYZ", min_size=1, max_size=32)
milliseconds = st.integers(0, 400 * 3600 * 1000).map(Milliseconds)
probabilities = st.none() | st.floats(0, 1)


@st.composite
def words_within(draw: st.DrawFn, start_ms: int, end_ms: int, text: str) -> tuple[Word, ...]:
    """Words of a line: of its own text, of another text, or none; at times that may lie anywhere."""
    kind = draw(st.sampled_from(["own", "other", "none", "wild"]))
    if kind == "none":
        return ()
    if kind == "own" and text:
        return spoken_words(text, start_ms, end_ms)
    found: list[Word] = []
    for part in draw(st.lists(texts, max_size=5)):
        first, last = sorted((draw(milliseconds), draw(milliseconds)))
        found.append(Word(first, last, part, draw(probabilities), draw(st.none() | identifiers.map(SpeakerId))))
    return tuple(found)


@st.composite
def segments(draw: st.DrawFn, *, spread_ms: int = 60_000) -> Segment:
    """Any line that keeps 0 <= start < end."""
    start = draw(st.integers(0, spread_ms) | milliseconds)
    end = start + draw(st.integers(1, 30_000))
    text = draw(texts)
    return Segment(
        id=SegmentId(draw(st.uuids()).hex),
        track=draw(st.integers(0, 3)),
        start_ms=Milliseconds(start),
        end_ms=Milliseconds(end),
        text=text,
        language=draw(st.sampled_from(["", "en", "zh", "ja", "th", "ko", "fr"])),
        confidence=draw(probabilities),
        words=draw(words_within(start, end, text)),
        speaker_id=draw(st.sampled_from([None, TEACHER.id, STUDENT.id, SpeakerId("gone")])),
        quarantine=draw(st.sampled_from([None, None, None, *QuarantineReason])),
        origin=draw(st.sampled_from(list(SegmentOrigin))),
        repaired=draw(st.booleans()),
    )


@st.composite
def documents(draw: st.DrawFn, *, most_lines: int = 6) -> ExportDocument:
    """Any meeting with any transcript."""
    spread = draw(st.sampled_from([10, 5_000, 60_000]))
    names = draw(st.lists(texts, min_size=2, max_size=2))
    meeting = Meeting(
        id=MeetingId(draw(identifiers)),
        title=draw(texts),
        created_at=draw(
            st.datetimes(
                min_value=datetime(1971, 1, 1),
                max_value=datetime(2100, 1, 1),
                timezones=st.sampled_from([UTC, timezone(timedelta(hours=8))]),
            )
        ),
        status=draw(st.sampled_from(list(MeetingStatus))),
        course_id=draw(st.none() | identifiers.map(CourseId)),
        duration_ms=draw(milliseconds),
        language=draw(st.sampled_from(["", "en", "zh", "ar"])),
        language_probability=draw(probabilities),
        source_path=draw(texts),
        source_fingerprint=draw(texts),
        audio_stream=draw(st.none() | st.integers(0, 9)),
        channel=draw(st.sampled_from(Channel)),
        model=draw(texts),
        notes=tuple(draw(st.lists(texts, max_size=2))),
        tracks=tuple(
            TrackInfo(number, draw(st.sampled_from(list(TrackKind))), draw(texts))
            for number in range(draw(st.integers(0, 2)))
        ),
    )
    gaps: list[Gap] = []
    for _ in range(draw(st.integers(0, 2))):
        first, last = sorted((draw(milliseconds), draw(milliseconds)))
        reason, state = draw(st.sampled_from(list(GapReason))), draw(st.sampled_from(list(GapState)))
        gaps.append(Gap(draw(st.integers(0, 3)), first, last, reason, state))
    transcript = Transcript(
        meeting_id=meeting.id,
        version_id=VersionId(draw(identifiers)),
        segments=tuple(draw(st.lists(segments(spread_ms=spread), max_size=most_lines))),
        speakers=(Speaker(TEACHER.id, 1, names[0]), Speaker(STUDENT.id, 2, names[1])),
        gaps=tuple(gaps),
    )
    return ExportDocument(meeting, transcript)
