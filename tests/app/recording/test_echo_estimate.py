"""How loud the computer's sound is in the microphone, with real voices."""

from collections.abc import Callable

import numpy as np
import pytest

from app.recording.echo_estimate import find_echo, has_sound
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from tests.builders.speech_clips import clip, noise, silence

LENGTH = 10 * SAMPLE_RATE_HZ
FAR = ("1998-15444-0001.flac", "61-70968-0000.flac")
NEAR = ("2033-164914-0003.flac", "2414-128291-0002.flac")


def ten_seconds(names: tuple[str, ...], *, gain_db: float = 0.0) -> Samples:
    sound = np.concatenate([clip(name) for name in names])
    return np.resize(sound, LENGTH) * np.float32(10 ** (gain_db / 20))


def delayed(sound: Samples, seconds: float, gain_db: float) -> Samples:
    lag = round(seconds * SAMPLE_RATE_HZ)
    return np.concatenate([silence(seconds), sound[: LENGTH - lag]]) * np.float32(10 ** (gain_db / 20))


@pytest.mark.parametrize("gain_db", [-3.0, -6.0, -20.0])
@pytest.mark.parametrize("delay_s", [0.0, 0.02, 0.3])
def test_an_echo_beside_a_voice_is_found_with_its_delay_and_loudness(gain_db: float, delay_s: float) -> None:
    """Case 11."""
    far = ten_seconds(FAR)
    microphone = ten_seconds(NEAR) + delayed(far, delay_s, gain_db) + noise(10, level_dbfs=-60)
    found = find_echo(microphone, far)
    assert found is not None
    assert found.delay_s == pytest.approx(delay_s, abs=0.002)
    assert found.gain_db == pytest.approx(gain_db, abs=3.0)


def test_an_echo_alone_is_found_as_loud_as_it_is() -> None:
    """Case 11."""
    far = ten_seconds(FAR)
    found = find_echo(delayed(far, 0.02, -6.0) + noise(10, level_dbfs=-60), far)
    assert found is not None
    assert found.gain_db == pytest.approx(-6.0, abs=1.0)


def test_an_echo_that_arrives_before_the_computers_sound_is_found() -> None:
    """Case 11."""
    far = ten_seconds(FAR)
    found = find_echo(far * np.float32(0.5) + ten_seconds(NEAR), delayed(far, 0.15, 0.0))
    assert found is not None
    assert found.delay_s == pytest.approx(-0.15, abs=0.002)
    assert found.gain_db == pytest.approx(-6.0, abs=3.0)


def test_an_echo_through_a_room_is_found() -> None:
    """Case 11."""
    far = ten_seconds(FAR)
    random = np.random.default_rng(3)
    count = round(0.15 * SAMPLE_RATE_HZ)
    room = random.normal(0, 1, count) * np.exp(-np.arange(count) / (0.03 * SAMPLE_RATE_HZ))
    room[0] = 4.0
    room /= np.sqrt((room**2).sum())
    echo = np.asarray(np.convolve(far, room)[:LENGTH], np.float32)
    found = find_echo(ten_seconds(NEAR, gain_db=-6) + delayed(echo, 0.04, -6.0), far)
    assert found is not None
    assert found.delay_s == pytest.approx(0.04, abs=0.005)
    assert found.gain_db == pytest.approx(-6.0, abs=4.0)


@pytest.mark.parametrize(
    "make_microphone",
    [
        lambda: ten_seconds(NEAR),
        lambda: ten_seconds(NEAR, gain_db=-20) + noise(10, level_dbfs=-50, is_pink=True),
        lambda: noise(10, level_dbfs=-40),
        lambda: silence(10),
    ],
)
def test_independent_tracks_have_no_echo(make_microphone: Callable[[], Samples]) -> None:
    assert find_echo(make_microphone(), ten_seconds(FAR)) is None


def test_where_the_computer_played_nothing_there_is_no_echo() -> None:
    assert find_echo(ten_seconds(NEAR), silence(10)) is None
    assert not has_sound(silence(10))
    assert not has_sound(silence(0))
