"""Looks for the speakers in the library: asked for, come, failed; and the voices that are remembered.

Runs on the writer thread, inside its transactions; called by ``speaking_door.py``. What a look comes to is an edit in
the history of the shown version, computed from what stands there in the very transaction that writes it: between the
question and the answer a person may have typed, named and merged.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, true, update
from sqlalchemy.dialects import sqlite

from app.announcements import SpeakersChanged, VoicesChanged
from app.library.course_tables import CourseRow
from app.library.edit_changes import apply_edit
from app.library.meeting_changes import DELETED
from app.library.meeting_tables import MeetingRow
from app.library.reading import read_meeting, read_transcript
from app.library.reading_speakers import read_decisions, read_run, read_voice_of
from app.library.rows import now_ms, to_moment
from app.library.schema import FactRow
from app.library.speaker_rows import RUN_COLUMNS, WAITING, run_from, run_values, voice_values
from app.library.speaker_tables import SpeakerRunRow, VoiceCourseRow, VoiceRow
from app.library.writer import Transaction
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import CourseId, MeetingId, SpeakerId, new_id
from app.meetings.meeting import MeetingStatus
from app.meetings.speaker_run import HeardSpeaker, SpeakerNames, SpeakerRun, apply_run
from app.meetings.transcript import Speaker
from app.meetings.voice import RememberedVoice, VoiceId, blend
from engine.contract.audio import Milliseconds
from engine.contract.error_report import ErrorReport
from engine.contract.speakers import SpeakerCount


def ask_for_speakers(transaction: Transaction, meeting_id: MeetingId, count: SpeakerCount) -> None:
    """Note that the speakers are to be looked for; what the last look found stays until the next has come.

    Raises:
        MeetingNotFound: there is no such meeting.
    """
    connection = transaction.connection
    read_meeting(connection, meeting_id)
    known = {"state": WAITING, "least": count.least, "most": count.most, "error": None, "made_at_ms": now_ms()}
    statement = sqlite.insert(SpeakerRunRow).values(meeting_id=meeting_id, turns="[]", found="[]", **known)
    connection.execute(statement.on_conflict_do_update(index_elements=[SpeakerRunRow.meeting_id], set_=known))
    transaction.announce(SpeakersChanged(meeting_id))


def take_speakers(
    transaction: Transaction,
    meeting_id: MeetingId,
    run: SpeakerRun,
    *,
    asked_for: Sequence[SpeakerId],
    names: SpeakerNames,
) -> bool:
    """What a look found, as an edit of the shown version. Whether it changed anything there.

    Raises:
        MeetingNotFound: the meeting was deleted.
    """
    connection = transaction.connection
    meeting = read_meeting(connection, meeting_id)
    transcript = read_transcript(connection, meeting_id, None)
    edit = None
    if meeting.status is not MeetingStatus.RECORDING:
        edit, run = apply_run(
            transcript,
            run,
            decisions=read_decisions(connection, meeting_id),
            asked_for=asked_for,
            sides={track.number: track.kind for track in meeting.tracks},
            names=names,
        )
    _put_run(connection, meeting_id, run)
    if edit is not None:
        apply_edit(transaction, meeting_id, edit)
    transaction.announce(SpeakersChanged(meeting_id))
    return edit is not None


def fail_speakers(transaction: Transaction, meeting_id: MeetingId, error: ErrorReport | None) -> None:
    """The look failed, or was given up without an error. The transcript, and what the last one found, stand."""
    connection = transaction.connection
    run = read_run(connection, meeting_id)
    if run is None:
        return
    if error is None and not run.turns:
        connection.execute(delete(SpeakerRunRow).where(SpeakerRunRow.meeting_id == meeting_id))
    else:
        values: dict[str, Any] = run_values(SpeakerRun(run.count, run.turns, run.speakers, error=error))
        connection.execute(update(SpeakerRunRow).where(SpeakerRunRow.meeting_id == meeting_id).values(**values))
    transaction.announce(SpeakersChanged(meeting_id))


def name_live_speaker(transaction: Transaction, meeting_id: MeetingId, speaker: Speaker, heard: HeardSpeaker) -> None:
    """Keep who somebody is whom a person named while it is recorded: the name as an edit, and where they are heard.

    The final search is told of both, so the name goes with the voice. Told again it replaces what it was told before.

    Raises:
        MeetingNotFound: the meeting was deleted.
    """
    connection = transaction.connection
    transcript = read_transcript(connection, meeting_id, None)
    here = next((each for each in transcript.speakers if each.id == speaker.id), None)
    if here is None or here.name != speaker.name:
        before = () if here is None else (here,)
        edit = Edit(EditId(new_id()), EditKind.NAME_SPEAKER, speakers_before=before, speakers_after=(speaker,))
        apply_edit(transaction, meeting_id, edit)
    run = read_run(connection, meeting_id) or SpeakerRun()
    others = tuple(each for each in run.speakers if each.speaker_id != speaker.id)
    _put_run(connection, meeting_id, replace(run, speakers=(*others, replace(heard, speaker_id=speaker.id))))


# Voices


def remember_voice(transaction: Transaction, meeting_id: MeetingId, speaker_id: SpeakerId, name: str) -> bool:
    """Keep the voice of a speaker under a name, for the meetings of the same course; ``False`` if none was heard.

    Where that name is remembered already, what was heard now is added to it.
    """
    connection = transaction.connection
    course_id = read_meeting(connection, meeting_id).course_id
    run = read_run(connection, meeting_id)
    heard = next((each for each in run.speakers if each.speaker_id == speaker_id and each.voice), None) if run else None
    if heard is None or not name.strip():
        return False
    known = read_voice_of(connection, course_id, name.strip())
    if known is None:
        now = now_ms()
        voice = RememberedVoice(
            VoiceId(new_id()), course_id, name.strip(), heard.voice, heard.speech_ms, to_moment(now)
        )
        connection.execute(insert(VoiceRow), voice_values(voice) | {"updated_at_ms": now})
    else:
        more = replace(
            known,
            voice=blend(known, heard.voice, heard.speech_ms),
            speech_ms=Milliseconds(known.speech_ms + heard.speech_ms),
        )
        values = voice_values(more) | {"updated_at_ms": now_ms()}
        connection.execute(update(VoiceRow).where(VoiceRow.id == known.id).values(**values))
    transaction.announce(VoicesChanged())
    return True


def forget_voice(transaction: Transaction, voice_id: VoiceId) -> None:
    """Remove a voice for good. The pages it stood on are overwritten, and the backups that hold it replaced."""
    connection = transaction.connection
    if connection.execute(delete(VoiceRow).where(VoiceRow.id == voice_id)).rowcount:
        _forget_in_backups(connection)
    transaction.announce(VoicesChanged())


def forget_all_voices(transaction: Transaction) -> None:
    """Remove every voice for good, also those that looks for speakers have kept, and the permissions of the courses."""
    connection = transaction.connection
    connection.execute(delete(VoiceRow))
    connection.execute(delete(VoiceCourseRow))
    _drop_heard_voices(connection, None, every=True)
    _forget_in_backups(connection)
    transaction.announce(VoicesChanged())


def allow_voices(transaction: Transaction, course_id: CourseId, *, allowed: bool) -> None:
    """Whether voices are remembered in a course. Where they no longer are, those there are removed for good."""
    connection = transaction.connection
    if allowed:
        if connection.execute(select(CourseRow.id).where(CourseRow.id == course_id)).first() is not None:
            connection.execute(insert(VoiceCourseRow).prefix_with("OR IGNORE"), {"course_id": course_id})
    else:
        connection.execute(delete(VoiceCourseRow).where(VoiceCourseRow.course_id == course_id))
        connection.execute(delete(VoiceRow).where(VoiceRow.course_id == course_id))
        _drop_heard_voices(connection, course_id, every=False)
        _forget_in_backups(connection)
    transaction.announce(VoicesChanged())


def _put_run(connection: Connection, meeting_id: MeetingId, run: SpeakerRun) -> None:
    values = run_values(run) | {"made_at_ms": now_ms()}
    statement = sqlite.insert(SpeakerRunRow).values(meeting_id=meeting_id, **values)
    connection.execute(statement.on_conflict_do_update(index_elements=[SpeakerRunRow.meeting_id], set_=values))


def _forget_in_backups(connection: Connection) -> None:
    """What ``upkeep.py`` does after a meeting was deleted: a new backup, the older ones go, the log is emptied."""
    connection.execute(insert(FactRow).prefix_with("OR REPLACE"), {"name": DELETED, "value": new_id()})


def _drop_heard_voices(connection: Connection, course_id: CourseId | None, *, every: bool) -> None:
    """Take the voices out of what looks for speakers have kept."""
    rows = connection.execute(
        select(SpeakerRunRow.meeting_id, *RUN_COLUMNS)
        .join(MeetingRow, MeetingRow.id == SpeakerRunRow.meeting_id)
        .where(MeetingRow.course_id == course_id if not every else true())
    ).all()
    for row in rows:
        run = run_from(row[1:])
        if any(each.voice for each in run.speakers):
            bare = replace(run, speakers=tuple(replace(each, voice=()) for each in run.speakers))
            connection.execute(
                update(SpeakerRunRow).where(SpeakerRunRow.meeting_id == row[0]).values(**run_values(bare))
            )
