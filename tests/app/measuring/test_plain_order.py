from app.measuring.plain_order import PlainOrder
from engine.remote.question import Priority
from engine.worker.schedule import Ticket


def ticket(number: int, priority: Priority) -> Ticket:
    return Ticket(number, "a", priority, 0.0, -float(number))


def test_who_comes_first_is_served_first_and_alone_whatever_is_asked():
    order = PlainOrder()
    for number, priority in enumerate((Priority.BACKGROUND_FILE, Priority.LIVE_TENTATIVE, Priority.LIVE_FINAL)):
        assert order.add(ticket(number, priority)) == []
    assert order.take_late(1e9) == []
    assert order.take_back(ticket(1, Priority.LIVE_TENTATIVE))
    assert not order.take_back(ticket(1, Priority.LIVE_TENTATIVE))
    assert [[each.number for each in order.take(most=8)] for _ in range(3)] == [[0], [2], []]
