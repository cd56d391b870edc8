"""Who spoke when, as a picture."""

from app.meetings.identifiers import SpeakerId
from app.meetings.speaking_facts import Talk
from ui.editor.talk_strip import bars_of

ADA = SpeakerId("a" * 32)


def test_ten_hours_of_talk_are_no_more_bars_than_there_are_pixels() -> None:
    talks = [Talk(0, 5_000 * number, 5_000 * number + 3_000, ADA) for number in range(7_200)]
    bars = bars_of(talks, width=260, duration_ms=36_000_000)
    assert len(bars) <= 260
    assert bars[0][0] == 0
    assert bars[-1][1] == 260


def test_stretches_far_apart_stay_apart_and_a_short_one_is_seen() -> None:
    talks = [Talk(0, 0, 1_000, ADA), Talk(0, 500_000, 500_001, ADA), Talk(0, 999_000, 1_000_000, ADA)]
    assert bars_of(talks, width=100, duration_ms=1_000_000) == [(0, 1), (50, 51), (99, 100)]
