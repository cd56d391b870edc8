"""What the library is told of the sound of a recording."""

from app.library.library import Library
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import GapState
from app.recording.sound_ledger import SoundLedger
from engine.contract.audio import SampleIndex
from engine.contract.segments import GapReason, RecognisedGap
from tests.builders.recordings import begin_recording

LOST = RecognisedGap(0, SampleIndex(16_000), SampleIndex(48_000), GapReason.SOURCE_LOST)


def test_a_gap_that_is_told_twice_is_written_once(library: Library):
    job = begin_recording(library)
    ledger = SoundLedger(library=library, meeting_id=job.meeting_id, job_id=job.id, clock=lambda: 0.0)
    ledger.note_gap(LOST)
    ledger.note_gap(LOST)
    assert ledger.finish({0: 5000, 1: 5000}, ())
    (gap,) = library.transcript(job.meeting_id).gaps
    assert (gap.start_ms, gap.end_ms, gap.state) == (1000, 3000, GapState.LOST)
    assert library.meeting(job.meeting_id).duration_ms == 5000
    assert library.meeting(job.meeting_id).status is not MeetingStatus.RECORDING


def test_lengths_are_written_every_five_seconds(library: Library):
    def written() -> list[int]:
        library.set_recovered(job.meeting_id, False).result()  # what was asked for before is done
        return [mark.length_ms for mark in library.track_marks(job.meeting_id)]

    now_s = 0.0
    job = begin_recording(library)
    ledger = SoundLedger(library=library, meeting_id=job.meeting_id, job_id=job.id, clock=lambda: now_s)
    ledger.note_lengths({0: 4900, 1: 4900})
    assert written() == [0, 0]
    now_s = 5.0
    ledger.note_lengths({0: 5000, 1: 5000})
    assert written() == [5000, 5000]


def test_a_meeting_that_is_gone_has_no_end(library: Library):
    job = begin_recording(library)
    ledger = SoundLedger(library=library, meeting_id=job.meeting_id, job_id=job.id, clock=lambda: 0.0)
    library.delete_meeting(job.meeting_id).result()
    assert not ledger.finish({0: 5000, 1: 5000}, ())
