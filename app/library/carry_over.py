"""What a person made of one version of a transcript, carried over into the next when that becomes the shown one.

Runs on the writer thread, inside the transaction that makes a version current; called by ``version_changes.py``. The
version before keeps every line as it was, so that it can be compared and brought back. A carried line keeps its name,
because it is the same line to whoever looks at it; its copy in the version before takes one that follows from it.
What a person deleted stays deleted, and the history goes along, so that the last edit can still be undone. Where the
new version does not say who speaks, those speak on who spoke at that time.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from app.library.edit_json import edit_from, line_from
from app.library.reading import read_segments, read_speakers
from app.library.rows import SEGMENT_COLUMNS, segment_from, segment_values
from app.library.transcript_tables import EditRow, RemovedLineRow, SegmentRow, SpeakerRow
from app.meetings.edit import EditKind
from app.meetings.identifiers import SegmentId, SpeakerId, new_id
from app.meetings.merge import lay_around, speakers_by_time
from app.meetings.transcript import Segment, SegmentOrigin, with_speakers


def carry_over(
    connection: Connection, previous: int, number: int, *, names: Collection[SegmentId] | None = None
) -> list[Segment]:
    """Bring lines that a person edited or accepted into a version, and take out of it what lies under them.

    With ``names`` it is these lines and nothing else, whoever wrote them. The version must not be in the full-text
    index yet. Gives the carried lines; the counts are the caller's.
    """
    by_person = or_(SegmentRow.origin == SegmentOrigin.EDITED.value, SegmentRow.is_accepted)
    rows = connection.execute(
        select(
            *(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS),
            SegmentRow.number,
            SegmentRow.quarantine.label("reason"),
            SegmentRow.heard_words,
        )
        .where(SegmentRow.version == previous, by_person if names is None else SegmentRow.id.in_(names))
        .order_by(SegmentRow.start_ms, SegmentRow.number)
    ).all()
    touched = [segment_from(row) for row in rows]
    _make_room(connection, number, [*touched, *(_deleted(connection, previous) if names is None else ())])
    if names is None:
        _bring_history(connection, previous, number)
    unnamed = _who_speaks_on(connection, previous, number) if names is None else []
    named = _named(connection, previous) if names is None else frozenset[SpeakerId]()
    speakers = _bring_speakers(connection, previous, number, [*touched, *unnamed], named)
    if unnamed:
        connection.execute(
            update(SegmentRow).where(SegmentRow.id == bindparam("name")).values(speaker_id=bindparam("speaker")),
            [{"name": line.id, "speaker": speakers.get(line.speaker_id or SpeakerId(""))} for line in unnamed],
        )
    if not rows:
        return []
    carried = [_with_speakers(line, speakers) for line in touched]
    connection.execute(
        update(SegmentRow).where(SegmentRow.number == bindparam("at")).values(id=bindparam("name")),
        [{"at": row.number, "name": older_name(row.id, previous)} for row in rows],
    )
    connection.execute(
        insert(SegmentRow),
        [_values(line, row, number) for line, row in zip(carried, rows, strict=True)],
    )
    return carried


def older_name(name: str, version: int) -> str:
    """What a line or edit is called in an older version, once a newer one has it under its name."""
    return f"{name}-v{version}"


def _deleted(connection: Connection, version: int) -> list[Segment]:
    rows = connection.execute(
        select(RemovedLineRow.line).where(
            RemovedLineRow.version == version, RemovedLineRow.kind == EditKind.DELETE.value
        )
    ).scalars()
    return [line_from(each) for each in rows.all()]


def _bring_history(connection: Connection, previous: int, number: int) -> None:
    is_done = (EditRow.version == previous, EditRow.is_undone.is_(False))
    if connection.execute(select(EditRow.number).where(EditRow.version == number).limit(1)).first() is not None:
        return
    rows = connection.execute(select(EditRow.__table__).where(*is_done).order_by(EditRow.ordinal)).mappings().all()
    connection.execute(update(RemovedLineRow).where(RemovedLineRow.version == previous).values(version=number))
    if not rows:
        return
    connection.execute(
        update(EditRow).where(EditRow.number == bindparam("at")).values(id=bindparam("name")),
        [{"at": row["number"], "name": older_name(row["id"], previous)} for row in rows],
    )
    columns = [name for name in rows[0] if name not in ("number", "version", "ordinal")]
    connection.execute(
        insert(EditRow),
        [
            {name: row[name] for name in columns} | {"version": number, "ordinal": at}
            for at, row in enumerate(rows, start=1)
        ],
    )


def _make_room(connection: Connection, number: int, touched: Sequence[Segment]) -> None:
    if not touched:
        return
    changed = lay_around(touched, read_segments(connection, number))
    if not changed:
        return
    connection.execute(delete(SegmentRow).where(SegmentRow.id == bindparam("name")), [{"name": n} for n in changed])
    rests = [rest for each in changed.values() for rest in each]
    if rests:
        connection.execute(insert(SegmentRow), [segment_values(rest, version=number) for rest in rests])


def _who_speaks_on(connection: Connection, previous: int, number: int) -> list[Segment]:
    """Lines of the new version of which it says nobody speaks them, with the speaker of that time in the one before."""
    if not read_speakers(connection, previous):
        return []
    fresh = read_segments(connection, number)
    found = speakers_by_time(read_segments(connection, previous), fresh)
    return [replace(line, speaker_id=found[line.id]) for line in fresh if line.id in found]


def _named(connection: Connection, version: int) -> frozenset[SpeakerId]:
    """Those whom a person named; while it was recorded that may be somebody without a line yet."""
    rows = connection.execute(
        select(EditRow.id, EditRow.kind, EditRow.change, EditRow.inverse).where(
            EditRow.version == version, EditRow.is_undone.is_(False), EditRow.kind == EditKind.NAME_SPEAKER.value
        )
    )
    return frozenset(speaker.id for row in rows for speaker in edit_from(*row).speakers_after)


def _bring_speakers(
    connection: Connection, previous: int, number: int, lines: Sequence[Segment], named: Collection[SpeakerId]
) -> dict[SpeakerId, SpeakerId]:
    """For each speaker of the lines, and each named one, the one of that name in the new version, or a new one."""
    wanted = {name for line in lines for name in (line.speaker_id, *(word.speaker_id for word in line.words)) if name}
    wanted |= {word.over_id for line in lines for word in line.words if word.over_id is not None}
    wanted |= set(named)
    if not wanted:
        return {}
    there = read_speakers(connection, number)
    names = {speaker.name: speaker.id for speaker in there}
    taken = {speaker.number for speaker in there}
    found: dict[SpeakerId, SpeakerId] = {}
    for speaker in read_speakers(connection, previous):
        if speaker.id not in wanted:
            continue
        if speaker.name in names:
            connection.execute(
                update(SpeakerRow)
                .where(SpeakerRow.id == names[speaker.name], SpeakerRow.came_from.is_(None))
                .values(came_from=speaker.id)
            )
        else:
            names[speaker.name] = SpeakerId(new_id())
            # The number is a colour and a key: a speaker keeps theirs if it is free.
            theirs = speaker.number if speaker.number not in taken else max(taken) + 1
            taken.add(theirs)
            connection.execute(
                insert(SpeakerRow),
                {
                    "id": names[speaker.name],
                    "version": number,
                    "number": theirs,
                    "name": speaker.name,
                    "came_from": speaker.id,
                },
            )
        found[speaker.id] = names[speaker.name]
    return found


def _with_speakers(line: Segment, speakers: dict[SpeakerId, SpeakerId]) -> Segment:
    return with_speakers(line, speakers.get)


def _values(line: Segment, row: Any, number: int) -> dict[str, Any]:
    return segment_values(line, version=number) | {
        "quarantine": row.reason,
        "is_accepted": row.is_accepted,
        "heard_words": row.heard_words,
    }
