"""What stands in the title of the window: a problem before everything, else the page or the meeting that is shown."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.pages import Pages

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""


def window_title(shown: QWidget | None, pages: Pages, *, meeting: str, has_alarm: bool) -> str:
    """The title while this page is shown. ``meeting`` is the one that is open, empty while none is."""
    if has_alarm:
        return translate("MainWindow", "The recording has a problem – Vivavoce")
    if shown is None:
        return "Vivavoce"
    if shown is pages.settings_page:
        return translate("MainWindow", "Settings – Vivavoce")
    if shown is pages.preflight:
        return translate("MainWindow", "Check before recording – Vivavoce")
    is_meeting = shown in (pages.meeting, pages.recording)
    return f"{meeting} – Vivavoce" if is_meeting and meeting else "Vivavoce"
