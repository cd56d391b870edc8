"""What is said of another pass when nobody had edited anything."""

from pytestqt.qtbot import QtBot

from tests.builders.reading import a_line, a_transcript, sample_lecture
from tests.ui.editor.page_stage import House, open_sample
from tests.ui.editor.test_versions import understand


def test_where_nothing_was_edited_nothing_is_said_of_lines_of_yours(house: House, qtbot: QtBot) -> None:
    house.add(sample_lecture()[0], a_transcript())
    understand(house, a_line(0, "we meet in colon"), a_line(1, "at nine"))
    page = open_sample(house, qtbot)
    understand(house, a_line(10, "we meet in Cologne"), a_line(11, "at nine"))
    qtbot.waitUntil(lambda: page.message.text.startswith("Understood again:"))
    # Heard at other times: two lines are gone, and two are new.
    assert page.message.text == "Understood again: 4 places changed."
