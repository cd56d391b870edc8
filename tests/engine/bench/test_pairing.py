from engine.bench.pairing import paired_ratio, run_in_turn


def test_every_side_runs_once_a_round_and_nobody_is_always_first():
    order: list[tuple[str, int]] = []

    def run(side: str, number: int) -> str:
        order.append((side, number))
        return f"{side}{number}"

    answers = run_in_turn(["a", "b", "c"], rounds=3, run=run)
    assert answers == {"a": ["a0", "a1", "a2"], "b": ["b0", "b1", "b2"], "c": ["c0", "c1", "c2"]}
    assert "".join(side for side, _ in order) == "abcbcacab"


def test_there_is_no_ratio_to_nothing():
    assert paired_ratio([1.0], [0.0]) is None
    assert paired_ratio([], []) is None
