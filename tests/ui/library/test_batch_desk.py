"""All meetings of a part of the library, written at once."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from tests.builders.shelf import Shelf as Filled
from tests.ui.library.test_library_page import open_page
from tests.ui.window_stage import Stage
from ui.library.meeting_row import Shelf, View


def test_favourites_are_written_each_in_its_own_files_and_nothing_else_is(
    stage: Stage, qtbot: QtBot, tmp_path: Path
) -> None:
    filled = Filled(stage.library)
    ids: list[MeetingId] = [filled.meeting(title, lines=(f"{title} was said.",)) for title in ("One", "Two", "Three")]
    for meeting_id in ids[:2]:
        stage.library.set_favourite(meeting_id, is_favourite=True).result()
    stage.settings.change(export_formats=("txt",))
    page = open_page(stage, qtbot)
    assert not page.head.export_all.isVisible()
    page.side_bar.view_chosen.emit(View(Shelf.FAVOURITES))
    assert page.head.export_all.isVisible()
    page.batch_desk.write(str(tmp_path / "out"))
    qtbot.waitUntil(lambda: "“out” now" in page.message.text, timeout=20_000)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["One.txt", "Two.txt"]
    assert page.head.export_all.isEnabled()
