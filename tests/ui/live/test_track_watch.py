"""What a person should know of a track: silence within ten seconds, a lost source at once, and no false alarm."""

from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceState
from tests.fakes.fake_recordings import a_track
from ui.live.track_watch import FALLEN_SILENT_AFTER_MS, TrackHint, TrackWatch


def test_a_microphone_without_any_sound_says_so_within_ten_seconds() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-120.0)
    assert watch.look(track, 0) is TrackHint.NONE
    assert watch.look(track, 8_000) is TrackHint.NONE
    assert watch.look(track, 10_000) is TrackHint.SILENT


def test_digital_silence_that_the_recorder_reports_is_said_at_once() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-120.0, state=SourceState.SILENT)
    assert watch.look(track, 4_000) is TrackHint.SILENT
    assert (
        watch.look(a_track(0, TrackKind.MICROPHONE, peak_dbfs=-30.0, state=SourceState.HEARD), 5_000) is TrackHint.NONE
    )


def test_a_quiet_room_is_no_silence() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-50.0, has_heard_voice=True)
    assert {watch.look(track, second * 1000) for second in range(30)} == {TrackHint.NONE}


def test_a_computer_that_has_played_something_may_be_silent_while_others_listen() -> None:
    watch = TrackWatch()
    playing = a_track(1, TrackKind.COMPUTER, peak_dbfs=-20.0, has_heard_voice=True)
    silent = a_track(1, TrackKind.COMPUTER, peak_dbfs=-120.0, state=SourceState.SILENT, has_heard_voice=True)
    assert watch.look(playing, 0) is TrackHint.NONE
    assert watch.look(silent, 60_000) is TrackHint.NONE
    assert watch.look(silent, FALLEN_SILENT_AFTER_MS) is TrackHint.SILENT


def test_a_computer_that_never_played_anything_says_so_within_ten_seconds() -> None:
    watch = TrackWatch()
    silent = a_track(1, TrackKind.COMPUTER, peak_dbfs=-120.0)
    watch.look(silent, 0)
    assert watch.look(silent, 10_000) is TrackHint.SILENT


def test_a_lost_source_is_said_at_once_and_its_return_for_a_while() -> None:
    watch = TrackWatch()
    watch.look(a_track(0, TrackKind.MICROPHONE, has_heard_voice=True), 0)
    assert watch.look(a_track(0, TrackKind.MICROPHONE, state=SourceState.LOST), 1_000) is TrackHint.LOST
    back = a_track(0, TrackKind.MICROPHONE, state=SourceState.REOPENED, has_heard_voice=True)
    assert watch.look(back, 3_000) is TrackHint.BACK
    assert watch.look(back, 12_000) is TrackHint.BACK
    assert watch.look(back, 13_001) is TrackHint.NONE


def test_a_track_that_is_heard_but_says_nothing_gets_a_word_and_no_warning() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-30.0)
    assert watch.look(track, 0) is TrackHint.NONE
    assert watch.look(track, 9_000) is TrackHint.NONE
    assert watch.look(track, 10_000) is TrackHint.NO_SPEECH
    assert watch.look(a_track(0, TrackKind.MICROPHONE, peak_dbfs=-30.0, tentative="Good"), 11_000) is TrackHint.NONE


def test_a_microphone_on_which_nobody_was_understood_for_a_minute_may_be_the_wrong_one() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-30.0)
    computer = a_track(0, TrackKind.COMPUTER, peak_dbfs=-30.0)
    watch.look(track, 0)
    assert watch.look(track, 59_000) is TrackHint.NO_SPEECH
    assert watch.look(track, 60_000) is TrackHint.STILL_NO_SPEECH
    assert watch.look(computer, 60_000) is TrackHint.NO_SPEECH, "it may play music"


def test_while_nobody_listens_no_words_say_nothing() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-30.0)
    watch.look(track, 0)
    assert watch.look(track, 90_000, is_listened_to=False) is TrackHint.NONE


def test_a_recording_that_is_gone_on_with_begins_anew() -> None:
    watch = TrackWatch()
    track = a_track(0, TrackKind.MICROPHONE, peak_dbfs=-30.0)
    assert watch.look(track, 3_600_000) is TrackHint.NONE
    assert watch.look(track, 3_609_000) is TrackHint.NONE
    assert watch.look(track, 3_610_000) is TrackHint.NO_SPEECH
