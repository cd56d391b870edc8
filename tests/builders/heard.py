"""What a segmentation and an encoder would have heard of people who talk when a test says."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.speakers.heard_voices import HeardVoices
from engine.speakers.voice_listener import VoiceListener
from tests.fakes.fake_voices import FakeEncoder, FakeSegmentation

RATE = 16_000


@dataclass(frozen=True)
class Talk:
    """Somebody talks, seconds."""

    start: float
    stop: float
    voice: int


def sound_of(talks: Sequence[Talk], length_s: float) -> Samples:
    """Sound that the fakes understand: each voice a tone of its own, silence elsewhere."""
    samples = np.zeros(round(length_s * RATE), np.float32)
    for talk in talks:
        at = np.arange(round(talk.start * RATE), min(len(samples), round(talk.stop * RATE)))
        samples[at] += 0.2 * np.sin(2 * np.pi * FakeSegmentation.tone_of(talk.voice) * at / RATE).astype(np.float32)
    return samples


def heard(talks: Sequence[Talk], length_s: float) -> HeardVoices:
    """What was heard of it, by the real listener with fake networks."""
    sound = sound_of(talks, length_s)
    listener = VoiceListener(segmentation=FakeSegmentation(), encoder=FakeEncoder(), threads=1)
    return listener.listen(
        lambda start, stop: sound[start:stop],
        len(sound),
        cancellation=Cancellation(),
        on_progress=lambda _: None,
    )


def in_turn(voices: Sequence[int], *, each_s: float, times: int, pause_s: float = 0.5) -> list[Talk]:
    """The voices one after the other, again and again."""
    talks: list[Talk] = []
    at = 0.5
    for number in range(times * len(voices)):
        talks.append(Talk(at, at + each_s, voices[number % len(voices)]))
        at += each_s + pause_s
    return talks
