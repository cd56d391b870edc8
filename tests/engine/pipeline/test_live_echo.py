"""Two tracks that hear the same: what the microphone hears of the computer stands once, and all the rest stays."""

from collections.abc import Sequence

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.messages import LineGrown, TentativeHeard
from engine.contract.segments import QuarantineReason
from tests.fakes.live_desk import COMPUTER, MICROPHONE, LiveDesk, many, text_of
from tests.fakes.live_meeting import LiveMeeting
from tests.fakes.live_speech import SpokenWord, spoken


def moved(words: Sequence[SpokenWord], by_s: float) -> list[SpokenWord]:
    return [SpokenWord(word.start + by_s, word.stop + by_s, word.text) for word in words]


def test_what_the_microphone_hears_of_the_computer_stands_once_and_a_real_repetition_stays():
    """Case 11."""
    near = spoken("thanks I will check the numbers", at=2.0)
    far = spoken("the budget meeting starts at nine", at=5.0)
    again = moved(far, 4.8)
    desk = LiveDesk(LiveMeeting([[*near, *moved(far, 0.02), *again], far], 16.0), kinds=(MICROPHONE, COMPUTER)).run()
    assert desk.text(1) == text_of(far)
    assert desk.text(0) == f"{text_of(near)} {text_of(again)}"
    assert desk.text(0, quarantine=QuarantineReason.ECHO) == text_of(far)


def test_words_of_ones_own_within_the_echo_stay():
    """Case 11."""
    far = spoken("and then we move the release to the end of the month because of the tests", at=2.0)
    own = spoken("no wait please", at=far[-1].stop + 0.1)
    desk = LiveDesk(LiveMeeting([[*moved(far, 0.02), *own], far], 16.0), kinds=(MICROPHONE, COMPUTER)).run()
    assert desk.text(0) == text_of(own)
    assert desk.text(0, quarantine=QuarantineReason.ECHO) == text_of(far)


def test_echo_is_not_shown_while_it_may_still_change():
    far = spoken(text_of(many(40)), at=2.0)
    desk = LiveDesk(LiveMeeting([moved(far, 0.02), far], 16.0), kinds=(MICROPHONE, COMPUTER)).run()
    shown = [event.text for event in desk.of(TentativeHeard) if event.track == 0]
    assert max((len(text.split()) for text in shown), default=0) <= 3


def test_while_the_computer_is_silent_the_microphone_waits_for_nothing():
    words = many(60, pause_every=8)
    alone = LiveDesk(LiveMeeting([words], words[-1].stop + 2)).run()
    both = LiveDesk(LiveMeeting([words, []], words[-1].stop + 2), kinds=(MICROPHONE, COMPUTER)).run()
    late = [
        max(
            at - event.segment.stop / SAMPLE_RATE_HZ
            for at, event in desk.events
            if isinstance(event, LineGrown) and event.new_words
        )
        for desk in (alone, both)
    ]
    assert late[1] <= late[0] + 0.1


def test_two_who_say_different_things_at_the_same_time_both_stand():
    near, far = spoken(text_of(many(30)), at=2.0), spoken(" ".join(f"x{n}" for n in range(30)), at=2.0)
    desk = LiveDesk(LiveMeeting([near, far], 14.0), kinds=(MICROPHONE, COMPUTER)).run()
    assert desk.text(0) == text_of(near)
    assert desk.text(1) == text_of(far)
