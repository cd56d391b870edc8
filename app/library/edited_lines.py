"""The lines of one edit on their way into the tables: compared, written, taken out, counted and indexed.

Runs on the writer thread, inside its transactions; called by ``edit_changes.py``. The number of statements depends on
what an edit touches, never on how long the transcript is.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from app.library.edit_json import line_json
from app.library.edited_speakers import Speakers
from app.library.rows import SEGMENT_COLUMNS, clean, segment_from, segment_values
from app.library.search_index import add_lines, remove_lines
from app.library.transcript_tables import RemovedLineRow, SegmentRow, VersionRow
from app.meetings.edit import Edit, EditKind
from app.meetings.fitting import fit_line
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment, SegmentOrigin
from engine.contract.audio import Milliseconds

_BATCH = 500


@dataclass
class _Tally:
    """What the counts and the index are told in the end."""

    segments: int = 0
    words: int = 0
    quarantined: int = 0
    gone: list[int] = field(default_factory=list[int])
    found: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])

    def leaves(self, number: int, line: Segment) -> None:
        self._count(line, -1)
        if line.quarantine is None:
            self.gone.append(number)

    def comes(self, number: int, line: Segment) -> None:
        self._count(line, 1)
        if line.quarantine is None:
            self.found.append((number, line.text))

    def _count(self, line: Segment, by: int) -> None:
        self.segments += by
        self.words += by * line.word_count
        self.quarantined += by * (line.quarantine is not None)


def carry_out(connection: Connection, edit: Edit, *, version: int, end_ms: int | None) -> tuple[Edit, list[Segment]]:
    """Put the lines of after in the place of those of before, in the version that is shown.

    Gives the edit as it really was, and the lines that hold what was said while the person edited.
    """
    rows = _rows(connection, edit.touched)
    cut = _cut_meanwhile(connection, edit, rows)
    if cut:
        rows |= _rows(connection, [line.id for line in cut])
        edit = replace(edit, before=(*edit.before, *cut))
    tally = _Tally()
    before: list[Segment] = []
    heard: dict[SegmentId, int] = {}
    rests: list[Segment] = []
    seen = {line.id: line for line in edit.before}
    for name, row in rows.items():
        there = segment_from(row)
        rest = _grown(seen.get(name), there)
        if rest is not None:
            heard[name] = len(seen[name].words)
            rests.append(rest)
        before.append(seen[name] if rest is not None else there)
        tally.leaves(row.number, there)
    speakers = Speakers(connection, version)
    speakers_before, speakers_after = speakers.change(edit)
    after = tuple(
        speakers.known_in(_fit(_spoken_meanwhile(line, seen.get(line.id), rows), end_ms)) for line in edit.after
    )
    done = replace(
        edit,
        before=tuple(before),
        after=after,
        speakers_before=speakers_before,
        speakers_after=speakers_after,
    )
    _remove(connection, done, rows, heard)
    fresh = [line for line in after if line.id not in rows]
    _update(connection, [line for line in after if line.id in rows], rows, heard, tally)
    _insert(connection, version, fresh, {}, tally)
    _insert(connection, version, rests, {rest.id: len(rest.words) for rest in rests}, tally)
    speakers.forget_unused(edit)
    _settle(connection, version, tally)
    return done, rests


def _rows(connection: Connection, names: Iterable[SegmentId]) -> dict[SegmentId, Any]:
    wanted = list(names)
    found: dict[SegmentId, Any] = {}
    for at in range(0, len(wanted), _BATCH):
        for row in connection.execute(
            select(
                *(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS),
                SegmentRow.number,
                SegmentRow.version,
                SegmentRow.heard_words,
            ).where(SegmentRow.id.in_(wanted[at : at + _BATCH]))
        ):
            found[SegmentId(row.id)] = row
    return found


def _grown(seen: Segment | None, there: Segment) -> Segment | None:
    """What a line has beyond what the person saw of it: a line of its own, with the name that growing gives it."""
    if seen is None or there.origin is SegmentOrigin.EDITED or seen.origin is SegmentOrigin.EDITED:
        return None
    known = len(seen.words)
    words = there.words[known:]
    if not known or not words or [each.text for each in there.words[:known]] != [each.text for each in seen.words]:
        return None
    confidences = [word.confidence for word in words if word.confidence is not None]
    start = words[0].start_ms
    return replace(
        there,
        id=SegmentId(f"{there.id}-{known}"),
        start_ms=start,
        end_ms=Milliseconds(max(there.end_ms, start + 1)),
        text="".join(word.text for word in words).strip(),
        confidence=sum(confidences) / len(confidences) if confidences else there.confidence,
        words=words,
        speaker_id=None,
    )


def _cut_meanwhile(connection: Connection, edit: Edit, rows: dict[SegmentId, Any]) -> list[Segment]:
    """What was cut off lines of this edit, because speakers were found, after the person saw them whole.

    Their words are in what the person wrote, so the pieces go.
    """
    found: list[Segment] = []
    for seen in edit.before:
        row = rows.get(seen.id)
        if row is None or not seen.words or row.end_ms >= seen.end_ms:
            continue
        there = segment_from(row)
        known = len(there.words)
        if not known or [each.text for each in there.words] != [each.text for each in seen.words[:known]]:
            continue
        root = re.sub(r"-s\d+$", "", seen.id)
        pieces = connection.execute(
            select(*(getattr(SegmentRow, name) for name in SEGMENT_COLUMNS)).where(
                SegmentRow.version == row.version,
                SegmentRow.id.startswith(f"{root}-s", autoescape=True),
                SegmentRow.start_ms >= there.words[-1].start_ms,
                SegmentRow.start_ms < seen.end_ms,
                SegmentRow.origin == SegmentOrigin.RECOGNISED.value,
            )
        )
        found += [piece for piece in map(segment_from, pieces) if piece.id not in rows]
    return found


def _spoken_meanwhile(line: Segment, seen: Segment | None, rows: dict[SegmentId, Any]) -> Segment:
    """The line with the speaker who was found while the person wrote, unless the edit is about who speaks."""
    row = rows.get(line.id)
    if row is None or seen is None or seen.speaker_id != line.speaker_id or row.speaker_id is None:
        return line
    return line if line.speaker_id is not None else replace(line, speaker_id=row.speaker_id)


def _fit(line: Segment, end_ms: int | None) -> Segment:
    text = clean(line.text)
    line = line if text == line.text else replace(line, text=text)
    return line if end_ms is None else fit_line(line, end_ms)


def _remove(connection: Connection, edit: Edit, rows: dict[SegmentId, Any], heard: dict[SegmentId, int]) -> None:
    lines = {line.id: line for line in edit.before}
    gone = [name for name in edit.removed if name in rows]
    if not gone:
        return
    kind = EditKind.DELETE if edit.kind is EditKind.RESTORE else edit.kind
    connection.execute(
        insert(RemovedLineRow).prefix_with("OR REPLACE"),
        [
            {
                "id": name,
                "version": rows[name].version,
                "number": rows[name].number,
                "kind": kind.value,
                "line": line_json(lines[name]),
                "quarantine": rows[name].quarantine,
                "is_accepted": rows[name].is_accepted,
                "heard_words": heard.get(name, rows[name].heard_words),
            }
            for name in gone
        ],
    )
    connection.execute(
        delete(SegmentRow).where(SegmentRow.number == bindparam("at")), [{"at": rows[name].number} for name in gone]
    )


def _update(
    connection: Connection,
    lines: Sequence[Segment],
    rows: dict[SegmentId, Any],
    heard: dict[SegmentId, int],
    tally: _Tally,
) -> None:
    if not lines:
        return
    values: list[dict[str, Any]] = []
    for line in lines:
        row = rows[line.id]
        wanted = segment_values(line, version=row.version)
        if line.quarantine is None:  # the reason is kept, as accepting alone does
            wanted |= {"quarantine": row.quarantine, "is_accepted": row.quarantine is not None}
        wanted["heard_words"] = heard.get(line.id, row.heard_words)
        values.append({f"new_{name}": value for name, value in wanted.items()} | {"at": row.number})
        tally.comes(row.number, line)
    columns = [name.removeprefix("new_") for name in values[0] if name != "at"]
    connection.execute(
        update(SegmentRow)
        .where(SegmentRow.number == bindparam("at"))
        .values({name: bindparam(f"new_{name}") for name in columns}),
        values,
    )


def _insert(
    connection: Connection, version: int, lines: Sequence[Segment], heard: dict[SegmentId, int], tally: _Tally
) -> None:
    """New lines; one that was taken out before comes back with all it had."""
    if not lines:
        return
    once = _removed(connection, [line.id for line in lines])
    for line in lines:
        values = segment_values(line, version=version) | {"heard_words": heard.get(line.id, 0)}
        row = once.get(line.id)
        if row is not None:
            values |= {"number": row.number, "heard_words": row.heard_words}
            if line.quarantine is None and row.quarantine is not None:
                values |= {"quarantine": row.quarantine, "is_accepted": True}
        key = connection.execute(insert(SegmentRow).values(values)).inserted_primary_key
        assert key is not None
        tally.comes(int(key[0]), line)
    if once:
        connection.execute(
            delete(RemovedLineRow).where(RemovedLineRow.id == bindparam("name")), [{"name": name} for name in once]
        )


def _removed(connection: Connection, names: Sequence[SegmentId]) -> dict[SegmentId, Any]:
    found: dict[SegmentId, Any] = {}
    for at in range(0, len(names), _BATCH):
        for row in connection.execute(
            select(
                RemovedLineRow.id,
                RemovedLineRow.number,
                RemovedLineRow.heard_words,
                RemovedLineRow.quarantine,
            ).where(RemovedLineRow.id.in_(names[at : at + _BATCH]))
        ):
            found[SegmentId(row.id)] = row
    return found


def _settle(connection: Connection, version: int, tally: _Tally) -> None:
    connection.execute(
        update(VersionRow)
        .where(VersionRow.number == version)
        .values(
            segments=VersionRow.segments + tally.segments,
            words=VersionRow.words + tally.words,
            quarantined=VersionRow.quarantined + tally.quarantined,
        )
    )
    remove_lines(connection, tally.gone)
    add_lines(connection, tally.found)
