"""The words of a row: when, what is out of the ordinary, and nothing else."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import JobId, MeetingId
from app.meetings.meeting import Meeting, MeetingStatus, MeetingSummary
from app.settings.settings import InterfaceLanguage
from engine.contract.audio import Milliseconds
from engine.contract.errors import NoWordsFound
from engine.contract.messages import Stage
from ui.library.meeting_row import JobProgress, MeetingRow, RowAction
from ui.library.row_words import clock_text, group_text, moment_text, remark, second_line, status_text
from ui.messages.interface_language import installer_of

TODAY = date(2024, 3, 14)  # a Thursday


@pytest.fixture(autouse=True)
def english(qtbot: QtBot) -> Iterator[None]:
    speak(InterfaceLanguage.ENGLISH)
    yield
    speak(InterfaceLanguage.ENGLISH)


def speak(language: InterfaceLanguage) -> None:
    application = QApplication.instance()
    assert application is not None
    installer_of(application).install(language)


def row(status: MeetingStatus = MeetingStatus.READY, **changes: object) -> MeetingRow:
    meeting = Meeting(MeetingId("m"), "Budget meeting", datetime(2024, 3, 14, 10, 15).astimezone(UTC), status)
    values: dict[str, object] = {"segments": 9, "words": 40, "quarantined": 0, "gaps": 0, "gap_ms": Milliseconds(0)}
    return MeetingRow(MeetingSummary(meeting, "", **(values | changes)), job_id=JobId("j"))  # type: ignore[arg-type] # test data


def test_lengths_read_like_a_clock() -> None:
    assert [clock_text(ms) for ms in (0, 999, 41_000, 2_470_000, 5_524_000)] == [
        "0:00",
        "0:01",
        "0:41",
        "41:10",
        "1:32:04",
    ]


def test_days_are_grouped_as_people_say_them() -> None:
    said = [group_text(TODAY - timedelta(days=days), TODAY) for days in (0, 1, 2, 4, 10, 11, 90)]
    assert said == [
        "Today, 14 March",
        "Yesterday",
        "Earlier this week",
        "Last week",
        "Last week",
        "March 2024",
        "December 2023",
    ]


def test_a_meeting_dated_tomorrow_by_a_wrong_clock_counts_as_today() -> None:
    assert group_text(TODAY + timedelta(days=1), TODAY).startswith("Today")


def test_the_time_is_told_as_coarsely_as_is_useful() -> None:
    moment = datetime(2024, 3, 14, 10, 15).astimezone(UTC)
    assert moment_text(moment, TODAY) == "10:15"
    assert moment_text(moment, TODAY + timedelta(days=1)) == "10:15"
    assert moment_text(moment, TODAY + timedelta(days=7)) == "Thu 14 March"
    assert moment_text(moment, TODAY + timedelta(days=400)) == "14 March 2024"


def test_a_row_says_only_what_is_out_of_the_ordinary() -> None:
    assert second_line(row(), TODAY, None) == "10:15 · No course"
    assert remark(row(gaps=1, gap_ms=12_000), None) == "1 gap of 12 s"
    assert remark(row(gaps=3, gap_ms=180_000), None) == "3 gaps, 3 min together"
    assert remark(row(segments=0), None) == "no speech in it"
    assert status_text(row(), None, 0, is_stopping=False) == ""
    assert status_text(row(quarantined=3), None, 0, is_stopping=False) == "3 set aside"


def test_a_job_says_what_it_does_and_how_long_it_takes() -> None:
    progress = JobProgress(JobId("j"), Stage.RECOGNISING, 0.62, 250.0)
    assert remark(row(MeetingStatus.WORKING), progress) == "understanding the speech"
    assert status_text(row(MeetingStatus.WORKING), progress, 0, is_stopping=False) == "about 4 min left"
    assert status_text(row(MeetingStatus.WORKING), progress, 0, is_stopping=True) == "Stopping…"
    assert status_text(row(MeetingStatus.WAITING), None, 0, is_stopping=False) == "Waiting, next in line"
    assert status_text(row(MeetingStatus.WAITING), None, 2, is_stopping=False) == "Waiting, 2 before it"


def test_a_failure_says_why_and_offers_to_try_again() -> None:
    failed = MeetingRow(row(MeetingStatus.FAILED).summary, error=NoWordsFound(1860.0))
    assert remark(failed, None).startswith("31 min of speech were heard but no words understood.")
    assert failed.action is RowAction.TRY_AGAIN
    assert row(MeetingStatus.PARTIAL).action is RowAction.CONTINUE
    assert row(MeetingStatus.WAITING).action is RowAction.CANCEL
    assert row().action is None


def test_everything_is_said_in_chinese_as_well() -> None:
    speak(InterfaceLanguage.CHINESE)
    assert group_text(TODAY, TODAY) == "今天，3月14日"
    assert moment_text(datetime(2024, 3, 14, 10, 15).astimezone(UTC), TODAY + timedelta(days=7)) == "3月14日 周四"
    assert second_line(row(gaps=2, gap_ms=12_000), TODAY, None) == "10:15 · 未归课程 · 2 处缺失，共 12 秒"
    assert status_text(row(quarantined=3), None, 0, is_stopping=False) == "3 句已搁置"
