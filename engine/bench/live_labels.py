"""Labels of a whole sound as they come while it is recorded, told against what the final search says of it.

Runs in the process of ``speaker_side.py``, faster than real time: a look is heard as soon as its sound is there. Each
speaker is named as soon as they have talked for ten seconds, as a quick person might, and is held from then on.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.messages import FollowedTrack
from engine.contract.speakers import SpeakerTurn
from engine.pipeline.live_speaker_job import STEP
from engine.speakers.live_listener import LiveListener
from engine.speakers.live_track import LiveTrack

NAMED_AFTER_S = 10
"""A person names somebody who talked for so long."""

_SWAP_S = 60
_SWAP_LEAST_S = 5


@dataclass(frozen=True, slots=True)
class LiveLabels:
    """What became of one sound."""

    told: tuple[SpeakerTurn, ...]
    """Each stretch as it was told first, within seconds; no later correction is in it."""
    standing: tuple[SpeakerTurn, ...]
    """All of it as it stands when the recording ends."""
    named: tuple[tuple[int, int], ...]
    """Labels that were named, and from which sample on."""


def label_live(sound: Samples, listener: LiveListener) -> LiveLabels:
    """Follow a sound to its end."""
    labels = count()
    track = LiveTrack(FollowedTrack(0, TrackKind.FILE), listener=listener, next_label=lambda: next(labels))
    told: list[SpeakerTurn] = []
    named: dict[int, int] = {}
    talked: Counter[int] = Counter()
    for to in range(STEP, len(sound) + 1, STEP):
        begins = track.decided_to
        track.hear(sound[track.look_from(to) : to], to=SampleIndex(to))
        for turn in track.turns(begins):
            told.append(turn)
            talked[turn.speaker] += turn.stop - turn.start
            if turn.speaker not in named and talked[turn.speaker] >= NAMED_AFTER_S * SAMPLE_RATE_HZ:
                named[turn.speaker] = to
                track.hold(turn.speaker)
    return LiveLabels(tuple(told), track.turns(0), tuple(named.items()))


def swaps(labels: LiveLabels, final: Sequence[SpeakerTurn]) -> int:
    """Minutes in which a named label is mostly somebody else than when it was named; fewer than 5 s are not judged."""
    found = 0
    for label, since in labels.named:
        own = [turn for turn in labels.told if turn.speaker == label]
        before = _most([turn for turn in own if turn.stop <= since], final, 0)
        if before is None:
            continue
        minutes: dict[int, list[SpeakerTurn]] = {}
        for turn in own:
            if turn.start >= since:
                minutes.setdefault(turn.start // (_SWAP_S * SAMPLE_RATE_HZ), []).append(turn)
        most = [_most(turns, final, _SWAP_LEAST_S * SAMPLE_RATE_HZ) for turns in minutes.values()]
        found += sum(who is not None and who != before for who in most)
    return found


def _most(turns: Iterable[SpeakerTurn], final: Sequence[SpeakerTurn], least: int) -> int | None:
    """Who of the final speakers talks most in some turns, if they are so many samples."""
    shares: Counter[int] = Counter()
    for turn in turns:
        for other in final:
            shared = min(turn.stop, other.stop) - max(turn.start, other.start)
            if shared > 0:
                shares[other.speaker] += shared
    most = shares.most_common(1)
    return most[0][0] if most and shares.total() >= least else None
