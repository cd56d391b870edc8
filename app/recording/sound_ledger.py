"""What the library is told of the sound of one recording: how long it is, what is missing, and that it is whole.

Used by ``sound_run.py`` on its thread. Nothing here waits for the disk but ``finish``.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future

from app.library.library import Library
from app.meetings.errors import MeetingNotFound
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.transcript import Gap, GapState
from app.transcript_intake import to_gaps
from engine.contract.errors import VivavoceError
from engine.contract.segments import RecognisedGap

_NOTE_LENGTHS_S = 5.0
"""So old the length may be that somebody else reads in the library."""

_log = logging.getLogger(__name__)


class SoundLedger:
    """The account of one recording. A gap that is told twice is written once."""

    def __init__(self, *, library: Library, meeting_id: MeetingId, job_id: JobId, clock: Callable[[], float]) -> None:
        self._library = library
        self._meeting_id = meeting_id
        self._job_id = job_id
        self._clock = clock
        self._gaps: list[Gap] = []
        self._noted_s = clock()
        self._noting: Future[None] | None = None

    def note_gap(self, gap: RecognisedGap) -> None:
        """Write down what was not captured."""
        for each in to_gaps((gap,), duration_ms=0):
            lost = Gap(each.track, each.start_ms, each.end_ms, each.reason, GapState.LOST)
            if lost not in self._gaps:
                self._gaps.append(lost)
                self._library.note_gap(self._job_id, lost)

    def note_lengths(self, lengths_ms: Mapping[int, int]) -> None:
        """Write down how much of each track is saved, now and then."""
        now = self._clock()
        if now - self._noted_s >= _NOTE_LENGTHS_S and (self._noting is None or self._noting.done()):
            self._noted_s = now
            self._noting = self._library.set_recorded(self._meeting_id, lengths_ms)

    def finish(self, lengths_ms: Mapping[int, int], notes: Sequence[str]) -> bool:
        """Write down that the sound is whole; whether the meeting is still there.

        Where that fails, the next start takes it for interrupted.
        """
        writes = [self._library.note_gap(self._job_id, gap) for gap in self._gaps]
        writes.append(self._library.set_recorded(self._meeting_id, lengths_ms))
        writes.append(
            self._library.finish_recording(
                self._meeting_id,
                duration_ms=max(lengths_ms.values(), default=0),
                is_recovered=False,
                notes=tuple(notes),
            )
        )
        for write in writes:
            try:
                write.result()
            except MeetingNotFound:
                return False
            except VivavoceError as error:
                _log.info("The end of a recording could not be noted: %s", type(error).__name__)
        return True
