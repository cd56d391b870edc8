"""What versions of a transcript are called, and when they came about, in plain words."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QObject, QTime

from app.meetings.edit import VersionInfo
from app.meetings.transcript import VersionKind
from ui.editor.version_reading import VersionChoice

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


class VersionCounts(QObject):
    """Texts with a number in them: the translation tools recognise a plural only in ``self.tr``."""

    def lines(self, count: int) -> str:
        """How long it is."""
        return self.tr("%n line(s)", "", count)

    def edits(self, count: int) -> str:
        """How much a person did to it."""
        return self.tr("%n edit(s) of yours", "", count)


def version_title(info: VersionInfo, *, is_better: bool) -> str:
    """What a version is called. ``is_better`` when another pass over the same sound came before it."""
    match info.kind:
        case VersionKind.LIVE:
            return translate("Versions", "Heard live")
        case VersionKind.RECOGNISED:
            return translate("Versions", "Understood again") if is_better else translate("Versions", "As recognised")
        case VersionKind.IMPORTED:
            return translate("Versions", "From a file")
        case VersionKind.RESTORED:
            return translate("Versions", "Brought back")


def listed_title(info: VersionInfo, *, is_better: bool) -> str:
    """What it is called in the list of versions."""
    title = version_title(info, is_better=is_better)
    if info.is_offered:
        return translate("Versions", "Waits for your answer: {version}").format(version=title)
    return translate("Versions", "Shown now: {version}").format(version=title) if info.is_current else title


def version_detail(info: VersionInfo) -> str:
    """When it came about, and how long it is or what a person did to it."""
    counts = VersionCounts()
    what = counts.edits(info.edits) if info.edits else counts.lines(info.segments)
    return f"{version_moment(info.created_at)} · {what}"


def choice_title(choice: VersionChoice, *, is_better: bool) -> str:
    """What a version is called in a list to choose from."""
    title = version_title(choice.info, is_better=is_better)
    moment = version_moment(choice.info.created_at)
    if choice.before_edits:
        text = translate("Versions", "{version}, before your edits, {moment}")
    elif choice.info.is_current:
        text = translate("Versions", "Shown now: {version}, {moment}")
    else:
        text = translate("Versions", "{version}, {moment}")
    return text.format(version=title, moment=moment)


def version_moment(moment: datetime) -> str:
    """When a version came about."""
    local = moment.astimezone()
    day = QLocale().toString(QDate(local.year, local.month, local.day), QLocale.FormatType.ShortFormat)
    return f"{day} {QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)}"
