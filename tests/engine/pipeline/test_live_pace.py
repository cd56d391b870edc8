from engine.contract.messages import LivePace
from engine.pipeline.live_pace import PaceKeeper

FULL, RARE, SMALL = LivePace.FULL, LivePace.WITHOUT_TENTATIVE, LivePace.SMALLER_MODEL


def paces(keeper: PaceKeeper, late: list[tuple[float, int]], *, at: int = 0) -> list[LivePace]:
    """The pace at the end of each stretch of so many seconds with such a lateness."""
    found: list[LivePace] = []
    for late_s, seconds in late:
        for _ in range(seconds):
            at += 16_000
            keeper.look(late_s, at)
        found.append(keeper.pace)
    return found


def test_a_machine_that_keeps_up_goes_at_full_pace():
    assert paces(PaceKeeper(), [(0.5, 100), (3.0, 10), (1.0, 100)]) == [FULL, FULL, FULL]


def test_one_long_pass_is_no_reason_to_step_down():
    assert paces(PaceKeeper(), [(7.0, 3), (1.0, 15), (7.0, 3), (1.0, 15)]) == [FULL] * 4


def test_lateness_that_goes_up_and_down_counts_by_its_mean():
    assert paces(PaceKeeper(), [(9.0, 2), (1.0, 2)] * 10)[-1] is RARE


def test_first_the_tentative_passes_go_then_the_model():
    assert paces(PaceKeeper(), [(6.0, 8), (14.0, 4), (14.0, 8)]) == [RARE, RARE, SMALL]


def test_leaving_passes_out_may_be_enough():
    assert paces(PaceKeeper(), [(6.0, 8), (8.0, 100)]) == [RARE, RARE]


def test_it_steps_up_when_it_kept_up_for_a_while():
    assert paces(PaceKeeper(), [(14.0, 18), (5.0, 36), (5.0, 5), (5.0, 32)]) == [SMALL, SMALL, RARE, FULL]


def test_after_stepping_up_too_early_it_waits_twice_as_long():
    keeper = PaceKeeper()
    assert paces(keeper, [(6.0, 8), (4.0, 33), (9.0, 5)]) == [RARE, FULL, RARE]
    assert paces(keeper, [(4.0, 45), (4.0, 25)], at=46 * 16_000) == [RARE, FULL]


def test_without_a_smaller_model_it_stays():
    keeper = PaceKeeper()
    assert paces(keeper, [(14.0, 18)]) == [SMALL]
    keeper.cannot_shrink()
    assert paces(keeper, [(20.0, 60)], at=18 * 16_000) == [RARE]
