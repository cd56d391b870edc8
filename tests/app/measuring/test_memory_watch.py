import os

from app.measuring.memory_watch import MemorySample, MemoryWatch, own_memory


def watch(*samples: tuple[float, int, int]) -> MemoryWatch:
    return MemoryWatch({"engine": [MemorySample(*each) for each in samples]})


def test_growth_counts_from_the_first_look_after_the_beginning():
    seen = watch((0, 1, 10), (500, 1, 100), (601, 1, 200), (700, 1, 150), (800, 1, 230), (900, 1, 190))
    assert seen.growth("engine", after_s=600) == 30
    assert seen.peak("engine") == 230


def test_what_was_not_looked_at_long_enough_has_no_growth():
    assert watch((0, 1, 10), (601, 1, 200)).growth("engine", after_s=600) is None
    assert MemoryWatch().growth("engine", after_s=600) is None


def test_another_process_of_the_same_name_is_a_restart():
    assert watch((0, 1, 10), (1, 1, 10)).restarts() == 0
    assert watch((0, 1, 10), (1, 2, 10), (2, 3, 10)).restarts() == 2


def test_a_process_that_is_there_is_looked_at_and_one_that_is_gone_is_not():
    seen = MemoryWatch()
    seen.look({"engine": os.getpid(), "recorder": 2**22 + 1}, audio_s=5.0)
    assert seen.peak("engine") > 1_000_000
    assert "recorder" not in seen.samples
    assert own_memory(2**22 + 1) is None
