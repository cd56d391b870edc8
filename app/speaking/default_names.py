"""What speakers are called until a person says so. They are names in the library, so they are written once and stay."""

from app.meetings.speaker_run import SpeakerNames

_CHINESE = SpeakerNames(speaker="说话人 {number}", you="我")


def speaker_names(language: str) -> SpeakerNames:
    """Those of an interface language."""
    return _CHINESE if language.startswith("zh") else SpeakerNames()
