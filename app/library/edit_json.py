"""Edits as the JSON of their rows, and back. Pure.

A line is a list by position, its words the five lists of ``rows.py``; what a later Vivavoce adds comes behind.
"""

from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json

from app.library.rows import clean, to_json, words_from, words_to_json
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.transcript import Segment, SegmentOrigin, Speaker
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason


def change_json(edit: Edit) -> str:
    """What it puts there and takes away; that of the inverse is the way back."""
    kept = {speaker.id for speaker in edit.speakers_after}
    return to_json(
        {
            "put": [line_as_list(line) for line in edit.after],
            "drop": list(edit.removed),
            "speakers": [[each.id, each.number, clean(each.name)] for each in edit.speakers_after],
            "drop_speakers": [each.id for each in edit.speakers_before if each.id not in kept],
        }
    )


def line_json(line: Segment) -> str:
    """One line."""
    return to_json(line_as_list(line))


def line_from(column: str) -> Segment:
    """One line from its JSON."""
    return line_from_list(from_json(column))


def edit_from(edit_id: str, kind: str, change: str, inverse: str) -> Edit:
    """An edit from its row."""
    after, before = from_json(change), from_json(inverse)
    return Edit(
        EditId(edit_id),
        EditKind(kind),
        _lines_from(before),
        _lines_from(after),
        _speakers_from(before),
        _speakers_from(after),
    )


def _lines_from(content: dict[str, Any]) -> tuple[Segment, ...]:
    return tuple(line_from_list(each) for each in content["put"])


def _speakers_from(content: dict[str, Any]) -> tuple[Speaker, ...]:
    return tuple(Speaker(SpeakerId(each[0]), int(each[1]), str(each[2])) for each in content["speakers"])


def line_as_list(line: Segment) -> list[object]:
    """A line by position."""
    return [
        line.id,
        line.track,
        line.start_ms,
        line.end_ms,
        clean(line.text),
        line.language,
        line.confidence,
        words_to_json(line.words),
        line.speaker_id,
        line.quarantine.value if line.quarantine is not None else None,
        line.origin.value,
        line.repaired,
    ]


def line_from_list(content: Sequence[Any]) -> Segment:
    """A line from its positions."""
    return Segment(
        SegmentId(content[0]),
        content[1],
        Milliseconds(content[2]),
        Milliseconds(content[3]),
        content[4],
        content[5],
        content[6],
        words_from(content[7]),
        SpeakerId(content[8]) if content[8] is not None else None,
        QuarantineReason(content[9]) if content[9] is not None else None,
        SegmentOrigin(content[10]),
        bool(content[11]),
    )
