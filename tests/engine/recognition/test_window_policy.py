import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.recognition.window_policy import SMALL_BYTES, LiveShare, share_device, share_live, window_frames


@given(st.integers(1, 31 * SAMPLE_RATE_HZ))
def test_a_window_holds_its_sound_and_is_never_longer_than_whispers_own(samples: int):
    frames = window_frames(samples)
    assert frames <= 3000
    assert frames % 50 == 0
    assert frames * 160 >= min(samples, 480_000) - 160


@given(st.integers(1, 30 * SAMPLE_RATE_HZ), st.integers(1, SAMPLE_RATE_HZ))
def test_more_sound_hardly_ever_gets_a_shorter_window(samples: int, more: int):
    assert window_frames(samples + more) >= window_frames(samples) - 100


def test_short_speech_gets_eight_seconds_of_padding():
    assert window_frames(4 * SAMPLE_RATE_HZ) == 1200


def test_a_full_stretch_gets_one_second():
    assert window_frames(25 * SAMPLE_RATE_HZ) == 2600


@pytest.mark.parametrize("threads", [1, 2, 3, 4, 8, 16])
@pytest.mark.parametrize("size", [80_000_000, 800_000_000, 3_000_000_000])
def test_a_processor_is_never_given_more_work_than_it_has_threads(threads: int, size: int):
    share = share_device("cpu", threads=threads, model_bytes=size)
    assert share.replicas >= 1
    assert share.threads >= 1
    assert share.replicas * share.threads <= threads
    assert share.batch >= 1


def test_small_weights_are_copied_for_each_core_and_large_ones_are_not():
    assert share_device("cpu", threads=2, model_bytes=80_000_000).replicas == 2
    assert share_device("cpu", threads=8, model_bytes=3_000_000_000).replicas == 1


def test_a_card_gets_large_batches_one_at_a_time():
    share = share_device("cuda", threads=4, model_bytes=3_000_000_000)
    assert (share.replicas, share.batch) == (1, 8)


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_a_live_window_is_encoded_on_all_threads_and_decoded_on_one(threads: int):
    assert share_live("cpu", threads=threads, model_bytes=80_000_000) == LiveShare(encoder=threads, decoder=1)


def test_large_weights_are_not_in_memory_twice_for_a_live_window():
    assert share_live("cpu", threads=4, model_bytes=SMALL_BYTES + 1) == LiveShare(encoder=4, decoder=4)
    assert share_live("cuda", threads=4, model_bytes=80_000_000) == LiveShare(encoder=4, decoder=4)
