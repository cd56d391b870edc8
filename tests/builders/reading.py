"""Transcripts for tests of the meeting page: the sample lecture, and long invented ones."""

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.transcript import Gap, Segment, Speaker, Transcript, Word
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason, QuarantineReason

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"
MEETING = MeetingId("m" * 32)
VERSION = VersionId("v" * 32)


def a_line(
    number: int,
    text: str = "so the determinant is zero",
    *,
    start_ms: int | None = None,
    end_ms: int | None = None,
    speaker: SpeakerId | None = None,
    quarantine: QuarantineReason | None = None,
    language: str = "en",
) -> Segment:
    """A line with words spread evenly over its time."""
    start = number * 2000 if start_ms is None else start_ms
    end = start + 1800 if end_ms is None else end_ms
    return Segment(
        id=SegmentId(f"{number:032d}"),
        track=0,
        start_ms=Milliseconds(start),
        end_ms=Milliseconds(end),
        text=text,
        language=language,
        words=spread_words(text, start, end, language=language),
        speaker_id=speaker,
        quarantine=quarantine,
    )


def spread_words(text: str, start_ms: int, end_ms: int, *, language: str = "en") -> tuple[Word, ...]:
    """Words of a text with times in proportion to their length."""
    pieces = list(text) if language == "zh" else [f" {piece}" for piece in text.split()]
    length = sum(len(piece) for piece in pieces) or 1
    edges = [start_ms]
    for piece in pieces:
        edges.append(edges[-1] + (end_ms - start_ms) * len(piece) // length)
    return tuple(
        Word(Milliseconds(begin), Milliseconds(end), piece, 0.9)
        for (begin, end), piece in zip(pairwise(edges), pieces, strict=True)
    )


def a_transcript(*segments: Segment, gaps: tuple[Gap, ...] = (), speakers: tuple[Speaker, ...] = ()) -> Transcript:
    """A transcript of these lines."""
    return Transcript(MEETING, VERSION, segments, speakers, gaps)


def a_long_transcript(lines: int = 20_000) -> Transcript:
    """Ten hours of somebody talking."""
    sentence = (
        "The quick explanation of linearly dependent columns takes a little longer than one line of text would hold"
    )
    words = sentence.split()
    return a_transcript(*(a_line(n, " ".join(words[: 3 + n % 15])) for n in range(lines)))


def a_gap(start_ms: int, end_ms: int, reason: GapReason = GapReason.DAMAGED_MEDIA) -> Gap:
    """A stretch that is missing."""
    return Gap(0, Milliseconds(start_ms), Milliseconds(end_ms), reason)


def sample_lecture() -> tuple[Meeting, Transcript]:
    """The shipped sample as a finished meeting: two speakers, one line set aside, one gap."""
    sample = json.loads((SAMPLES / "lecture.json").read_text("utf-8"))
    names = {"ls-2609": "Reader A", "ls-3005": "Reader B"}
    speakers = {
        key: Speaker(SpeakerId(f"{number:032d}"), number, name) for number, (key, name) in enumerate(names.items(), 1)
    }
    segments: list[Segment] = []
    for number, line in enumerate(sample["segments"]):
        start, end = round(line["start"] * 1000), round(line["end"] * 1000)
        text = f"{line['text'][0].upper()}{line['text'][1:]}."
        segments.append(a_line(number, text, start_ms=start, end_ms=end, speaker=speakers[line["speaker"]].id))
    segments.append(
        a_line(900, "Thank you for watching.", start_ms=31_000, end_ms=34_000, quarantine=QuarantineReason.STOCK_PHRASE)
    )
    segments.sort(key=lambda segment: segment.start_ms)
    meeting = Meeting(
        id=MEETING,
        title=sample["title"],
        created_at=datetime(2025, 3, 14, 10, 15, tzinfo=UTC),
        status=MeetingStatus.READY,
        duration_ms=Milliseconds(round(sample["duration_s"] * 1000)),
        language="en",
        language_probability=0.98,
        source_path="/home/teacher/lecture.flac",
        model="base",
    )
    gap = a_gap(104_000, 116_000)
    return meeting, Transcript(MEETING, VERSION, tuple(segments), tuple(speakers.values()), (gap,))
