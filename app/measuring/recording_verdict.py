"""What became of one measured recording: its sound against the signal, its words against what was said and told.

Reads what the desktop left, after it ended. Everything is brought to one clock first: the samples of the signal
through all rounds, which is what the moments of kills and other faults are in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.library.library import Library
from app.measuring.scene import Scene
from app.measuring.sound_check import Loss, Run, find_losses, find_runs
from app.measuring.word_check import Doubled, HeardWord, doubled_words, lost_words
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import Gap, GapState, Transcript
from engine.capture.recording_file import journal_path
from engine.capture.recording_journal import read_journal
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, to_milliseconds
from engine.contract.segments import GapReason

NOT_CAPTURED = (GapReason.SOURCE_LOST, GapReason.SLEPT, GapReason.NOT_SAVED, GapReason.RECORDER_DIED)

_PER_MS = SAMPLE_RATE_HZ // 1000


@dataclass(frozen=True, slots=True)
class LostStretch:
    """A place where the recording is not the signal, on the signal's clock."""

    start: int
    """First sample of the signal that is not in the recording."""
    stop: int
    loss: Loss
    reasons: tuple[GapReason, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One recording."""

    meeting: MeetingId
    start: int
    stop: int
    """First sample of the signal in it, and the one after the last; the same where there is none."""
    stretches: tuple[LostStretch, ...]
    not_understood: float
    """Part of the captured sound, 0..1."""
    open_gaps: tuple[Gap, ...]
    lost: tuple[str, ...]
    """Words that were told as committed and are not there."""
    doubled: tuple[Doubled, ...]
    words: int
    skew: int
    """By how many samples recording and clock part between its first run and its last."""


def judge_recording(
    scene: Scene, library: Library, meeting: MeetingId, *, began: int, told: Mapping[str, str], faults: Sequence[int]
) -> Verdict:
    """Judge a recording that was asked for at ``began``. ``told`` are the lines as they were last told."""
    folder = SoundFolder(library.meeting_folder(meeting))
    path = folder.pcm_path(0)
    recorded = np.fromfile(path, "<i2") if path.is_file() else np.zeros(0, np.int16)
    transcript = library.transcript(meeting)
    gaps = [gap for gap in transcript.gaps if gap.reason in NOT_CAPTURED and gap.track == 0]
    runs = find_runs(recorded, scene.signal)
    losses = find_losses(
        runs, [(gap.start_ms * _PER_MS, gap.end_ms * _PER_MS) for gap in gaps], signal_length=len(scene.signal)
    )
    clock = read_journal(journal_path(folder, 0), 0).clock
    first = began if clock is None or not runs else scene.plan.due(clock[1]) - clock[0] + runs[0].start
    placed = place_runs(runs, len(scene.signal), first=first)
    start, stop = (placed[0][0], placed[-1][1]) if placed else (began, began)
    offset = start - runs[0].start if runs else began
    kept = {str(segment.id): segment.text for segment in transcript.segments}
    return Verdict(
        meeting=meeting,
        start=start,
        stop=stop,
        stretches=_stretches(runs, placed, losses, gaps),
        not_understood=not_understood(library, meeting, transcript),
        open_gaps=tuple(gap for gap in transcript.gaps if gap.state is GapState.OPEN),
        lost=tuple(lost_words(told, kept)),
        doubled=tuple(
            doubled_words(
                _heard(transcript),
                scene.said_between(start, stop),
                [(each - offset) / SAMPLE_RATE_HZ for each in faults],
            )
        ),
        words=sum(len(segment.text.split()) for segment in transcript.segments),
        skew=(placed[-1][0] - runs[-1].start) - offset if runs else 0,
    )


def not_understood(library: Library, meeting: MeetingId, transcript: Transcript) -> float:
    """Part of the sound that live recognition did not settle or left open, 0..1.

    By the marks of the tracks, and not by what a person is shown: a better pass may be in line that nobody runs here.
    """
    marks = library.track_marks(meeting)
    length = sum(mark.length_ms for mark in marks)
    left = sum(max(0, mark.length_ms - to_milliseconds(mark.settled_to)) for mark in marks)
    left += sum(gap.end_ms - gap.start_ms for gap in transcript.gaps if gap.state is GapState.OPEN)
    return left / length if length else 0.0


def place_runs(runs: Sequence[Run], period: int, *, first: int) -> list[tuple[int, int]]:
    """Start and stop of each run on the signal's clock.

    The signal alone tells a place in its round, and not which round it is. That the clock tells: the first run began
    about at ``first``, and until each later one it went on as long as the recording did.
    """
    placed: list[tuple[int, int]] = []
    expected, before = first, 0
    for run in runs:
        if placed:
            expected = placed[-1][1] + run.start - before
        ahead = (run.source - expected + period // 2) % period - period // 2
        placed.append((expected + ahead, expected + ahead + run.stop - run.start))
        before = run.stop
    return placed


def _stretches(
    runs: Sequence[Run], placed: Sequence[tuple[int, int]], losses: Sequence[Loss], gaps: Sequence[Gap]
) -> tuple[LostStretch, ...]:
    ends = {run.stop: stop for run, (_, stop) in zip(runs, placed, strict=True)}
    found: list[LostStretch] = []
    for loss in losses:
        start = ends[loss.at]
        until = loss.at + max(loss.kept, 1)
        reasons = [gap.reason for gap in gaps if gap.start_ms * _PER_MS < until and loss.at < gap.end_ms * _PER_MS]
        found.append(LostStretch(start, start + loss.lost, loss, tuple(dict.fromkeys(reasons))))
    return tuple(found)


def _heard(transcript: Transcript) -> list[HeardWord]:
    return [
        HeardWord(word.text, word.start_ms / 1000)
        for segment in sorted(transcript.segments, key=lambda segment: segment.start_ms)
        if segment.quarantine is None and segment.track == 0
        for word in segment.words
    ]
