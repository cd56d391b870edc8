"""Every word of the recording view's signs and hints: what is saved, what is understood, what is wrong with a track.

Pure but for the translation, used on the window's thread. What a person can do about it stands in the same sentence.
"""

import sys
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QLocale

from app.recording.status import RecordingPhase, RecordingStatus, TrackStatus, UnderstandingPhase
from engine.contract.audio import TrackKind
from engine.contract.engine import DeviceReport
from engine.contract.error_report import from_report
from engine.contract.messages import LivePace
from ui.live.track_watch import TrackHint
from ui.messages.error_messages import describe_error
from ui.reading.clock import clock, spoken_length
from ui.reading.track_words import track_name
from ui.widgets.level_ballistics import FLOOR_DBFS
from ui.widgets.level_meter import level_text

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

_KEEPING_UP_S = 0.05


class Tone(StrEnum):
    """How a sign is meant."""

    GOOD = "good"
    CALM = "calm"
    ATTENTION = "attention"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SignWords:
    """A sign: one thing in bold, one beneath."""

    tone: Tone
    what: str
    detail: str


def saved_words(status: RecordingStatus) -> SignWords:
    """Whether the sound is safe, and for how long there is room."""
    saved = min((track.saved_ms for track in status.tracks), default=0)
    if not status.is_saving:
        what = translate("Recording", "Not saved since {time}").format(time=clock(saved))
        return SignWords(Tone.FAILED, what, translate("Recording", "What was saved before is safe"))
    if status.phase is RecordingPhase.FAILED:
        return SignWords(
            Tone.FAILED,
            translate("Recording", "Recording ended"),
            translate("Recording", "Saved to {time}").format(time=clock(saved)),
        )
    if status.phase is RecordingPhase.STARTING:
        return SignWords(Tone.CALM, translate("Recording", "Getting ready…"), _room(status))
    if status.phase in (RecordingPhase.FINISHING, RecordingPhase.ENDED):
        return SignWords(Tone.GOOD, translate("Recording", "All of it is saved"), spoken_length(status.elapsed_ms))
    what = translate("Recording", "Saved to {time}").format(time=clock(saved))
    if status.is_room_low:
        minutes = translate("Recording", "{length} of room left")
        return SignWords(Tone.ATTENTION, minutes.format(length=spoken_length(int((status.room_s or 0) * 1000))), what)
    return SignWords(Tone.GOOD, what, _room(status))


def understood_words(status: RecordingStatus) -> SignWords:
    """How far the words are behind the sound, and where they are made."""
    place = _place(status)
    match status.understanding:
        case UnderstandingPhase.LOADING:
            return SignWords(Tone.CALM, translate("Recording", "Getting ready to listen…"), place)
        case UnderstandingPhase.RESTARTING:
            return SignWords(
                Tone.ATTENTION,
                translate("Recording", "Starting again"),
                translate("Recording", "Words follow later, the sound is safe"),
            )
        case UnderstandingPhase.FAILED:
            return SignWords(
                Tone.FAILED, translate("Recording", "Not understood"), translate("Recording", "The sound is safe")
            )
        case UnderstandingPhase.DONE:
            return SignWords(Tone.GOOD, translate("Recording", "All of it is understood"), place)
        case UnderstandingPhase.LISTENING | UnderstandingPhase.BEHIND:
            return _listening_words(status, place)


def phase_words(phase: RecordingPhase) -> str:
    """What is going on, beside the clock."""
    return {
        RecordingPhase.STARTING: translate("Recording", "Starting"),
        RecordingPhase.RECORDING: translate("Recording", "Recording"),
        RecordingPhase.PAUSED: translate("Recording", "Paused, nothing is recorded"),
        RecordingPhase.STOPPING: translate("Recording", "Closing the files…"),
        RecordingPhase.FINISHING: translate("Recording", "Finishing the text"),
        RecordingPhase.ENDED: translate("Recording", "Done"),
        RecordingPhase.FAILED: translate("Recording", "Recording ended"),
    }[phase]


def failure_words(status: RecordingStatus) -> str:
    """What is wrong with the recording itself, and what to do now; empty while nothing is."""
    if status.phase is RecordingPhase.FAILED:
        why = _trouble(status) or translate("Recording", "The sound can no longer be recorded.")
        if not status.elapsed_ms:
            return translate("Recording", "The recording could not begin. {why}").format(why=why)
        return translate("Recording", "The recording has ended by itself. {why} What was recorded is safe.").format(
            why=why
        )
    if not status.is_saving:
        why = _trouble(status) or translate("Recording", "The sound cannot be written.")
        text = translate(
            "Recording", "Not being saved! {why} As soon as there is room again the recording goes on by itself."
        )
        return text.format(why=why)
    return ""


def understanding_failure_words(status: RecordingStatus) -> str:
    """Why no words appear any more, that the sound is safe, and what to do."""
    if status.understanding is not UnderstandingPhase.FAILED:
        return ""
    why = "" if status.understanding_error is None else describe_error(from_report(status.understanding_error))
    return sentences(no_words_now(), why)


def sentences(*parts: str) -> str:
    """One after the other, with a space between them where the language has one."""
    return " ".join(part for part in parts if part).replace("。 ", "。")


def no_words_now() -> str:
    """That the recognition has failed, and that nothing is lost by it."""
    return translate("Recording", "No words appear at the moment, but the sound is safe and is written down later.")


def level_words(peak_dbfs: float, *, is_clipped: bool) -> str:
    """A level beside its meter: ``−14 dB``."""
    if is_clipped:
        return translate("Recording", "too loud")
    if peak_dbfs <= FLOOR_DBFS:
        return translate("Recording", "no sound")
    return level_text(peak_dbfs)


def spoken_level(track: TrackStatus, *, is_clipped: bool) -> str:
    """A level for the ear: what it means, without figures that run."""
    if is_clipped:
        return translate("Recording", "too loud, the sound is cut off")
    if track.peak_dbfs <= FLOOR_DBFS:
        return translate("Recording", "no sound")
    if track.peak_dbfs < -40:
        return translate("Recording", "quiet")
    return translate("Recording", "good level")


def hint_short(hint: TrackHint) -> str:
    """What is wrong with a track, in the place of its level; empty if the level says it."""
    match hint:
        case TrackHint.LOST:
            return translate("Recording", "gone")
        case TrackHint.SILENT:
            return translate("Recording", "no sound")
        case TrackHint.NONE | TrackHint.BACK | TrackHint.NO_SPEECH | TrackHint.STILL_NO_SPEECH:
            return ""


def hint_words(hint: TrackHint, track: TrackStatus, *, platform: str = sys.platform) -> tuple[str, str]:
    """What is wrong with a track, and what to check on this system. Both empty if nothing is."""
    device = track.device or track_name(track.kind)
    is_microphone = track.kind is TrackKind.MICROPHONE
    match hint:
        case TrackHint.LOST:
            if is_microphone and not track.device:
                what = translate("Recording", "No microphone was found.")
                check = translate("Recording", "Plug one in: it is taken at once. The recording goes on meanwhile.")
            elif is_microphone:
                what = translate("Recording", "“{device}” is gone.").format(device=device)
                check = translate(
                    "Recording",
                    "Plug it in again, or another one: it is taken at once. The recording goes on meanwhile.",
                )
            else:
                what = translate("Recording", "The computer’s sound cannot be heard any more.")
                check = translate("Recording", "It is looked for again and again. The microphone is not affected.")
            return what, check
        case TrackHint.SILENT if is_microphone:
            return (
                translate("Recording", "Nothing has come from the microphone for 10 s."),
                sentences(_microphone_check(platform), _another_microphone()),
            )
        case TrackHint.SILENT:
            return (
                translate("Recording", "The computer has played nothing for 10 s."),
                translate(
                    "Recording",
                    "If you expect sound, check whether the meeting is muted, "
                    "or plays through another device than “{device}”.",
                ).format(device=device),
            )
        case TrackHint.BACK:
            return translate("Recording", "The sound is back, from “{device}”.").format(device=device), ""
        case TrackHint.STILL_NO_SPEECH:
            return (
                translate("Recording", "Nobody has been understood on “{device}” yet.").format(device=device),
                sentences(translate("Recording", "Is it the right one, and near enough?"), _another_microphone()),
            )
        case TrackHint.NONE | TrackHint.NO_SPEECH:
            return "", ""


def _another_microphone() -> str:
    return translate("Recording", "The arrow beside its meter leads to other microphones.")


def _microphone_check(platform: str) -> str:
    if platform == "win32":
        return translate(
            "Recording",
            "Is it muted, by a switch or in the sound settings? Otherwise allow it under Settings, "
            "Privacy & security, Microphone, “Let desktop apps access your microphone”.",
        )
    if platform == "darwin":
        return translate(
            "Recording",
            "Is it muted? Otherwise allow it under System Settings, Privacy & Security, Microphone, and start the "
            "recording again.",
        )
    return translate(
        "Recording", "Is it muted, by a switch or in the sound settings? Is it the input that is chosen there?"
    )


def place_of(device: DeviceReport | None, model: str) -> str:
    """Where the words are made, and with which speech model; or which worker is missed and what goes on instead."""
    if device is None:  # nobody knows yet: it may be another computer
        return model
    if device.missed_worker:
        text = translate("Recording", "{worker} does not answer, this computer goes on")
        return text.format(worker=device.missed_worker)
    where = translate("Recording", "This computer")
    if device.worker:
        where = device.worker
    elif device.device == "cuda":
        where = translate("Recording", "This computer’s graphics card")
    model = device.model or model
    return f"{where} · {model}" if model else where


def _listening_words(status: RecordingStatus, place: str) -> SignWords:
    if status.phase is RecordingPhase.FINISHING:
        left = max((track.recorded_ms - track.settled_ms for track in status.tracks), default=0)
        what = translate("Recording", "{length} still to understand").format(length=spoken_length(left))
        return SignWords(Tone.CALM, what, place)
    if status.understanding is UnderstandingPhase.BEHIND:
        what = translate("Recording", "{length} behind").format(length=spoken_length(round(status.behind_s * 1000)))
        if status.pace is LivePace.SMALLER_MODEL:
            detail = translate("Recording", "A smaller speech model helps to catch up")
        elif status.device is not None and status.device.missed_worker:
            detail = place  # that is why
        else:
            detail = translate("Recording", "Words follow later, the sound is safe")
        return SignWords(Tone.ATTENTION, what, detail)
    if status.behind_s < _KEEPING_UP_S:
        return SignWords(Tone.GOOD, translate("Recording", "Understood, keeping up"), place)
    late = QLocale().toString(status.behind_s, "f", 1)
    return SignWords(Tone.GOOD, translate("Recording", "Understood, {s} s behind").format(s=late), place)


def _place(status: RecordingStatus) -> str:
    return place_of(status.device, status.model)


def _room(status: RecordingStatus) -> str:
    if status.room_s is None:
        return ""
    hours = status.room_s / 3600
    if hours >= 2:
        return translate("Recording", "Room for {hours} h more").format(hours=QLocale().toString(int(hours)))
    return translate("Recording", "Room for {length} more").format(length=spoken_length(int(status.room_s * 1000)))


def _trouble(status: RecordingStatus) -> str:
    return "" if status.error is None else describe_error(from_report(status.error))
