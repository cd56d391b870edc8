"""Why a line was set aside and why a stretch is missing, in plain words. Used by the transcript and the side panel."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.meetings.transcript import Gap, GapState
from engine.contract.audio import TrackKind
from engine.contract.segments import GapReason, QuarantineReason
from ui.reading.clock import spoken_length
from ui.reading.track_words import track_name
from ui.style.icons import Icon

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


@dataclass(frozen=True, slots=True)
class GapWords:
    """What the bar of a gap says."""

    what: str
    """What is missing and why."""
    consequence: str
    """What that means, may be empty."""
    icon: Icon


def set_aside_reason(reason: QuarantineReason) -> str:
    """Why a line was set aside, as a sentence."""
    match reason:
        case QuarantineReason.SILENCE:
            return translate("Reasons", "Nobody was heard speaking here.")
        case QuarantineReason.LOOP:
            return translate("Reasons", "The same words over and over, also on a second try.")
        case QuarantineReason.STOCK_PHRASE:
            return translate("Reasons", "A stock phrase with hardly any speech behind it.")
        case QuarantineReason.LOW_EVIDENCE:
            return translate("Reasons", "The recognition was very unsure here.")
        case QuarantineReason.ECHO:
            return translate("Reasons", "The microphone heard what the computer played; the words stand on that track.")
        case QuarantineReason.BY_HAND:
            return translate("Reasons", "You set this line aside.")


def set_aside_words(reason: QuarantineReason) -> str:
    """Why a line was set aside and what that means, in two sentences."""
    why, what = set_aside_reason(reason), translate("Reasons", "Kept here, left out of exports.")
    return f"{why}{what}" if why.endswith("。") else f"{why} {what}"


def gap_words(gap: Gap, *, is_coming: bool = False, track: TrackKind | None = None) -> GapWords:
    """What the bar of a gap says; ``is_coming`` when open ones are being understood now.

    With a ``track`` it says whose gap it is: the other tracks may be whole there.
    """
    words = _gap_words(gap, is_coming=is_coming)
    if track is None:
        return words
    what = translate("Reasons", "{track}: {what}").format(track=track_name(track), what=words.what)
    return GapWords(what, words.consequence, words.icon)


def _gap_words(gap: Gap, *, is_coming: bool) -> GapWords:
    length = spoken_length(gap.end_ms - gap.start_ms)
    if is_coming and is_open(gap):
        return GapWords(
            translate("Reasons", "{length} being understood now: there was no time for it before.").format(
                length=length
            ),
            translate("Reasons", "The sound is whole."),
            Icon.UNDERSTOOD,
        )
    what, icon = {
        GapReason.DAMAGED_MEDIA: (translate("Reasons", "{length} missing: the file is damaged here."), Icon.WARNING),
        GapReason.NOT_RECOGNISED: (
            translate("Reasons", "{length} not understood: the recognition failed here."),
            Icon.WARNING,
        ),
        GapReason.CANCELLED: (translate("Reasons", "{length} not understood yet: it was stopped here."), Icon.STOP),
        GapReason.SOURCE_LOST: (
            translate("Reasons", "{length} not recorded: no sound came from the device."),
            Icon.UNPLUGGED,
        ),
        GapReason.SLEPT: (translate("Reasons", "{length} not recorded: the computer was asleep."), Icon.CLOCK),
        GapReason.NOT_SAVED: (translate("Reasons", "{length} not saved: the disk took nothing more."), Icon.WARNING),
        GapReason.RECORDER_DIED: (
            translate("Reasons", "{length} not recorded: the recorder stopped and was started again."),
            Icon.WARNING,
        ),
    }[gap.reason]
    is_heard = gap.reason in (GapReason.NOT_RECOGNISED, GapReason.CANCELLED)
    return GapWords(what.format(length=length), translate("Reasons", "The sound is whole.") if is_heard else "", icon)


def is_open(gap: Gap) -> bool:
    """Whether words may still come for a gap: its sound is there and no last try was made."""
    return gap.state is GapState.OPEN and gap.reason in (GapReason.NOT_RECOGNISED, GapReason.CANCELLED)


def set_aside_word() -> str:
    """The sign in the margin of a line set aside."""
    return translate("Reasons", "Set aside")


def edited_by_you() -> str:
    """The sign beside a line that a person touched."""
    return translate("Reasons", "Edited by you")


def by_glossary(heard: str) -> str:
    """The sign beside a line in which a term of the course stands for what was heard."""
    return translate("Reasons", "Glossary; heard “{heard}”").format(heard=heard)


def set_aside_short(reason: QuarantineReason) -> str:
    """Why a line was set aside, in a few words."""
    match reason:
        case QuarantineReason.SILENCE:
            return translate("Reasons", "nobody was heard speaking")
        case QuarantineReason.LOOP:
            return translate("Reasons", "the same words over and over")
        case QuarantineReason.STOCK_PHRASE:
            return translate("Reasons", "stock phrase, hardly any speech")
        case QuarantineReason.LOW_EVIDENCE:
            return translate("Reasons", "very unsure")
        case QuarantineReason.ECHO:
            return translate("Reasons", "the computer’s sound, heard again")
        case QuarantineReason.BY_HAND:
            return translate("Reasons", "by you")


def gap_short(gap: Gap, *, is_coming: bool = False) -> str:
    """Why a stretch is missing, in a few words."""
    if is_coming and is_open(gap):
        return translate("Reasons", "being understood")
    return {
        GapReason.DAMAGED_MEDIA: translate("Reasons", "the file is damaged"),
        GapReason.NOT_RECOGNISED: translate("Reasons", "the recognition failed"),
        GapReason.CANCELLED: translate("Reasons", "stopped before"),
        GapReason.SOURCE_LOST: translate("Reasons", "no sound came"),
        GapReason.SLEPT: translate("Reasons", "the computer was asleep"),
        GapReason.NOT_SAVED: translate("Reasons", "not saved, the disk was full"),
        GapReason.RECORDER_DIED: translate("Reasons", "the recorder was restarted"),
    }[gap.reason]
