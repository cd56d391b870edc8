"""A meeting page on screen, torn down in order."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.editor.page_stage import House


@pytest.fixture
def house(qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    qtbot.addWidget(made.page)
    made.page.resize(1280, 800)
    made.page.show()
    qtbot.waitExposed(made.page)
    yield made
    made.close()
