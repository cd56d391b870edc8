"""The list of meetings groups, filters, and changes only the rows that are different."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import CourseId, JobId, MeetingId
from app.meetings.meeting import Meeting, MeetingStatus, MeetingSummary
from app.settings.settings import ListOrder
from engine.contract.audio import Milliseconds
from engine.contract.messages import Stage
from ui.library.meeting_list_model import Corner, GroupHead, MeetingListModel, MeetingRole, ShownMeeting
from ui.library.meeting_row import JobProgress, MeetingRow, RowAction, Shelf, View

NOW = datetime(2024, 3, 14, 12, 0, tzinfo=UTC)


def row(
    name: str,
    *,
    days_ago: float = 0,
    status: MeetingStatus = MeetingStatus.READY,
    course: str = "",
    minutes: int = 30,
    quarantined: int = 0,
    job: str = "",
) -> MeetingRow:
    meeting = Meeting(
        MeetingId(name),
        name,
        NOW - timedelta(days=days_ago),
        status,
        course_id=CourseId(course) if course else None,
        duration_ms=Milliseconds(minutes * 60_000),
    )
    summary = MeetingSummary(meeting, course, 5, 50, quarantined, 0, Milliseconds(0))
    return MeetingRow(summary, job_id=JobId(job) if job else None)


@pytest.fixture
def model(qtbot: QtBot) -> MeetingListModel:
    made = MeetingListModel(today=lambda: date(2024, 3, 14))
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    return made


class Watch:
    """Counts what a model tells its view."""

    def __init__(self, model: MeetingListModel) -> None:
        self.resets = 0
        self.changed: list[tuple[int, int]] = []
        self.inserted: list[tuple[int, int]] = []
        self.removed: list[tuple[int, int]] = []
        model.modelReset.connect(self.on_reset)
        model.dataChanged.connect(self.on_changed)
        model.rowsInserted.connect(self.on_inserted)
        model.rowsRemoved.connect(self.on_removed)

    def on_reset(self) -> None:
        self.resets += 1

    def on_changed(self, first: QModelIndex, last: QModelIndex, _roles: Sequence[int]) -> None:
        self.changed.append((first.row(), last.row()))

    def on_inserted(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.inserted.append((first, last))

    def on_removed(self, _parent: QModelIndex, first: int, last: int) -> None:
        self.removed.append((first, last))


def shown(model: MeetingListModel) -> list[str]:
    entries = [model.entry(model.index(number)) for number in range(model.rowCount())]
    return [entry.text if isinstance(entry, GroupHead) else entry.row.id for entry in entries if entry is not None]


def test_meetings_are_grouped_by_day_newest_first(model: MeetingListModel) -> None:
    model.fill([row("old", days_ago=8), row("new"), row("yesterday", days_ago=1), row("newer", days_ago=-0.01)], [])
    assert shown(model) == ["Today, 14 March", "newer", "new", "Yesterday", "yesterday", "Last week", "old"]


def test_rows_of_a_group_share_a_card(model: MeetingListModel) -> None:
    model.fill([row("a"), row("b", days_ago=0.01), row("c", days_ago=0.02), row("d", days_ago=1)], [])
    entries = [model.entry(model.index(number)) for number in range(model.rowCount())]
    corners = [entry.corner for entry in entries if isinstance(entry, ShownMeeting)]
    assert corners == [Corner.FIRST, Corner.MIDDLE, Corner.LAST, Corner.ONLY]


def test_heads_can_neither_be_chosen_nor_reached(model: MeetingListModel) -> None:
    model.fill([row("a")], [])
    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    assert model.flags(model.index(1)) & Qt.ItemFlag.ItemIsSelectable


def test_progress_repaints_one_row_and_nothing_else(model: MeetingListModel) -> None:
    model.fill([row(f"m{number}", days_ago=number / 100, job="j") for number in range(30)], [])
    watch = Watch(model)
    model.show_progress(MeetingId("m7"), JobProgress(JobId("j"), Stage.RECOGNISING, 0.5))
    assert watch.changed == [(8, 8)]
    assert (watch.resets, watch.inserted, watch.removed) == (0, [], [])


def test_a_new_meeting_is_inserted_with_its_head(model: MeetingListModel) -> None:
    model.fill([row("old", days_ago=3), row("older", days_ago=4)], [])
    watch = Watch(model)
    model.put([row("new")], [], [])
    assert shown(model)[:2] == ["Today, 14 March", "new"]
    assert watch.inserted == [(0, 1)]
    assert (watch.resets, watch.removed) == (0, [])


def test_a_meeting_that_is_gone_takes_its_head_along(model: MeetingListModel) -> None:
    model.fill([row("a"), row("b", days_ago=1), row("c", days_ago=8)], [])
    watch = Watch(model)
    model.put([], [MeetingId("b")], [])
    assert shown(model) == ["Today, 14 March", "a", "Last week", "c"]
    assert watch.removed == [(2, 3)]
    assert watch.resets == 0


def test_the_rest_of_the_line_moves_up_when_a_job_ends(model: MeetingListModel) -> None:
    waiting = [
        row(name, status=MeetingStatus.WAITING, job=f"job-{name}", days_ago=n / 10) for n, name in enumerate("abc")
    ]
    model.fill(waiting, [MeetingId("a"), MeetingId("b"), MeetingId("c")])
    assert [place(model, name) for name in "abc"] == [0, 1, 2]
    watch = Watch(model)
    model.put([row("a")], [], [MeetingId("b"), MeetingId("c")])
    assert [place(model, name) for name in "bc"] == [0, 1]
    assert watch.resets == 0


def place(model: MeetingListModel, name: str) -> int:
    entry = model.entry(model.index_of(MeetingId(name)))
    assert isinstance(entry, ShownMeeting)
    return entry.place


def test_a_job_that_was_asked_to_stop_says_so_until_it_did(model: MeetingListModel) -> None:
    working = row("a", status=MeetingStatus.WORKING, job="j")
    model.fill([working], [MeetingId("a")])
    model.show_stopping(MeetingId("a"))
    entry = model.entry(model.index(1))
    assert isinstance(entry, ShownMeeting)
    assert entry.is_stopping
    assert entry.action is None
    model.put([row("a", status=MeetingStatus.PARTIAL)], [], [])
    entry = model.entry(model.index(1))
    assert isinstance(entry, ShownMeeting)
    assert not entry.is_stopping
    assert entry.action is RowAction.CONTINUE


def test_a_view_shows_its_part_and_counts_it(model: MeetingListModel) -> None:
    rows = [
        row("plain"),
        row("review", quarantined=2, course="algebra"),
        row("working", status=MeetingStatus.WORKING, course="algebra"),
        row("failed", status=MeetingStatus.FAILED),
    ]
    model.fill(rows, [])
    algebra = View(Shelf.COURSE, CourseId("algebra"))
    for view, names in {
        View(Shelf.REVIEW): {"review"},
        View(Shelf.UNFINISHED): {"working", "failed"},
        View(Shelf.NO_COURSE): {"plain", "failed"},
        algebra: {"review", "working"},
    }.items():
        model.show(view, ListOrder.TITLE)
        assert set(shown(model)) == names
        assert model.count(view) == len(names)
    assert model.course_counts() == {None: 2, CourseId("algebra"): 2}


def test_a_meeting_leaves_the_view_that_it_no_longer_belongs_to(model: MeetingListModel) -> None:
    model.fill([row("a", status=MeetingStatus.WORKING, job="j"), row("b", status=MeetingStatus.FAILED)], [])
    model.show(View(Shelf.UNFINISHED), ListOrder.TITLE)
    model.put([row("a")], [], [])
    assert shown(model) == ["b"]


def test_other_orders_have_no_heads(model: MeetingListModel) -> None:
    model.fill([row("b", minutes=10), row("A", minutes=90), row("c", minutes=20)], [])
    model.show(View(), ListOrder.TITLE)
    assert shown(model) == ["A", "b", "c"]
    model.show(View(), ListOrder.LONGEST)
    assert shown(model) == ["A", "c", "b"]


def test_another_title_is_asked_for_not_taken(model: MeetingListModel, qtbot: QtBot) -> None:
    model.fill([row("a")], [])
    asked: list[tuple[object, str]] = []

    def on_renamed(meeting_id: object, title: str) -> None:
        asked.append((meeting_id, title))

    model.renamed.connect(on_renamed)
    assert model.setData(model.index(1), "  Week 3  ")
    assert asked == [("a", "Week 3")]
    assert model.data(model.index(1)) == "a"
    with qtbot.assertNotEmitted(model.renamed):
        assert not model.setData(model.index(1), "   ")
        model.setData(model.index(1), "a")


def test_a_screen_reader_hears_the_whole_row(model: MeetingListModel) -> None:
    model.fill([row("Budget meeting", quarantined=3, course="Faculty", minutes=41)], [])
    said = model.data(model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert "Budget meeting" in said
    assert "Faculty" in said
    assert "41:00" in said
    assert "3 set aside" in said


def test_a_thousand_meetings_change_without_a_reset(model: MeetingListModel) -> None:
    rows = [row(f"m{number}", days_ago=number / 3) for number in range(1000)]
    model.fill(rows, [])
    watch = Watch(model)
    for changed in rows[::100]:
        model.put([replace(changed, job_id=JobId("j"))], [], [])
    assert watch.resets == 0
    assert watch.inserted == []
    assert model.index_of(MeetingId("m999")).data(MeetingRole.ENTRY).row.id == "m999"
