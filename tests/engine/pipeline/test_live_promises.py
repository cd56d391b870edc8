"""What the live pipeline promises whatever happens: nothing lost, nothing twice, nothing passed over in silence."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.errors import RecogniserFailed
from engine.contract.messages import LineGrown, OpenLine, StretchSkipped, TentativeHeard, TrackSettled
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.pipeline.live_schedule import LiveRules
from tests.fakes.live_desk import LiveDesk, many, text_of
from tests.fakes.live_meeting import LiveMeeting
from tests.fakes.live_speech import SpokenWord, spoken


@pytest.mark.parametrize("seed", range(12))
def test_a_process_that_is_killed_at_any_moment_goes_on_without_a_word_lost_or_doubled(seed: int):
    """Case 54."""
    words = many(110, pause_every=7)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2))
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, work_s=work_s))
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, enough=0.3)).run(most=most)
    desk.meeting.now_s += away_s
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.lost


@pytest.mark.parametrize("most", range(4, 40, 3))
def test_a_line_that_was_open_when_its_process_was_killed_goes_on_and_is_judged(most: int):
    """Case 54: whatever was told, each line ends closed, and none is set aside for what was heard before the kill."""
    words = many(60, pause_every=7)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2)).run(most=most)
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.open_lines
    assert {event.line for event in desk.of(LineGrown)} == {
        event.line for event in desk.of(LineGrown) if event.is_closed
    }


def test_a_stock_phrase_in_a_line_that_was_open_at_a_kill_is_set_aside():
    """Case 54: an open line is judged when it is closed, and so is one of a process that was killed."""
    desk = LiveDesk(LiveMeeting([[SpokenWord(1.0, 1.3, "you.")]], 8.0))
    phrase = RecognisedWord(SampleIndex(16_000), SampleIndex(16_000 + 4800), " Thank you.", 0.4)
    told = RecognisedSegment(0, phrase.start, phrase.stop, "Thank you.", "en", 0.4, (phrase,))
    desk.lines["told"], desk.open_lines[0], desk.marks[0] = told, OpenLine("told", told), int(phrase.stop)
    desk.run()
    assert desk.lines["told"].quarantine is QuarantineReason.STOCK_PHRASE


@pytest.mark.parametrize("away_s", [1.0, 7.0, 20.0, 70.0])
def test_a_process_that_was_away_for_long_catches_up(away_s: float):
    """Case 54: also when the ring has gone by."""
    words = many(300, pause_every=9)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2)).run(most=25)
    desk.meeting.now_s += away_s
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.gaps
    assert not desk.lost


def test_a_recording_that_has_ended_is_understood_in_order_and_without_gaps():
    words = many(300, pause_every=11)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, now_s=1000.0)).run()
    assert desk.text() == text_of(words)
    assert not desk.of(StretchSkipped)
    starts = [event.segment.start for event in desk.of(LineGrown)]
    assert starts == sorted(starts)


def test_the_mark_moves_on_over_silence():
    desk = LiveDesk(LiveMeeting([spoken("one two")], 60.0)).run()
    marks = [event.settled_to / SAMPLE_RATE_HZ for event in desk.of(TrackSettled)]
    assert marks[-1] == 60.0
    assert max(after - before for before, after in pairwise(marks)) < 2.5


def test_nothing_is_marked_as_settled_before_its_words_are_told():
    """A process may be killed between any two events."""
    words = many(110, pause_every=7)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2))
    for event in desk.pipeline().run():
        desk.keep(event)
        told = set(desk.text().split())
        passed = [word.text for word in words if word.stop * SAMPLE_RATE_HZ <= desk.marks.get(0, 0)]
        assert told >= set(passed)


def test_a_stretch_that_always_loops_is_said_to_be_lost_and_the_rest_is_there():
    """Case 47."""
    words = many(60, pause_every=10, pause_s=1.2)
    bad = (words[20].start, words[24].stop)
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, bad=[bad])).run()
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, bad=[(9.0, 9.1)], is_bad_afresh=False)).run()
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, jumps=[jump], work_s=work_s))
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, jumps=[jump], jitter_s=0.1, enough=0.4))
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2, jumps=[jump]), rules=rules).run()
    assert desk.text() == text_of(words)
    assert not desk.lost


def test_a_window_on_which_the_decoder_failed_is_read_again():
    words = many(40, pause_every=6)
    meeting = LiveMeeting([words], words[-1].stop + 2)
    desk = LiveDesk(meeting).run(most=8)
    meeting.failures = 2
    desk.run()
    assert desk.text() == text_of(words)
    assert not desk.gaps


def test_a_decoder_that_fails_again_and_again_is_given_up():
    """Case 20: it is told, not hidden."""
    meeting = LiveMeeting([many(40)], 20.0, failures=100)
    with pytest.raises(RecogniserFailed):
        LiveDesk(meeting).run()


def test_after_the_recogniser_was_given_up_another_one_goes_on_where_it_was():
    """Cases 91 and 92."""
    words = many(80, pause_every=9)
    meeting = LiveMeeting([words], words[-1].stop + 2)
    desk = LiveDesk(meeting)
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
    desk = LiveDesk(LiveMeeting([words], words[-1].stop + 2))
    shown = ""
    for event in desk.pipeline().run():
        desk.keep(event)
        if isinstance(event, TentativeHeard):
            assert event.text != shown, "only what is news is told"
            shown = event.text
        elif isinstance(event, TrackSettled):
            assert not set(shown.split()) & set(desk.text().split())
    assert shown == ""
