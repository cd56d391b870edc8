"""What a look comes to, whatever was heard and decided: no word lost, no decision overwritten."""

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.meetings.attribution import Turn
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.speaker_decisions import Decisions, Pin, decisions_of, is_given
from app.meetings.speaker_run import HeardSpeaker, SpeakerNames, SpeakerRun, apply_run
from app.meetings.transcript import Segment, SegmentOrigin, Speaker, Transcript, Word
from engine.contract.audio import Milliseconds

ADA, BOB = Speaker(SpeakerId("ada"), 1, "Ada"), Speaker(SpeakerId("bob"), 2, "Speaker 2")
NAMES = SpeakerNames()


def a_line(number: int, origin: SegmentOrigin = SegmentOrigin.RECOGNISED, speaker: Speaker | None = None) -> Segment:
    """Four words in two seconds, every two seconds."""
    start = number * 2000
    words = tuple(
        Word(Milliseconds(start + n * 500), Milliseconds(start + n * 500 + 500), f" w{number}{n}") for n in range(4)
    )
    return Segment(
        SegmentId(f"line{number}"),
        0,
        Milliseconds(start),
        Milliseconds(start + 2000),
        "".join(word.text for word in words).strip(),
        words=words,
        origin=origin,
        speaker_id=speaker.id if speaker is not None else None,
    )


def a_run(turns: list[tuple[int, int, int]]) -> SpeakerRun:
    found = tuple(Turn(0, Milliseconds(start), Milliseconds(start + length), who) for start, length, who in turns)
    labels = sorted({turn.speaker for turn in found})
    return SpeakerRun(turns=found, speakers=tuple(HeardSpeaker(label, None, Milliseconds(1)) for label in labels))


def one_at_a_time(turns: list[tuple[int, int, int]]) -> bool:
    """Whether nobody talks while another does."""
    ordered = sorted(turns)
    return all(start + length <= after for (start, length, _), (after, _, _) in pairwise(ordered))


def done(transcript: Transcript, edit: Edit | None) -> Transcript:
    """The transcript after the edit."""
    if edit is None:
        return transcript
    lines = {line.id: line for line in transcript.segments if line.id not in edit.touched}
    lines |= {line.id: line for line in edit.after}
    speakers = {each.id: each for each in transcript.speakers if each not in edit.speakers_before}
    speakers |= {each.id: each for each in edit.speakers_after}
    ordered = sorted(lines.values(), key=lambda line: (line.start_ms, line.end_ms))
    return replace(transcript, segments=tuple(ordered), speakers=tuple(speakers.values()))


def apply(transcript: Transcript, run: SpeakerRun, decisions: Decisions) -> Transcript:
    edit, _ = apply_run(transcript, run, decisions=decisions, asked_for=(), sides={}, names=NAMES)
    return done(transcript, edit)


heard = st.lists(st.tuples(st.integers(0, 12_000), st.integers(1, 5000), st.integers(0, 3)), max_size=10)
origins = st.lists(st.sampled_from(list(SegmentOrigin)), min_size=1, max_size=6)
pinned = st.lists(st.tuples(st.integers(0, 5), st.sampled_from([ADA.id, BOB.id, None])), max_size=3)


@given(origins, heard, heard, pinned)
def test_no_word_is_lost_and_what_is_pinned_stands_in_run_after_run(
    kinds: list[SegmentOrigin],
    first: list[tuple[int, int, int]],
    second: list[tuple[int, int, int]],
    pins: list[tuple[int, SpeakerId | None]],
) -> None:
    by_line = dict(pins)
    decisions = Decisions(tuple(Pin(0, n * 2000, n * 2000 + 2000, who) for n, who in sorted(by_line.items())))
    lines = tuple(a_line(n, kind) for n, kind in enumerate(kinds))
    before = Transcript(MeetingId("m"), VersionId("v"), lines, (ADA, BOB))
    once = apply(before, a_run(first), decisions)
    after = apply(once, a_run(second), decisions)
    bare = [replace(word, over_id=None) for line in after.segments for word in line.words]
    assert bare == [word for line in before.segments for word in line.words]
    for line in before.segments:
        number = line.start_ms // 2000
        if line.origin is not SegmentOrigin.RECOGNISED or number in by_line:
            there = next(each for each in after.segments if each.id == line.id)
            assert there.text == line.text
            assert number not in by_line or there.speaker_id == by_line[number]
    known = {None, *(speaker.id for speaker in after.speakers)}
    assert all(line.speaker_id in known for line in after.segments)
    assert ADA in after.speakers
    # Where two talk at once for long, a further look may still come to see the words as the other's.
    if one_at_a_time(second):
        again, _ = apply_run(after, a_run(second), decisions=decisions, asked_for=(), sides={}, names=NAMES)
        assert again is None


def test_a_later_decision_counts_where_it_reaches() -> None:
    lines = (a_line(0), a_line(1), a_line(2))
    all_ada = Edit(EditId("1"), EditKind.GIVE_SPEAKER, after=tuple(replace(each, speaker_id=ADA.id) for each in lines))
    one_bob = Edit(EditId("2"), EditKind.GIVE_SPEAKER, after=(replace(lines[1], speaker_id=BOB.id),))
    assert decisions_of([all_ada, one_bob], heirs={}).pins == (
        Pin(0, 0, 2000, ADA.id),
        Pin(0, 2000, 4000, BOB.id),
        Pin(0, 4000, 6000, ADA.id),
    )


def test_names_that_speakers_have_by_themselves_are_nobodys() -> None:
    assert [is_given(name) for name in ("Speaker 12", "说话人 3", "You", "我", "Ada", "Speaker", "Youri")] == [
        *[False] * 4,
        *[True] * 3,
    ]
