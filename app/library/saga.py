"""What touches sound as well as tables, and must be whole or not at all, also where it is killed in between.

A saga is noted beside the meetings before its first step and forgotten after its last: sound is put together, takes its
place, the rows are written. Rows are the turning point, for they are one transaction with the words, the speakers and
the index. What breaks off before is undone, at once or at the next start; what breaks off behind needs nothing more.
Only names made up for this saga are ever removed, so an undone one leaves everything as it was. Runs on the thread
that does the work; ``end_interrupted`` when a library is opened, before anybody uses it.

Caches need no step: each of their keys says of which version of the sound it is (``app/peak_file.py``,
``engine/caching``). Deleting for good has its own note, in the transaction that takes the rows away (``erasing.py``).
"""

import logging
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from app.library.disk_errors import translate
from app.meetings.identifiers import MeetingId, new_id
from engine.contract.whole_file import write_whole

MAKING = ".making-"
"""Begin of the name of a folder in which sound is put together from other meetings; a copy, until it is named."""

NOTE = ".saga-"
"""Begin of the name of a note; one that was not written to its end has another dot before it."""

_SAFE = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-")

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SagaNote:
    """What is written down before the first step."""

    made: tuple[MeetingId, ...]
    """Meetings that are there when it is done; nothing of that name was before."""
    format: Literal[1] = 1


_NOTES = TypeAdapter(SagaNote)


class Saga:
    """One of them, as a context: an error undoes what was done, and goes on."""

    def __init__(self, meetings: Path, *, made: Sequence[MeetingId]) -> None:
        """Get ready.

        Args:
            meetings: The folder of all meetings' sound.
            made: Names of the meetings to be made.
        """
        self._meetings = meetings
        self._note = SagaNote(tuple(made))
        self._path = meetings / f"{NOTE}{new_id()}.json"

    def making(self, name: MeetingId) -> Path:
        """Where the sound of a meeting is put together."""
        return self._meetings / f"{MAKING}{name}"

    def __enter__(self) -> "Saga":
        """Write the note. Raises ``DiskFull``, ``LibraryNotWritable``."""
        try:
            write_whole(self._path, _NOTES.dump_json(self._note))
        except OSError as error:
            raise translate(error, self._meetings.parent) or error from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Undo it where it failed, and forget it."""
        if error is not None:
            _undo(self._meetings, self._note)
        self._path.unlink(missing_ok=True)


def end_interrupted(meetings: Path, *, is_written: Callable[[MeetingId], bool]) -> int:
    """Undo what was killed before its rows were written, and forget what was killed behind; how many there were.

    Args:
        meetings: The folder of all meetings' sound.
        is_written: Whether the tables have a meeting.
    """
    count = 0
    for path in sorted(meetings.glob(f"{NOTE}*.json")):
        try:
            note = _NOTES.validate_json(path.read_bytes())
        except (ValidationError, OSError):
            # Of a newer version: what it means is not known, and a copy that stays harms nobody.
            _log.info("A note of what was interrupted could not be read.")
            continue
        count += 1
        # The rows of all of them are one transaction.
        if not any(is_written(name) for name in note.made):
            _undo(meetings, note)
        path.unlink(missing_ok=True)
    return count


def _undo(meetings: Path, note: SagaNote) -> None:
    for name in note.made:
        if name and set(name) <= _SAFE:
            shutil.rmtree(meetings / f"{MAKING}{name}", ignore_errors=True)
            shutil.rmtree(meetings / name, ignore_errors=True)
