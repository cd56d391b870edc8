import pytest

from engine.contract.options import GlossaryTerm
from engine.glossary.differing import differing
from engine.glossary.plausible import plausible
from engine.glossary.sound_key import alike, sound_key


def words(text: str) -> list[str]:
    return [f" {word}" for word in text.split()]


def best(text: str, *terms: str | GlossaryTerm) -> list[tuple[str, bool]]:
    known = [GlossaryTerm(term) if isinstance(term, str) else term for term in terms]
    return [(each.text, each.is_given) for each in plausible(words(text), known, most=3)]


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [("Helstyn", "helstone", 0.8), ("量子九缠", "量子纠缠", 0.9), ("quick enough to", "quickeneth", 0.6)],
)
def test_what_sounds_alike_is_alike(one: str, other: str, least: float):
    assert alike(sound_key(one), sound_key(other)) >= least


def test_chinese_is_only_like_as_many_characters():
    assert alike(sound_key("量子"), sound_key("量子纠缠")) == 0.0
    assert alike(sound_key("liangzi"), sound_key("量子")) == 0.0


def test_a_term_is_found_in_the_place_of_several_words_and_keeps_the_marks_and_the_capital_of_a_beginning():
    assert best("Hill Bert, he said.", "hilbert")[0] == (" Hilbert,", False)
    assert best("he said it, and on.", "anon")[0] == (" anon.", False)
    assert best("in Helstyn.", "helstone")[0] == (" helstone.", False)


def test_what_is_written_right_already_is_left_alone_and_so_are_other_terms():
    assert best("accusing people", "accusing") == []
    assert best("Helstone is here.", "helstone") == []
    assert best("thou seekest", "seekest", "seest") == []


def test_a_run_over_the_end_of_a_sentence_is_no_term():
    assert {each.count for each in plausible(words("Hill. Bert said."), [GlossaryTerm("hilbert")], most=3)} <= {1}


def test_what_a_person_gave_comes_first_and_needs_no_proof():
    term = GlossaryTerm("Kubernetes", ("cooper netties",))
    assert best("with cooper netties now", term)[0] == (" Kubernetes", True)
    assert best("with k8s now", GlossaryTerm("k8s", replacement="Kubernetes"))[0] == (" Kubernetes", True)
    assert best("an nasa man", "NASA") == [(" NASA", True)]
    assert best("he will come", "Will") == []


def test_of_a_second_hearing_only_short_runs_with_a_term_are_taken():
    first = words("Then said the Unic, who he was.")
    terms = [GlossaryTerm("eunuch"), GlossaryTerm("sherburn")]
    [found] = differing(first, words("Then he said the eunuch, who he was."), terms)
    assert (found.first, found.count, found.text) == (3, 1, " Eunuch,") or found.text == " eunuch,"
    echo = words("eunuch, sherburn, eunuch, sherburn, eunuch, sherburn")
    assert differing(first, echo, terms) == []
    assert differing(first, words("Then said the Unic, who he was. eunuch, sherburn."), terms) == []
    assert differing(first, words("Then said the eunuch, who he was."), terms, settled=4) == []
