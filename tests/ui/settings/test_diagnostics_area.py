"""The report is read before it is saved, and saved as it was read."""

import zipfile
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.window_stage import Stage
from ui.settings.diagnostics_area import DiagnosticsArea


@pytest.fixture
def area(stage: Stage, qtbot: QtBot) -> DiagnosticsArea:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    window.show_settings()
    assert window.settings_page is not None
    window.settings_page.show_subject(window.settings_page.subjects.index("Diagnostics"))
    found = window.settings_page.findChildren(DiagnosticsArea)[0]
    qtbot.waitUntil(found.save.isEnabled)
    return found


def test_every_part_is_shown_as_it_is_saved(area: DiagnosticsArea, qtbot: QtBot, tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    area.save_as(target)
    qtbot.waitUntil(lambda: "report.zip" in area.message.text)
    with zipfile.ZipFile(target) as archive:
        for row, name in enumerate(archive.namelist()):
            area.list.setCurrentIndex(area.list.model().index(row, 0))
            assert area.list.currentIndex().data() == name
            assert area.text.toPlainText() == archive.read(name).decode()
        assert archive.namelist() == ["system.txt", "log.txt"]


def test_a_folder_that_is_not_there_is_said_and_the_report_stays(
    area: DiagnosticsArea, qtbot: QtBot, tmp_path: Path
) -> None:
    area.save_as(tmp_path / "gone" / "report.zip")
    qtbot.waitUntil(lambda: "report.zip" in area.message.text)
    assert area.save.isEnabled()
    assert area.text.toPlainText()
