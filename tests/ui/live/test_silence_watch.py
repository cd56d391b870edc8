"""A recording in which nobody speaks any more is noticed by its words, and only while there would be any."""

from dataclasses import replace

from app.meetings.identifiers import JobId, MeetingId
from app.recording.status import RecordingPhase, RecordingStatus, UnderstandingPhase
from engine.contract.audio import Milliseconds, TrackKind
from tests.fakes.fake_recordings import a_track
from ui.live.silence_watch import SilenceWatch, is_long, is_over

MINUTE_MS = 60_000
STATUS = RecordingStatus(
    MeetingId("m"),
    JobId("j"),
    "Weekly",
    RecordingPhase.RECORDING,
    (a_track(0, TrackKind.MICROPHONE), a_track(1, TrackKind.COMPUTER)),
    Milliseconds(0),
    understanding=UnderstandingPhase.LISTENING,
)


def at(elapsed_ms: int, *, voice_until_ms: int = 0, tentative: str = "", **changes: object) -> RecordingStatus:
    spoken = replace(STATUS.tracks[1], voice_until_ms=Milliseconds(voice_until_ms), tentative=tentative)
    whole = replace(STATUS, elapsed_ms=Milliseconds(elapsed_ms), tracks=(STATUS.tracks[0], spoken))
    return replace(whole, **changes)  # type: ignore[arg-type] # fields of a status


def test_silence_is_counted_from_the_last_words_on_any_track() -> None:
    watch = SilenceWatch()
    assert watch.look(at(0)) == 0
    assert watch.look(at(20 * MINUTE_MS, voice_until_ms=12 * MINUTE_MS)) == 8 * MINUTE_MS
    assert watch.look(at(30 * MINUTE_MS, voice_until_ms=12 * MINUTE_MS)) == 18 * MINUTE_MS
    assert watch.look(at(31 * MINUTE_MS, voice_until_ms=12 * MINUTE_MS, tentative="So")) == 0
    assert watch.look(at(32 * MINUTE_MS, voice_until_ms=12 * MINUTE_MS)) == MINUTE_MS


def test_a_recording_without_any_word_is_silent_since_it_was_looked_at_first() -> None:
    watch = SilenceWatch()
    assert watch.look(at(50 * MINUTE_MS)) == 0, "gone on with: it is long already"
    assert watch.look(at(60 * MINUTE_MS)) == 10 * MINUTE_MS
    other = replace(at(5 * MINUTE_MS), meeting_id=MeetingId("n"))
    assert watch.look(other) == 0
    assert watch.look(None) == 0


def test_what_nobody_can_know_is_no_silence() -> None:
    watch = SilenceWatch()
    watch.look(at(0))
    for phase in (UnderstandingPhase.LOADING, UnderstandingPhase.BEHIND, UnderstandingPhase.FAILED):
        assert watch.look(at(30 * MINUTE_MS, understanding=phase)) == 0
    assert watch.look(at(31 * MINUTE_MS)) == MINUTE_MS
    assert watch.look(at(40 * MINUTE_MS, phase=RecordingPhase.PAUSED)) == 0


def test_a_question_comes_after_the_minutes_and_a_stop_only_after_its_grace() -> None:
    assert not is_long(15 * MINUTE_MS - 1, minutes=15)
    assert is_long(15 * MINUTE_MS, minutes=15)
    assert not is_long(900 * MINUTE_MS, minutes=0)
    assert not is_over(17 * MINUTE_MS - 1, minutes=15, grace_ms=2 * MINUTE_MS)
    assert is_over(17 * MINUTE_MS, minutes=15, grace_ms=2 * MINUTE_MS)
    assert not is_over(900 * MINUTE_MS, minutes=0, grace_ms=2 * MINUTE_MS)
