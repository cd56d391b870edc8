"""What a person made of one version of a transcript, carried over into the next when that becomes the shown one.

Runs on the writer thread, inside the transaction that makes a version current; called by ``version_changes.py``. The
version before keeps every line as it was, so that it can be compared and brought back. A carried line keeps its name,
because it is the same line to whoever looks at it; its copy in the version before takes a new one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, or_, select, update

from app.library.reading import read_segments, read_speakers
from app.library.rows import SEGMENT_COLUMNS, segment_from, segment_values
from app.library.schema import SegmentRow, SpeakerRow
from app.meetings.identifiers import SpeakerId, new_id
from app.meetings.merge import lay_around
from app.meetings.transcript import Segment, SegmentOrigin


def carry_over(connection: Connection, previous: int, number: int) -> list[Segment]:
    """Bring lines that a person edited or accepted into a version, and take out of it what lies under them.

    The version must not be in the full-text index yet. Gives the carried lines; the counts are the caller's.
    """
    rows = connection.execute(
        select(
            *(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS),
            SegmentRow.number,
            SegmentRow.quarantine.label("reason"),
            SegmentRow.heard_words,
        )
        .where(
            SegmentRow.version == previous,
            or_(SegmentRow.origin == SegmentOrigin.EDITED.value, SegmentRow.is_accepted),
        )
        .order_by(SegmentRow.start_ms, SegmentRow.number)
    ).all()
    if not rows:
        return []
    touched = [segment_from(row) for row in rows]
    _make_room(connection, number, touched)
    speakers = _bring_speakers(connection, previous, number, touched)
    carried = [_with_speakers(line, speakers) for line in touched]
    connection.execute(
        update(SegmentRow).where(SegmentRow.number == bindparam("at")).values(id=bindparam("name")),
        [{"at": row.number, "name": new_id()} for row in rows],
    )
    connection.execute(
        insert(SegmentRow),
        [_values(line, row, number) for line, row in zip(carried, rows, strict=True)],
    )
    return carried


def _make_room(connection: Connection, number: int, touched: Sequence[Segment]) -> None:
    changed = lay_around(touched, read_segments(connection, number))
    if not changed:
        return
    connection.execute(delete(SegmentRow).where(SegmentRow.id == bindparam("name")), [{"name": n} for n in changed])
    rests = [rest for each in changed.values() for rest in each]
    if rests:
        connection.execute(insert(SegmentRow), [segment_values(rest, version=number) for rest in rests])


def _bring_speakers(
    connection: Connection, previous: int, number: int, lines: Sequence[Segment]
) -> dict[SpeakerId, SpeakerId]:
    """For each speaker of the lines the one of that name in the new version, who is added where there is none."""
    wanted = {name for line in lines for name in (line.speaker_id, *(word.speaker_id for word in line.words)) if name}
    if not wanted:
        return {}
    there = read_speakers(connection, number)
    names = {speaker.name: speaker.id for speaker in there}
    taken = {speaker.number for speaker in there}
    found: dict[SpeakerId, SpeakerId] = {}
    for speaker in read_speakers(connection, previous):
        if speaker.id not in wanted:
            continue
        if speaker.name not in names:
            names[speaker.name] = SpeakerId(new_id())
            # The number is a colour and a key: a speaker keeps theirs if it is free.
            theirs = speaker.number if speaker.number not in taken else max(taken) + 1
            taken.add(theirs)
            connection.execute(
                insert(SpeakerRow),
                {"id": names[speaker.name], "version": number, "number": theirs, "name": speaker.name},
            )
        found[speaker.id] = names[speaker.name]
    return found


def _with_speakers(line: Segment, speakers: dict[SpeakerId, SpeakerId]) -> Segment:
    def of(speaker_id: SpeakerId | None) -> SpeakerId | None:
        return None if speaker_id is None else speakers.get(speaker_id)

    words = tuple(replace(word, speaker_id=of(word.speaker_id)) for word in line.words)
    return replace(line, speaker_id=of(line.speaker_id), words=words)


def _values(line: Segment, row: Any, number: int) -> dict[str, Any]:
    return segment_values(line, version=number) | {
        "quarantine": row.reason,
        "is_accepted": row.is_accepted,
        "heard_words": row.heard_words,
    }
