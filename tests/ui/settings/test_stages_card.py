"""The table and the picture of the stages follow what is known, also after a recording."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.diagnostics.stage_log import StagePicture, StageSummary
from engine.contract.stages import Part, StageStamps, figures_of
from tests.ui.window_stage import Stage
from ui.settings.diagnostics_area import DiagnosticsArea
from ui.settings.stages_card import StagesCard
from ui.settings.stages_picture import StagesPicture
from ui.style.theme import colour
from ui.style.tokens import Role

SPANS = (StageStamps(1.0, 1.02, 1.05, 1.3, 1.6, 1.7, 2.2, 2.2, 2.21, 2.22),)


@pytest.fixture
def card(stage: Stage, qtbot: QtBot) -> StagesCard:
    stage.open_window()  # dresses the application
    cells = np.zeros((3, 1200), np.uint8)
    cells[1, 600:] = 255
    known = [StageSummary((), (), ()), StageSummary(SPANS, figures_of(SPANS), (StagePicture(0, 0, cells),))]
    card = StagesCard(lambda: known[0])
    qtbot.addWidget(card)
    card.resize(600, 500)
    assert not card.findChildren(StagesPicture)
    known.pop(0)
    card.read()
    with qtbot.waitExposed(card):
        card.show()
    return card


def test_the_table_has_a_row_for_each_part_that_is_known(card: StagesCard) -> None:
    rows = {
        name.text().strip(): value.text()
        for row in range(1, len(Part) + 1)
        if (name := _label(card, row, 0)).isVisible() and (value := _label(card, row, 1))
    }
    assert rows["Capture"] == "20"
    assert rows["Inference"] == "400"
    assert rows["The whole way"] == "1220"


def test_the_picture_is_bright_where_a_stage_was_sure(card: StagesCard) -> None:
    (picture,) = card.findChildren(StagesPicture)
    image = picture.grab().toImage()
    middle = picture.row_height + picture.row_height // 3
    assert image.pixelColor(300, middle) == QColor(colour(Role.SUNKEN))
    assert image.pixelColor(900, middle) == QColor(colour(Role.ACCENT))


def test_the_newest_part_of_the_picture_is_seen_first(card: StagesCard, qtbot: QtBot) -> None:
    (picture,) = card.findChildren(StagesPicture)
    last = QPoint(picture.width() - 2, 2)
    qtbot.waitUntil(lambda: picture.visibleRegion().contains(last))


def test_the_diagnostics_page_says_that_nothing_was_recorded(stage: Stage, qtbot: QtBot) -> None:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    window.show_settings()
    assert window.settings_page is not None
    window.settings_page.show_subject(window.settings_page.subjects.index("Diagnostics"))
    area = window.settings_page.findChildren(DiagnosticsArea)[0]
    qtbot.waitUntil(area.save.isEnabled)
    assert "Nothing was recorded" in area.stages.words.text()


def _label(card: StagesCard, row: int, column: int) -> QLabel:
    item = card.table.itemAtPosition(row, column)
    assert item is not None
    found = item.widget()
    assert isinstance(found, QLabel)
    return found
