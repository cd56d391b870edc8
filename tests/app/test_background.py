"""The door to work beside the window."""

import threading
from functools import partial

from app.background import Background


def test_what_a_person_waits_for_does_not_stand_in_line_behind_long_work() -> None:
    background, goes_on = Background(threads=1), threading.Event()
    long = [background.run(goes_on.wait) for _ in range(4)]
    assert background.answer(lambda: "found").result(timeout=30) == "found"
    assert not any(each.done() for each in long)
    goes_on.set()
    background.close()


def test_thoughts_come_one_after_the_other_and_hold_up_nothing_else() -> None:
    background, goes_on = Background(threads=1), threading.Event()
    order: list[int] = []

    def think(number: int) -> None:
        assert goes_on.wait(timeout=30)
        order.append(number)

    thoughts = [background.think(partial(think, number)) for number in range(5)]
    assert background.run(lambda: "done").result(timeout=30) == "done"
    assert order == []
    goes_on.set()
    for each in thoughts:
        each.result(timeout=30)
    assert order == list(range(5))
    background.close()
