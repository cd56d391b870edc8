"""One button looks for the best setting; nothing is changed until the person uses what was found."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.diagnostics.calibration import Calibrated, Progress
from engine.bench.knee import Point, Rung, find_knee
from engine.bench.knee_side import PrecisionChecked
from engine.contract.cancellation import Cancellation
from engine.contract.errors import EngineDied
from tests.ui.window_stage import Stage
from ui.settings.knee_card import KneeCard

POINTS = (
    Point(Rung("base", "int8", 1, has_full_window=False), 12.0, 0.05),
    Point(Rung("base", "int8", 5, has_full_window=False), 8.0, 0.08),
    Point(Rung("base", "float32", 5, has_full_window=True), 7.9, 0.30),
)
FOUND = Calibrated(find_knee(POINTS), (PrecisionChecked("base", "int8", 0.05, 0.99, 100),), 60.0)


class ScriptedSearch:
    """Finds ``FOUND``, fails, or waits until it is cancelled."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.error: EngineDied | None = None
        self.waits = False

    def __call__(
        self, models: Sequence[tuple[str, Path]], cancellation: Cancellation, tell: Callable[[Progress], None]
    ) -> Calibrated:
        self.asked = [name for name, _ in models]
        tell(Progress(1, 3, POINTS[0]))
        while self.waits:
            cancellation.check()
        if self.error is not None:
            raise self.error
        return FOUND


@pytest.fixture
def search() -> ScriptedSearch:
    return ScriptedSearch()


@pytest.fixture
def card(stage: Stage, search: ScriptedSearch, qtbot: QtBot) -> KneeCard:
    stage.open_window()  # dresses the application
    card = KneeCard(models=stage.models, settings=stage.settings, background=stage.background, find=search)
    qtbot.addWidget(card)
    card.resize(640, 480)
    with qtbot.waitExposed(card):
        card.show()
    return card


def test_what_was_found_is_said_and_used_only_when_asked(card: KneeCard, stage: Stage, qtbot: QtBot) -> None:
    before = stage.settings.current
    card.start.click()
    qtbot.waitUntil(card.use.isVisible)
    assert "base, beam of 5" in card.words.text()
    assert "can be used" in card.checks.text()
    assert stage.settings.current == before
    card.use.click()
    assert (stage.settings.current.speech_model, stage.settings.current.beam_size) == ("base", 5)
    assert stage.settings.current.recognition_options().beam_size == 5


def test_a_search_can_be_cancelled_and_changes_nothing(
    card: KneeCard, search: ScriptedSearch, stage: Stage, qtbot: QtBot
) -> None:
    before = stage.settings.current
    search.waits = True
    card.start.click()
    assert card.cancel.isVisible()
    card.cancel.click()
    qtbot.waitUntil(card.start.isVisible)
    assert "nothing was changed" in card.words.text()
    assert stage.settings.current == before
    assert not card.use.isVisible()


def test_a_search_that_breaks_down_says_so_and_can_be_tried_again(
    card: KneeCard, search: ScriptedSearch, qtbot: QtBot
) -> None:
    search.error = EngineDied(1)
    with qtbot.waitSignal(card.failed):
        card.start.click()
    assert card.start.isVisible()
    search.error = None
    card.start.click()
    qtbot.waitUntil(card.use.isVisible)
