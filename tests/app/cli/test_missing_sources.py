"""What ``vivavoce listen`` says when there is nothing to listen to."""

from app.cli.missing_sources import PATIENCE_S, MissingSources
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceChanged, SourceState

MICROPHONE, COMPUTER = TrackKind.MICROPHONE, TrackKind.COMPUTER


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def lost(track: int, why: str = "") -> SourceChanged:
    return SourceChanged(track, SourceState.LOST, "", why)


def test_a_source_that_is_missing_for_a_while_is_said_once_with_what_to_do():
    missing = MissingSources((MICROPHONE,), clock=(clock := Clock()))
    assert missing.look() == ""
    missing.hear(lost(0, "there is no microphone"))
    assert missing.look() == "", "it may come in a moment"
    clock.now_s += PATIENCE_S
    missing.hear(lost(0, "still none"))
    said = missing.look()
    assert said.startswith("No microphone could be opened: there is no microphone. Nothing is recorded.")
    assert "vivavoce devices" in said
    assert missing.look() == missing.look(is_over=True) == ""
    assert missing.is_nothing_recorded


def test_while_another_source_is_recorded_nothing_is_said():
    missing = MissingSources((MICROPHONE, COMPUTER), clock=(clock := Clock()))
    missing.hear(lost(0))
    clock.now_s += PATIENCE_S
    assert missing.look() == "", "of the other one nobody knows yet"
    missing.hear(SourceChanged(1, SourceState.OPENED, "Monitor", ""))
    assert missing.look() == missing.look(is_over=True) == ""
    assert not missing.is_nothing_recorded


def test_two_missing_sources_are_both_named():
    missing = MissingSources((MICROPHONE, COMPUTER), clock=(clock := Clock()))
    missing.hear(lost(1))
    missing.hear(lost(0))
    clock.now_s += PATIENCE_S
    said = missing.look()
    assert said.startswith("No microphone could be opened. The computer’s sound could not be opened. Nothing")


def test_a_source_that_went_away_later_was_recorded():
    missing = MissingSources((MICROPHONE,), clock=(clock := Clock()))
    missing.hear(SourceChanged(0, SourceState.OPENED, "Headset", ""))
    missing.hear(lost(0))
    clock.now_s += PATIENCE_S
    assert missing.look() == missing.look(is_over=True) == ""
    assert not missing.is_nothing_recorded


def test_a_recording_that_ends_soon_says_it_at_its_end():
    missing = MissingSources((MICROPHONE,), clock=Clock())
    missing.hear(lost(0))
    missing.hear(SourceChanged(0, SourceState.ENDED, "", ""))
    assert missing.look(is_over=True)
    assert missing.is_nothing_recorded
