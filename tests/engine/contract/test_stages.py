"""Each part of a word's way is the distance of two stamps, and the whole is in none of them twice."""

from dataclasses import replace

import pytest

from engine.contract.stages import PARTS_OF, Part, StageStamps, figures_of, percentile

SPAN = StageStamps(10.0, 10.02, 10.05, 10.3, 10.35, 10.5, 10.9, 10.91, 10.92, 10.95)


def test_the_parts_together_are_the_whole_way() -> None:
    lengths = [SPAN.length_s(part) for part in Part if part not in PARTS_OF and part is not Part.WHOLE]
    assert sum(each or 0.0 for each in lengths) == pytest.approx(SPAN.length_s(Part.WHOLE))


def test_a_part_whose_end_is_not_known_has_no_length() -> None:
    remote = replace(SPAN, encoded_s=None)
    assert remote.length_s(Part.ENCODING) is None
    assert remote.length_s(Part.INFERENCE) == pytest.approx(0.2)


def test_stamps_in_another_order_make_nothing_negative() -> None:
    assert replace(SPAN, shown_s=10.0).length_s(Part.SHOWING) == 0.0


def test_figures_name_only_parts_that_are_known_and_shares_add_up() -> None:
    found = {each.part: each for each in figures_of([SPAN, replace(SPAN, shown_s=None)])}
    assert found[Part.SHOWING].count == 1
    assert found[Part.INFERENCE].percentiles_s == pytest.approx((0.2, 0.2, 0.2))
    assert sum(each.share for part, each in found.items() if part not in PARTS_OF) == pytest.approx(1.0)
    assert figures_of([StageStamps()]) == ()


def test_a_percentile_is_a_value_that_was_measured() -> None:
    assert [percentile(range(1, 101), percent) for percent in (50, 95, 99)] == [50, 95, 99]
    assert percentile([3.0], 99) == 3.0
