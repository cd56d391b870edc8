"""Voices that are known again, because a person asked for it: compared, never written by themselves. Pure.

A voice is the mean of unit-length embeddings; how alike two are is their cosine. The certainty that a person is shown
is a logistic curve over it. Below ``KNOWN`` nobody is suggested, so that an unknown voice stays unknown.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NewType

from app.meetings.identifiers import CourseId, SpeakerId
from app.meetings.speaker_decisions import is_given
from app.meetings.speaker_run import SpeakerRun
from app.meetings.transcript import Speaker
from engine.contract.audio import Milliseconds

VoiceId = NewType("VoiceId", str)

KNOWN = 0.45
"""Cosine from which on a voice is suggested. Below it an unknown voice stays unknown.

Measured over readers enrolled with ten seconds: 0.1 % of the strangers' words of three seconds lie above it, and all of
the readers' own.
"""
LEAST_SPEECH_MS = 3000
"""From less speech than this nobody is known again, and nobody remembered."""

_STEEPNESS = 12.0
"""Of the curve from cosine to certainty."""
_EVEN = 0.35
"""Cosine at which it is as likely as not."""


@dataclass(frozen=True, slots=True)
class RememberedVoice:
    """The voice of a person, in the meetings of a course or in those without one."""

    id: VoiceId
    course_id: CourseId | None
    name: str
    voice: tuple[float, ...]
    """Unit length."""
    speech_ms: Milliseconds
    """How much speech it was made of."""
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class VoiceSuggestion:
    """Whom a speaker of a meeting sounds like."""

    speaker_id: SpeakerId
    name: str
    certainty: float
    """0..1."""


def suggest(
    run: SpeakerRun, speakers: Sequence[Speaker], voices: Iterable[RememberedVoice]
) -> tuple[VoiceSuggestion, ...]:
    """For speakers whom nobody has named, whom they sound like; each person once, the surest first."""
    named = {speaker.id for speaker in speakers if is_given(speaker.name)}
    taken = {speaker.name for speaker in speakers if speaker.id in named}
    here = {speaker.id for speaker in speakers}
    pairs = [
        (likeness(heard.voice, known.voice), heard.speaker_id, known.name)
        for heard in run.speakers
        for known in voices
        if heard.speaker_id in here - named and heard.voice and heard.speech_ms >= LEAST_SPEECH_MS
    ]
    found: dict[SpeakerId, VoiceSuggestion] = {}
    for alike, speaker_id, name in sorted(pairs, reverse=True, key=lambda pair: pair[0]):
        if alike < KNOWN:
            break
        if speaker_id is not None and speaker_id not in found and name not in taken:
            taken.add(name)
            found[speaker_id] = VoiceSuggestion(speaker_id, name, certainty(alike))
    return tuple(found.values())


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """The cosine of two voices; 0 where they are of different encoders."""
    if len(one) != len(other):
        return 0.0
    length = math.sqrt(sum(x * x for x in one) * sum(x * x for x in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / length if length else 0.0


def certainty(alike: float) -> float:
    """What a cosine is worth, 0..1."""
    return 1.0 / (1.0 + math.exp(-_STEEPNESS * (alike - _EVEN)))


def blend(known: RememberedVoice, voice: Sequence[float], speech_ms: int) -> tuple[float, ...]:
    """A remembered voice with what was heard of it since, each weighed by how much speech it is."""
    if len(voice) != len(known.voice):
        return tuple(voice)
    mixed = [x * known.speech_ms + y * speech_ms for x, y in zip(known.voice, voice, strict=True)]
    length = math.sqrt(sum(x * x for x in mixed))
    return tuple(x / length for x in mixed) if length else known.voice
