"""What a person made of a transcript: read for the journal beside its sound, and brought back from there.

Brought back by ``repair.py`` and ``upkeep.py`` within their transactions, for a meeting of which only the sound was
left. Its lines are then those of the person alone; what the machine heard around them comes back when the recording is
recognised again, and is laid around theirs (``carry_over.py``).
"""

from dataclasses import replace

from sqlalchemy import Connection, delete, insert, or_, select

from app.library.edit_journal import HumanWork
from app.library.edit_json import line_from, line_json
from app.library.meeting_tables import MeetingRow
from app.library.reading import read_speakers
from app.library.rows import SEGMENT_COLUMNS, clean, segment_from, segment_values
from app.library.transcript_tables import RemovedLineRow, SegmentRow, SpeakerRow
from app.library.version_changes import current_version, recount
from app.meetings.edit import EditKind
from app.meetings.fitting import fit_line
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.transcript import Segment, SegmentOrigin, Word


def read_human_work(connection: Connection, version: int) -> HumanWork:
    """What a person made of a version, as the library has it."""
    is_theirs = or_(SegmentRow.origin == SegmentOrigin.EDITED.value, SegmentRow.is_accepted)
    rows = connection.execute(
        select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS))
        .where(SegmentRow.version == version, is_theirs)
        .order_by(SegmentRow.start_ms, SegmentRow.number)
    )
    deleted = connection.execute(
        select(RemovedLineRow.line).where(
            RemovedLineRow.version == version, RemovedLineRow.kind == EditKind.DELETE.value
        )
    ).scalars()
    return HumanWork(
        tuple(segment_from(row) for row in rows),
        tuple(line_from(each) for each in deleted),
        read_speakers(connection, version),
    )


def bring_back(connection: Connection, meeting_id: MeetingId, work: HumanWork) -> None:
    """Put it into the version that is shown, which is empty; lines that are in the library already are passed over."""
    version = current_version(connection, meeting_id)
    if version is None or not (work.lines or work.deleted):
        return
    speakers = _bring_speakers(connection, version, work)
    duration_ms = connection.execute(select(MeetingRow.duration_ms).where(MeetingRow.id == meeting_id)).scalar_one()
    for line in work.lines:
        values = segment_values(_placed(line, speakers, duration_ms), version=version)
        connection.execute(insert(SegmentRow).prefix_with("OR IGNORE"), values)
    for line in work.deleted:
        values = segment_values(_placed(line, {}, duration_ms), version=version)
        key = connection.execute(insert(SegmentRow).prefix_with("OR IGNORE"), values).inserted_primary_key
        if key is None or not key[0]:
            continue
        # It was there for a moment: its number is nobody else's when it comes back.
        connection.execute(delete(SegmentRow).where(SegmentRow.number == key[0]))
        connection.execute(
            insert(RemovedLineRow).prefix_with("OR IGNORE"),
            {
                "id": line.id,
                "version": version,
                "number": key[0],
                "kind": EditKind.DELETE.value,
                "line": line_json(replace(line, speaker_id=None, words=_unnamed(line))),
                "quarantine": None,
                "is_accepted": False,
                "heard_words": 0,
            },
        )
    recount(connection, version)


def _bring_speakers(connection: Connection, version: int, work: HumanWork) -> dict[SpeakerId, SpeakerId]:
    """The speakers of the lines; several that are called the same are one."""
    found: dict[SpeakerId, SpeakerId] = {}
    by_name: dict[str, SpeakerId] = {}
    taken: set[int] = set()
    for speaker in work.speakers:
        if speaker.name not in by_name:
            number = speaker.number if speaker.number not in taken else max(taken) + 1
            taken.add(number)
            by_name[speaker.name] = speaker.id
            connection.execute(
                insert(SpeakerRow).prefix_with("OR IGNORE"),
                {"id": speaker.id, "version": version, "number": number, "name": clean(speaker.name)},
            )
        found[speaker.id] = by_name[speaker.name]
    return found


def _placed(line: Segment, speakers: dict[SpeakerId, SpeakerId], duration_ms: int) -> Segment:
    def here(name: SpeakerId | None) -> SpeakerId | None:
        return None if name is None else speakers.get(name)

    words = tuple(replace(word, speaker_id=here(word.speaker_id)) for word in line.words)
    # What was accepted alone is the person's too: nothing else says so any more.
    line = replace(line, speaker_id=here(line.speaker_id), words=words, origin=SegmentOrigin.EDITED)
    return line if duration_ms == 0 else fit_line(line, duration_ms)


def _unnamed(line: Segment) -> tuple[Word, ...]:
    return tuple(replace(word, speaker_id=None) for word in line.words)
