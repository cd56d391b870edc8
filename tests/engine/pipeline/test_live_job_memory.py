"""A live job lasts for hours: memory that is free goes back to the system meanwhile, also while nobody speaks."""

import threading
from dataclasses import dataclass, field
from pathlib import Path

from engine.capture.ring_buffer import RingWriter
from engine.contract.audio import TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.errors import RecogniserFailed
from engine.contract.messages import Event, FollowedTrack, FollowRecording, JobFinished
from engine.contract.options import RecognitionOptions
from engine.pipeline.live_job import GIVE_BACK_S, LiveJob
from tests.fakes.fake_detector import FakeDetector
from tests.fakes.loud_reciter import Reciter


@dataclass
class OneReciter:
    """One recogniser, which never fails."""

    reciter: Reciter = field(default_factory=Reciter)

    def live_for(self, options: RecognitionOptions, cancellation: Cancellation, *, context: object = None) -> Reciter:
        return self.reciter

    def live_here(self, options: RecognitionOptions, cancellation: Cancellation) -> Reciter:
        return self.reciter

    def smaller_than(self, options: RecognitionOptions) -> RecognitionOptions | None:
        return None

    def step_down(self, options: RecognitionOptions, failure: RecogniserFailed) -> None:
        raise AssertionError("it never fails")


def test_memory_goes_back_once_a_minute_also_while_a_recording_is_paused(tmp_path: Path):
    name = f"test-live-memory-{threading.get_ident()}"
    writer = RingWriter.create(name, seconds=2)
    events: list[Event] = []
    given_back: list[float] = []
    now = [0.0]

    def sleep(_seconds: float) -> None:
        now[0] += 0.5
        if now[0] > 2 * GIVE_BACK_S + 10:
            writer.close()

    tracks = (FollowedTrack(0, TrackKind.MICROPHONE, ring=name),)
    job = LiveJob(
        FollowRecording("job", str(tmp_path / "meeting"), tracks, RecognitionOptions()),
        engines=OneReciter(),
        emit=events.append,
        make_detector=FakeDetector,
        clock=lambda: now[0],
        sleep=sleep,
        give_back=lambda: given_back.append(now[0]),
    )
    try:
        job.run()
    finally:
        writer.close()
    assert given_back == [GIVE_BACK_S, 2 * GIVE_BACK_S]
    assert isinstance(events[-1], JobFinished)
