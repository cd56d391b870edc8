"""Listens to the newest seconds of a track while it is recorded: who of them talks when, and what each voice is like.

The slow half of labels while recording, on the thread of ``engine/pipeline/live_speaker_job.py``. A *look* ends at what
is recorded now; what is new in it, but for its very end, is decided at once and never heard again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.speakers.segmentation import (
    LOOK_SAMPLES,
    LOOK_TICKS,
    PEOPLE,
    TICK_SAMPLES,
    Activity,
    SpeakerSegmentation,
)
from engine.speakers.speaker_encoder import SHORTEST, Embeddings, SpeakerEncoder
from engine.speakers.voice_listener import FAINTEST, TICK_BEGIN, pieces_of

MARGIN = round(0.8 * SAMPLE_RATE_HZ)
"""Samples at the end of a look that are not decided yet: the segmentation wants to hear how it goes on."""


@dataclass(frozen=True, slots=True)
class HeardPiece:
    """One person alone, for a second or two; samples of the track."""

    person: int
    """Of the people of its look."""
    start: int
    stop: int
    clear: int
    """Ticks of sound that its embedding was made of."""


@dataclass(frozen=True, slots=True)
class LiveLook:
    """What was heard in one look. All samples are of the track."""

    first: int
    """Sample at which the look begins."""
    start: int
    """What is decided begins here"""
    stop: int
    """and ends here."""
    activity: Activity
    """Who of its people talks in each tick of the whole look, shape ``(LOOK_TICKS, PEOPLE)``."""
    pieces: tuple[HeardPiece, ...]
    """Of what is decided."""
    embeddings: Embeddings

    def sample_of(self, tick: int) -> int:
        """The border between a tick of the look and the one before it."""
        return self.first + TICK_BEGIN + tick * TICK_SAMPLES

    def tick_of(self, sample: int) -> int:
        """The tick whose border is nearest, within the look."""
        return min(LOOK_TICKS, max(0, round((sample - self.first - TICK_BEGIN) / TICK_SAMPLES)))


class LiveListener:
    """Hears looks with a segmentation and an encoder."""

    def __init__(self, *, segmentation: SpeakerSegmentation, encoder: SpeakerEncoder) -> None:
        self._segmentation = segmentation
        self._encoder = encoder

    def look(self, sound: Samples, *, first: int, start: int) -> LiveLook:
        """Hear up to ten seconds that begin at sample ``first``, and decide from ``start`` to shortly before the end.

        What is left of ten seconds is silence; the beginning of a recording has no more.
        """
        stop = first + len(sound) - MARGIN
        look = LiveLook(first, start, stop, np.zeros((LOOK_TICKS, PEOPLE), np.bool_), (), self._no_voices())
        if np.abs(sound).max(initial=0) < FAINTEST:
            return look
        ten_seconds = np.pad(sound, (0, max(0, LOOK_SAMPLES - len(sound))))[:LOOK_SAMPLES]
        activity = self._segmentation.look(ten_seconds[None])[0]
        pieces: list[HeardPiece] = []
        voices: list[Sequence[Samples]] = []
        for person, begin, end, begins, ends in pieces_of(activity, look.tick_of(start), look.tick_of(stop)):
            voice = ten_seconds[begins * TICK_SAMPLES + TICK_BEGIN : ends * TICK_SAMPLES + TICK_BEGIN]
            if len(voice) >= SHORTEST:
                pieces.append(HeardPiece(person, look.sample_of(begin), look.sample_of(end), ends - begins))
                voices.append((voice,))
        embeddings = self._encoder.embed(voices) if voices else self._no_voices()
        return LiveLook(first, start, stop, activity, tuple(pieces), embeddings)

    def voice(self, sound: Samples) -> Embeddings:
        """What the voice in a stretch is like that somebody named: one vector, or none if it is too short."""
        return self._encoder.embed([(sound,)]) if len(sound) >= SHORTEST else self._no_voices()

    def _no_voices(self) -> Embeddings:
        return np.zeros((0, self._encoder.width), np.float32)
