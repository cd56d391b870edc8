"""The gap ledger: what is missing of a recording, in which state, and what that leaves understood. Pure.

A gap only ever moves from open to repaired or to lost. Stretches of one track and reason never overlap, so nothing
is counted twice, and hearing of the same gap again changes nothing. Called by ``app/library`` on the way in
(``gap_changes.py``) and for the question of coverage.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from app.meetings.coverage import Coverage, TrackMark
from app.meetings.transcript import Gap, GapState
from engine.contract.audio import SAMPLE_RATE_HZ, Milliseconds, to_milliseconds
from engine.contract.segments import GapReason

SAMPLES_A_MS = SAMPLE_RATE_HZ // 1000

NOT_CAPTURED = frozenset(
    {
        GapReason.DAMAGED_MEDIA,
        GapReason.SOURCE_LOST,
        GapReason.SLEPT,
        GapReason.NOT_SAVED,
        GapReason.RECORDER_DIED,
    }
)
"""Reasons for which there is no sound: no further try brings it back."""

_HARDLY_ANY_MS = 1000
"""A track with no more sound than that, and than a tenth of its length, gave none."""

_WEIGHTS = (GapState.REPAIRED, GapState.OPEN, GapState.LOST)
"""Where old gaps overlap, the worse of two states is the true one."""

Stretch = tuple[int, int]
"""Start and end in milliseconds, the end not included."""


def is_captured(gap: Gap) -> bool:
    """Whether there is sound in the gap that was not understood; else there is none."""
    return gap.reason not in NOT_CAPTURED


def as_noted(gap: Gap) -> Gap:
    """A gap as the ledger keeps it: what was not captured is lost at once."""
    return gap if is_captured(gap) else replace(gap, state=GapState.LOST)


def note(known: Sequence[Gap], gap: Gap) -> list[Gap]:
    """The ledger of one track and reason with one gap more.

    What is repaired or lost already stays so; an open stretch that is now called lost is lost.
    """
    gap = as_noted(gap)

    def state_after(before: GapState | None) -> GapState:
        return gap.state if before in (None, GapState.OPEN) else before

    return _change(known, gap, state_after)


def repair(known: Sequence[Gap], stretch: Gap) -> list[Gap]:
    """The ledger of one track and reason after a stretch was understood: the open parts in it are repaired."""

    def state_after(before: GapState | None) -> GapState | None:
        return GapState.REPAIRED if before is GapState.OPEN else before

    return _change(known, stretch, state_after)


def lay_out(marks: Sequence[TrackMark], finished_to: int) -> list[TrackMark]:
    """The marks of tracks that are read one after the other, by a job that counts samples as if they lay end to end."""
    found: list[TrackMark] = []
    left = finished_to
    for mark in marks:
        settled_to = min(max(0, left), mark.length_ms * SAMPLES_A_MS)
        found.append(replace(mark, settled_to=settled_to))
        left -= settled_to
    return found


def rests(marks: Sequence[TrackMark], reason: GapReason) -> list[Gap]:
    """What lies between the mark of each track and its end."""
    gaps = [Gap(mark.track, to_milliseconds(mark.settled_to), mark.length_ms, reason) for mark in marks]
    return [gap for gap in gaps if gap.start_ms < gap.end_ms]


def without_unused(gaps: Sequence[Gap], lengths_ms: Mapping[int, int]) -> list[Gap]:
    """The gaps but those of tracks that gave no sound at all, beside a track that did.

    Of a microphone that never was there nothing is missing: what was recorded is whole. If no track gave sound, all of
    it is missing.
    """
    unused: set[int] = set()
    for track, length_ms in lengths_ms.items():
        mine = [(gap.start_ms, gap.end_ms) for gap in gaps if gap.track == track and not is_captured(gap)]
        if length_ms - _length(mine, length_ms) <= min(_HARDLY_ANY_MS, length_ms // 10):
            unused.add(track)
    if len(unused) == len(lengths_ms):
        return list(gaps)
    return [gap for gap in gaps if gap.track not in unused or is_captured(gap)]


def coverage(marks: Sequence[TrackMark], gaps: Sequence[Gap]) -> Coverage:
    """What a recording can prove of itself.

    Understood is what is settled, without the stretches that nobody could read, as part of what was captured. It is
    1 only if they are equal to the millisecond. Open and lost time is counted once, however many tracks lack it; a
    track that gave no sound at all beside others lost none.
    """
    told = without_unused(gaps, {mark.track: int(mark.length_ms) for mark in marks})
    captured = understood = 0
    for mark in marks:
        mine = [gap for gap in gaps if gap.track == mark.track and gap.state is not GapState.REPAIRED]
        without_sound = [(gap.start_ms, gap.end_ms) for gap in mine if not is_captured(gap)]
        not_read = [(gap.start_ms, gap.end_ms) for gap in mine if is_captured(gap)]
        captured += mark.length_ms - _length(without_sound, mark.length_ms)
        settled_ms = min(int(to_milliseconds(mark.settled_to)), mark.length_ms)
        understood += settled_ms - _length([*without_sound, *not_read], settled_ms)
    return Coverage(
        recorded_ms=Milliseconds(max((mark.length_ms for mark in marks), default=0)),
        understood=understood / captured if captured else 1.0,
        open_ms=Milliseconds(_length(_in_state(gaps, GapState.OPEN))),
        lost_ms=Milliseconds(_length(_in_state(told, GapState.LOST))),
    )


def together(stretches: Iterable[Stretch]) -> list[Stretch]:
    """The same time as stretches that do not touch each other: counted once, however many tracks lack it."""
    found: list[Stretch] = []
    for start, stop in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(stop, found[-1][1]))
        elif start < stop:
            found.append((start, stop))
    return found


def _change(known: Sequence[Gap], stretch: Gap, state_after: Callable[[GapState | None], GapState | None]) -> list[Gap]:
    edges = sorted({edge for gap in (*known, stretch) for edge in (int(gap.start_ms), int(gap.end_ms))})
    pieces: list[Gap] = []
    for start, end in pairwise(edges):
        state = _state_at(known, start)
        if stretch.start_ms <= start < stretch.end_ms:
            state = state_after(state)
        if state is None:
            continue
        last = pieces[-1] if pieces else None
        if last is not None and last.end_ms == start and last.state is state:
            pieces[-1] = replace(last, end_ms=Milliseconds(end))
        else:
            pieces.append(replace(stretch, start_ms=Milliseconds(start), end_ms=Milliseconds(end), state=state))
    return pieces


def _state_at(known: Sequence[Gap], at: int) -> GapState | None:
    states = [gap.state for gap in known if gap.start_ms <= at < gap.end_ms]
    return max(states, key=_WEIGHTS.index) if states else None


def _in_state(gaps: Iterable[Gap], state: GapState) -> list[Stretch]:
    return [(gap.start_ms, gap.end_ms) for gap in gaps if gap.state is state]


def _length(stretches: Iterable[Stretch], end_ms: int | None = None) -> int:
    """Length of all stretches together, where they overlap counted once, up to an end."""
    total = reached = 0
    for start, stop in sorted(stretches):
        end = stop if end_ms is None else min(stop, end_ms)
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total
