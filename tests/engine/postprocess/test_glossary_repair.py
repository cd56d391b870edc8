from engine.contract.audio import SampleIndex
from engine.contract.options import GlossaryTerm
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.postprocess.glossary_repair import repair


def segment(text: str, *, confidence: float, quarantine: QuarantineReason | None = None) -> RecognisedSegment:
    parts = text.split() if " " in text else list(text)
    words = tuple(
        RecognisedWord(
            SampleIndex(at * 100), SampleIndex(at * 100 + 100), f" {part}" if " " in text else part, confidence
        )
        for at, part in enumerate(parts)
    )
    return RecognisedSegment(0, words[0].start, words[-1].stop, text, "en", confidence, words, quarantine)


HILBERT = GlossaryTerm("Hilbert", ("Hill Bert",))


def test_a_spoken_form_is_replaced_however_sure_it_was_heard_and_keeps_what_was_heard():
    found = repair(segment("the Hill Bert space", confidence=0.99), [HILBERT])
    assert found.text == "the Hilbert space"
    assert [(word.text, word.heard, word.start, word.stop) for word in found.words][1] == (
        " Hilbert",
        "Hill Bert",
        100,
        300,
    )


def test_what_only_sounds_alike_is_replaced_if_it_was_hardly_believed():
    term = [GlossaryTerm("量子纠缠")]
    assert repair(segment("讲量子九缠吧", confidence=0.4), term).text == "讲量子纠缠吧"
    assert repair(segment("讲量子九缠吧", confidence=0.9), term).text == "讲量子九缠吧"


def test_what_is_set_aside_and_what_holds_no_term_is_left_as_it_is():
    for line in (
        segment("Hill Bert", confidence=0.1, quarantine=QuarantineReason.LOOP),
        segment("a b", confidence=0.1),
    ):
        assert repair(line, [HILBERT]) is line
