"""What the tracks of a recording are called, and their signs. Pure but for the translation; on the window's thread."""

from PySide6.QtCore import QCoreApplication

from engine.contract.audio import TrackKind
from ui.style.icons import Icon

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def track_name(kind: TrackKind) -> str:
    """What a track is called."""
    match kind:
        case TrackKind.MICROPHONE:
            return translate("Recording", "Microphone")
        case TrackKind.COMPUTER:
            return translate("Recording", "Computer sound")
        case TrackKind.FILE:
            return translate("Recording", "File")


def track_short(kind: TrackKind) -> str:
    """What a track is called in the margin of the transcript."""
    match kind:
        case TrackKind.MICROPHONE:
            return translate("Recording", "Mic")
        case TrackKind.COMPUTER:
            return translate("Recording", "Computer")
        case TrackKind.FILE:
            return track_name(kind)


def telephone_advice() -> str:
    """What to do about a microphone that sounds like a telephone."""
    return translate(
        "Recording",
        "Nothing above 4 kHz comes from it: a Bluetooth headset does that as long as its microphone is used. More "
        "words will be wrong. The computer’s own microphone, or one with a cable, is understood better.",
    )


def track_icon(kind: TrackKind) -> Icon:
    """The sign of a track."""
    return {TrackKind.MICROPHONE: Icon.MIC, TrackKind.COMPUTER: Icon.COMPUTER_SOUND}.get(kind, Icon.DOCUMENT)
