"""The sheets and dialogs that open over the library and over a meeting, one after another. Part of ``tour.py``.

On the window's thread. To add one: name it in ``over_library`` or ``over_meeting`` with what opens it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QWidget

from app.editing.version_diff import compare
from app.exporting.returned_transcript import ReturnedTranscript
from app.exporting.subtitle_file import Decoded
from app.meetings.edit import VersionInfo
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds
from ui.library.library_page import LibraryPage
from ui.library.options_desk import Asked
from ui.measured.pace import wait_until

if TYPE_CHECKING:
    from ui.editor.meeting_page import MeetingPage

Named = tuple[str, Callable[[], object]]
"""What a sheet is called, and what opens it."""


def over_library(page: LibraryPage, meeting_id: MeetingId) -> Iterator[tuple[str, QWidget]]:
    """Those of a meeting in the list, and of the list itself. Raises ``NeverHappened``."""
    desk = page.shelf_desk
    sheets: tuple[Named, ...] = (
        ("tags", lambda: desk.ask_for_tags(meeting_id)),
        ("filter", lambda: desk.ask_for_filter(None, "determinant")),
        ("merge", lambda: desk.ask_to_merge(meeting_id)),
        ("split", lambda: desk.ask_to_split(meeting_id, 20_000)),
        ("returned", lambda: _show_returned(page, meeting_id)),
        ("understand", lambda: page.options_desk.ask(Asked("Linear algebra, week 3", meeting_id=meeting_id))),
    )
    yield from _opened(page.window(), sheets)


def over_meeting(page: "MeetingPage") -> Iterator[tuple[str, QWidget]]:
    """Those of the open meeting, whose transcript was edited. Raises ``NeverHappened``."""
    page.editor.flush()
    wait_until(lambda: any(_is_edited(entry.key) for entry in page.panel.versions.entries), "No version was edited")
    wait_until(lambda: page.speaking.reading is not None, "Nothing was known of the speakers")
    reading = page.speaking.reading
    assert reading is not None
    voice = next(voice for voice in reading.voices if voice.passages)
    sheets: tuple[Named, ...] = (
        ("naming", page.speaking.ask_for_names),
        ("speaker-count", page.speaking.ask_how_many),
        ("speaker-split", lambda: page.speaking.ask_for_examples(voice)),
        ("offer", lambda: _show_offer(page)),
        ("comparison", lambda: page.panel.version_chosen.emit(page.panel.versions.entries[-1].key)),
        ("understand-again", page.panel.again_clicked.emit),
        ("clip", page.view.clip_requested.emit),
        ("line-times", page.view.times_requested.emit),
    )
    yield from _opened(page.window(), sheets)


def _show_returned(page: LibraryPage, meeting_id: MeetingId) -> None:
    """Subtitles of an old program, which could be read in more than one way."""
    from ui.dialogs.returned_dialog import ReturnedDialog  # noqa: PLC0415 - loaded when it is first asked for

    row = page.model.find(meeting_id)
    assert row is not None
    said = (("Good morning. Today: determinants.", 0), ("Where do we use them?", 4_000), ("Everywhere.", 7_500))
    lines = tuple(
        Segment(SegmentId(str(at)), 0, Milliseconds(at), Milliseconds(at + 3_000), text, "en", None, ())
        for text, at in said
    )
    decoded = Decoded("", "cp1252", ("cp1250", "cp1251"))
    ReturnedDialog(
        "week 3.srt", ReturnedTranscript(row.summary.meeting, True, lines, (), decoded=decoded), parent=page
    ).open()


def _show_offer(page: "MeetingPage") -> None:
    """What a better pass would change, with the words of before the edits as that pass."""
    from ui.editor.offer_dialog import OfferDialog  # noqa: PLC0415 - with the page that it belongs to
    from ui.editor.version_reading import Comparison, VersionChoice  # noqa: PLC0415 - likewise

    document = page.editor.document
    assert document is not None
    version = next(each for each in page.versions.versions if each.is_current)
    line = document.segments[2]
    places = compare(
        document.transcript, replace(document.transcript, segments=(replace(line, text="Because of it."),))
    )
    comparison = Comparison(
        document.meeting_id,
        VersionChoice(version),
        VersionChoice(replace(version, is_offered=True)),
        places,
        document.speakers,
        document.speakers,
        kept=1,
    )
    OfferDialog(comparison, parent=page.window()).show()


def _is_edited(version: object) -> bool:
    return isinstance(version, VersionInfo) and version.edits > 0


def _opened(window: QWidget, sheets: tuple[Named, ...]) -> Iterator[tuple[str, QWidget]]:
    for name, open_it in sheets:
        open_it()
        wait_until(lambda: bool(_shown(window)), f"The sheet “{name}” did not open")
        for sheet in _shown(window):
            wait_until(lambda sheet=sheet: _is_filled(sheet), f"The sheet “{name}” stayed empty")
            yield f"sheet-{name}", sheet
            sheet.reject()
        wait_until(lambda: not _shown(window), f"The sheet “{name}” did not close")


def _is_filled(sheet: QDialog) -> bool:
    """Whether what is read in the background is there: a comparison comes a moment after its dialog."""
    return getattr(sheet, "comparison", sheet) is not None


def _shown(window: QWidget) -> list[QDialog]:
    return [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
