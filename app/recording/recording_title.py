"""What a recording is called when nobody gave it a name: the day and the time, as its person writes them."""

import locale
from datetime import datetime

from app.settings.settings import InterfaceLanguage

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def recording_title(at: datetime, *, language: str = "en") -> str:
    """A title for a recording that begins at this local time, in the language of the interface."""
    if language.startswith("zh"):
        return f"录音 {at.year}年{at.month}月{at.day}日 {at:%H:%M}"
    return f"Recording {at.day} {_MONTHS[at.month - 1]} {at.year}, {at:%H:%M}"


def interface_language(choice: InterfaceLanguage) -> str:
    """The language of the interface; the computer's own if the person did not choose."""
    if choice is not InterfaceLanguage.SYSTEM:
        return str(choice)
    return locale.getlocale()[0] or "en"
