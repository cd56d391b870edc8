from engine.capture.source_watch import LOST_AFTER_S, SILENT_AFTER_S, Finding, SourceWatch


def test_a_source_that_says_nothing_is_lost_after_two_seconds_and_that_is_told_once():
    """Case 1."""
    watch = SourceWatch(now_s=100.0)
    assert watch.hear(arrived_s=100.5, is_zero=False) is None
    assert watch.look(100.5 + LOST_AFTER_S - 0.1) is None
    assert watch.look(100.5 + LOST_AFTER_S) is Finding.LOST
    assert watch.look(200.0) is None


def test_a_source_that_never_began_is_lost_as_well():
    """Case 1."""
    assert SourceWatch(now_s=0.0).look(LOST_AFTER_S) is Finding.LOST


def test_perfect_zeros_are_silence_and_the_end_of_them_is_told():
    """Case 7."""
    watch = SourceWatch(now_s=0.0)
    assert watch.hear(arrived_s=0.0, is_zero=True) is None
    assert watch.hear(arrived_s=SILENT_AFTER_S - 0.1, is_zero=True) is None
    assert watch.hear(arrived_s=SILENT_AFTER_S, is_zero=True) is Finding.SILENT
    assert watch.hear(arrived_s=9.0, is_zero=True) is None
    assert watch.hear(arrived_s=9.1, is_zero=False) is Finding.HEARD


def test_a_quiet_room_is_not_silence():
    """Case 7: noise at -80 dB, of which now and then a block is all zeros."""
    watch = SourceWatch(now_s=0.0)
    found = [watch.hear(arrived_s=number * 0.02, is_zero=number % 50 != 0) for number in range(1000)]
    assert found == [None] * 1000


def test_computer_sound_may_say_nothing_and_be_zero():
    """Case 9."""
    watch = SourceWatch(now_s=0.0, may_rest=True)
    assert watch.look(1000.0) is None
    assert watch.hear(arrived_s=1000.0, is_zero=True) is None
    assert watch.hear(arrived_s=1010.0, is_zero=True) is None
