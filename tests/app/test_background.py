"""The door to work beside the window."""

import threading

from app.background import Background


def test_what_a_person_waits_for_does_not_stand_in_line_behind_long_work() -> None:
    background, goes_on = Background(threads=1), threading.Event()
    long = [background.run(goes_on.wait) for _ in range(4)]
    assert background.answer(lambda: "found").result(timeout=30) == "found"
    assert not any(each.done() for each in long)
    goes_on.set()
    background.close()
