"""The words of a row in the library list: times, lengths, and only what is out of the ordinary.

Used on the window's thread by the list's model and delegate. Texts are literals: the translation tools look for those.
"""

from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QObject, QTime

from app.meetings.meeting import MeetingStatus
from app.recording.status import RecordingPhase
from engine.contract.messages import Stage
from ui.library.meeting_row import JobProgress, LiveRow, MeetingRow, RowAction
from ui.messages.error_messages import describe_error
from ui.reading.clock import spoken_length
from ui.widgets.progress import time_left_text

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


class Row(QObject):
    """Texts with a number in them: the translation tools recognise a plural only in ``self.tr``."""

    def gaps(self, count: int) -> str:
        """How many gaps there are; the length is still to be filled in."""
        return self.tr("%n gap(s) of {length} together", "", count)

    def waiting(self, place: int) -> str:
        """How many jobs come first."""
        return self.tr("Waiting, %n before it", "", place)

    def set_aside(self, count: int) -> str:
        """How many lines were set aside."""
        return self.tr("%n set aside", "", count)


def clock_text(milliseconds: int) -> str:
    """A length as a clock shows it: ``1:32:04``, ``41:10``."""
    seconds = round(milliseconds / 1000)
    minutes, second = divmod(seconds, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02d}:{second:02d}" if hours else f"{minute}:{second:02d}"


def group_text(day: date, today: date) -> str:
    """Head of the group of days that a meeting belongs to."""
    age = (today - day).days
    locale = QLocale()
    if age <= 0:
        return translate("Row", "Today, {day}").format(day=locale.toString(_qdate(day), _day_format()))
    if age == 1:
        return translate("Row", "Yesterday")
    weeks = _week_number(today) - _week_number(day)
    if weeks == 0:
        return translate("Row", "Earlier this week")
    if weeks == 1:
        return translate("Row", "Last week")
    return locale.toString(_qdate(day), translate("Row", "MMMM yyyy", "date format of a month, see QDate"))


def moment_text(moment: datetime, today: date) -> str:
    """When a meeting was: the time of day if it was today or yesterday, the day otherwise."""
    local = moment.astimezone()
    age = (today - local.date()).days
    locale = QLocale()
    if age <= 1:
        return locale.toString(QTime(local.hour, local.minute), "HH:mm")
    if local.year == today.year:
        form = translate("Row", "ddd d MMMM", "date format with the day of the week, see QDate")
    else:
        form = translate("Row", "d MMMM yyyy", "date format with the year, see QDate")
    return locale.toString(_qdate(local.date()), form)


def second_line(row: MeetingRow, today: date, progress: JobProgress | None) -> str:
    """Time, course, and a remark if there is one."""
    course = row.summary.course_title or translate("Row", "No course")
    tags = " ".join(f"#{tag}" for tag in row.summary.meeting.tags)
    parts = [moment_text(row.summary.meeting.created_at, today), course, tags, remark(row, progress)]
    return " · ".join(part for part in parts if part)


def remark(row: MeetingRow, progress: JobProgress | None) -> str:
    """What is out of the ordinary with a meeting; empty if nothing is."""
    summary = row.summary
    match summary.meeting.status:
        case MeetingStatus.WORKING:
            return stage_text(progress.stage) if progress is not None else ""
        case MeetingStatus.FAILED:
            return describe_error(row.error) if row.error is not None else summary.error
        case MeetingStatus.PARTIAL:
            return translate("Row", "stopped early; what was understood is kept")
        case MeetingStatus.READY | MeetingStatus.WAITING | MeetingStatus.RECORDING:
            pass
    return _quiet_remark(row)


def stage_text(stage: Stage) -> str:
    """What a job is doing."""
    return {
        Stage.READING: translate("Row", "reading the sound"),
        Stage.LOADING: translate("Row", "getting the speech model ready"),
        Stage.RECOGNISING: translate("Row", "understanding the speech"),
    }[stage]


def waiting_text(place: int) -> str:
    """Where in the line a meeting stands; 0 is next."""
    if place <= 0:
        return translate("Row", "Waiting, next in line")
    return Row().waiting(place)


def review_text(count: int) -> str:
    """How many lines were set aside."""
    return Row().set_aside(count)


def action_text(action: RowAction) -> str:
    """Words on the button of a row."""
    return {
        RowAction.CANCEL: translate("Row", "Cancel"),
        RowAction.TRY_AGAIN: translate("Row", "Try again"),
        RowAction.CONTINUE: translate("Row", "Continue"),
        RowAction.RECORD_ON: translate("Row", "Continue recording"),
        RowAction.SEEN: translate("Row", "Mark as seen"),
        RowAction.RESTORE: translate("Row", "Restore"),
    }[action]


def status_text(row: MeetingRow, progress: JobProgress | None, place: int, *, is_stopping: bool) -> str:
    """What stands on the right of a row, in words; empty if all is well."""
    if is_stopping or row.live is not None:
        return translate("Row", "Stopping…") if row.live is None else _live_text(row.live)
    match row.status:
        case MeetingStatus.WORKING:
            return _working_text(progress)
        case MeetingStatus.WAITING:
            return translate("Row", "Waits until the recording ends") if row.is_held else waiting_text(place)
        case MeetingStatus.RECORDING:
            return translate("Row", "Interrupted")
        case MeetingStatus.READY:
            return _ready_text(row)
        case MeetingStatus.FAILED | MeetingStatus.PARTIAL:
            is_failed = row.status is MeetingStatus.FAILED
            return translate("Row", "Failed") if is_failed else translate("Row", "Unfinished")


def spoken_row(row: MeetingRow, today: date, progress: JobProgress | None, place: int, *, is_stopping: bool) -> str:
    """The whole row as a screen reader says it."""
    percent = f"{int(progress.fraction * 100)} %" if progress is not None else ""
    length = clock_text(row.length_ms) if row.length_ms else ""
    status = status_text(row, progress, place, is_stopping=is_stopping)
    parts = [row.summary.meeting.title, second_line(row, today, progress), length, percent, status]
    return ", ".join(part for part in parts if part)


def _quiet_remark(row: MeetingRow) -> str:
    summary = row.summary
    if row.is_recovered and row.live is None:
        return translate("Row", "the recording was interrupted; the sound up to there is safe")
    if summary.gaps and row.live is None:
        return Row().gaps(summary.gaps).format(length=spoken_length(summary.gap_ms))
    if summary.meeting.status is MeetingStatus.READY and not summary.segments:
        return translate("Row", "no speech in it")
    return ", ".join(summary.speakers)


def _live_text(live: LiveRow) -> str:
    match live.phase:
        case RecordingPhase.PAUSED:
            return translate("Row", "Paused")
        case RecordingPhase.STOPPING | RecordingPhase.FINISHING | RecordingPhase.ENDED:
            return translate("Row", "Finishing the text")
        case RecordingPhase.FAILED:
            return translate("Row", "Recording ended")
        case RecordingPhase.STARTING | RecordingPhase.RECORDING:
            return translate("Row", "Recording")


def _ready_text(row: MeetingRow) -> str:
    if row.is_recovered:
        return translate("Row", "Recovered")
    return review_text(row.summary.quarantined) if row.is_to_review else ""


def _working_text(progress: JobProgress | None) -> str:
    if progress is None:
        return translate("Row", "Starting…")
    return time_left_text(progress.seconds_left) if progress.seconds_left is not None else ""


def _day_format() -> str:
    return translate("Row", "d MMMM", "date format of a day, see QDate")


def _qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)


def _week_number(day: date) -> int:
    """Weeks since a Monday long ago."""
    return (day.toordinal() - 1) // 7
