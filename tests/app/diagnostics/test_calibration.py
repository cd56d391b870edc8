"""A search for the best setting is a process of its own: it tells how far it is, and it can be ended."""

from itertools import pairwise
from pathlib import Path

import pytest

from app.diagnostics.calibration import Progress, calibrate, read_sample
from engine.bench.knee_side import LEAST_AGREEMENT, MOST_DISTANCE, PrecisionChecked, words_of
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import EngineDied


def test_only_stretches_where_one_person_speaks_alone_are_used() -> None:
    found = read_sample(60.0)
    assert 30.0 < sum(each.end_s - each.start_s for each in found) <= 60.0
    assert all(one.end_s < other.start_s for one, other in pairwise(found))


def test_words_are_counted_without_marks_and_capitals() -> None:
    assert words_of("You couldn’t, HEAR: 42!") == ["you", "couldn't", "hear", "42"]


def test_a_precision_passes_only_if_encoder_and_tokens_agree() -> None:
    assert PrecisionChecked("m", "int8", MOST_DISTANCE, LEAST_AGREEMENT, 10).passes
    assert not PrecisionChecked("m", "int8", MOST_DISTANCE * 1.1, 1.0, 10).passes
    assert not PrecisionChecked("m", "int8", 0.0, LEAST_AGREEMENT * 0.9, 10).passes


def test_a_cancelled_search_ends_its_process_and_gives_nothing() -> None:
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        calibrate([("none", Path("/nowhere"))], cancellation=cancellation)


def test_a_process_that_breaks_down_is_an_error() -> None:
    with pytest.raises(EngineDied):
        calibrate([("none", Path("/nowhere"))], module="engine.bench.no_such_side")


@pytest.mark.slow
def test_a_real_speech_model_is_tried_in_every_way_and_checked(speech_models: Path) -> None:
    told: list[Progress] = []
    found = calibrate([("tiny.en", speech_models / "tiny.en")], quick=True, tell=told.append)
    assert [each.done for each in told] == list(range(1, told[-1].total + 1))
    assert found.knee.chosen in found.knee.front
    assert min(point.wrong_percent for point in found.knee.points) < 30
    (check,) = found.precisions
    assert check.compute_type == "int8"
    assert check.tokens > 20
    assert check.passes
