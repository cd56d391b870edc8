from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.contract.audio import SampleIndex, Samples, TrackKind
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import Heard
from engine.contract.messages import (
    Event,
    FellBehind,
    FollowedTrack,
    LanguageChosen,
    LineGrown,
    StretchRepaired,
    StretchSkipped,
    TentativeHeard,
    TrackSettled,
)
from engine.pipeline.live_pipeline import LivePipeline
from engine.pipeline.live_schedule import LiveRules
from engine.pipeline.patient_recogniser import Understands
from tests.fakes.live_speech import BusyWorker, LiveSpeech, PlaceDetector, spoken


def pipeline(
    speech: LiveSpeech,
    *,
    language: str = "en",
    wait: Callable[[], None] | None = None,
    has_many_languages: bool = False,
    recogniser: Understands | None = None,
) -> LivePipeline:
    return LivePipeline(
        job="live",
        tracks=[(FollowedTrack(0, TrackKind.MICROPHONE), speech)],
        recogniser=recogniser or speech,
        make_detector=lambda: PlaceDetector(speech.words),
        wait=wait or speech.wait,
        cancellation=Cancellation(),
        language=language,
        has_many_languages=has_many_languages,
        now=lambda: speech.now_s,
    )


def run(speech: LiveSpeech) -> list[tuple[float, Event]]:
    return [(speech.now_s, event) for event in pipeline(speech).run()]


def committed(events: list[tuple[float, Event]]) -> str:
    words = (new_words(event) for _, event in events if isinstance(event, LineGrown))
    return " ".join(word for each in words for word in each)


def new_words(event: LineGrown) -> list[str]:
    if not event.new_words:
        return []
    return [word.text.strip() for word in event.segment.words[-event.new_words :]]


def stall_once(speech: LiveSpeech, seconds: float) -> None:
    """Make the first pass take so much longer."""
    stalls = iter([seconds])
    understand = speech.understand

    def stalled(samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        speech.now_s += next(stalls, 0.0)
        return understand(samples, said=said, language=language, careful=careful)

    speech.understand = stalled  # type: ignore[method-assign]  # a recogniser that was starved once


LONG = " ".join(f"w{n}" for n in range(120))


def test_silence_gives_nothing():
    events = [event for _, event in run(LiveSpeech([], 5.0))]
    assert {type(event) for event in events} == {TrackSettled}
    assert events[-1] == TrackSettled("live", 0, SampleIndex(80_000))


def test_a_long_silence_after_speech_is_no_gap():
    events = run(LiveSpeech(spoken("one two three"), 60.0))
    assert committed(events) == "one two three"
    assert not any(isinstance(event, StretchSkipped | FellBehind) for _, event in events)


@pytest.mark.parametrize("one_in", [2, 5, 1_000])
def test_a_worker_that_passes_tentative_questions_over_costs_no_word_and_doubles_none(one_in: int):
    speech = LiveSpeech(spoken(LONG), 40.0)
    worker = BusyWorker(speech, one_in=one_in)
    events = [(speech.now_s, event) for event in pipeline(speech, recogniser=worker).run()]
    assert committed(events) == LONG
    assert worker.asked > 10
    assert not any(isinstance(event, StretchSkipped | FellBehind) for _, event in events)


def test_words_that_a_busy_worker_passed_over_are_committed_when_the_window_is_full():
    speech = LiveSpeech(spoken(LONG), 40.0)
    events = [(speech.now_s, event) for event in pipeline(speech, recogniser=BusyWorker(speech, one_in=1_000)).run()]
    first = next(at for at, event in events if isinstance(event, LineGrown) and event.new_words)
    assert first < 1 + LiveRules().longest_s + 2, "and not only at the end"


def test_words_are_shown_while_they_are_spoken():
    events = run(LiveSpeech(spoken(LONG), 40.0))
    first, event = next((at, event) for at, event in events if isinstance(event, TentativeHeard) and event.text)
    assert isinstance(event, TentativeHeard)
    assert event.text.startswith("w0")
    assert first < 2.5


def test_words_are_committed_inside_speech_without_a_pause():
    events = run(LiveSpeech(spoken(LONG), 40.0))
    late = [
        at - event.segment.stop / 16_000 for at, event in events if isinstance(event, LineGrown) and event.new_words
    ]
    assert len(late) > 10
    assert max(late) < 3.0


@pytest.mark.parametrize("each", [0.11, 0.3, 0.47])
def test_nothing_is_lost_or_doubled_at_the_seams_of_windows(each: float):
    """Case 54."""
    speech = LiveSpeech(spoken(LONG, each=each), 1 + 120 * each + 2)
    assert committed(run(speech)) == LONG


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 30), st.sampled_from([0.1, 0.3, 0.7, 2.5, 6.0])), min_size=1, max_size=8))
def test_whatever_the_pauses_every_word_comes_once(stretches: list[tuple[int, float]]):
    """Case 54."""
    words, at = spoken(""), 0.5
    for count, pause in stretches:
        words += spoken(" ".join(f"w{len(words) + n}" for n in range(count)), at=at)
        at = words[-1].stop + pause
    assert committed(run(LiveSpeech(words, at + 1))) == " ".join(word.text for word in words)


def test_a_pause_commits_what_was_said_within_a_second():
    events = run(LiveSpeech(spoken("yes that is right"), 10.0))
    at = max(at for at, event in events if isinstance(event, LineGrown) and event.new_words)
    assert at < 2.2 + 1.0


def test_stopping_in_the_middle_of_a_word_commits_all_that_was_said():
    assert committed(run(LiveSpeech(spoken("one two three four"), 2.2))) == "one two three four"


def test_windows_stay_short_and_begin_with_settled_words():
    speech = LiveSpeech(spoken(LONG), 40.0)
    run(speech)
    assert max(stop - start for start, stop, _ in speech.passes) < (LiveRules().context_s + 4) * 16_000
    assert any(said for _, _, said in speech.passes)


def test_where_passes_take_long_windows_hold_less_that_is_settled():
    quick, slow = (LiveSpeech(spoken(LONG), 40.0, work_s=work_s) for work_s in (0.1, 0.9))
    for speech in (quick, slow):
        assert committed(run(speech)) == LONG
    most_said = [max(len(said) for _, _, said in speech.passes[10:]) for speech in (quick, slow)]
    assert most_said[0] > 1.5 * most_said[1] > 0


def test_a_loop_is_not_shown_and_the_next_pass_brings_the_words():
    events = run(LiveSpeech(spoken("one two three four five six seven"), 6.0, loops=1))
    assert committed(events) == "one two three four five six seven"
    assert not any("la" in event.text for _, event in events if isinstance(event, TentativeHeard))


def test_without_a_language_the_first_speech_decides():
    speech = LiveSpeech(spoken("one two three"), 5.0)
    events = list(pipeline(speech, language="").run())
    assert [event for event in events if isinstance(event, LanguageChosen)] == [LanguageChosen("live", "en", 0.9)]


def test_what_there_was_no_time_for_is_a_gap_that_closes_by_itself():
    """Case 12."""
    speech = LiveSpeech(spoken(LONG), 60.0)
    stall_once(speech, 30.0)
    events = run(speech)
    skipped = [event.gap for _, event in events if isinstance(event, StretchSkipped)]
    repaired = [event.gap for _, event in events if isinstance(event, StretchRepaired)]
    assert len(skipped) == 1
    assert sum(gap.stop - gap.start for gap in repaired) == skipped[0].stop - skipped[0].start
    assert any(isinstance(event, FellBehind) and event.seconds > 3 for _, event in events)
    assert sorted(committed(events).split(), key=lambda word: int(word[1:])) == LONG.split()


@pytest.mark.parametrize("stall_s", [5.0, 15.0, 22.0])
def test_a_recogniser_that_was_held_up_catches_up_without_losing_a_word(stall_s: float):
    """Case 54."""
    speech = LiveSpeech(spoken(LONG), 60.0)
    stall_once(speech, stall_s)
    assert committed(run(speech)) == LONG
    assert max(stop - start for start, stop, _ in speech.passes) <= 28 * 16_000


def test_cancelling_stops_before_the_next_pass():
    speech = LiveSpeech(spoken(LONG), 40.0)
    cancellation = Cancellation()
    live = LivePipeline(
        job="live",
        tracks=[(FollowedTrack(0, TrackKind.MICROPHONE), speech)],
        recogniser=speech,
        make_detector=lambda: PlaceDetector(speech.words),
        wait=speech.wait,
        cancellation=cancellation,
        language="en",
    )
    events = live.run()
    next(events)
    cancellation.request()
    with pytest.raises(Cancelled):
        list(events)


def test_a_guess_of_the_language_that_fails_is_made_again():
    words = spoken("one two three four five six seven eight nine ten")
    speech = LiveSpeech(words, 8.0, guess_failures=2)
    found = list(pipeline(speech, language="").run())
    assert any(isinstance(event, LanguageChosen) for event in found)
    assert committed([(0.0, event) for event in found]) == "one two three four five six seven eight nine ten"


def test_guesses_that_fail_again_and_again_give_the_recogniser_up():
    """Case 20: it is told, not hidden."""
    speech = LiveSpeech(spoken(LONG), 30.0, guess_failures=100)
    with pytest.raises(RecogniserFailed):
        list(pipeline(speech, language="").run())


def test_each_utterance_may_be_in_another_language():
    english, german = spoken("one two three four five six seven"), spoken("eins zwei drei vier fünf sechs", at=6.0)
    speech = LiveSpeech([*english, *german], 12.0, languages=((0.0, "en"), (5.0, "de")))
    found = list(pipeline(speech, language="", has_many_languages=True).run())
    spoken_in = {event.segment.text.lower(): event.segment.language for event in found if isinstance(event, LineGrown)}
    assert spoken_in["one two three four five six seven"] == "en"
    assert spoken_in["eins zwei drei vier fünf sechs"] == "de"
    chosen = [event.language for event in found if isinstance(event, LanguageChosen)]
    assert chosen == ["en"], "the recording's language stays"
