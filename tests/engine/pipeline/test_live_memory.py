"""What the live pipeline holds while a meeting lasts: what is needed for the next word, and not what was said."""

import gc
import tracemalloc

from engine.contract.audio import TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.messages import FollowedTrack
from engine.pipeline.live_pipeline import LivePipeline
from tests.fakes.live_desk import many
from tests.fakes.live_meeting import LiveMeeting

LENGTH_S = 480.0
SETTLED_S = 160.0


def test_eight_minutes_take_no_more_memory_than_three():
    """Case 63: no history is only appended to. Hours of the whole application are for ``vivavoce measure soak``."""
    words = many(1200, each=0.3, pause_every=11)
    far = many(1000, each=0.35, pause_every=9)
    meeting = LiveMeeting([words, far], LENGTH_S)
    kinds = (TrackKind.MICROPHONE, TrackKind.COMPUTER)
    pipeline = LivePipeline(
        job="live",
        tracks=[(FollowedTrack(number, kind), meeting.sound(number)) for number, kind in enumerate(kinds)],
        recogniser=meeting,
        make_detector=meeting.detector,
        wait=meeting.wait,
        cancellation=Cancellation(),
        language="en",
    )
    held: list[tuple[float, int]] = []
    tracemalloc.start()
    try:
        next_look_s = SETTLED_S
        for _ in pipeline.run():
            meeting.passes.clear()
            if meeting.now_s >= next_look_s:
                next_look_s += 40
                gc.collect()
                held.append((meeting.now_s, tracemalloc.get_traced_memory()[0]))
    finally:
        tracemalloc.stop()
    assert len(held) >= 7
    early = max(size for _, size in held[:3])
    late = max(size for _, size in held[-3:])
    assert late - early < 60_000, [(round(at), size) for at, size in held]
