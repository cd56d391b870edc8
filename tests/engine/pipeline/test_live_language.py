from engine.pipeline.live_language import LanguageVote


def test_one_guess_that_is_sure_decides():
    vote = LanguageVote()
    assert vote.decided == ""
    assert vote.take("de", 0.9) == ("de", 0.9)
    assert vote.decided == "de"


def test_unsure_guesses_vote():
    """Case 50: the first short word decides nothing."""
    vote = LanguageVote()
    assert vote.take("en", 0.4) == ("en", 0.4)
    assert vote.decided == ""
    assert vote.take("de", 0.55)[0] == "de"
    assert vote.decided == ""
    vote.take("de", 0.5)
    vote.take("de", 0.5)
    assert vote.decided == "de"


def test_a_sure_guess_beats_the_votes():
    vote = LanguageVote()
    vote.take("en", 0.5)
    vote.take("en", 0.5)
    assert vote.take("de", 0.8) == ("de", 0.8)
    assert vote.decided == "de"


def test_what_was_decided_before_stays():
    assert LanguageVote("zh").decided == "zh"
