"""Every speaker segmentation and every speaker encoder keeps these promises."""

from collections.abc import Callable

import numpy as np
import pytest
import torch

from engine.contract.audio import Samples
from engine.speakers.segmentation import LOOK_SAMPLES, LOOK_TICKS, PEOPLE, PyannoteSegmentation, SpeakerSegmentation
from engine.speakers.small_encoder import SmallEncoder
from engine.speakers.speaker_encoder import SHORTEST, CamEncoder, SpeakerEncoder
from engine.speakers.weights import SMALL_ENCODER, package_folder
from tests.builders.heard import Talk, sound_of
from tests.builders.speech_clips import clip
from tests.fakes.fake_voices import FakeEncoder, FakeSegmentation

real = pytest.mark.slow
"""A real network."""

Person = Callable[[int, int], Samples]
"""So many samples of a person, by number: 0 or 1."""


def hum(person: int, samples: int) -> Samples:
    return sound_of([Talk(0, samples / 16_000, person)], samples / 16_000)


def speech(person: int, samples: int) -> Samples:
    name = ("1688-142285-0002.flac", "2033-164914-0003.flac")[person]
    said = clip(name)[8000:]
    return np.tile(said, 1 + samples // len(said))[:samples]


@pytest.fixture(params=[pytest.param((FakeSegmentation, hum), id="fake"),
                        pytest.param((PyannoteSegmentation, speech), id="pyannote", marks=real)])  # fmt: skip
def segmentation(request: pytest.FixtureRequest) -> tuple[SpeakerSegmentation, Person]:
    torch.set_num_threads(1)  # as the listener does: several threads of one network wait for each other
    make, person = request.param
    return make(), person


@pytest.fixture(params=[pytest.param((FakeEncoder, hum), id="fake"),
                        pytest.param((CamEncoder, speech), id="cam", marks=real),
                        pytest.param((SmallEncoder, speech), id="small", marks=real)])  # fmt: skip
def encoder(request: pytest.FixtureRequest) -> tuple[SpeakerEncoder, Person]:
    if request.param[0] is SmallEncoder and package_folder(SMALL_ENCODER.package) is None:
        pytest.skip("the weights (resemblyzer) are not installed")
    torch.set_num_threads(1)  # as the listener does: several threads of one network wait for each other
    make, person = request.param
    return make(), person


def test_two_people_of_a_look_are_told_apart_and_silence_is_nobody(segmentation: tuple[SpeakerSegmentation, Person]):
    network, person = segmentation
    sound = np.zeros((2, LOOK_SAMPLES), np.float32)
    sound[0, :64_000] = person(0, 64_000)
    sound[0, 80_000:144_000] = person(1, 64_000)
    found = network.look(sound)
    assert found.shape == (2, LOOK_TICKS, PEOPLE)
    assert found.dtype == np.bool_
    assert not found[1].any()
    first, second = found[0, 30:210].mean(0), found[0, 320:500].mean(0)
    assert first.argmax() != second.argmax()
    assert first.max() > 0.7
    assert second.max() > 0.7


def test_a_look_does_not_depend_on_those_beside_it(segmentation: tuple[SpeakerSegmentation, Person]):
    network, person = segmentation
    one = person(0, LOOK_SAMPLES)[None]
    both = np.concatenate([one, person(1, LOOK_SAMPLES)[None]])
    assert (network.look(one)[0] == network.look(both)[0]).mean() > 0.999


def test_a_voice_is_a_unit_vector_and_like_itself_more_than_like_others(encoder: tuple[SpeakerEncoder, Person]):
    network, person = encoder
    sound = [person(0, 96_000)[:48_000], person(0, 96_000)[48_000:], person(1, 48_000)]
    found = network.embed([(each,) for each in sound])
    assert found.shape == (3, network.width)
    assert found.dtype == np.float32
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert found[0] @ found[1] > 0.5
    assert found[0] @ found[2] < 0.4


def test_the_shortest_voice_is_heard_and_a_long_one_of_several_stretches_too(encoder: tuple[SpeakerEncoder, Person]):
    network, person = encoder
    long = person(0, 160_000)
    found = network.embed([(long[:SHORTEST],), (long[:40_000], long[50_000:50_100], long[60_000:])])
    assert np.isfinite(found).all()
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)


def test_an_embedding_does_not_depend_on_those_beside_it(encoder: tuple[SpeakerEncoder, Person]):
    network, person = encoder
    alone = network.embed([(person(0, 32_000),)])
    beside = network.embed([(person(1, 32_000),), (person(0, 32_000),), (person(1, 48_000),)])
    assert np.allclose(alone[0], beside[1], atol=1e-3)
