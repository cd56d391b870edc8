"""What the engine is told beforehand: the stretches of which a person said who speaks in them. Pure.

- Lines that a person gave to somebody are pinned as they are.
- Of a speaker who was named, or into whom others were merged, the clips are pinned that the last look found: the person
  heard them, or could. So the name goes with the voice, and two that are one are held together.
- When one voice turns out to be two, the clips of the one that stays are pinned too, or all of it would follow the
  examples.
"""

from collections.abc import Collection
from dataclasses import dataclass

from app.meetings.identifiers import SpeakerId
from app.meetings.speaker_decisions import Decisions, Pin
from app.meetings.speaker_run import Clip, SpeakerRun
from engine.contract.audio import from_milliseconds
from engine.contract.speakers import PinnedTurn


@dataclass(frozen=True, slots=True)
class Pinned:
    """The stretches, and whom each number stands for."""

    turns: tuple[PinnedTurn, ...] = ()
    speakers: tuple[SpeakerId, ...] = ()


def pinned(decisions: Decisions, run: SpeakerRun | None, *, apart: Collection[SpeakerId] = ()) -> Pinned:
    """What to tell.

    Args:
        decisions: of the person, as they are now.
        run: the last look, with who its speakers are now.
        apart: speakers whose voice is to stay theirs while examples are taken out of it.
    """
    found = [pin for pin in decisions.pins if pin.speaker_id is not None]
    for speaker_id in sorted({*decisions.kept, *apart}) if run is not None else ():
        found += [
            Pin(clip.track, clip.start_ms, clip.end_ms, speaker_id)
            for clip in (run.clips_of(speaker_id) if run is not None else ())
            if not any(_overlap(clip, pin) for pin in decisions.pins)
        ]
    numbers: dict[SpeakerId, int] = {}
    turns = [
        PinnedTurn(
            pin.track,
            from_milliseconds(pin.start_ms),
            from_milliseconds(pin.end_ms),
            numbers.setdefault(pin.speaker_id, len(numbers)),
        )
        for pin in found
        if pin.speaker_id is not None
    ]
    return Pinned(tuple(turns), tuple(numbers))


def _overlap(clip: Clip, pin: Pin) -> bool:
    return clip.track == pin.track and clip.start_ms < pin.end_ms and pin.start_ms < clip.end_ms
