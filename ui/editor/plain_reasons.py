"""Why a line was set aside and why a stretch is missing, in plain words. Used by the transcript and the side panel."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.meetings.transcript import Gap
from engine.contract.segments import GapReason, QuarantineReason
from ui.editor.clock import spoken_length
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


def set_aside_words(reason: QuarantineReason) -> str:
    """Why a line was set aside and what that means, in two sentences."""
    why, what = set_aside_reason(reason), translate("Reasons", "Kept here, left out of exports.")
    return f"{why}{what}" if why.endswith("。") else f"{why} {what}"


def gap_words(gap: Gap) -> GapWords:
    """What the bar of a gap says."""
    length = spoken_length(gap.end_ms - gap.start_ms)
    match gap.reason:
        case GapReason.DAMAGED_MEDIA:
            return GapWords(
                translate("Reasons", "{length} missing: the file is damaged here.").format(length=length),
                "",
                Icon.WARNING,
            )
        case GapReason.NOT_RECOGNISED:
            return GapWords(
                translate("Reasons", "{length} not understood: the recognition failed here.").format(length=length),
                translate("Reasons", "The sound is whole."),
                Icon.WARNING,
            )
        case GapReason.CANCELLED:
            return GapWords(
                translate("Reasons", "{length} not understood yet: it was stopped here.").format(length=length),
                translate("Reasons", "The sound is whole."),
                Icon.STOP,
            )
        case GapReason.SOURCE_LOST:
            return GapWords(
                translate("Reasons", "{length} not recorded: no sound came from the device.").format(length=length),
                "",
                Icon.UNPLUGGED,
            )
        case GapReason.SLEPT:
            return GapWords(
                translate("Reasons", "{length} not recorded: the computer was asleep.").format(length=length),
                "",
                Icon.CLOCK,
            )


def set_aside_word() -> str:
    """The sign in the margin of a line set aside."""
    return translate("Reasons", "Set aside")


def edited_by_you() -> str:
    """The sign beside a line that a person touched."""
    return translate("Reasons", "Edited by you")


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


def gap_short(reason: GapReason) -> str:
    """Why a stretch is missing, in a few words."""
    match reason:
        case GapReason.DAMAGED_MEDIA:
            return translate("Reasons", "the file is damaged")
        case GapReason.NOT_RECOGNISED:
            return translate("Reasons", "the recognition failed")
        case GapReason.CANCELLED:
            return translate("Reasons", "stopped before")
        case GapReason.SOURCE_LOST:
            return translate("Reasons", "no sound came")
        case GapReason.SLEPT:
            return translate("Reasons", "the computer was asleep")
