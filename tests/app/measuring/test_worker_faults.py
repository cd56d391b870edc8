from pathlib import Path

from app.measuring.worker_faults import Run, RunBook, fault_details, fault_figures, faults


def a_run(
    fault: str,
    *,
    lost: int = 0,
    fallbacks_s: tuple[float, ...] = (),
    own_s: tuple[float, ...] = (),
    was_used: bool = True,
) -> Run:
    return Run(fault, 100, lost, 0, 0.0, fallbacks_s, handed_back=True, was_used=was_used, own_s=own_s)


def test_every_fault_has_a_name_of_its_own_and_the_quick_ones_are_short():
    keys = [fault.key for fault in faults(quick=False)]
    assert len(set(keys)) == len(keys)
    assert {"killed", "frozen", "cut", "cut_long", "slow_line", "stranger", "desktop"} <= set(keys)
    assert max(fault.lasts_s for fault in faults(quick=True)) <= 10


def test_what_was_run_is_not_run_again_after_an_interruption(tmp_path: Path):
    book = RunBook(tmp_path / "runs.jsonl")
    book.add(a_run("killed", fallbacks_s=(0.5,), own_s=(0.4,)))
    again = RunBook(tmp_path / "runs.jsonl")
    assert again.runs == book.runs
    assert (again.count("killed"), again.count("frozen")) == (1, 0)


def test_nothing_may_be_lost_and_everything_is_read_here_within_two_seconds():
    runs = [a_run("killed", fallbacks_s=(0.4, 1.1)), a_run("frozen", fallbacks_s=(2.5,), own_s=(1.6,), lost=1)]
    figures = {figure.key: figure for figure in fault_figures(faults(quick=False), runs)}
    assert figures["words_lost"].met is False
    assert figures["words_twice"].met is True
    assert figures["fallback_s"].ours == 2.5
    assert figures["fallback_killed_s"].met is True
    assert figures["fallback_frozen_s"].met is False
    assert figures["own_s"].met is True


def test_a_run_in_which_the_worker_never_answered_says_nothing_and_is_counted():
    figures = {figure.key: figure for figure in fault_figures((), [a_run("cut", was_used=False)])}
    assert (figures["not_used"].ours, figures["not_used"].met) == (1, False)


def test_each_fault_has_a_line_of_its_own():
    lines = fault_details(faults(quick=True), [a_run("killed", fallbacks_s=(0.4,))])
    assert "killed: 1 runs, 100 words, windows read here 0.40 s after they were asked in the median" in lines
