"""What a bookmark, a note or a chapter is called, and when it was. Pure but for the translation."""

from PySide6.QtCore import QCoreApplication

from app.meetings.moment import Moment, MomentKind
from ui.reading.clock import clock
from ui.style.icons import Icon

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def moment_icon(moment: Moment) -> Icon:
    """Its sign."""
    return {MomentKind.BOOKMARK: Icon.BOOKMARK, MomentKind.NOTE: Icon.NOTE, MomentKind.CHAPTER: Icon.LIST}[moment.kind]


def moment_title(moment: Moment) -> str:
    """What was written; a bookmark without words is called so."""
    if moment.text:
        return moment.text
    return {
        MomentKind.BOOKMARK: translate("Moments", "Bookmark"),
        MomentKind.NOTE: translate("Moments", "Note"),
        MomentKind.CHAPTER: translate("Moments", "Chapter"),
    }[moment.kind]


def moment_time(moment: Moment) -> str:
    """When it was, and from when on a bookmark marks."""
    if moment.kind is MomentKind.BOOKMARK and moment.start_ms < moment.end_ms:
        text = translate("Moments", "{time} · marks from {start}")
        return text.format(time=clock(moment.end_ms), start=clock(moment.start_ms))
    return clock(moment.end_ms)


def spoken_moment(moment: Moment) -> str:
    """All of it, for the ear."""
    return f"{moment_title(moment)}, {moment_time(moment)}"
