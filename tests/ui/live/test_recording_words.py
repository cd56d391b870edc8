"""The two signs say two things: whether the sound is safe, and how far the words are. Neither speaks for the other."""

from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import JobId, MeetingId
from app.recording.status import RecordingPhase, RecordingStatus, UnderstandingPhase
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.engine import DeviceReport
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull, EngineDied
from engine.contract.messages import LivePace
from tests.fakes.fake_recordings import a_track
from ui.live.recording_words import (
    Tone,
    failure_words,
    hint_words,
    level_words,
    phase_words,
    place_of,
    saved_words,
    sentences,
    spoken_level,
    understanding_failure_words,
    understood_words,
)
from ui.live.track_watch import TrackHint


def a_status(**changes: Any) -> RecordingStatus:
    track = a_track(
        0,
        TrackKind.MICROPHONE,
        recorded_ms=Milliseconds(2_470_000),
        saved_ms=Milliseconds(2_469_000),
        settled_ms=Milliseconds(2_465_000),
    )
    status = RecordingStatus(
        MeetingId("m"),
        JobId("j"),
        "Algebra",
        RecordingPhase.RECORDING,
        (track,),
        Milliseconds(2_470_000),
        understanding=UnderstandingPhase.LISTENING,
        model="base",
    )
    return replace(status, **changes)


def test_saved_says_to_where_and_how_much_room_there_is(qtbot: QtBot) -> None:
    words = saved_words(a_status(room_s=340.5 * 3600))
    assert (words.tone, words.what, words.detail) == (Tone.GOOD, "Saved to 0:41:09", "Room for 340 h more")
    assert saved_words(a_status(room_s=4000.0)).detail == "Room for 1 h 7 min more"


def test_saved_goes_by_the_track_that_is_saved_least(qtbot: QtBot) -> None:
    status = a_status()
    behind = a_track(1, TrackKind.COMPUTER, saved_ms=Milliseconds(1_000))
    assert saved_words(replace(status, tracks=(*status.tracks, behind))).what == "Saved to 0:00:01"


def test_little_room_is_worth_attention_and_a_full_disk_is_loud(qtbot: QtBot) -> None:
    """Case 17."""
    low = saved_words(a_status(room_s=600.0, is_room_low=True))
    assert (low.tone, low.what, low.detail) == (Tone.ATTENTION, "10 min of room left", "Saved to 0:41:09")
    full = a_status(is_saving=False, error=to_report(DiskFull("/data")))
    assert saved_words(full).tone is Tone.FAILED
    assert saved_words(full).what == "Not saved since 0:41:09"
    assert failure_words(full).startswith("Not being saved! The disk is full (/data).")


def test_understood_says_how_late_the_words_are(qtbot: QtBot) -> None:
    assert understood_words(a_status(behind_s=0.4)).what == "Understood, 0.4 s behind"
    assert understood_words(a_status()).what == "Understood, keeping up"
    late = understood_words(a_status(behind_s=12.2, understanding=UnderstandingPhase.BEHIND))
    assert (late.tone, late.what) == (Tone.ATTENTION, "12 s behind")
    assert late.detail == "Words follow later, the sound is safe"
    slow = understood_words(
        a_status(behind_s=12.2, understanding=UnderstandingPhase.BEHIND, pace=LivePace.SMALLER_MODEL)
    )
    assert slow.detail == "A smaller speech model helps to catch up"


def test_a_failed_recognition_takes_nothing_from_the_sign_of_the_sound(qtbot: QtBot) -> None:
    status = a_status(understanding=UnderstandingPhase.FAILED, understanding_error=to_report(EngineDied(1)))
    assert (understood_words(status).tone, saved_words(status).tone) == (Tone.FAILED, Tone.GOOD)
    assert failure_words(status) == ""
    assert "the sound is safe" in understanding_failure_words(status)


def test_a_lost_disk_takes_nothing_from_the_sign_of_the_words(qtbot: QtBot) -> None:
    status = a_status(is_saving=False)
    assert understood_words(status).tone is Tone.GOOD
    assert understanding_failure_words(status) == ""


def test_after_the_stop_it_says_what_is_left(qtbot: QtBot) -> None:
    status = a_status(phase=RecordingPhase.FINISHING)
    assert saved_words(status).what == "All of it is saved"
    assert understood_words(status).what == "5 s still to understand"


def test_a_recording_that_could_not_begin_says_so_and_one_that_ended_says_what_is_safe(qtbot: QtBot) -> None:
    failed = a_status(phase=RecordingPhase.FAILED, error=to_report(DiskFull("/data")))
    assert failure_words(replace(failed, elapsed_ms=Milliseconds(0))).startswith("The recording could not begin.")
    assert failure_words(failed).endswith("What was recorded is safe.")


@pytest.mark.parametrize("phase", RecordingPhase)
def test_every_phase_has_its_words(phase: RecordingPhase, qtbot: QtBot) -> None:
    assert phase_words(phase)
    assert saved_words(a_status(phase=phase)).what


@pytest.mark.parametrize("understanding", UnderstandingPhase)
def test_every_state_of_the_words_has_its_sign(understanding: UnderstandingPhase, qtbot: QtBot) -> None:
    assert understood_words(a_status(understanding=understanding)).what


def test_levels_are_told_with_a_real_minus_and_for_the_ear_in_words(qtbot: QtBot) -> None:
    assert level_words(-14.2, is_clipped=False) == "−14 dB"
    assert level_words(-60.0, is_clipped=False) == "no sound"
    assert level_words(0.0, is_clipped=False) == "0 dB"
    assert level_words(-1.0, is_clipped=True) == "too loud"
    assert spoken_level(a_track(0, TrackKind.MICROPHONE, peak_dbfs=-50.0), is_clipped=False) == "quiet"
    assert spoken_level(a_track(0, TrackKind.MICROPHONE, peak_dbfs=-12.0), is_clipped=False) == "good level"


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("win32", "Let desktop apps access your microphone"),
        ("darwin", "Privacy & Security"),
        ("linux", "sound settings"),
    ],
)
def test_a_silent_microphone_says_what_to_check_on_this_system(platform: str, place: str, qtbot: QtBot) -> None:
    """Case 7."""
    what, check = hint_words(TrackHint.SILENT, a_track(0, TrackKind.MICROPHONE), platform=platform)
    assert "microphone" in what
    assert place in check


def test_a_lost_device_is_named(qtbot: QtBot) -> None:
    """Case 1."""
    what, check = hint_words(TrackHint.LOST, a_track(0, TrackKind.MICROPHONE, device="Desk microphone"))
    assert what == "“Desk microphone” is gone."
    assert "goes on" in check


def test_a_microphone_that_never_was_there_is_not_called_gone(qtbot: QtBot) -> None:
    what, check = hint_words(TrackHint.LOST, a_track(0, TrackKind.MICROPHONE, device=""))
    assert what == "No microphone was found."
    assert "goes on" in check


def test_a_microphone_that_may_be_the_wrong_one_says_where_another_is_chosen(qtbot: QtBot) -> None:
    what, check = hint_words(TrackHint.STILL_NO_SPEECH, a_track(0, TrackKind.MICROPHONE, device="Desk microphone"))
    assert what == "Nobody has been understood on “Desk microphone” yet."
    assert "other microphones" in check


def test_nothing_wrong_says_nothing(qtbot: QtBot) -> None:
    for hint in (TrackHint.NONE, TrackHint.NO_SPEECH):
        assert hint_words(hint, a_track(0, TrackKind.COMPUTER)) == ("", "")


def test_whoever_is_behind_because_another_computer_is_gone_says_so(qtbot: QtBot) -> None:
    """Case 85."""
    missed = DeviceReport("cpu", "int8", "Processor", missed_worker="desk-gpu")
    behind = a_status(understanding=UnderstandingPhase.BEHIND, behind_s=5.0, device=missed)
    assert understood_words(behind).detail == "desk-gpu does not answer, this computer goes on"
    assert understood_words(replace(behind, device=None)).detail == "Words follow later, the sound is safe"


def test_the_place_of_recognition_is_told_in_plain_words(qtbot: QtBot) -> None:
    assert place_of(None, "base") == "base", "another computer may be asked"
    assert place_of(DeviceReport("cpu", "int8", "Processor"), "base") == "This computer · base"
    card = DeviceReport("cuda", "float16", "NVIDIA RTX 3060")
    assert place_of(card, "small") == "This computer’s graphics card · small"


def test_a_worker_is_named_while_it_understands_and_while_it_is_missed(qtbot: QtBot) -> None:
    worker = DeviceReport("cuda", "float16", "NVIDIA RTX 3060", worker="desk-gpu")
    assert place_of(worker, "small") == "desk-gpu · small"
    alone = DeviceReport("cpu", "int8", "Processor", ("“desk-gpu” does not answer.",), missed_worker="desk-gpu")
    assert place_of(alone, "small") == "desk-gpu does not answer, this computer goes on"


def test_a_smaller_speech_model_than_the_wanted_one_is_named(qtbot: QtBot) -> None:
    assert place_of(DeviceReport("cpu", "int8", "Processor", model="tiny"), "small") == "This computer · tiny"


def test_sentences_have_a_space_between_them_where_the_language_has_one(qtbot: QtBot) -> None:
    assert sentences("One.", "", "Two.") == "One. Two."
    assert sentences("一句。", "两句。") == "一句。两句。"
