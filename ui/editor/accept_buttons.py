"""The Accept buttons beside lines set aside: real buttons on the painted transcript, only for lines in view."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QWidget

from app.meetings.identifiers import SegmentId
from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import shown_keys
from ui.widgets.button import Button, ButtonSize


class AcceptButtons(QObject):
    """Keeps a button for each line set aside that is in view; the one the key means carries the key."""

    def __init__(self, viewport: QWidget, accept: Callable[[SegmentId], None]) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._accept = accept
        self._buttons: dict[tuple[SegmentId, bool], Button] = {}

    @property
    def shown(self) -> list[SegmentId]:
        """The lines that have a button now."""
        return [segment_id for segment_id, _ in self._buttons]

    def place(self, places: Mapping[SegmentId, QPoint], key_means: SegmentId | None) -> None:
        """Put buttons at these places and take all others away."""
        wanted = {(segment_id, segment_id == key_means): place for segment_id, place in places.items()}
        for key in [key for key in self._buttons if key not in wanted]:
            button = self._buttons.pop(key)
            button.hide()
            button.deleteLater()
        for key, place in wanted.items():
            button = self._buttons.get(key) or self._make(key)
            button.move(place)
            button.show()

    def _make(self, key: tuple[SegmentId, bool]) -> Button:
        segment_id, has_key = key
        button = Button(
            self.tr("Accept"),
            size=ButtonSize.SMALL,
            key_hint=shown_keys(KeyAction.ACCEPT) if has_key else "",
            name=self.tr("Accept this line into the transcript"),
            parent=self._viewport,
        )
        button.resize(button.sizeHint())
        button.setProperty("segment", segment_id)
        button.clicked.connect(self._on_clicked)
        self._buttons[key] = button
        return button

    def _on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, Button):
            self._accept(SegmentId(str(button.property("segment"))))
