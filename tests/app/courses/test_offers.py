from app.courses.offers import Offer, offers
from app.meetings.glossary import Correction, GlossaryEntry

TWICE = [Correction("Hill Bert", "Hilbert", "line-1"), Correction("hill bert", "Hilbert", "line-2")]


def test_a_correction_made_in_two_lines_is_offered():
    assert offers(TWICE, glossary=(), dismissed=()) == [Offer("hill bert", "Hilbert", 2)]


def test_twice_in_one_line_is_once():
    again = [TWICE[0], Correction("Hill Bert", "Hilbert", "line-1")]
    assert offers(again, glossary=(), dismissed=()) == []


def test_what_the_glossary_has_or_the_person_dismissed_is_not_offered():
    assert offers(TWICE, glossary=[GlossaryEntry("Hilbert", ("Hill Bert",))], dismissed=()) == []
    assert offers(TWICE, glossary=(), dismissed={("hill bert", "Hilbert")}) == []
    assert offers(TWICE, glossary=[GlossaryEntry("Hilbert", ("hill birth",))], dismissed=()) != []


def test_another_word_and_a_very_short_one_are_no_terms():
    changes = [("tomorrow", "Friday"), ("is", "was"), ("a", "the")]
    for heard, written in changes:
        twice = [Correction(heard, written, name) for name in ("one", "two")]
        assert offers(twice, glossary=(), dismissed=()) == []


def test_a_chinese_term_is_what_stands_around_the_corrected_character_everywhere():
    twice = [Correction("九", "纠", name, "讲量子", "缠") for name in ("one", "two")]
    twice += [Correction("九", "纠", "three", "了量子", "缠态")]
    assert offers(twice, glossary=(), dismissed=()) == [Offer("量子九缠", "量子纠缠", 3)]
