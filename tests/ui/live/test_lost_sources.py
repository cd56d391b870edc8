from dataclasses import replace

from app.meetings.identifiers import JobId, MeetingId
from app.recording.status import RecordingPhase, RecordingStatus, TrackStatus
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.recorder_messages import SourceState
from ui.live.lost_sources import GONE_AFTER_MS, LostSources

NOW = Milliseconds(0)
TRACK = TrackStatus(0, TrackKind.MICROPHONE, "Headset", SourceState.HEARD, -20.0, -30.0, NOW, NOW, NOW)
STATUS = RecordingStatus(MeetingId("m"), JobId("j"), "Weekly", RecordingPhase.RECORDING, (TRACK,), NOW)


def at(elapsed_ms: int, state: SourceState, phase: RecordingPhase = RecordingPhase.RECORDING) -> RecordingStatus:
    return replace(
        STATUS, elapsed_ms=Milliseconds(elapsed_ms), phase=phase, tracks=(replace(TRACK, state=state), TRACK)
    )


def test_a_source_that_stays_away_is_gone_within_five_seconds_of_its_last_sound():
    """Case 1. The recorder takes two of them."""
    watch = LostSources()
    assert watch.look(at(10_000, SourceState.HEARD)) == ()
    assert watch.look(at(12_000, SourceState.LOST)) == ()
    assert watch.look(at(12_000 + GONE_AFTER_MS - 1, SourceState.LOST)) == ()
    (gone,) = watch.look(at(12_000 + GONE_AFTER_MS, SourceState.LOST))
    assert gone.device == "Headset"
    assert 2_000 + GONE_AFTER_MS < 5_000


def test_a_change_of_devices_and_a_pause_call_nobody():
    """Case 1."""
    watch = LostSources()
    for since in (0, 10_000):
        assert watch.look(at(since, SourceState.LOST)) == ()
        assert watch.look(at(since + 1_500, SourceState.REOPENED)) == ()
    watch.look(at(20_000, SourceState.LOST))
    assert watch.look(at(30_000, SourceState.LOST, RecordingPhase.PAUSED)) == ()
    assert watch.look(at(30_000, SourceState.LOST)) == (), "counted anew"
    assert watch.look(None) == ()
