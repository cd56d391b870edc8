"""Who speaks in all tracks of a meeting: the quick half of finding speakers, from what was heard to turns and speakers.

Pure. The microphone of a recording that has a computer's track too is a side of its own: its people are grouped by
themselves, and what it hears of the computer's sound is nobody. Used by ``engine/pipeline/speaker_job.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import TrackKind
from engine.contract.speakers import ANY_COUNT, FoundSpeaker, PinnedTurn, SpeakerCount, SpeakerTurn
from engine.speakers.cam_net import WIDTH
from engine.speakers.clean_clips import clips_of
from engine.speakers.heard_voices import HeardVoices, ticks_talking
from engine.speakers.pinned_voices import pins_of, speak_as_pinned, without_others
from engine.speakers.speaker_encoder import Embeddings
from engine.speakers.speaker_groups import SAME, SpeakerGroups, group_voices
from engine.speakers.turn_building import talking, turns_of

ECHO_SHARE = 0.6
"""A voice of the microphone that talks only while the computer's sound talks, for so much of its time, and sounds like
somebody there, is the loudspeaker."""


@dataclass(frozen=True, slots=True)
class TrackVoices:
    """What was heard in one track."""

    track: int
    kind: TrackKind
    heard: HeardVoices


@dataclass(frozen=True, slots=True)
class WhoSpeaks:
    """The answer: turns and speakers."""

    turns: tuple[SpeakerTurn, ...]
    speakers: tuple[FoundSpeaker, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """The turns of one track, with its own numbers, and whose voices they are."""

    turns: tuple[SpeakerTurn, ...]
    groups: SpeakerGroups


def find_speakers(
    tracks: Sequence[TrackVoices],
    *,
    count: SpeakerCount = ANY_COUNT,
    pinned: Sequence[PinnedTurn] = (),
    wants_voices: bool = False,
) -> WhoSpeaks:
    """Group the voices of each track, and number the speakers by their first word."""
    far = [each for each in tracks if each.kind is TrackKind.COMPUTER]
    near = [each for each in tracks if each.kind is not TrackKind.COMPUTER]
    echo = [(each.heard, group_voices(each.heard)) for each in far] if near else []
    sides: list[_Side] = []
    for number, each in enumerate((*near, *far)):
        others = sum(len(side.groups.centres) for side in sides)
        still = sum(1 for later in (*near, *far)[number + 1 :] if later.heard.activity.any())
        pins = [pin for pin in pinned if pin.track == each.track]
        side_count = _rest_of(count, others, still)
        sides.append(_side(each, side_count, pins, echo if each.kind is not TrackKind.COMPUTER else ()))
    return _together(sides, wants_voices=wants_voices)


def _rest_of(count: SpeakerCount, others: int, still: int) -> SpeakerCount:
    """How many may speak in a track after others were found elsewhere, and while so many tracks wait for theirs."""
    most = max(1, count.most - others - still) if count.most else 0
    least = 1 if still else max(1, count.least - others)
    return SpeakerCount(min(least, most) if most else least, most)


def _side(
    voices: TrackVoices,
    count: SpeakerCount,
    pinned: Sequence[PinnedTurn],
    echo: Sequence[tuple[HeardVoices, SpeakerGroups]],
) -> _Side:
    heard = voices.heard
    pins = pins_of(heard, pinned)
    heard_here = _without_echo(heard, group_voices(heard, pins=pins), echo) if echo else np.ones(len(pins), np.bool_)
    groups = group_voices(_only(heard, heard_here), count=count, pins=pins[heard_here])
    labels = np.full(len(pins), -1, np.int32)
    labels[heard_here] = groups.labels
    found = talking(heard, labels, len(groups.centres))
    if not len(heard.looks) and heard.activity.any():  # words too short to hear a voice in: somebody said them
        found = (ticks_talking(heard) > 0)[None]
        groups = SpeakerGroups(labels, _unheard(heard), (None,))
    known = {pin: group for group, pin in enumerate(groups.pins) if pin is not None}
    for pin in sorted({pin.speaker for pin in pinned} - set(known)):  # no voice was heard where a person named one
        known[pin] = len(groups.pins)
        found = np.concatenate([found, np.zeros((1, heard.ticks), np.bool_)])
        centres = np.concatenate([groups.centres, _unheard(heard)])
        groups = SpeakerGroups(labels, centres, (*groups.pins, pin))
    turns = turns_of(speak_as_pinned(found, pinned, known), track=voices.track, length=heard.length)
    return _Side(without_others(turns, pinned, known), groups)


def _without_echo(
    heard: HeardVoices, groups: SpeakerGroups, echo: Sequence[tuple[HeardVoices, SpeakerGroups]]
) -> NDArray[np.bool_]:
    """Which pieces of a microphone are people in the room, and not the loudspeaker."""
    kept = np.ones(len(heard.looks), np.bool_)
    for far, voices in echo:
        if not len(voices.centres):
            continue
        far_talks = np.zeros(max(heard.ticks, far.ticks), np.bool_)
        far_talks[: far.ticks] = ticks_talking(far) > 0
        alike = groups.centres @ voices.centres.T
        for group, pin in enumerate(groups.pins):
            own = groups.labels == group
            ticks = np.zeros(len(far_talks), np.bool_)
            for start, stop in zip(heard.starts[own], heard.stops[own], strict=True):
                ticks[start:stop] = True
            share = float((far_talks & ticks).sum()) / max(1, int(ticks.sum()))
            if pin is None and alike[group].max() >= SAME and share >= ECHO_SHARE:
                kept &= ~own
    return kept


def _unheard(heard: HeardVoices) -> Embeddings:
    """The centre of somebody whose voice was not heard."""
    return np.zeros((1, heard.width), np.float32)


def _only(heard: HeardVoices, kept: NDArray[np.bool_]) -> HeardVoices:
    if kept.all():
        return heard
    names = ("looks", "people", "starts", "stops", "clear", "embeddings")
    return replace(heard, **{name: getattr(heard, name)[kept] for name in names})


def _together(sides: Sequence[_Side], *, wants_voices: bool) -> WhoSpeaks:
    """All sides with numbers that count by first word; who is pinned on two tracks is one speaker."""
    keys: dict[tuple[int, int], tuple[str, int, int]] = {}
    centres: dict[tuple[str, int, int], NDArray[np.float32]] = {}
    for number, side in enumerate(sides):
        for group, pin in enumerate(side.groups.pins):
            key = ("group", number, group) if pin is None else ("pin", pin, 0)
            keys[number, group] = key
            centre = side.groups.centres[group]
            centres[key] = centres[key] + centre if key in centres else centre
    turns = [(turn, keys[number, turn.speaker]) for number, side in enumerate(sides) for turn in side.turns]
    order: dict[tuple[str, int, int], int] = {}
    for _, key in sorted(turns, key=lambda each: (each[0].start, each[0].track)):
        order.setdefault(key, len(order))
    labelled = tuple(
        sorted(
            (replace(turn, speaker=order[key]) for turn, key in turns),
            key=lambda turn: (turn.track, turn.start, turn.stop, turn.speaker),
        )
    )
    speakers = tuple(
        FoundSpeaker(
            label,
            sum(turn.stop - turn.start for turn in labelled if turn.speaker == label),
            clips_of(label, labelled),
            key[1] if key[0] == "pin" else None,
            _unit(centres[key]) if wants_voices and len(centres[key]) == WIDTH else (),
        )
        for key, label in order.items()
    )
    return WhoSpeaks(labelled, speakers)


def _unit(centre: NDArray[np.float32]) -> tuple[float, ...]:
    length = float(np.linalg.norm(centre))
    return tuple(round(float(number), 5) for number in centre / length) if length else ()
