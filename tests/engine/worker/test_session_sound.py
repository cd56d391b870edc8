"""Only what may still be asked about is held."""

import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.limits import Limits, Peers
from engine.worker.session_sound import SessionSound

RAMP = np.arange(1000, dtype="<i2")


@pytest.fixture
def peers() -> Peers:
    return Peers(Limits(session_sound_s=2.0, peer_sound_s=3.0))


@pytest.fixture
def sound(peers: Peers) -> SessionSound:
    return SessionSound(use=peers.use_of("desktop"), limits=Limits(session_sound_s=2.0))


def pcm(start: int, stop: int) -> bytes:
    return RAMP[start:stop].tobytes()


def test_chunks_lie_end_to_end_and_come_out_as_they_went_in(sound: SessionSound):
    assert sound.add(0, pcm(0, 300)) == 300
    assert sound.add(300, pcm(300, 1000)) == 700
    assert np.array_equal(sound.cut(250, 350) * 32768, RAMP[250:350])


def test_what_is_here_already_is_passed_over(sound: SessionSound):
    sound.add(0, pcm(0, 300))
    assert sound.add(0, pcm(0, 300)) == 0
    assert sound.add(200, pcm(200, 400)) == 100
    assert np.array_equal(sound.cut(0, 400) * 32768, RAMP[:400])


def test_a_hole_is_refused_and_the_missing_part_closes_it(sound: SessionSound):
    sound.add(0, pcm(0, 300))
    with pytest.raises(Refused) as refused:
        sound.add(400, pcm(400, 500))
    assert refused.value.reason is RefusalReason.SOUND_MISSING
    assert sound.stop == 300
    sound.add(300, pcm(300, 500))
    assert sound.stop == 500


def test_sound_that_did_not_come_and_sound_that_was_given_up_cannot_be_asked_about(sound: SessionSound):
    sound.add(0, pcm(0, 300))
    with pytest.raises(Refused) as refused:
        sound.cut(200, 301)
    assert refused.value.reason is RefusalReason.SOUND_MISSING
    sound.forget_before(100)
    with pytest.raises(Refused) as refused:
        sound.cut(99, 200)
    assert refused.value.reason is RefusalReason.NOT_UNDERSTOOD


def test_forgotten_sound_is_gone_and_no_longer_counts(sound: SessionSound, peers: Peers):
    sound.add(0, pcm(0, 1000))
    sound.forget_before(900)
    assert (sound.start, sound.stop) == (900, 1000)
    assert peers.held.sound == 100
    sound.forget_before(100)
    assert sound.start == 900
    sound.clear()
    assert peers.held.sound == 0
    assert sound.stop == 1000


def test_a_session_that_comes_back_to_nothing_begins_where_it_is(sound: SessionSound):
    sound.skip_to(5000)
    assert sound.add(5000, pcm(0, 100)) == 100
    assert np.array_equal(sound.cut(5000, 5100) * 32768, RAMP[:100])
    for wrong in (-1, 1 << 60):
        with pytest.raises(Refused):
            sound.skip_to(wrong)


def test_a_session_and_its_peer_hold_no_more_than_they_may(sound: SessionSound, peers: Peers):
    second = bytes(2 * SAMPLE_RATE_HZ)
    sound.add(0, second)
    sound.add(SAMPLE_RATE_HZ, second)
    with pytest.raises(Refused) as refused:
        sound.add(2 * SAMPLE_RATE_HZ, bytes(2))
    assert refused.value.reason is RefusalReason.TOO_MUCH
    other = SessionSound(use=peers.use_of("desktop"), limits=Limits())
    other.add(0, second)
    with pytest.raises(Refused):
        other.add(SAMPLE_RATE_HZ, bytes(2))
    sound.forget_before(100)
    other.add(SAMPLE_RATE_HZ, bytes(2))
