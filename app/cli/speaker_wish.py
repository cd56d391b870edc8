"""``--speakers`` of the command line: what it says, and waiting until the speakers are found.

Used by ``transcription.py`` and ``speakers.py`` on the main thread. The queue of looks works on its own thread; looking
at it in short steps lets Ctrl-C through on every system. What fails here is told and costs nothing: the text is there.
"""

import re
import time
from collections.abc import Callable

import typer

from app.announcements import JobProgressAnnounced
from app.library.library import Library
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobState
from app.meetings.speaker_run import SpeakerRun
from app.speaking.speaker_queue import SpeakerQueue
from engine.contract.messages import Stage
from engine.contract.speakers import ANY_COUNT, SpeakerCount

MOST = 50
"""More people than this are a mistake in what was typed."""
_LOOK_S = 0.1
_EXACT = re.compile(r"\d+")
_RANGE = re.compile(r"(\d+)-(\d+)")


def read_speakers(text: str) -> SpeakerCount | None:
    """The number in ``auto|off|N|MIN-MAX``; ``None`` is off. Anything else is wrong use."""
    word = text.strip().casefold()
    if word == "auto":
        return ANY_COUNT
    if word == "off":
        return None
    found = _RANGE.fullmatch(word)
    numbers = [int(each) for each in found.groups()] if found else [int(word)] * 2 if _EXACT.fullmatch(word) else []
    if not numbers or not 1 <= numbers[0] <= numbers[1] <= MOST:
        raise typer.BadParameter(
            f"“{text}” is none of auto, off, a number such as 3, or a range such as 2-4 (at most {MOST}).",
            param_hint="--speakers",
        )
    return SpeakerCount(numbers[0], numbers[1])


def is_found_already(run: SpeakerRun | None, count: SpeakerCount) -> bool:
    """Whether the last look answers the same question."""
    return run is not None and run.error is None and not run.is_waiting and count in (run.count, ANY_COUNT)


def find_speakers(
    meeting_id: MeetingId,
    count: SpeakerCount,
    *,
    library: Library,
    queue: SpeakerQueue,
    tell: Callable[[JobProgressAnnounced], None],
    is_interrupted: Callable[[], bool],
) -> str:
    """Look for the speakers and wait; the sentence that says why it was not possible, or nothing.

    Ctrl-C gives it up and goes on as ``KeyboardInterrupt``.
    """
    queue.start(pick_up=False, by_itself=False)
    queue.find(meeting_id, count)
    try:
        while queue.is_waiting(meeting_id):
            if is_interrupted():
                raise KeyboardInterrupt  # noqa: TRY301 - as the signal itself would
            fraction = queue.fraction(meeting_id)
            if fraction is not None:
                job = JobId(f"speakers-{meeting_id}")
                tell(JobProgressAnnounced(job, meeting_id, JobState.RUNNING, Stage.SPEAKERS, fraction, None))
            time.sleep(_LOOK_S)
    except KeyboardInterrupt:
        queue.cancel(meeting_id)
        raise
    run = library.speaker_run(meeting_id)
    return run.error.sentence if run is not None and run.error is not None else ""
