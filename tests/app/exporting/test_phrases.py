"""The words that exporters add themselves, in both languages."""

import pytest

from app.exporting.phrases import gap_reason, length_of_time
from engine.contract.segments import GapReason


@pytest.mark.parametrize("reason", list(GapReason))
def test_every_reason_for_a_gap_is_said_in_both_languages(reason: GapReason) -> None:
    english, chinese = gap_reason(reason, "en"), gap_reason(reason, "zh_CN")
    assert english.isascii()
    assert not any(each.isascii() for each in chinese)


def test_lengths_are_said_as_people_say_them() -> None:
    assert [length_of_time(ms, "en") for ms in (10, 12_400, 65_000, 7_380_000)] == [
        "1 s",
        "12 s",
        "1 min 5 s",
        "2 h 3 min",
    ]
