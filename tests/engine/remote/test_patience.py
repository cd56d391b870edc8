from engine.remote.patience import LIVE, Patience
from engine.worker.limits import Limits


def test_a_pulled_cable_is_noticed_within_fifteen_seconds_and_no_wait_is_without_an_end():
    """Case 85: the values that a desktop uses; that they work is for ``test_remote_session.py``."""
    for patience in (Patience(), LIVE):
        assert patience.keepalive_s + patience.keepalive_answer_s <= 15
        assert patience.keepalive_s >= Limits().keepalive_s, "a worker takes faster asking for an attack"
        assert patience.for_answer(30.0) < 150
