"""Who probably speaks in a meeting while it is recorded: a snapshot, replaced with every look. Pure, never saved.

Made by ``app/speaking/live_speakers.py`` on its thread, read by whoever shows lines. Only what a person said of it is
in the library; the rest is gone when the final search has come.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.meetings.attribution import Turn
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.transcript import Segment, Speaker
from engine.contract.error_report import ErrorReport

_LEAST_SHARE = 0.15
"""Part of a line that somebody must be heard in to be shown beside it."""


@dataclass(frozen=True, slots=True)
class LiveSpeaker:
    """Somebody who speaks."""

    speaker: Speaker
    label: int
    """The engine's."""
    is_named: bool = False
    """A person said who it is; all others are provisional."""


@dataclass(frozen=True)
class LiveTurns:
    """The turns of one track, by start."""

    turns: Sequence[Turn] = ()
    longest_ms: int = 0

    def most(self, line: Segment) -> int | None:
        """The label that is heard most in a line; of a line with word times, in its words."""
        shares: dict[int, int] = {}
        at = bisect_left(self.turns, line.start_ms - self.longest_ms, key=lambda turn: turn.start_ms)
        while at < len(self.turns) and self.turns[at].start_ms < line.end_ms:
            turn = self.turns[at]
            shared = min(turn.end_ms, line.end_ms) - max(turn.start_ms, line.start_ms)
            if shared > 0:
                shares[turn.speaker] = shares.get(turn.speaker, 0) + shared
            at += 1
        most = max(shares, key=lambda label: shares[label], default=None)
        is_enough = most is not None and shares[most] >= _LEAST_SHARE * (line.end_ms - line.start_ms)
        return most if is_enough else None


@dataclass(frozen=True)
class LiveWho:
    """See the module."""

    meeting_id: MeetingId
    speakers: tuple[LiveSpeaker, ...] = ()
    """In the order in which they were first heard."""
    tracks: Mapping[int, LiveTurns] = field(default_factory=dict[int, LiveTurns])
    error: ErrorReport | None = None
    """Why there are no labels, or no new ones."""

    def speaker_of(self, line: Segment) -> SpeakerId | None:
        """Who probably speaks a line."""
        turns = self.tracks.get(line.track)
        label = turns.most(line) if turns is not None else None
        return next((each.speaker.id for each in self.speakers if each.label == label), None)

    def is_provisional(self, speaker_id: SpeakerId) -> bool:
        """Whether it is no more than a guess."""
        return any(each.speaker.id == speaker_id and not each.is_named for each in self.speakers)
