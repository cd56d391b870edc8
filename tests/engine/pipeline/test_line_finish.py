from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import QuarantineReason, RecognisedSegment
from engine.pipeline.line_finish import LineFinish
from engine.pipeline.live_lines import Growth, Line
from tests.builders.timed_words import text_of, words

LENGTH = 60 * SAMPLE_RATE_HZ
EVERYWHERE = (SpeechSpan(0, SampleIndex(0), SampleIndex(LENGTH)),)


def finish(
    text: str,
    *,
    finisher: LineFinish | None = None,
    is_closed: bool = True,
    language: str = "en",
    confidence: float = 0.9,
    no_speech: float = 0.0,
    speech: tuple[SpeechSpan, ...] = EVERYWHERE,
    each: float = 0.3,
) -> RecognisedSegment:
    line = Line("line", tuple(words(text, at=1.0, each=each, confidence=confidence)), language, no_speech)
    return (finisher or LineFinish()).finish(Growth(line, 1, is_closed), track=0, speech=speech, length=LENGTH)


def test_one_or_two_words_are_not_judged_before_their_line_is_complete():
    """What the recogniser is unsure of at first is often the beginning of a good line."""
    assert finish("In", confidence=0.15, is_closed=False).quarantine is None
    assert finish("In", confidence=0.15).quarantine is QuarantineReason.LOW_EVIDENCE
    assert finish("you", confidence=0.5, is_closed=False).quarantine is None
    assert finish("you", confidence=0.5, no_speech=0.9).quarantine is QuarantineReason.STOCK_PHRASE


def test_a_good_line_with_one_doubtful_word_stays():
    line = Line("line", (*words("In", confidence=0.1), *words("cases of poisoning", at=0.3)), "en", 0.0)
    found = LineFinish().finish(Growth(line, 3, is_closed=True), track=0, speech=EVERYWHERE, length=LENGTH)
    assert found.quarantine is None


def test_words_where_nobody_spoke_are_set_aside_at_once():
    """Case 48."""
    assert finish("Thank you.", is_closed=False, speech=()).quarantine is QuarantineReason.SILENCE


def test_chinese_marks_come_with_the_pauses_and_words_that_are_shown_stay():
    finisher = LineFinish()
    pauses = (
        SpeechSpan(0, SampleIndex(16_000), SampleIndex(16_000 + 4 * 4_800)),
        SpeechSpan(0, SampleIndex(16_000 + 4 * 4_800), SampleIndex(LENGTH)),
    )
    first = finish("我 们 今 天", finisher=finisher, is_closed=False, language="zh", speech=pauses)
    grown = finish("我 们 今 天 开 会", finisher=finisher, is_closed=False, language="zh", speech=pauses)
    closed = finish("我 们 今 天 开 会", finisher=finisher, language="zh", speech=pauses)
    assert not first.text.endswith("。")
    bare = [text.replace("，", "").replace("。", "").replace(" ", "") for text in (first.text, grown.text, closed.text)]
    assert bare == ["我们今天", "我们今天开会", "我们今天开会"]
    assert closed.text.endswith("。")
    assert text_of(closed.words) == closed.text


def test_times_and_probabilities_keep_the_rules():
    """Case 52."""
    found = finish("one two", confidence=float("nan"), each=0.0)
    assert found.confidence == 0.0
    assert found.start < found.stop
