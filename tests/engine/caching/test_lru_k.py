from engine.caching.lru_k import History, LruKRules, is_forgotten, is_promoted, used, victims

RULES = LruKRules(k=3, correlated_s=10.0, history_s=1000.0)


def history(*times: float) -> History:
    found: History | None = None
    for time in times:
        found = used(found, time, RULES)
    assert found is not None
    return found


def test_uses_are_kept_newest_first_and_no_more_than_k():
    assert history(0, 100, 200, 300).uses == (300, 200, 100)


def test_uses_close_together_are_one():
    assert history(0, 4, 8, 12).uses == (0,)
    assert history(0, 4, 8, 12).last == 12


def test_a_period_of_correlated_uses_counts_as_one_moment():
    # Used from 0 to 8, then at 100: as the paper has it, what lies before the period moves closer by its length.
    assert history(0, 8, 100).uses == (100, 8)


def test_the_second_hit_promotes():
    assert not is_promoted(history(0, 100), RULES)
    assert is_promoted(history(0, 100, 200), RULES)


def test_what_was_used_once_goes_before_what_was_used_three_times_however_new_it_is():
    there = {"lecture": history(0, 100, 200), "once": history(900)}
    assert victims(there, 950.0, RULES) == ["once", "lecture"]


def test_of_those_used_often_goes_the_one_whose_third_use_is_oldest():
    there = {"early": history(0, 300, 400), "late": history(100, 200, 210 + 10)}
    assert victims(there, 950.0, RULES) == ["early", "late"]


def test_what_is_in_use_goes_last():
    there = {"now": history(945), "before": history(0, 100, 200)}
    assert victims(there, 950.0, RULES) == ["before", "now"]


def test_what_comes_back_within_the_history_window_goes_on_where_it_was():
    assert used(history(0, 100), 900.0, RULES).uses == (900, 100, 0)


def test_what_comes_back_later_begins_anew():
    assert used(history(0, 100), 2000.0, RULES).uses == (2000,)
    assert is_forgotten(history(0, 100), 2000.0, RULES)
