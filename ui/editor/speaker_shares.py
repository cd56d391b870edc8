"""How much everybody says in a meeting, for the list of speakers. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.meetings.speaking_facts import MeetingFacts
from app.meetings.transcript import Segment, Speaker


@dataclass(frozen=True, slots=True)
class SpeakerShare:
    """How much somebody says."""

    speaker: Speaker
    spoken_ms: int
    share: float
    """Of all that is said, 0..1."""


def speaker_shares(speakers: Iterable[Speaker], lines: Iterable[Segment], facts: MeetingFacts) -> list[SpeakerShare]:
    """Everybody with a line, by number; the figures are those of the table of talk times."""
    heard = {line.speaker_id for line in lines if line.quarantine is None}
    by_id = {each.speaker_id: each for each in facts.speakers}
    found = sorted((each for each in speakers if each.id in heard), key=lambda each: each.number)
    return [SpeakerShare(each, by_id[each.id].talk_ms, by_id[each.id].share) for each in found]
