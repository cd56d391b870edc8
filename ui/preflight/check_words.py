"""Every word of the check: what each row found, what it means, what one can do, and the verdict over them.

Pure but for the translation, used on the window's thread.
"""

import sys
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QLocale, QObject

from app.recording.level_verdict import LevelFigures, LevelVerdict, is_audible
from app.recording.preflight_status import (
    BLOCKING,
    LIVE_SPEED,
    CheckedTrack,
    Concern,
    EchoVerdict,
    PermissionVerdict,
    PreflightPhase,
    PreflightStatus,
    concerns,
    is_power_little,
    judge_permission,
)
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SourceState
from ui.messages.error_messages import describe_error
from ui.messages.language_names import language_name
from ui.reading.clock import spoken_length
from ui.reading.track_words import telephone_advice
from ui.widgets.level_meter import level_text

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

_QUIETEST_DB = -90
"""16 bits hold nothing that is softer."""
_FASTEST = 20
"""Faster is not worth a figure."""


class RowState(StrEnum):
    """How a row is meant."""

    WAITING = "waiting"
    GOOD = "good"
    CALM = "calm"
    """Nothing was found out, and nothing needs to be."""
    ATTENTION = "attention"
    FAILED = "failed"


class RowKind(StrEnum):
    """The rows, in the order in which they are found out."""

    MICROPHONE = "microphone"
    COMPUTER = "computer"
    ECHO = "echo"
    WORDS = "words"
    SPEED = "speed"
    ROOM = "room"
    POWER = "power"
    PERMISSION = "permission"


@dataclass(frozen=True, slots=True)
class RowWords:
    """One row."""

    state: RowState
    what: str
    detail: str = ""


class Counted(QObject):
    """Texts with a number in them: the translation tools recognise a plural only in ``self.tr``."""

    def things(self, count: int) -> str:
        """How many things there are to know."""
        return self.tr("Ready to record, %n thing(s) to know", "", count)


def row_name(kind: RowKind) -> str:
    """What a row is about."""
    return {
        RowKind.MICROPHONE: translate("Check", "Microphone"),
        RowKind.COMPUTER: translate("Check", "Computer sound"),
        RowKind.ECHO: translate("Check", "Echo"),
        RowKind.WORDS: translate("Check", "Words"),
        RowKind.SPEED: translate("Check", "Speed"),
        RowKind.ROOM: translate("Check", "Disk"),
        RowKind.POWER: translate("Check", "Battery"),
        RowKind.PERMISSION: translate("Check", "Permission"),
    }[kind]


def row_words(kind: RowKind, status: PreflightStatus) -> RowWords:
    """What a row says now."""
    match kind:
        case RowKind.MICROPHONE | RowKind.COMPUTER:
            is_microphone = kind is RowKind.MICROPHONE
            track = status.track_of(TrackKind.MICROPHONE if is_microphone else TrackKind.COMPUTER)
            words = (
                RowWords(RowState.CALM, translate("Check", "Not chosen")) if track is None else _level(track, status)
            )
        case RowKind.ECHO:
            words = _echo(status)
        case RowKind.WORDS:
            words = _words(status)
        case RowKind.SPEED:
            words = _speed(status)
        case RowKind.ROOM:
            words = _room(status)
        case RowKind.POWER:
            words = _power(status)
        case RowKind.PERMISSION:
            words = _permission(status)
    return words


def verdict(status: PreflightStatus | None) -> tuple[str, str]:
    """The verdict over all rows, and a sentence beneath it."""
    if status is None or not status.is_over:
        title = translate("Check", "Checking for 10 seconds…")
        more = translate("Check", "Speak as you will later; let the meeting or a video play if its sound is recorded.")
        if status is not None and status.phase in (PreflightPhase.MEASURING, PreflightPhase.UNDERSTANDING):
            more = translate("Check", "Recorded. Now it is listened to, which takes a few seconds.")
        return title, more
    kept = translate("Check", "The 10 seconds are not kept.")
    if status.phase is PreflightPhase.CANCELLED:
        return translate("Check", "The check was stopped"), kept
    found = concerns(status)
    if any(concern in BLOCKING for concern in found):
        return translate("Check", "Not ready to record yet"), _what_to_do(found[0], status)
    if found:
        return Counted().things(len(found)), kept
    return translate("Check", "Ready to record"), kept


def _what_to_do(concern: Concern, status: PreflightStatus) -> str:
    match concern:
        case Concern.NOT_RECORDED:
            return "" if status.error is None else describe_error(status.error)
        case Concern.NO_ROOM:
            return translate("Check", "Make room on the disk first, or move the library to another one.")
        case Concern.MICROPHONE_LOST:
            return translate("Check", "Plug the microphone in, or choose another one in Settings, Audio.")
        case _:
            return permission_hint()


def permission_hint(platform: str = sys.platform) -> str:
    """What to check where nothing but zeros comes."""
    if platform == "win32":
        return translate(
            "Check",
            "Is it muted, by a switch or in the sound settings? Otherwise allow it under Settings, "
            "Privacy & security, Microphone, “Let desktop apps access your microphone”.",
        )
    if platform == "darwin":
        return translate(
            "Check", "Is it muted? Otherwise allow it under System Settings, Privacy & Security, Microphone."
        )
    return translate(
        "Check", "Is it muted, by a switch or in the sound settings? Is it the input that is chosen there?"
    )


def _level(track: CheckedTrack, status: PreflightStatus) -> RowWords:
    if track.state is SourceState.LOST:
        text = translate("Check", "It cannot be opened. Plug it in, or choose another one in Settings, Audio.")
        return RowWords(RowState.FAILED, translate("Check", "Nothing comes from it"), text)
    if track.figures is None:
        return _unknown(status, track.device)
    if track.kind is TrackKind.COMPUTER:
        return _computer_level(track)
    return _microphone_level(track.figures, track.device)


def _microphone_level(figures: LevelFigures, device: str) -> RowWords:
    levels = translate("Check", "speech {loud}, noise {noise}").format(
        loud=_decibels(figures.loud_dbfs), noise=_decibels(figures.noise_dbfs)
    )
    state, what, detail = {
        LevelVerdict.GOOD: (RowState.GOOD, translate("Check", "Good level, {levels}"), device),
        LevelVerdict.ZEROS: (RowState.FAILED, translate("Check", "Complete silence"), permission_hint()),
        LevelVerdict.NOBODY: (
            RowState.ATTENTION,
            translate("Check", "Nobody was heard speaking"),
            translate("Check", "Check again, and say a sentence. Or go nearer to it."),
        ),
        LevelVerdict.QUIET: (
            RowState.ATTENTION,
            translate("Check", "Too quiet, {levels}"),
            translate("Check", "Go nearer to the microphone, or raise its level in the sound settings."),
        ),
        LevelVerdict.NOISY: (
            RowState.ATTENTION,
            translate("Check", "Much noise, {levels}"),
            translate("Check", "Go nearer to the microphone, or away from what is noisy. Words may be missing."),
        ),
        LevelVerdict.CLIPPING: (
            RowState.ATTENTION,
            translate("Check", "Too loud, the sound is cut off"),
            translate("Check", "Lower its level in the sound settings, or go further away."),
        ),
        LevelVerdict.TELEPHONE: (
            RowState.ATTENTION,
            translate("Check", "Telephone quality, {levels}"),
            telephone_advice(),
        ),
    }[figures.verdict]
    return RowWords(state, what.format(levels=levels), detail)


def _computer_level(track: CheckedTrack) -> RowWords:
    figures = track.figures
    if figures is None or figures.verdict is LevelVerdict.ZEROS or not is_audible(figures):
        text = translate("Check", "Let something play during the check if you want to be sure.")
        return RowWords(RowState.CALM, translate("Check", "Nothing was played"), text)
    from_device = translate("Check", "from “{device}”").format(device=track.device) if track.device else ""
    text = translate("Check", "Heard, {level}").format(level=_decibels(figures.loud_dbfs))
    return RowWords(RowState.GOOD, text, from_device)


def _echo(status: PreflightStatus) -> RowWords:
    match status.echo_verdict:
        case None:
            return _unknown(status)
        case EchoVerdict.NONE:
            return RowWords(RowState.GOOD, translate("Check", "None: the microphone does not hear the computer"))
        case EchoVerdict.NOT_TRIED:
            return RowWords(
                RowState.CALM,
                translate("Check", "Not tried: the computer played nothing"),
                translate("Check", "Only of interest when others are heard through loudspeakers."),
            )
        case EchoVerdict.SOFT:
            return RowWords(
                RowState.GOOD,
                translate("Check", "Hardly any"),
                _echo_figures(status),
            )
        case EchoVerdict.LOUD:
            return RowWords(
                RowState.ATTENTION,
                translate("Check", "The loudspeakers are heard in the microphone"),
                " ".join(
                    (
                        translate("Check", "Headphones are best. Without them, what is heard twice is left out once."),
                        _echo_figures(status),
                    )
                ),
            )


def _echo_figures(status: PreflightStatus) -> str:
    if status.echo is None:
        return ""
    if status.echo.delay_s <= 0:  # the buffers of the two sources decide which of them is heard first
        return f"({_decibels(status.echo.gain_db)})"
    text = translate("Check", "({gain}, {ms} ms later)")
    return text.format(gain=_decibels(status.echo.gain_db), ms=round(status.echo.delay_s * 1000))


def _words(status: PreflightStatus) -> RowWords:
    if status.words_error is not None:
        return RowWords(RowState.ATTENTION, translate("Check", "Not understood"), describe_error(status.words_error))
    if status.words is None:
        if status.phase is PreflightPhase.UNDERSTANDING:
            return RowWords(RowState.WAITING, translate("Check", "Getting the speech model ready, listening…"))
        if status.phase is PreflightPhase.DONE:
            return RowWords(RowState.CALM, translate("Check", "Nobody spoke, so there was nothing to understand"))
        return _unknown(status)
    heard = status.words
    parts = [
        language_name(heard.language) if heard.language else "",
        translate("Check", "speech model {name}").format(name=heard.model),
        translate("Check", "graphics card") if heard.device == "cuda" else translate("Check", "this computer"),
    ]
    detail = " · ".join(part for part in parts if part)
    if not heard.text:
        return RowWords(RowState.ATTENTION, translate("Check", "No words were understood"), detail)
    return RowWords(RowState.GOOD, translate("Check", "Heard: “{text}”").format(text=heard.text), detail)


def _speed(status: PreflightStatus) -> RowWords:
    speed = None if status.words is None else status.words.speed
    if speed is None:
        if status.phase is PreflightPhase.DONE:
            return RowWords(RowState.CALM, translate("Check", "Not measured: there was too little speech"))
        return _unknown(status)
    if speed >= _FASTEST:
        text = translate("Check", "More than {times} times as fast as speech").format(times=_FASTEST)
    else:
        text = translate("Check", "{times} times as fast as speech").format(times=QLocale().toString(speed, "f", 1))
    if speed >= LIVE_SPEED:
        return RowWords(RowState.GOOD, text, translate("Check", "Live words keep up, with time to spare."))
    return RowWords(
        RowState.ATTENTION,
        text,
        translate(
            "Check",
            "Too slow for live words: they will come late, the sound is safe. A smaller speech model is faster.",
        ),
    )


def _room(status: PreflightStatus) -> RowWords:
    if status.room_s is None:
        return RowWords(RowState.CALM, translate("Check", "Not known")) if status.is_over else _unknown(status)
    hours = status.room_s / 3600
    locale = QLocale()
    if hours >= 100:
        text = translate("Check", "Room for more than 100 hours")
    elif hours >= 2:
        text = translate("Check", "Room for about {hours} hours").format(hours=locale.toString(int(hours)))
    else:
        text = translate("Check", "Room for about {minutes} minutes").format(
            minutes=locale.toString(int(status.room_s / 60))
        )
    found = concerns(status)
    if Concern.NO_ROOM in found:
        return RowWords(RowState.FAILED, text, translate("Check", "Make room on the disk first."))
    state = RowState.ATTENTION if Concern.LITTLE_ROOM in found else RowState.GOOD
    return RowWords(state, text, translate("Check", "You are warned in time; nothing stops in silence."))


def _power(status: PreflightStatus) -> RowWords:
    power = status.power
    if power is None:
        return RowWords(RowState.GOOD, translate("Check", "No battery, it runs from the mains"))
    percent = QLocale().toString(round(power.percent))
    if power.is_plugged:
        return RowWords(RowState.GOOD, translate("Check", "Plugged in, {percent} % charged").format(percent=percent))
    if power.left_s is None:
        text = translate("Check", "Not plugged in, {percent} % charged").format(percent=percent)
    else:
        length = spoken_length(round(power.left_s * 1000))
        text = translate("Check", "Lasts for about {length} at the present rate").format(length=length)
    if is_power_little(power):
        return RowWords(RowState.ATTENTION, text, translate("Check", "Plug it in before a lecture of two hours."))
    return RowWords(RowState.GOOD, text, translate("Check", "Not plugged in. That is enough for two hours."))


def _permission(status: PreflightStatus) -> RowWords:
    match judge_permission(status):
        case None:
            return _unknown(status)
        case PermissionVerdict.DENIED:
            return RowWords(RowState.FAILED, translate("Check", "The microphone is not allowed"), permission_hint())
        case PermissionVerdict.DOUBTFUL:
            text = translate("Check", "Perhaps not allowed: only silence arrived")
            return RowWords(RowState.ATTENTION, text, permission_hint())
        case PermissionVerdict.GIVEN:
            return RowWords(
                RowState.GOOD,
                translate("Check", "Recording is allowed"),
                translate("Check", "The computer is kept awake meanwhile; a closed lid still sends it to sleep."),
            )


def _unknown(status: PreflightStatus, detail: str = "") -> RowWords:
    if status.is_over:
        return RowWords(RowState.CALM, translate("Check", "Not found out"), detail)
    return RowWords(RowState.WAITING, translate("Check", "Listening…"), detail)


def _decibels(value: float) -> str:
    return level_text(max(value, _QUIETEST_DB))
