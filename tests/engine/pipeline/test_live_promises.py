"""What the live pipeline promises whatever happens: nothing lost, nothing twice, nothing passed over in silence."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import Heard
from engine.contract.messages import (
    Event,
    FellBehind,
    FollowedTrack,
    LineGrown,
    LivePace,
    OpenLine,
    StretchRepaired,
    StretchSkipped,
    TentativeHeard,
    TrackSettled,
)
from engine.contract.segments import QuarantineReason, RecognisedGap, RecognisedSegment, RecognisedWord
from engine.pipeline.live_pipeline import LivePipeline, no_smaller
from engine.pipeline.live_schedule import LiveRules
from engine.pipeline.patient_recogniser import Understands
from tests.fakes.live_meeting import LiveMeeting
from tests.fakes.live_speech import SpokenWord, spoken

E = TypeVar("E")
MICROPHONE, COMPUTER = TrackKind.MICROPHONE, TrackKind.COMPUTER


@dataclass
class Desk:
    """Keeps what a library would keep, and can begin again from it."""

    meeting: LiveMeeting
    kinds: Sequence[TrackKind] = (MICROPHONE,)
    smaller: Understands | None = None
    rules: LiveRules | None = None
    lines: dict[str, RecognisedSegment] = field(default_factory=dict[str, RecognisedSegment])
    marks: dict[int, int] = field(default_factory=dict[int, int])
    gaps: list[RecognisedGap] = field(default_factory=list[RecognisedGap])
    """Open ones."""
    lost: list[RecognisedGap] = field(default_factory=list[RecognisedGap])
    events: list[tuple[float, Event]] = field(default_factory=list[tuple[float, Event]])
    open_lines: dict[int, OpenLine] = field(default_factory=dict[int, OpenLine])
    """By track."""

    def pipeline(self) -> LivePipeline:
        tracks = [
            FollowedTrack(
                number,
                kind,
                resume_at=SampleIndex(self.marks.get(number, 0)),
                said=self._said(number),
                open_gaps=tuple(gap for gap in self.gaps if gap.track == number),
                open_line=self.open_lines.get(number),
            )
            for number, kind in enumerate(self.kinds)
        ]
        return LivePipeline(
            job="live",
            tracks=[(track, self.meeting.sound(track.track)) for track in tracks],
            recogniser=self.meeting,
            make_detector=self.meeting.detector,
            wait=self.meeting.wait,
            cancellation=Cancellation(),
            language="en",
            rules=self.rules,
            load_smaller=lambda: self.smaller,
        )

    def run(self, *, most: int = 1 << 30) -> "Desk":
        """Take so many events, as if the process were killed after them."""
        for number, event in enumerate(self.pipeline().run(), 1):
            self.events.append((self.meeting.now_s, event))
            self.keep(event)
            if number == most:
                break
        return self

    def text(self, track: int = 0, *, quarantine: QuarantineReason | None = None) -> str:
        lines = [each for each in self.lines.values() if each.track == track and each.quarantine is quarantine]
        return " ".join(each.text for each in sorted(lines, key=lambda each: each.start))

    def of(self, kind: type[E]) -> list[E]:
        return [event for _, event in self.events if isinstance(event, kind)]

    def keep(self, event: Event) -> None:
        match event:
            case LineGrown():
                before = self.lines.get(event.line)
                if before is not None:
                    assert event.segment.text.startswith(before.text), "what is shown never changes"
                self.lines[event.line] = event.segment
                self.open_lines.pop(event.segment.track, None)
                if not event.is_closed:
                    self.open_lines[event.segment.track] = OpenLine(event.line, event.segment)
                self._move(event.segment.track, event.settled_to)
            case TrackSettled():
                self._move(event.track, event.settled_to)
            case StretchSkipped():
                if event.is_lost:
                    self.lost.append(event.gap)
                    self._close(event.gap)
                else:
                    self.gaps.append(event.gap)
            case StretchRepaired():
                self._close(event.gap)
            case _:
                pass

    def _move(self, track: int, mark: int) -> None:
        assert mark >= self.marks.get(track, 0), "a mark never goes back"
        self.marks[track] = mark

    def _close(self, done: RecognisedGap) -> None:
        left: list[RecognisedGap] = []
        for gap in self.gaps:
            if gap.track != done.track or gap.stop <= done.start or gap.start >= done.stop:
                left.append(gap)
                continue
            if gap.start < done.start:
                left.append(RecognisedGap(gap.track, gap.start, done.start, gap.reason))
            if gap.stop > done.stop:
                left.append(RecognisedGap(gap.track, done.stop, gap.stop, gap.reason))
        self.gaps = left

    def _said(self, track: int) -> str:
        return " ".join(self.text(track).split()[-6:])


def many(count: int, *, each: float = 0.3, pause_every: int = 0, pause_s: float = 0.8) -> list[SpokenWord]:
    """So many different words, with a pause now and then."""
    words: list[SpokenWord] = []
    at = 1.0
    for number in range(count):
        words.append(SpokenWord(at, at + each, f"w{number}"))
        at += each + (pause_s if pause_every and (number + 1) % pause_every == 0 else 0.0)
    return words


def text_of(words: Sequence[SpokenWord]) -> str:
    return " ".join(word.text for word in words)


@pytest.mark.parametrize("seed", range(12))
def test_a_process_that_is_killed_at_any_moment_goes_on_without_a_word_lost_or_doubled(seed: int):
    """Case 54."""
    words = many(110, pause_every=7)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2))
    for most in (3 + seed * 2, 9 + seed, 5):
        desk.run(most=most)
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.gaps
    assert desk.marks[0] == desk.meeting.written


@settings(max_examples=25)
@given(
    st.lists(st.tuples(st.integers(1, 60), st.sampled_from([0.0, 0.5, 3.0, 12.0, 40.0])), max_size=4),
    st.sampled_from([0.2, 0.3, 0.45]),
    st.sampled_from([0, 1, 5, 40]),
    st.sampled_from([0.05, 0.4, 2.0]),
)
def test_whatever_is_killed_when_and_for_how_long_every_word_stands_once(
    kills: list[tuple[int, float]], each: float, pause_every: int, work_s: float
):
    """Case 54."""
    words = many(150, each=each, pause_every=pause_every)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, work_s=work_s))
    for most, away_s in kills:
        desk.run(most=most)
        desk.meeting.now_s += away_s
    desk.run()
    assert sorted(desk.text().split()) == sorted(word.text for word in words)
    assert not desk.gaps
    assert not desk.lost
    assert desk.marks[0] == desk.meeting.written


@pytest.mark.parametrize("most", [9, 24, 29])
@pytest.mark.parametrize("away_s", [3.2, 5.0, 8.0])
def test_a_word_in_which_a_piece_that_waited_ends_stands_once(most: int, away_s: float):
    """Case 54: a piece ends where nothing is recorded yet, in the middle of speech, and both sides hear that word."""
    words = many(90)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, enough=0.3)).run(most=most)
    desk.meeting.now_s += away_s
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.lost


@pytest.mark.parametrize("most", range(4, 40, 3))
def test_a_line_that_was_open_when_its_process_was_killed_goes_on_and_is_judged(most: int):
    """Case 54: whatever was told, each line ends closed, and none is set aside for what was heard before the kill."""
    words = many(60, pause_every=7)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2)).run(most=most)
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.open_lines
    assert {event.line for event in desk.of(LineGrown)} == {
        event.line for event in desk.of(LineGrown) if event.is_closed
    }


def test_a_stock_phrase_in_a_line_that_was_open_at_a_kill_is_set_aside():
    """Case 54: an open line is judged when it is closed, and so is one of a process that was killed."""
    desk = Desk(LiveMeeting([[SpokenWord(1.0, 1.3, "you.")]], 8.0))
    phrase = RecognisedWord(SampleIndex(16_000), SampleIndex(16_000 + 4800), " Thank you.", 0.4)
    told = RecognisedSegment(0, phrase.start, phrase.stop, "Thank you.", "en", 0.4, (phrase,))
    desk.lines["told"], desk.open_lines[0], desk.marks[0] = told, OpenLine("told", told), int(phrase.stop)
    desk.run()
    assert desk.lines["told"].quarantine is QuarantineReason.STOCK_PHRASE


@pytest.mark.parametrize("away_s", [1.0, 7.0, 20.0, 70.0])
def test_a_process_that_was_away_for_long_catches_up(away_s: float):
    """Case 54: also when the ring has gone by."""
    words = many(300, pause_every=9)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2)).run(most=25)
    desk.meeting.now_s += away_s
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.gaps
    assert not desk.lost


def test_a_recording_that_has_ended_is_understood_in_order_and_without_gaps():
    words = many(300, pause_every=11)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, now_s=1000.0)).run()
    assert desk.text() == text_of(words)
    assert not desk.of(StretchSkipped)
    starts = [event.segment.start for event in desk.of(LineGrown)]
    assert starts == sorted(starts)


def test_the_mark_moves_on_over_silence():
    desk = Desk(LiveMeeting([spoken("one two")], 60.0)).run()
    marks = [event.settled_to / SAMPLE_RATE_HZ for event in desk.of(TrackSettled)]
    assert marks[-1] == 60.0
    assert max(after - before for before, after in pairwise(marks)) < 2.5


def test_nothing_is_marked_as_settled_before_its_words_are_told():
    """A process may be killed between any two events."""
    words = many(110, pause_every=7)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2))
    for event in desk.pipeline().run():
        desk.keep(event)
        told = set(desk.text().split())
        passed = [word.text for word in words if word.stop * SAMPLE_RATE_HZ <= desk.marks.get(0, 0)]
        assert told >= set(passed)


def test_a_stretch_that_always_loops_is_said_to_be_lost_and_the_rest_is_there():
    """Case 47."""
    words = many(60, pause_every=10, pause_s=1.2)
    bad = (words[20].start, words[24].stop)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, bad=[bad])).run()
    assert desk.lost
    for gap in desk.lost:
        assert gap.start / SAMPLE_RATE_HZ < bad[1] + 0.5
        assert gap.stop / SAMPLE_RATE_HZ > bad[0] - 0.5
    assert not desk.gaps
    far = [word for word in words if word.stop < bad[0] - 6 or word.start > bad[1] + 6]
    assert set(desk.text().split()) >= {word.text for word in far}
    assert "la" not in desk.text().split()


def test_a_loop_that_another_cut_avoids_costs_no_word():
    """Case 47."""
    words = many(80)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, bad=[(9.0, 9.1)], is_bad_afresh=False)).run()
    assert not desk.gaps
    assert not desk.lost
    assert set(desk.text().split()) == {word.text for word in words}


@pytest.mark.parametrize("kills", [(), (16,), (38, 52)])
@pytest.mark.parametrize("length", [2, 3, 5, 9])
@pytest.mark.parametrize("work_s", [0.05, 0.4])
@pytest.mark.parametrize("first", [8, 21, 30])
def test_words_that_were_heard_do_not_vanish_when_the_decoder_jumps_over_them(
    first: int, length: int, work_s: float, kills: tuple[int, ...]
):
    """Case 54."""
    words = many(60, each=0.4, pause_every=20)
    jump = (words[first].start, words[first + length - 1].stop)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, jumps=[jump], work_s=work_s))
    for most in kills:
        desk.run(most=most)
    desk.run()
    missing = len(words) - len(set(desk.text().split()))
    assert missing <= (2 if length < 4 else 0), "shorter than a breath nothing shows that something is missing"
    assert len(desk.text().split()) == len(set(desk.text().split())), "none stands twice"
    assert not desk.lost


@pytest.mark.parametrize("kills", [(), (9, 30), (16, 44)])
@pytest.mark.parametrize("first", [8, 18, 21, 23, 30, 40])
@pytest.mark.parametrize("length", [3, 4, 6])
def test_words_of_a_jump_stand_once_though_each_window_measures_their_times_anew(
    first: int, length: int, kills: tuple[int, ...]
):
    """Case 54."""
    words = many(60, each=0.35, pause_every=20)
    jump = (words[first].start, words[first + length - 1].stop)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, jumps=[jump], jitter_s=0.1, enough=0.4))
    for most in kills:
        desk.run(most=most)
    desk.run()
    assert len(desk.text().split()) == len(set(desk.text().split())), "none stands twice"
    assert len(words) - len(set(desk.text().split())) <= 2, "shorter than a breath nothing shows that one is missing"


@pytest.mark.parametrize("first", [5, 7, 10, 20, 23, 30, 43, 45])
@pytest.mark.parametrize("length", [4, 5, 7, 9])
@pytest.mark.parametrize("holdback_s", [1.2, 1.8])
@pytest.mark.parametrize("interval_s", [0.7, 0.9])
def test_the_end_of_a_jump_that_no_pass_heard_is_there_too(
    first: int, length: int, holdback_s: float, interval_s: float
):
    """Case 54: the window of the pass before ended in the middle of what the next one jumps over."""
    words = many(60, each=0.4, pause_every=20)
    jump = (words[first].start, words[first + length - 1].stop)
    rules = LiveRules(holdback_s=holdback_s, interval_s=interval_s)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, jumps=[jump]), rules=rules).run()
    assert desk.text() == text_of(words)
    assert not desk.lost


def test_a_window_on_which_the_decoder_failed_is_read_again():
    words = many(40, pause_every=6)
    meeting = LiveMeeting([words], words[-1].stop + 2)
    desk = Desk(meeting).run(most=8)
    meeting.failures = 2
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.gaps


def test_a_decoder_that_fails_again_and_again_is_given_up():
    """Case 20: it is told, not hidden."""
    meeting = LiveMeeting([many(40)], 20.0, failures=100)
    with pytest.raises(RecogniserFailed):
        Desk(meeting).run()


def test_after_the_recogniser_was_given_up_another_one_goes_on_where_it_was():
    """Cases 91 and 92."""
    words = many(80, pause_every=9)
    meeting = LiveMeeting([words], words[-1].stop + 2)
    desk = Desk(meeting)
    pipeline = desk.pipeline()
    for number, event in enumerate(pipeline.run()):
        desk.keep(event)
        if number == 20:
            meeting.failures = 3
            break
    with pytest.raises(RecogniserFailed):
        for event in pipeline.run():
            desk.keep(event)
    pipeline.replace_recogniser(meeting)
    for event in pipeline.run():
        desk.keep(event)
    assert desk.text() == text_of(words)


def test_what_is_committed_is_not_shown_once_more_as_what_may_change():
    words = many(60, pause_every=6)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2))
    shown = ""
    for event in desk.pipeline().run():
        desk.keep(event)
        if isinstance(event, TentativeHeard):
            assert event.text != shown, "only what is news is told"
            shown = event.text
        elif isinstance(event, TrackSettled):
            assert not set(shown.split()) & set(desk.text().split())
    assert shown == ""


# Too slow


@settings(max_examples=12)
@given(st.floats(0.05, 0.9), st.floats(0.0, 0.12))
def test_however_slow_the_machine_everything_is_understood_in_the_end_and_lateness_is_bounded(
    work_s: float, work_per_s: float
):
    words = many(300, pause_every=12)
    meeting = LiveMeeting([words], words[-1].stop + 2, work_s=work_s, work_per_s=work_per_s)
    desk = Desk(meeting).run()
    assert set(desk.text().split()) == {word.text for word in words}
    assert len(desk.text().split()) == len(words)
    assert not desk.gaps
    assert not desk.lost
    while_live = [event.seconds for at, event in desk.events if isinstance(event, FellBehind) and at < meeting.length_s]
    assert max(while_live, default=0.0) < 45.0


def test_a_machine_that_is_too_slow_leaves_out_what_still_changes():
    words = many(400, pause_every=12)
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, work_s=2.0, work_per_s=0.4)).run()
    assert LivePace.WITHOUT_TENTATIVE in [event.pace for event in desk.of(FellBehind)]
    assert desk.text() == text_of(words) or set(desk.text().split()) == {word.text for word in words}


def test_a_smaller_model_takes_over_and_gives_back_when_it_kept_up():
    words = many(700, pause_every=12)
    meeting = LiveMeeting([words], words[-1].stop + 2, work_s=1.2, work_per_s=1.0)
    desk = Desk(meeting, smaller=LiveMeetingAtSpeed(meeting, 60.0)).run()
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
    desk = Desk(LiveMeeting([words], words[-1].stop + 2, work_s=2.0, work_per_s=1.0)).run()
    assert sorted(desk.text().split()) == sorted(word.text for word in words)
    assert not desk.gaps


# Echo


def moved(words: Sequence[SpokenWord], by_s: float) -> list[SpokenWord]:
    return [SpokenWord(word.start + by_s, word.stop + by_s, word.text) for word in words]


def test_what_the_microphone_hears_of_the_computer_stands_once_and_a_real_repetition_stays():
    """Case 11."""
    near = spoken("thanks I will check the numbers", at=2.0)
    far = spoken("the budget meeting starts at nine", at=5.0)
    again = moved(far, 4.8)
    desk = Desk(LiveMeeting([[*near, *moved(far, 0.02), *again], far], 16.0), kinds=(MICROPHONE, COMPUTER)).run()
    assert desk.text(1) == text_of(far)
    assert desk.text(0) == f"{text_of(near)} {text_of(again)}"
    assert desk.text(0, quarantine=QuarantineReason.ECHO) == text_of(far)


def test_words_of_ones_own_within_the_echo_stay():
    """Case 11."""
    far = spoken("and then we move the release to the end of the month because of the tests", at=2.0)
    own = spoken("no wait please", at=far[-1].stop + 0.1)
    desk = Desk(LiveMeeting([[*moved(far, 0.02), *own], far], 16.0), kinds=(MICROPHONE, COMPUTER)).run()
    assert desk.text(0) == text_of(own)
    assert desk.text(0, quarantine=QuarantineReason.ECHO) == text_of(far)


def test_echo_is_not_shown_while_it_may_still_change():
    far = spoken(text_of(many(40)), at=2.0)
    desk = Desk(LiveMeeting([moved(far, 0.02), far], 16.0), kinds=(MICROPHONE, COMPUTER)).run()
    shown = [event.text for event in desk.of(TentativeHeard) if event.track == 0]
    assert max((len(text.split()) for text in shown), default=0) <= 3


def test_while_the_computer_is_silent_the_microphone_waits_for_nothing():
    words = many(60, pause_every=8)
    alone = Desk(LiveMeeting([words], words[-1].stop + 2)).run()
    both = Desk(LiveMeeting([words, []], words[-1].stop + 2), kinds=(MICROPHONE, COMPUTER)).run()
    late = [
        max(
            at - event.segment.stop / SAMPLE_RATE_HZ
            for at, event in desk.events
            if isinstance(event, LineGrown) and event.new_words
        )
        for desk in (alone, both)
    ]
    assert late[1] <= late[0] + 0.1


def test_two_who_say_different_things_at_the_same_time_both_stand():
    near, far = spoken(text_of(many(30)), at=2.0), spoken(" ".join(f"x{n}" for n in range(30)), at=2.0)
    desk = Desk(LiveMeeting([near, far], 14.0), kinds=(MICROPHONE, COMPUTER)).run()
    assert desk.text(0) == text_of(near)
    assert desk.text(1) == text_of(far)
