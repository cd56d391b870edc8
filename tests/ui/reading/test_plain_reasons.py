"""Every reason that the engine may give is said in plain words."""

import pytest

from app.meetings.transcript import Gap, GapState
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import GapReason, QuarantineReason
from ui.reading.plain_reasons import gap_short, gap_words, set_aside_reason, set_aside_short


@pytest.mark.parametrize("reason", list(QuarantineReason))
def test_every_reason_to_set_a_line_aside_has_words(reason: QuarantineReason) -> None:
    assert set_aside_reason(reason).endswith(".")
    assert set_aside_short(reason)


@pytest.mark.parametrize("reason", list(GapReason))
def test_every_gap_says_its_length_and_why(reason: GapReason) -> None:
    gap = Gap(0, Milliseconds(0), Milliseconds(12_000), reason, GapState.LOST)
    assert gap_words(gap).what.startswith("12 s ")
    assert gap_short(gap)


def test_a_gap_that_is_worked_on_says_that_its_words_follow() -> None:
    gap = Gap(0, Milliseconds(0), Milliseconds(12_000), GapReason.NOT_RECOGNISED)
    assert gap_words(gap, is_coming=True).what.startswith("12 s being understood now")
    assert gap_short(gap, is_coming=True) == "being understood"
    assert "failed" in gap_words(gap).what


def test_what_was_not_recorded_never_comes() -> None:
    gap = Gap(0, Milliseconds(0), Milliseconds(12_000), GapReason.SOURCE_LOST)
    assert "not recorded" in gap_words(gap, is_coming=True).what


def test_where_there_are_several_tracks_a_gap_says_whose_it_is() -> None:
    gap = Gap(0, Milliseconds(0), Milliseconds(12_000), GapReason.SOURCE_LOST, GapState.LOST)
    words = gap_words(gap, track=TrackKind.MICROPHONE).what
    assert words == "Microphone: 12 s not recorded: no sound came from the device."
