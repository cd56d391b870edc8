"""Changes of moments: the bookmarks and notes of a person.

Runs on the writer thread, inside its transactions; called by the façade. The sidecar holds the moments as well.
"""

from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select, update

from app.announcements import MomentsChanged
from app.library.meeting_changes import write_down
from app.library.meeting_tables import MomentRow
from app.library.reading import read_meeting
from app.library.rows import MOMENT_COLUMNS, moment_from, moment_values
from app.library.writer import Transaction
from app.meetings.fitting import fit_moment
from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.meeting import Meeting, MeetingStatus
from app.meetings.moment import Moment


def add_moment(transaction: Transaction, moment: Moment, *, folder: Path) -> None:
    """A new bookmark or note. The same one again is kept once."""
    connection = transaction.connection
    meeting = read_meeting(connection, moment.meeting_id)
    connection.execute(insert(MomentRow).prefix_with("OR IGNORE"), moment_values(_inside(moment, meeting)))
    _tell(transaction, moment.meeting_id, folder)


def change_moment(transaction: Transaction, moment: Moment, *, folder: Path) -> None:
    """Another text, kind or time; a moment that is gone stays gone."""
    connection = transaction.connection
    meeting = read_meeting(connection, moment.meeting_id)
    values = moment_values(_inside(moment, meeting))
    connection.execute(update(MomentRow).where(MomentRow.id == moment.id).values(values))
    _tell(transaction, moment.meeting_id, folder)


def remove_moment(transaction: Transaction, moment_id: MomentId, *, folder_of: Callable[[MeetingId], Path]) -> None:
    """Take a moment away."""
    connection = transaction.connection
    owner = connection.execute(select(MomentRow.meeting_id).where(MomentRow.id == moment_id)).scalar_one_or_none()
    if owner is None:
        return
    connection.execute(delete(MomentRow).where(MomentRow.id == moment_id))
    _tell(transaction, MeetingId(owner), folder_of(MeetingId(owner)))


def fit_moments(connection: Connection, meeting_id: MeetingId, end_ms: int) -> bool:
    """Bring moments beyond the end of a recording inside; whether there were any."""
    rows = connection.execute(
        select(*MOMENT_COLUMNS).where(MomentRow.meeting_id == meeting_id, MomentRow.end_ms > end_ms)
    ).all()
    for row in rows:
        moment = fit_moment(moment_from(row), end_ms)
        connection.execute(update(MomentRow).where(MomentRow.id == moment.id).values(moment_values(moment)))
    return bool(rows)


def _inside(moment: Moment, meeting: Meeting) -> Moment:
    is_bounded = meeting.duration_ms > 0 and meeting.status is not MeetingStatus.RECORDING
    return fit_moment(moment, meeting.duration_ms) if is_bounded else moment


def _tell(transaction: Transaction, meeting_id: MeetingId, folder: Path) -> None:
    write_down(transaction, meeting_id, folder)
    transaction.announce(MomentsChanged(meeting_id))
