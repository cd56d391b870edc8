"""Loads what a meeting is shown and exported with before anybody asks for it, so that the first one opens at once.

The settings follow: the window starts sooner without them.

Begun by the main window when its library stands, on the window's thread. What knows no Qt is loaded on a background
thread; the rest here, a module at a time, since Qt's classes are made where they are used and no wait may be long.
To add something: name its leaves before it, so that no single step takes long.
"""

import importlib
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from app.background import Background
from ui.bridge.delivery import deliver

BESIDE: Final = (
    "numpy.ma",  # numpy loads it by itself at the first np.unique, which is while something is painted
    "rapidfuzz.distance",
    "app.editing.finding",
    "app.editing.transcript_editor",
    "app.editing.review_queue",
    "app.editing.replacing",
    "app.meeting_sound",
    "docx",
    "app.exporting.preview",
    "app.courses.offers",
    "app.diagnostics.report",
)
HERE: Final = (
    "PySide6.QtMultimedia",
    "ui.reading.transcript_port",
    "ui.reading.transcript_painter",
    "ui.reading.moment_list",
    "ui.editor.meeting_reading",
    "ui.editor.playback_bar",
    "ui.editor.transcript_view",
    "ui.editor.overview",
    "ui.editor.find_in_meeting",
    "ui.editor.side_panel",
    "ui.editor.replace_bar",
    "ui.editor.meeting_parts",
    "ui.editor.meeting_frame",
    "ui.editor.reviewing",
    "ui.editor.meeting_page",
    "ui.dialogs.export_preview",
    "ui.dialogs.export_dialog",
    "ui.live.recording_page",
)
AFTERWARDS: Final = (
    "ui.settings.speech_model_table",
    "ui.settings.glossary_table",
    "ui.settings.courses_area",
    "ui.settings.stages_picture",
    "ui.settings.diagnostics_area",
    "ui.settings.workers_area",
    "ui.settings.settings_page",
)
_FIRST_MS: Final = 500
"""The person looks at the library first."""
_NEXT_MS: Final = 30


class Preloading(QObject):
    """Loads once."""

    done = Signal()
    """All that a meeting needs is here."""

    def __init__(self, *, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._background = background
        self._left = [*HERE, *AFTERWARDS]
        self._timer = QTimer(self)
        self._timer.setInterval(_NEXT_MS)
        self._timer.timeout.connect(self._on_due)
        QTimer.singleShot(_FIRST_MS, self, self._on_begin)

    @property
    def is_done(self) -> bool:
        """Whether everything is here."""
        return not self._left

    def _on_begin(self) -> None:
        deliver(self._background.run(_load_beside), self._on_loaded_beside)

    def _on_loaded_beside(self, _nothing: None) -> None:
        self._timer.start()

    def _on_due(self) -> None:
        importlib.import_module(self._left.pop(0))
        if len(self._left) == len(AFTERWARDS):
            self.done.emit()
        if not self._left:
            self._timer.stop()


def _load_beside() -> None:
    for name in BESIDE:
        importlib.import_module(name)
