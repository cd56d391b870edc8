"""Tests of mixing channels, in numbers alone."""

import numpy as np
import pytest

from engine.capture.channel_mix import ChannelMix
from engine.contract.channel import Channel
from tests.builders.media_files import Sound, voice

RATE_HZ = 16_000


def mixed(sound: Sound, *, block_s: float = 4) -> tuple[np.ndarray, ChannelMix]:
    mix = ChannelMix(channels=sound.shape[0], rate_hz=RATE_HZ)
    step = round(block_s * RATE_HZ)
    return np.concatenate([mix.mix(sound[:, at : at + step]) for at in range(0, sound.shape[1], step)]), mix


def level(sound: np.ndarray) -> float:
    return float(np.sqrt((sound**2).mean()))


def test_one_channel_is_handed_through() -> None:
    speech = voice(3)
    assert np.array_equal(mixed(speech)[0], speech[0])


def test_equal_channels_mix_to_themselves() -> None:
    speech = voice(6)
    sound, mix = mixed(np.concatenate([speech, speech]))
    assert np.allclose(sound, speech[0], atol=1e-6)
    assert mix.notes() == ()


def test_two_talkers_on_two_channels_keep_their_level() -> None:
    """A telephone call: each side has its channel and the other is quiet meanwhile."""
    speech = voice(8)
    call = np.zeros((2, speech.shape[1]), np.float32)
    call[0, : 4 * RATE_HZ], call[1, 4 * RATE_HZ :] = speech[0, : 4 * RATE_HZ], speech[0, 4 * RATE_HZ :]
    sound, mix = mixed(call)
    assert level(sound[: 4 * RATE_HZ]) == pytest.approx(level(speech[0, : 4 * RATE_HZ]), rel=0.02)
    assert level(sound[4 * RATE_HZ :]) == pytest.approx(level(speech[0, 4 * RATE_HZ :]), rel=0.02)
    assert mix.notes() == ()


def test_a_quiet_hiss_on_the_dead_channel_does_not_wake_it() -> None:
    """Case 30."""
    speech = voice(8)
    hiss = np.random.default_rng(5).normal(0, 1e-4, speech.shape).astype(np.float32)
    sound, _ = mixed(np.concatenate([speech, hiss]))
    assert level(sound) == pytest.approx(level(speech), rel=0.01)


def test_hum_on_both_channels_does_not_hide_inverted_speech() -> None:
    speech = voice(8)
    hum = 0.2 * np.sin(2 * np.pi * 50 * np.linspace(0, 8, num=8 * RATE_HZ, endpoint=False), dtype=np.float32)
    sound, _ = mixed(np.concatenate([hum + speech, hum - speech]).astype(np.float32))
    assert abs(float(np.corrcoef(sound, speech[0])[0, 1])) > 0.95


def test_a_channel_that_turns_around_on_the_way_is_followed() -> None:
    first, second = voice(10, seed=1), voice(10, seed=2)
    left = np.concatenate([first, second], axis=1)
    right = np.concatenate([first, -second], axis=1)
    sound, _ = mixed(np.concatenate([left, right]))
    for part in (slice(0, 10 * RATE_HZ), slice(10 * RATE_HZ, 20 * RATE_HZ)):
        assert level(sound[part]) == pytest.approx(level(left[:, part]), rel=0.1)


def test_a_change_of_mind_does_not_click() -> None:
    speech = voice(8) * np.float32(0.2)
    call = np.concatenate([speech, speech])
    call[1, 4 * RATE_HZ :] = 0
    sound, _ = mixed(call)
    steps = np.abs(np.diff(sound))
    assert steps.max() <= np.abs(np.diff(speech)).max() * 1.5


def test_the_mix_of_loud_channels_stays_in_range() -> None:
    loud = np.clip(np.concatenate([voice(6, seed=1), voice(6, seed=2)]) * np.float32(20), -1, 1)
    sound, _ = mixed(loud)
    assert np.abs(sound).max() <= 1.0


def test_silence_stays_silence() -> None:
    sound, mix = mixed(np.zeros((2, 5 * RATE_HZ), np.float32))
    assert not sound.any()
    assert mix.notes() == ()


def test_block_borders_make_no_difference_to_an_even_recording() -> None:
    speech = voice(12)
    both = np.concatenate([speech, speech * np.float32(0.5)])
    assert np.allclose(mixed(both, block_s=4)[0], mixed(both, block_s=12)[0], atol=0.01)


@pytest.mark.parametrize(("chosen", "number"), [(Channel.LEFT, 0), (Channel.RIGHT, 1)])
def test_a_channel_that_was_chosen_is_taken_alone(chosen: Channel, number: int) -> None:
    """Case 30."""
    both = np.concatenate([voice(6, seed=1), voice(6, seed=2)])
    mix = ChannelMix(channels=2, rate_hz=RATE_HZ, chosen=chosen)
    assert np.array_equal(mix.mix(both), both[number])
    assert mix.notes() == (f"Only the {chosen} channel was understood, as it was chosen.",)


def test_of_one_channel_none_can_be_chosen() -> None:
    speech = voice(3)
    mix = ChannelMix(channels=1, rate_hz=RATE_HZ, chosen=Channel.RIGHT)
    assert np.array_equal(mix.mix(speech), speech[0])
    assert mix.notes() == ()
