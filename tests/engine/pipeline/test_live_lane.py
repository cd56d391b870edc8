from collections.abc import Sequence

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, Samples, TrackKind
from engine.contract.heard import AlignedWord, Heard
from engine.contract.messages import FollowedTrack
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_hole import Jump
from engine.pipeline.live_lane import LiveLane
from engine.pipeline.live_schedule import LiveRules
from engine.pipeline.live_track import LiveTrack
from tests.builders.speech_clips import span
from tests.builders.timed_words import text_of, words
from tests.fakes.fake_detector import FakeDetector


class Silence:
    """Ten seconds of nothing; what is heard in it is up to the test."""

    written = SampleIndex(10 * SAMPLE_RATE_HZ)
    is_ended = False

    def read(self, start: int, stop: int) -> Samples:
        return np.zeros(stop - start, np.float32)


class JumpedTrack(LiveTrack):
    """Somebody speaks from 0 to 6 s, four seconds of it are settled, and the newest pass left a stretch out."""

    def __init__(self, jump: Jump) -> None:
        super().__init__(track=0, rules=LiveRules(), start=SampleIndex(0))
        self.jump = jump
        self.hear([0.9] * (6 * SAMPLE_RATE_HZ // WINDOW_SAMPLES))
        self._settled = 4 * SAMPLE_RATE_HZ

    def take_jumps(self) -> list[Jump]:
        return [self.jump]


def jumped(kept: Sequence[RecognisedWord]) -> LiveLane:
    lane = LiveLane(
        FollowedTrack(0, TrackKind.MICROPHONE),
        Silence(),
        make_detector=FakeDetector,
        rules=LiveRules(),
        can_echo=False,
    )
    lane.track = JumpedTrack(Jump(span(3.1, 5.0), tuple(kept)))
    return lane


def test_a_late_word_behind_the_mark_waits_for_the_pass_that_hears_it():
    kept = words("four five", at=3.1)
    settled = [*words("one two three", at=2.0), *kept]
    alone = [
        AlignedWord(int((0.05 + at * 0.3) * SAMPLE_RATE_HZ), int((0.3 + at * 0.3) * SAMPLE_RATE_HZ), f" {text}", 0.9)
        for at, text in enumerate(["four", "five", "six", "seven", "eight"], 1)
    ]
    lane = jumped(kept)
    heard = Heard(tuple(alone), is_loop=False, no_speech=0.0, score=-0.1)
    found = tuple(lane.hear_holes(0, settled, lambda _: heard))
    assert text_of(found).startswith("one two three four five")
    assert "eight" not in text_of(found), "the next window begins at the mark and hears it again"
    assert all((word.start + word.stop) // 2 < 4 * SAMPLE_RATE_HZ for word in found)
