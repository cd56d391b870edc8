import pytest

from engine.contract.segments import QuarantineReason, RecognisedSegment
from engine.postprocess.quarantine import Quarantine, plain, read_phrases
from tests.builders.recognised import line
from tests.builders.speech_clips import span

SPEECH = [span(0, 60)]

STOCK = [(language, phrase) for language, phrases in read_phrases().items() for phrase in phrases]


def reason(segment: RecognisedSegment, *, nobody: bool = False) -> QuarantineReason | None:
    return Quarantine().judge(segment, [] if nobody else SPEECH).quarantine


def test_a_line_where_nobody_was_heard_is_set_aside():
    """Case 48."""
    assert reason(line("The committee will meet on Tuesday."), nobody=True) is QuarantineReason.SILENCE


def test_a_line_beside_the_speech_is_set_aside():
    assert Quarantine().judge(line("Hello there.", 10, 12), [span(0, 9), span(13, 20)]).quarantine is (
        QuarantineReason.SILENCE
    )


@pytest.mark.parametrize(("language", "phrase"), STOCK)
def test_a_stock_phrase_with_weak_evidence_is_set_aside(language: str, phrase: str):
    """Case 48."""
    weak = line(f"{phrase.capitalize()}.", confidence=0.5, language=language)
    assert reason(weak) is QuarantineReason.STOCK_PHRASE


@pytest.mark.parametrize("phrase", ["Thank you.", "Thank you very much!", "谢谢大家。", "Vielen Dank.", "you"])
def test_a_phrase_said_clearly_stays(phrase: str):
    assert reason(line(phrase, confidence=0.93)) is None


def test_a_phrase_is_set_aside_where_the_recogniser_doubts_that_anybody_speaks():
    assert reason(line("Thank you.", confidence=0.93, no_speech=0.8)) is QuarantineReason.STOCK_PHRASE


def test_a_phrase_within_a_sentence_stays():
    assert reason(line("I would like to say thank you very much to all of you.", confidence=0.6)) is None


@pytest.mark.parametrize(("confidence", "no_speech", "is_set_aside"), [
    (0.3, 0.1, False), (0.3, 0.7, True), (0.15, 0.1, True), (0.6, 0.9, False),
])  # fmt: skip
def test_other_text_is_set_aside_only_where_it_is_hardly_believed(
    confidence: float, no_speech: float, is_set_aside: bool
):
    segment = line("The quarterly figures are better than last year.", confidence=confidence, no_speech=no_speech)
    assert reason(segment) is (QuarantineReason.LOW_EVIDENCE if is_set_aside else None)


@pytest.mark.parametrize("text", ["...", "♪ ♪", "—", "。"])
def test_marks_without_a_word_are_set_aside(text: str):
    assert reason(line(text)) is QuarantineReason.LOW_EVIDENCE


def test_a_reason_that_is_there_already_stays():
    looped = line("a b a b", quarantine=QuarantineReason.LOOP)
    assert Quarantine().judge(looped, []) == looped


@pytest.mark.parametrize("text", ["Yes.", "No.", "好。", "Ja"])
def test_a_short_word_that_was_heard_stays(text: str):
    """The alignment may give a word of one syllable hardly any time."""
    assert reason(line(text, 5.0, 5.06)) is None
    assert reason(line(text, 5.0, 5.0)) is None


def test_nothing_but_the_reason_is_changed():
    segment = line("Thank you.", confidence=0.4)
    judged = Quarantine().judge(segment, SPEECH)
    assert (judged.text, judged.start, judged.stop, judged.words) == (
        segment.text, segment.start, segment.stop, segment.words,
    )  # fmt: skip


def test_phrases_may_be_others():
    own = Quarantine(phrases={"en": ["good morning"]})
    assert own.judge(line("Good morning!", confidence=0.5), SPEECH).quarantine is QuarantineReason.STOCK_PHRASE
    assert own.judge(line("Thank you.", confidence=0.5), SPEECH).quarantine is None


def test_phrases_are_compared_without_case_width_and_marks():
    assert plain("  Thanks, for WATCHING!! ") == "thanks for watching"
    assert plain("ＴＨＡＮＫ　ＹＯＵ。") == "thank you"
    assert all(plain(phrase) for _, phrase in STOCK)


def test_the_phrases_that_ship_include_the_languages_of_our_readers():
    assert {"en", "zh", "ja", "de", "es", "fr"} <= read_phrases().keys()
