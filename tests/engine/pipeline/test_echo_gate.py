from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.segments import RecognisedWord
from engine.pipeline.echo_gate import EchoGate, FarSide, is_mostly_echo
from tests.builders.timed_words import text_of, words

NOTHING = FarSide((), (), 0)
SAID = words("the budget meeting starts at nine", at=5.0)
VOICE = (SpeechSpan(1, SampleIndex(SAID[0].start), SampleIndex(SAID[-1].stop)),)


def seconds(at_s: float) -> int:
    return int(at_s * SAMPLE_RATE_HZ)


def far(count: int, *, known_to_s: float) -> FarSide:
    return FarSide(tuple(SAID[:count]), VOICE, seconds(known_to_s))


def release(
    gate: EchoGate, side: FarSide, *, now_s: float, is_over: bool = False, is_patient: bool = False
) -> list[tuple[str, bool]]:
    found = gate.release(side, now=seconds(now_s), is_patient=is_patient, is_over=is_over)
    return [(text_of(part.words), part.is_echo) for part, _ in found]


def holding(said: list[RecognisedWord], *, now_s: float) -> EchoGate:
    gate = EchoGate()
    gate.hold(said, no_speech=0.1, now=seconds(now_s))
    return gate


def test_where_the_computer_is_silent_nothing_waits():
    gate = holding(words("good morning", at=1.0), now_s=2.0)
    assert gate.first == seconds(1.0)
    assert release(gate, NOTHING, now_s=2.0) == [("good morning", False)]
    assert gate.first is None


def test_while_the_computer_speaks_words_wait_for_its_own():
    gate = holding(words("the budget meeting starts", at=5.1), now_s=7.0)
    assert release(gate, far(0, known_to_s=5.0), now_s=7.2) == []
    assert release(gate, far(6, known_to_s=8.0), now_s=7.4) == [("the budget meeting starts", True)]


def test_they_wait_no_longer_than_a_second_while_somebody_reads_along():
    gate = holding(words("the budget meeting starts", at=5.1), now_s=7.0)
    assert release(gate, far(0, known_to_s=5.0), now_s=7.9) == []
    assert release(gate, far(0, known_to_s=5.0), now_s=8.0) == [("the budget meeting starts", False)]


def test_where_nobody_reads_along_they_wait_as_long_as_it_takes():
    gate = holding(words("the budget meeting starts", at=5.1), now_s=7.0)
    assert release(gate, far(0, known_to_s=5.0), now_s=90.0, is_patient=True) == []


def test_the_first_words_of_a_run_wait_until_the_run_shows():
    gate = holding(words("the budget", at=5.1), now_s=6.0)
    assert release(gate, far(6, known_to_s=9.0), now_s=6.1) == []
    gate.hold(words("meeting starts", at=5.7), no_speech=0.1, now=seconds(6.6))
    assert release(gate, far(6, known_to_s=9.0), now_s=6.7) == [("the budget meeting starts", True)]


def test_a_run_goes_on_in_the_words_that_come_later():
    gate = holding(words("the budget meeting", at=5.1), now_s=6.0)
    assert release(gate, far(6, known_to_s=9.0), now_s=6.1) == [("the budget meeting", True)]
    gate.hold(words("starts", at=6.0), no_speech=0.1, now=seconds(6.6))
    assert release(gate, far(6, known_to_s=9.0), now_s=6.7) == [("starts", True)]


def test_own_words_beside_the_echo_come_out_as_own():
    said = [*words("yes I know", at=4.0), *words("the budget meeting starts at nine", at=5.05)]
    gate = holding(said, now_s=7.0)
    assert release(gate, far(6, known_to_s=9.0), now_s=7.1) == [("yes I know", False), (text_of(SAID), True)]


def test_what_is_shown_for_now_leaves_out_the_echo():
    gate = holding(words("yes I know", at=4.0), now_s=7.0)
    assert text_of(gate.shown(words("the budget meeting starts", at=5.05), far(6, known_to_s=9.0))) == "yes I know"


def test_a_line_that_is_nearly_all_echo_is_one():
    assert is_mostly_echo(words("well the budget meeting starts at nine", at=4.75), SAID)
    assert not is_mostly_echo(words("but I said that the release starts at nine you know", at=4.0), SAID)
    assert not is_mostly_echo([], SAID)
