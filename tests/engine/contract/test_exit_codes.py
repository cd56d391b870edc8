import pytest

from engine.contract.errors import EngineDied, SpeakersNotTold
from engine.contract.exit_codes import EndCause, end_cause


@pytest.mark.parametrize(
    ("exit_code", "cause"),
    [
        (3221225794, EndCause.LIBRARY),
        (3221225794 - (1 << 32), EndCause.LIBRARY),
        (0xC0000135, EndCause.LIBRARY),
        (-9, EndCause.MEMORY),
        (137, EndCause.MEMORY),
        (0xC0000017, EndCause.MEMORY),
        (-6, EndCause.UNKNOWN),
        (0xC0000005, EndCause.UNKNOWN),
        (1, EndCause.UNKNOWN),
        (0, EndCause.UNKNOWN),
        (None, EndCause.UNKNOWN),
    ],
)
def test_an_exit_code_tells_what_was_wanting(exit_code: int | None, cause: EndCause):
    """Cases 61 and 91."""
    assert end_cause(exit_code) is cause


@pytest.mark.parametrize(
    ("exit_code", "reason"), [(3221225794, "could not be loaded"), (-9, "memory ran out"), (-6, "stopped unexpectedly")]
)
def test_a_person_reads_a_reason_and_no_number(exit_code: int, reason: str):
    """Case 61."""
    recognition = EngineDied(exit_code).sentence
    assert reason in recognition
    assert "so far is saved" in recognition
    speakers = SpeakersNotTold("it died", exit_code).sentence
    assert "The text is complete" in speakers
    assert reason in speakers or reason == "stopped unexpectedly"
    assert not any(sign.isdigit() for sign in recognition + speakers)
