"""The title says the page, and a problem of the recording before all."""

from pytestqt.qtbot import QtBot

from tests.ui.window_stage import Stage


def test_the_title_follows_the_page_and_a_problem_goes_before_all(stage: Stage, qtbot: QtBot) -> None:
    window = stage.open_window()
    with qtbot.waitExposed(window):
        window.show()
    assert window.windowTitle() == "Vivavoce"
    window.show_settings()
    assert window.windowTitle() == "Settings – Vivavoce"
    window.library_page.record()
    qtbot.waitUntil(lambda: window.windowTitle() == "Recording of 2026-03-04 12:00 – Vivavoce")
    window.show_settings()
    stage.recordings.show(is_saving=False)
    qtbot.waitUntil(lambda: window.windowTitle() == "The recording has a problem – Vivavoce")
    stage.recordings.show(is_saving=True)
    qtbot.waitUntil(lambda: window.windowTitle() == "Settings – Vivavoce")
    window.show_library()
    assert window.windowTitle() == "Vivavoce"
