"""What one peer takes is counted, and given back."""

import pytest

from engine.remote.refusal import RefusalReason, Refused
from engine.worker.limits import Limits, Peers, TokenBucket


def test_what_comes_within_the_rate_never_waits():
    bucket = TokenBucket(rate=10.0, at_once=5.0)
    assert [bucket.take(1.0, now_s=at / 10) for at in range(50)] == [0.0] * 50


def test_a_burst_is_free_and_what_follows_waits_as_long_as_it_borrowed():
    bucket = TokenBucket(rate=10.0, at_once=5.0)
    assert [bucket.take(1.0, now_s=0.0) for _ in range(5)] == [0.0] * 5
    assert bucket.take(1.0, now_s=0.0) == pytest.approx(0.1)
    assert bucket.take(1.0, now_s=0.0) == pytest.approx(0.2)
    assert bucket.take(1.0, now_s=10.0) == 0.0


def test_streams_are_counted_for_each_peer_and_for_all():
    peers = Peers(Limits(streams_per_peer=2, streams=3))
    one, two = peers.use_of("one"), peers.use_of("two")
    one.begin_stream()
    one.begin_stream()
    with pytest.raises(Refused) as refused:
        one.begin_stream()
    assert refused.value.reason is RefusalReason.TOO_MUCH
    two.begin_stream()
    with pytest.raises(Refused):
        two.begin_stream()
    one.end_stream()
    two.begin_stream()


def test_sound_that_waits_to_be_understood_is_bounded_for_a_peer():
    use = Peers(Limits(peer_asked_s=1.0)).use_of("one")
    use.ask(16000)
    with pytest.raises(Refused):
        use.ask(1)
    use.unask(16000)
    use.ask(1)


def test_who_sends_too_fast_is_read_more_slowly_by_messages_and_by_sound():
    use = Peers(Limits(messages_per_s=10, messages_at_once=2, received_s_per_s=1, received_s_at_once=1)).use_of("one")
    assert use.pause_s(message_bytes=32000, now_s=0.0) == 0.0
    assert use.pause_s(message_bytes=16000, now_s=0.0) == pytest.approx(0.5)
    assert use.pause_s(message_bytes=0, now_s=0.5) == 0.0
