"""What stands beside the transcript."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from tests.builders.reading import sample_lecture
from ui.editor.meeting_reading import MeetingFacts
from ui.editor.side_panel import SidePanel
from ui.style.tokens import PANEL_WIDTH_MIN
from ui.widgets.label import ElidedLabel


def test_a_long_file_name_is_told_whole_by_its_tool_tip(qtbot: QtBot) -> None:
    name = "2026-03-14 Linear algebra, week 3, determinants and what they are good for (second half).m4a"
    panel = SidePanel()
    qtbot.addWidget(panel)
    panel.resize(PANEL_WIDTH_MIN, 600)
    panel.show()
    meeting = replace(sample_lecture()[0], source_path=f"/home/anna/{name}")
    panel.show_facts(MeetingFacts(meeting, course_title="", gap_ms=0, job=None))
    assert ("File", name) in panel.facts
    label = next(label for label in panel.findChildren(ElidedLabel) if label.text == name)
    qtbot.waitUntil(lambda: label.toolTip() == name)
