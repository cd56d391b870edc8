"""What the library can be asked about speakers and voices. Called by ``speaking_door.py`` on whatever thread asks."""

from dataclasses import replace

from sqlalchemy import Connection, select

from app.library.edit_json import edit_from
from app.library.meeting_tables import MeetingRow
from app.library.reading import read_last_job, read_speakers
from app.library.speaker_rows import RUN_COLUMNS, VOICE_COLUMNS, WAITING, run_from, voice_from
from app.library.speaker_tables import SpeakerRunRow, VoiceCourseRow, VoiceRow
from app.library.transcript_tables import EditRow, SpeakerRow, VersionRow
from app.meetings.edit import EditKind
from app.meetings.identifiers import CourseId, MeetingId, SpeakerId
from app.meetings.job import JobState
from app.meetings.speaker_decisions import Decisions, decisions_of
from app.meetings.speaker_run import SpeakerRun
from app.meetings.transcript import Speaker
from app.meetings.voice import RememberedVoice
from engine.contract.speakers import ANY_COUNT, SpeakerCount

DECIDING = (EditKind.GIVE_SPEAKER.value, EditKind.NAME_SPEAKER.value, EditKind.MERGE_SPEAKERS.value)
"""Kinds of edits in which a person says who speaks."""


def read_run(connection: Connection, meeting_id: MeetingId) -> SpeakerRun | None:
    """The last look for the speakers of a meeting, with who they are in the version that is shown."""
    row = connection.execute(select(*RUN_COLUMNS).where(SpeakerRunRow.meeting_id == meeting_id)).first()
    if row is None:
        return None
    run = run_from(row)
    heirs = read_heirs(connection, meeting_id)
    decisions = read_decisions(connection, meeting_id)
    current = {speaker.id for speaker in _current_speakers(connection, meeting_id)}

    def of(speaker_id: SpeakerId | None) -> SpeakerId | None:
        if speaker_id is None:
            return None
        found = decisions.now(heirs.get(speaker_id, speaker_id))
        return found if found in current else None

    return replace(run, speakers=tuple(replace(each, speaker_id=of(each.speaker_id)) for each in run.speakers))


def read_said_count(connection: Connection, meeting_id: MeetingId) -> SpeakerCount:
    """How many people speak, as it was said last."""
    job = read_last_job(connection, meeting_id)
    if job is not None and job.state is not JobState.DONE and job.speakers is not None:
        return job.speakers  # nobody has looked for them yet
    row = connection.execute(
        select(SpeakerRunRow.least, SpeakerRunRow.most).where(SpeakerRunRow.meeting_id == meeting_id)
    ).first()
    return ANY_COUNT if row is None else SpeakerCount(row.least, row.most)


def read_decisions(connection: Connection, meeting_id: MeetingId) -> Decisions:
    """What a person decided about who speaks, in the version that is shown."""
    rows = connection.execute(
        select(EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse)
        .join(VersionRow, VersionRow.number == EditRow.version)
        .where(
            VersionRow.meeting_id == meeting_id,
            VersionRow.is_current,
            EditRow.is_undone.is_(False),
            EditRow.kind.in_(DECIDING),
        )
        .order_by(EditRow.ordinal)
    )
    return decisions_of([edit_from(*row) for row in rows], heirs=read_heirs(connection, meeting_id))


def read_heirs(connection: Connection, meeting_id: MeetingId) -> dict[SpeakerId, SpeakerId]:
    """For the speakers of older versions, who they are in the one that is shown."""
    rows = connection.execute(
        select(SpeakerRow.id, SpeakerRow.came_from, VersionRow.is_current)
        .join(VersionRow, VersionRow.number == SpeakerRow.version)
        .where(VersionRow.meeting_id == meeting_id)
    ).all()
    before = {row[0]: row[1] for row in rows}
    heirs: dict[SpeakerId, SpeakerId] = {}
    for row in rows:
        older = row[1] if row[2] else None
        while older is not None and older not in heirs:
            heirs[SpeakerId(older)] = SpeakerId(row[0])
            older = before.get(older)
    # Of a version that was left behind when an older one was brought back: who came of the same speaker.
    for row in rows:
        older = row[1]
        while not row[2] and row[0] not in heirs and older is not None:
            if older in heirs:
                heirs[SpeakerId(row[0])] = heirs[SpeakerId(older)]
            older = before.get(older)
    return heirs


def read_origins(connection: Connection, meeting_id: MeetingId) -> dict[SpeakerId, SpeakerId]:
    """For the speakers that are shown, who they were first: in an older version or another meeting."""
    rows = connection.execute(
        select(SpeakerRow.id, SpeakerRow.came_from, VersionRow.is_current)
        .join(VersionRow, VersionRow.number == SpeakerRow.version)
        .where(VersionRow.meeting_id == meeting_id)
    ).all()
    before: dict[str, str | None] = {row[0]: row[1] for row in rows}
    origins: dict[SpeakerId, SpeakerId] = {}
    for row in rows:
        first: str = row[0]
        while (older := before.get(first)) is not None:
            first = older
        if row[2]:
            origins[SpeakerId(row[0])] = SpeakerId(first)
    return origins


def read_waiting(connection: Connection) -> list[MeetingId]:
    """Meetings whose speakers were asked for and have not come, in the order of asking."""
    rows = connection.execute(
        select(SpeakerRunRow.meeting_id).where(SpeakerRunRow.state == WAITING).order_by(SpeakerRunRow.made_at_ms)
    ).scalars()
    return [MeetingId(each) for each in rows]


def read_voices(connection: Connection) -> list[RememberedVoice]:
    """Every remembered voice, by name."""
    rows = connection.execute(select(*VOICE_COLUMNS).order_by(VoiceRow.name, VoiceRow.id))
    return [voice_from(row) for row in rows]


def read_voices_for(connection: Connection, course_id: CourseId | None) -> list[RememberedVoice]:
    """Those that may be known again in the meetings of a course, or in those without one."""
    return [voice for voice in read_voices(connection) if voice.course_id == course_id]


def read_voice_of(connection: Connection, course_id: CourseId | None, name: str) -> RememberedVoice | None:
    """The one of a name."""
    return next((voice for voice in read_voices_for(connection, course_id) if voice.name == name), None)


def read_voice_courses(connection: Connection) -> frozenset[CourseId]:
    """Courses for which voices may be remembered."""
    return frozenset(CourseId(each) for each in connection.execute(select(VoiceCourseRow.course_id)).scalars())


def read_course_names(connection: Connection, course_id: CourseId) -> list[str]:
    """Names of those who speak in the meetings of a course, the most frequent first."""
    rows = connection.execute(
        select(SpeakerRow.name)
        .join(VersionRow, VersionRow.number == SpeakerRow.version)
        .join(MeetingRow, MeetingRow.id == VersionRow.meeting_id)
        .where(MeetingRow.course_id == course_id, VersionRow.is_current)
    ).scalars()
    names: dict[str, int] = {}
    for name in rows:
        names[name] = names.get(name, 0) + 1
    return sorted(names, key=lambda name: (-names[name], name))


def _current_speakers(connection: Connection, meeting_id: MeetingId) -> tuple[Speaker, ...]:
    number = connection.execute(
        select(VersionRow.number).where(VersionRow.meeting_id == meeting_id, VersionRow.is_current)
    ).scalar_one_or_none()
    return read_speakers(connection, number) if number is not None else ()
