"""What of a recording's sound is not understood yet, by its files and the marks of its tracks.

Asked by ``live_run.py``, on the thread of ``live_queue.py``.
"""

from collections.abc import Sequence

from app.library.library import Library
from app.meetings.coverage import TrackMark
from app.meetings.identifiers import MeetingId
from app.recording.live_supervision import stretch_to_skip
from engine.capture.sound_folder import SoundFolder
from engine.contract.messages import StretchSkipped
from engine.contract.segments import GapReason, RecognisedGap


def has_rest(library: Library, meeting_id: MeetingId) -> bool:
    """Whether sound lies behind the mark of a track."""
    folder = SoundFolder(library.meeting_folder(meeting_id))
    return any(folder.length(mark.track) > mark.settled_to for mark in library.track_marks(meeting_id))


def deadly_stretch(
    library: Library, meeting_id: MeetingId, marks: Sequence[TrackMark], *, job: str
) -> StretchSkipped | None:
    """The stretch at which an engine dies each time; ``None`` where there is no more sound to blame."""
    folder = SoundFolder(library.meeting_folder(meeting_id))
    found = stretch_to_skip([mark.settled_to for mark in marks], [folder.length(mark.track) for mark in marks])
    if found is None:
        return None
    track, start, stop = marks[found[0]].track, found[1], found[2]
    return StretchSkipped(job, RecognisedGap(track, start, stop, GapReason.NOT_RECOGNISED), is_lost=True)
