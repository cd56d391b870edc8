"""What the side bar says of where speech is understood, in each state there is."""

import pytest

from ui.library.place_words import OtherComputer, Understanding, place_words

UNSEEN = OtherComputer("1", "Big computer")
READY = OtherComputer("1", "Big computer", is_there=True)
AWAY = OtherComputer("1", "Big computer", is_there=False)
STRANGE = OtherComputer("1", "Big computer", is_there=False, trouble="It does not know this computer any more.")
ATTIC = OtherComputer("2", "Attic", is_there=True)

HERE = Understanding()
THERE = Understanding(worker="Big computer")
MISSED = Understanding(missed_worker="Big computer")


@pytest.mark.parametrize(
    ("others", "now", "text", "is_here"),
    [
        ((), (), "Stays on this computer", True),
        ((), (HERE,), "Stays on this computer", True),
        ((UNSEEN,), (), "Kept here, understood by Big computer if it answers", False),
        ((READY,), (), "Kept here, Big computer is ready to understand", False),
        ((AWAY, ATTIC), (), "Kept here, Attic is ready to understand", False),
        ((READY, ATTIC), (), "Kept here, 2 other computers are ready to understand", False),
        ((AWAY,), (), "Stays on this computer: Big computer does not answer", True),
        ((STRANGE,), (), "Stays on this computer: Big computer cannot be used now", True),
        ((READY,), (THERE,), "Kept here, Big computer understands now", False),
        ((READY,), (HERE, THERE), "Kept here, Big computer understands now", False),
        ((), (THERE,), "Kept here, Big computer understands now", False),
        ((READY,), (MISSED,), "Stays on this computer: Big computer does not answer", True),
        ((READY,), (HERE,), "Understood on this computer now", True),
    ],
)
def test_it_says_what_is_so(
    others: tuple[OtherComputer, ...], now: tuple[Understanding, ...], text: str, is_here: bool
) -> None:
    words = place_words(others, now)
    assert (words.text, words.is_here) == (text, is_here)


def test_whoever_points_at_it_learns_why_and_where_the_sound_goes() -> None:
    assert place_words((STRANGE,), ()).hint == STRANGE.trouble
    assert "encrypted" in place_words((READY,), ()).hint
    assert place_words((READY, ATTIC), ()).hint == "Big computer, Attic"
    assert place_words((), ()).hint == ""
