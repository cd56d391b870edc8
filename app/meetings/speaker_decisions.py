"""What a person decided about who speaks, read from the edits of a transcript, as stretches of time. Pure.

Called by ``app/library/speaker_changes.py`` before the engine is asked and when its answer comes. A decision is pinned
by time and not by line, so it outlives a better pass, another look for the speakers and every cut of a line:

- Lines given to a speaker are that speaker's from their start to their end. Given to nobody, they are nobody's.
- Two speakers merged are one from then on, with everything that was pinned for either.
- A speaker who was named keeps the name: no run renames or removes them.

An undone edit decides nothing, because it is not among the edits that are in effect.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.meetings.attribution import Turn
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds

YOU = frozenset({"You", "我"})
"""Names that the side of the microphone has until a person gives another one."""
_NUMBERED = re.compile(r"(?:Speaker|说话人)\s*\d+")


def is_given(name: str) -> bool:
    """Whether a person, or a file of theirs, gave this name: no speaker is called so by itself."""
    return name not in YOU and _NUMBERED.fullmatch(name) is None


@dataclass(frozen=True, slots=True)
class Pin:
    """A stretch of which a person said who speaks in it."""

    track: int
    start_ms: int
    end_ms: int
    speaker_id: SpeakerId | None
    """``None``: the person took the speaker away."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """All that is in effect."""

    pins: tuple[Pin, ...] = ()
    """In order, none over another."""
    kept: frozenset[SpeakerId] = frozenset()
    """Speakers who were named, or into whom others were merged."""
    merged: Mapping[SpeakerId, SpeakerId] | None = None
    """For speakers who went, who they are now."""

    def now(self, speaker_id: SpeakerId) -> SpeakerId:
        """Who somebody is after all merging."""
        return (self.merged or {}).get(speaker_id, speaker_id)


def decisions_of(edits: Iterable[Edit], *, heirs: Mapping[SpeakerId, SpeakerId]) -> Decisions:
    """The decisions in edits that are in effect, oldest first.

    Args:
        edits: the history of the version that is shown.
        heirs: for speakers of older versions, who they are in this one.
    """
    pins: list[Pin] = []
    kept: set[SpeakerId] = set()
    merged: dict[SpeakerId, SpeakerId] = {}

    def of(speaker_id: SpeakerId | None) -> SpeakerId | None:
        return None if speaker_id is None else heirs.get(speaker_id, speaker_id)

    for edit in edits:
        match edit.kind:
            case EditKind.GIVE_SPEAKER:
                given = [Pin(line.track, line.start_ms, line.end_ms, of(line.speaker_id)) for line in edit.after]
                pins = [*_without(pins, given), *given]  # the later decision counts
            case EditKind.NAME_SPEAKER:
                kept |= {heirs.get(speaker.id, speaker.id) for speaker in edit.speakers_after}
            case EditKind.MERGE_SPEAKERS:
                gone = {heirs.get(speaker.id, speaker.id) for speaker in edit.speakers_before}
                into = _into(edit)
                if into is None:
                    continue
                stays = heirs.get(into, into)
                merged |= dict.fromkeys(gone, stays)
                merged = {name: stays if who in gone else who for name, who in merged.items()}
                pins = [replace(pin, speaker_id=stays) if pin.speaker_id in gone else pin for pin in pins]
                kept = {each for each in kept if each not in gone} | {stays}
            case _:
                pass
    return Decisions(tuple(sorted(pins, key=lambda pin: (pin.track, pin.start_ms))), frozenset(kept), merged)


class PinnedStretches:
    """The pins of a meeting, for looking up line after line."""

    def __init__(self, pins: Iterable[Pin]) -> None:
        self._stretches = _Stretches(pins)

    def over(self, line: Segment) -> Pin | None:
        """The pin that half of a line or more lies under."""
        shares: dict[SpeakerId | None, int] = defaultdict(int)
        found: dict[SpeakerId | None, Pin] = {}
        for pin in self._stretches.touching(line.track, line.start_ms, line.end_ms):
            shares[pin.speaker_id] += min(pin.end_ms, line.end_ms) - max(pin.start_ms, line.start_ms)
            found[pin.speaker_id] = pin
        most = max(shares, key=lambda each: shares[each], default=None)
        return found[most] if shares and 2 * shares[most] >= line.end_ms - line.start_ms else None


def overlay(turns: Iterable[Turn], pins: Sequence[Pin], labels: Mapping[SpeakerId, int]) -> list[Turn]:
    """The turns with nothing in pinned stretches but what is pinned there, whatever was heard."""
    known = [pin for pin in pins if pin.speaker_id is None or pin.speaker_id in labels]
    under = _Stretches(known)
    found = [
        replace(turn, start_ms=Milliseconds(start), end_ms=Milliseconds(end))
        for turn in turns
        for start, end in under.outside(turn.track, turn.start_ms, turn.end_ms)
    ]
    found += [
        Turn(pin.track, Milliseconds(pin.start_ms), Milliseconds(pin.end_ms), labels[pin.speaker_id])
        for pin in known
        if pin.speaker_id is not None
    ]
    return found


class _Stretches:
    """Pins that do not overlap much, for looking up."""

    def __init__(self, pins: Iterable[Pin]) -> None:
        self._tracks: dict[int, list[Pin]] = defaultdict(list)
        for pin in sorted(pins, key=lambda each: each.start_ms):
            self._tracks[pin.track].append(pin)
        self._longest = {
            track: max(each.end_ms - each.start_ms for each in those) for track, those in self._tracks.items()
        }

    def touching(self, track: int, start_ms: int, end_ms: int) -> Iterator[Pin]:
        """Those that a stretch reaches into, by start."""
        pins = self._tracks.get(track, [])
        at = bisect_left(pins, start_ms - self._longest.get(track, 0), key=lambda each: each.start_ms)
        while at < len(pins) and pins[at].start_ms < end_ms:
            if pins[at].end_ms > start_ms:
                yield pins[at]
            at += 1

    def outside(self, track: int, start_ms: int, end_ms: int) -> list[tuple[int, int]]:
        """What of a stretch lies under none of them."""
        rests: list[tuple[int, int]] = []
        done = start_ms
        for pin in self.touching(track, start_ms, end_ms):
            if pin.start_ms > done:
                rests.append((done, pin.start_ms))
            done = max(done, pin.end_ms)
        if done < end_ms:
            rests.append((done, end_ms))
        return rests


def _into(edit: Edit) -> SpeakerId | None:
    """Who stays where speakers are merged: the one that the lines of those who go are given to."""
    gone = {speaker.id for speaker in edit.speakers_before}
    before = {line.id: line for line in edit.before}
    for line in edit.after:
        old = before.get(line.id)
        if old is not None and old.speaker_id in gone:
            return line.speaker_id
    return None


def _without(pins: Iterable[Pin], later: Sequence[Pin]) -> list[Pin]:
    """Pins without what lies under later ones."""
    under = _Stretches(later)
    return [
        replace(pin, start_ms=start, end_ms=end)
        for pin in pins
        for start, end in under.outside(pin.track, pin.start_ms, pin.end_ms)
    ]
