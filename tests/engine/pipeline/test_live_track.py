from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_schedule import LiveRules
from engine.pipeline.live_track import LiveTrack, PassWindow

RULES = LiveRules()


def track() -> LiveTrack:
    return LiveTrack(track=0, rules=RULES)


def hear(track: LiveTrack, *, voice: float = 0.0, silence: float = 0.0) -> None:
    """Seconds of a voice, and of silence behind it."""
    for seconds, probability in ((voice, 0.9), (silence, 0.01)):
        track.hear([probability] * round(seconds * SAMPLE_RATE_HZ / WINDOW_SAMPLES))


def words(text: str, *, at: float, each: float = 0.3) -> list[RecognisedWord]:
    """Words without pauses; the first begins at ``at`` seconds."""
    places = [round((at + each * number) * SAMPLE_RATE_HZ) for number in range(len(text.split()) + 1)]
    return [
        RecognisedWord(SampleIndex(start), SampleIndex(stop), f" {word}", 0.9)
        for word, start, stop in zip(text.split(), places, places[1:], strict=False)
    ]


def due(track: LiveTrack) -> PassWindow:
    window = track.next_window()
    assert window is not None
    return window


def settled_clause(track: LiveTrack) -> None:
    """Three words that two passes in a row agree on, with a breath behind them."""
    hear(track, voice=2.6)
    track.take(due(track), words("but she said", at=0.1, each=0.8))
    hear(track, silence=0.3)
    assert len(track.take(due(track), words("but she said", at=0.1, each=0.8))) == 3


def test_words_behind_settled_ones_that_do_not_come_are_listened_to_alone_and_at_once():
    one = track()
    settled_clause(one)
    hear(one, voice=1.0)
    window = due(one)
    assert window.said == (" but", " she", " said")
    assert one.take(window, []) == ()
    again = due(one)
    assert again.said == ()
    assert again.start == one.standing.settled
    assert again.stop == window.stop


def test_a_second_pass_without_words_is_not_repeated_before_there_is_new_sound():
    one = track()
    settled_clause(one)
    hear(one, voice=1.0)
    one.take(due(one), [])
    one.take(due(one), [])
    assert one.next_window() is None


def test_nothing_said_behind_settled_words_leaves_them_in_the_window():
    one = track()
    settled_clause(one)
    hear(one, voice=0.5, silence=0.3)
    one.take(due(one), [])
    hear(one, voice=1.0)
    assert due(one).said == (" but", " she", " said")


def test_after_a_pause_the_window_begins_anew():
    one = track()
    settled_clause(one)
    hear(one, silence=1.0)
    one.settle_if_over()
    hear(one, voice=1.5)
    assert due(one).said == ()


def test_a_pass_that_was_passed_over_changes_nothing_and_the_next_one_has_its_sound():
    live = track()
    hear(live, voice=1.6)
    live.take(due(live), words("but she", at=0.1))
    known = live.rest
    hear(live, voice=1.6)
    missed = due(live)
    live.pass_over(missed)
    assert live.rest == known
    assert live.next_window() is None
    hear(live, voice=1.6)
    assert due(live).start == missed.start
    assert due(live).stop > missed.stop
