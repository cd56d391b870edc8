"""What a person made of a transcript, beside its sound: so that a lost database does not take their work with it.

Written after the commit by the writer thread, a line of JSON for each edit; read by ``repair.py``. As the sidecar it is
a copy: the database is what counts, and a journal that cannot be written costs nothing but this safety. It holds no
history, only what came of it: lines that a person wrote or accepted, lines that they deleted, and who speaks.
"""

import json
import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.library.edit_json import line_as_list, line_from_list
from app.library.rows import clean, to_json
from app.meetings.edit import Edit, EditKind
from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.transcript import Segment, SegmentOrigin, Speaker

JOURNAL = "edits.jsonl"
_LONG_BYTES = 2_000_000
"""Then it is written anew, without what was changed again since."""
_MOST_BYTES = 200_000_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HumanWork:
    """What a person made of one transcript."""

    lines: tuple[Segment, ...] = ()
    """Written or accepted, by time."""
    deleted: tuple[Segment, ...] = ()
    speakers: tuple[Speaker, ...] = ()


class EditJournal:
    """The journal of one meeting."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / JOURNAL

    @property
    def is_there(self) -> bool:
        """Whether it was begun."""
        return self._place.exists()

    def note(self, edit: Edit, speakers: Iterable[Speaker]) -> None:
        """Write an edit down that was carried out, behind those before. ``speakers`` are all there are now."""
        record = _record(edit, speakers)
        try:
            if self._place.stat().st_size > _LONG_BYTES:
                self._write_anew(read_journal(self._place.parent))
            with self._place.open("a", encoding="ascii") as file:
                file.write(record + "\n")
        except OSError as error:
            _log.warning("The journal of edits could not be written: %s", error.strerror)

    def begin(self, work: HumanWork) -> None:
        """Begin anew: this is what a person made of the version that is shown."""
        try:
            self._write_anew(work)
        except OSError as error:
            _log.warning("The journal of edits could not be written: %s", error.strerror)

    def _write_anew(self, work: HumanWork) -> None:
        self._place.parent.mkdir(parents=True, exist_ok=True)
        part = self._place.with_name(JOURNAL + ".part")
        part.write_text(_whole(work) + "\n", encoding="ascii")
        if os.name == "posix":
            part.chmod(0o600)
        part.replace(self._place)


def read_journal(folder: Path) -> HumanWork:
    """What the journal beside a sound tells; a line of it that cannot be read is passed over."""
    lines: dict[SegmentId, Segment] = {}
    deleted: dict[SegmentId, Segment] = {}
    speakers: dict[SpeakerId, Speaker] = {}
    for record in _records(folder / JOURNAL):
        try:
            put = [line_from_list(each) for each in record["put"]]
            gone = [line_from_list(each) for each in record.get("deleted", [])]
            speakers |= {
                SpeakerId(str(name)): Speaker(SpeakerId(str(name)), int(number), str(text))
                for name, number, text in record.get("speakers", [])
            }
        except (KeyError, TypeError, ValueError, IndexError):
            continue
        for name in record.get("drop", []):
            lines.pop(SegmentId(name), None)
        for line in put:
            deleted.pop(line.id, None)
            if line.origin is SegmentOrigin.EDITED or record.get("is_accepting") is True:
                lines[line.id] = line
            else:  # undone: it is as the machine left it
                lines.pop(line.id, None)
        deleted |= {line.id: line for line in gone}
    named = {name for line in lines.values() for name in _speakers_of(line)}
    return HumanWork(
        tuple(sorted(lines.values(), key=_when)),
        tuple(sorted(deleted.values(), key=_when)),
        tuple(speaker for speaker in speakers.values() if speaker.id in named),
    )


def _record(edit: Edit, speakers: Iterable[Speaker]) -> str:
    is_accepting = edit.kind is EditKind.ACCEPT and all(line.quarantine is None for line in edit.after)
    is_deleting = edit.kind in (EditKind.DELETE, EditKind.RESTORE) and not edit.after
    # A merge says nothing of the words, and may be of thousands of lines.
    put = [line for line in edit.after if edit.kind is not EditKind.MERGE_SPEAKERS or _is_edited(line)]
    named = {name for line in put for name in _speakers_of(line)}
    return _json(
        {
            "put": [line_as_list(line) for line in put],
            "drop": list(edit.removed),
            "deleted": [line_as_list(line) for line in edit.before] if is_deleting else [],
            "is_accepting": is_accepting,
            "speakers": [
                [each.id, each.number, clean(each.name)]
                for each in {each.id: each for each in (*speakers, *edit.speakers_after)}.values()
                if each.id in named or each in edit.speakers_after
            ],
        }
    )


def _whole(work: HumanWork) -> str:
    return _json(
        {
            "put": [line_as_list(line) for line in work.lines],
            "drop": [],
            "deleted": [line_as_list(line) for line in work.deleted],
            "is_accepting": True,
            "speakers": [[each.id, each.number, clean(each.name)] for each in work.speakers],
        }
    )


def _json(content: dict[str, Any]) -> str:
    return json.dumps(json.loads(to_json(content)), ensure_ascii=True, separators=(",", ":"))


def _records(place: Path) -> Iterator[dict[str, Any]]:
    try:
        if place.stat().st_size > _MOST_BYTES:
            return
        with place.open(encoding="utf-8", errors="replace") as file:
            for line in file:
                try:
                    found: Any = json.loads(line)
                except ValueError:  # the last line of a computer that lost its power
                    continue
                if isinstance(found, dict):
                    yield found
    except OSError:
        return


def _speakers_of(line: Segment) -> set[SpeakerId]:
    return {name for name in (line.speaker_id, *(word.speaker_id for word in line.words)) if name is not None}


def _is_edited(line: Segment) -> bool:
    return line.origin is SegmentOrigin.EDITED


def _when(line: Segment) -> tuple[int, int, str]:
    return (line.start_ms, line.end_ms, line.id)
