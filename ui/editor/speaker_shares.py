"""How much everybody says in a meeting. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Segment, Speaker


@dataclass(frozen=True, slots=True)
class SpeakerShare:
    """How much somebody says."""

    speaker: Speaker
    spoken_ms: int
    share: float
    """Of all that is said, 0..1."""


def speaker_shares(speakers: Iterable[Speaker], lines: Iterable[Segment]) -> list[SpeakerShare]:
    """Everybody with a line, by number."""
    spoken: dict[SpeakerId, int] = {}
    total = 0
    for line in lines:
        if line.quarantine is None:
            total += line.end_ms - line.start_ms
            if line.speaker_id is not None:
                spoken[line.speaker_id] = spoken.get(line.speaker_id, 0) + line.end_ms - line.start_ms
    found = sorted((each for each in speakers if each.id in spoken), key=lambda each: each.number)
    return [SpeakerShare(each, spoken[each.id], spoken[each.id] / max(1, total)) for each in found]
