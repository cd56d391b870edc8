"""A card about one device: found, usable, why not, how to fix."""

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from ui.messages.device_messages import describe_status
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_20, Role
from ui.widgets.card import Card, Separator
from ui.widgets.chip import Chip, ChipKind
from ui.widgets.label import Label
from ui.widgets.sign import Sign


class DeviceFacts(Protocol):
    """One device as the engine knows it; its sentences are plain English."""

    @property
    def name(self) -> str:
        """The device as a person knows it."""
        ...

    @property
    def is_found(self) -> bool:
        """Whether there is one."""
        ...

    @property
    def is_usable(self) -> bool | None:
        """Whether it decoded real speech; ``None`` if that was not tried."""
        ...

    @property
    def status(self) -> str:
        """What it is used for, or why not."""
        ...

    @property
    def fix(self) -> str:
        """What would help; may be empty."""
        ...


class DeviceCard(Card):
    """What is known about one device."""

    def __init__(self, title: str, facts: DeviceFacts, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.chip = self._make_chip(facts)
        head = QHBoxLayout()
        head.addWidget(Label(title, is_strong=True), 1)
        head.addWidget(self.chip)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(SPACE_12)
        self._grid.setVerticalSpacing(SPACE_8)
        self._grid.setColumnStretch(2, 1)
        for icon, role, name, words in self._lines(facts):
            self._add_line(icon, role, name, words)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_20, SPACE_16, SPACE_20, SPACE_16)
        layout.setSpacing(SPACE_12)
        layout.addLayout(head)
        layout.addLayout(self._grid)
        layout.addStretch(1)

    def _lines(self, facts: DeviceFacts) -> Sequence[tuple[Icon, Role, str, str]]:
        status = describe_status(facts.status)
        lines = [
            (Icon.OK, Role.ACCENT, self.tr("Found"), facts.name)
            if facts.is_found
            else (Icon.INFO, Role.TEXT2, self.tr("Found"), self.tr("No"))
        ]
        if facts.is_usable:
            lines.append((Icon.OK, Role.ACCENT, self.tr("Usable"), status))
        elif facts.is_usable is None:
            lines.append((Icon.INFO, Role.TEXT2, self.tr("Usable"), status))
        else:
            icon, role = (Icon.WARNING, Role.WARNING) if facts.is_found else (Icon.INFO, Role.TEXT2)
            lines.append((icon, role, self.tr("Why not"), status))
        if facts.fix:
            lines.append((Icon.RECOVERED, Role.TEXT2, self.tr("How to fix"), describe_status(facts.fix)))
        return lines

    def _add_line(self, icon: Icon, role: Role, name: str, words: str) -> None:
        row = self._grid.rowCount()
        self._grid.addWidget(Separator(), row, 0, 1, 3)
        self._grid.addWidget(Sign(icon, role), row + 1, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(Label(name, tone=Role.TEXT2), row + 1, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(Label(words, is_wrapped=True, is_selectable=True), row + 1, 2)

    def _make_chip(self, facts: DeviceFacts) -> Chip:
        if not facts.is_found:
            return Chip(self.tr("Not found"))
        if facts.is_usable:
            return Chip(self.tr("In use"), kind=ChipKind.GOOD, icon=Icon.CHECK)
        if facts.is_usable is None:
            return Chip(self.tr("Not needed yet"))
        return Chip(self.tr("Found, not usable yet"), kind=ChipKind.WARNING)
