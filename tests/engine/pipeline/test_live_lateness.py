"""Live recognition on a machine that is too slow: late within bounds, less of what may change, and nothing lost."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.audio import Samples
from engine.contract.heard import Heard
from engine.contract.messages import FellBehind, LivePace
from engine.pipeline.live_pipeline import no_smaller
from tests.fakes.live_desk import LiveDesk, many, text_of
from tests.fakes.live_meeting import LiveMeeting


@settings(max_examples=12)
@given(st.floats(0.05, 0.9), st.floats(0.0, 0.12))
def test_however_slow_the_machine_everything_is_understood_in_the_end_and_lateness_is_bounded(
    work_s: float, work_per_s: float
):
    words = many(300, pause_every=12)
    meeting = LiveMeeting([words], words[-1].stop + 2, work_s=work_s, work_per_s=work_per_s)
    desk = LiveDesk(meeting).run()
    assert set(desk.text().split()) == {word.text for word in words}
    assert len(desk.text().split()) == len(words)
    assert not desk.gaps
    assert not desk.lost
    while_live = [event.seconds for at, event in desk.events if isinstance(event, FellBehind) and at < meeting.length_s]
    assert max(while_live, default=0.0) < 45.0


def test_a_machine_that_is_too_slow_leaves_out_what_still_changes():
    words = many(400, pause_every=12)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, work_s=2.0, work_per_s=0.4)).run()
    assert LivePace.WITHOUT_TENTATIVE in [event.pace for event in desk.of(FellBehind)]
    assert desk.text() == text_of(words) or set(desk.text().split()) == {word.text for word in words}


def test_a_smaller_model_takes_over_and_gives_back_when_it_kept_up():
    words = many(700, pause_every=12)
    meeting = LiveMeeting([words], words[-1].stop + 2, work_s=1.2, work_per_s=1.0)
    desk = LiveDesk(meeting, smaller=LiveMeetingAtSpeed(meeting, 60.0)).run()
    paces = [event.pace for event in desk.of(FellBehind)]
    assert LivePace.SMALLER_MODEL in paces
    assert paces.index(LivePace.WITHOUT_TENTATIVE) < paces.index(LivePace.SMALLER_MODEL)
    assert LivePace.WITHOUT_TENTATIVE in paces[paces.index(LivePace.SMALLER_MODEL) :]
    assert sorted(desk.text().split()) == sorted(word.text for word in words)
    assert not desk.gaps


@dataclass
class LiveMeetingAtSpeed:
    """The same recogniser, faster."""

    meeting: LiveMeeting
    speed: float

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        before, self.meeting.speed = self.meeting.speed, self.speed
        try:
            return self.meeting.understand(samples, said=said, language=language, careful=careful)
        finally:
            self.meeting.speed = before

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        return self.meeting.guess_language(samples)


def test_without_a_smaller_model_nothing_is_lost_either():
    assert no_smaller() is None
    words = many(250, pause_every=12)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, work_s=2.0, work_per_s=1.0)).run()
    assert sorted(desk.text().split()) == sorted(word.text for word in words)
    assert not desk.gaps
