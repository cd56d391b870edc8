import pytest

from app.importing.engine_patience import EnginePatience, Patience
from engine.contract.audio import SampleIndex
from engine.contract.engine import DeviceReport
from engine.contract.messages import DeviceChosen, JobProgressed, SegmentsFinished, Stage

READING = JobProgressed("job", Stage.READING, 1, 2)
CHOSEN = DeviceChosen("job", DeviceReport("cpu", "int8", "Fake"))
LISTENED = JobProgressed("job", Stage.RECOGNISING, 0, 2)
LINES = SegmentsFinished("job", (), (), SampleIndex(1), 1)


@pytest.fixture
def engine() -> EnginePatience:
    return EnginePatience(Patience(start_s=300, first_s=600, going_s=120))


def silent_for(engine: EnginePatience, seconds: int) -> bool:
    for _ in range(seconds):
        engine.wait(1)
    return engine.is_over


def test_loading_a_speech_model_may_take_long(engine: EnginePatience) -> None:
    engine.hear(READING)
    assert not silent_for(engine, 300)
    assert silent_for(engine, 1)


def test_the_first_lines_may_take_ten_minutes(engine: EnginePatience) -> None:
    engine.hear(CHOSEN)
    engine.hear(LISTENED)
    assert not silent_for(engine, 600)
    assert silent_for(engine, 1)


def test_afterwards_the_pace_of_this_computer_is_the_measure(engine: EnginePatience) -> None:
    engine.hear(CHOSEN)
    silent_for(engine, 20)
    engine.hear(LINES)
    assert not silent_for(engine, 120 + 10 * 20)
    assert silent_for(engine, 1)


def test_every_word_counts(engine: EnginePatience) -> None:
    engine.hear(CHOSEN)
    engine.hear(LINES)
    for _ in range(10):
        assert not silent_for(engine, 100)
        engine.hear(LISTENED)


def test_another_device_is_waited_for_like_the_first(engine: EnginePatience) -> None:
    engine.hear(CHOSEN)
    engine.hear(LINES)
    engine.hear(CHOSEN)
    assert not silent_for(engine, 600)


def test_a_computer_that_slept_did_not_wait(engine: EnginePatience) -> None:
    engine.wait(8 * 3600)
    assert not engine.is_over


def test_a_process_that_is_started_again_has_all_the_time_again(engine: EnginePatience) -> None:
    engine.hear(CHOSEN)
    engine.hear(LINES)
    assert silent_for(engine, 121)
    engine.begin()
    assert not silent_for(engine, 300)
