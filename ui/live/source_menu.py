"""Another device for a track while it is recorded: chosen from a menu, taken as soon as it is open.

Lives on the window's thread, owned by the recording page. Devices are looked for in a process of their own, on a
background thread; until they are found the menu offers the system's default.
"""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.background import Background
from app.recording.status import TrackStatus
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import SourceChoice
from ui.bridge.delivery import deliver
from ui.widgets.found_sources import FoundSource, ListSources, find_sources, source_action, sources_of


class SourceMenu(QMenu):
    """The devices for one track."""

    chosen = Signal(object)
    """A ``SourceChoice``."""

    def __init__(self, track: TrackStatus, *, parent: QWidget) -> None:
        super().__init__(parent)
        self._track = track
        self.setToolTipsVisible(True)
        self.show_sources(None)

    @property
    def track(self) -> TrackStatus:
        """For which track they are."""
        return self._track

    def show_sources(self, sources: Sequence[FoundSource] | None) -> None:
        """Offer what was found; ``None`` while it is looked for."""
        self.clear()
        group = QActionGroup(self)
        kind = self._track.kind
        self.addAction(self._offer(group, self.tr("The system’s default"), SourceChoice(kind)))
        self.addSeparator()
        found = sources_of(kind, sources)
        for source, text in found:
            choice = SourceChoice(kind, source.name, source.host_api)
            self.addAction(self._offer(group, text, choice, is_chosen=source.name == self._track.device))
        if sources is None:
            self.addAction(self.tr("Looking for devices…")).setEnabled(False)
        elif not found:
            self.addAction(self.tr("No other device was found")).setEnabled(False)

    def _offer(self, group: QActionGroup, text: str, choice: SourceChoice, *, is_chosen: bool = False) -> QAction:
        action = source_action(group, text, choice, is_chosen=is_chosen)
        action.triggered.connect(self._on_chosen)
        return action

    def _on_chosen(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        self.chosen.emit(action.data())


class SourceOffer(QObject):
    """Opens the menu, and looks for what stands in it."""

    chosen = Signal(int, object)
    """Number of the track, and a ``SourceChoice``."""

    def __init__(self, *, list_sources: ListSources, background: Background, parent: QWidget) -> None:
        super().__init__(parent)
        self._list_sources = list_sources
        self._background = background
        self._menu: SourceMenu | None = None

    @property
    def menu(self) -> SourceMenu | None:
        """The menu that is open."""
        return self._menu

    def open(self, track: TrackStatus, below: QWidget) -> None:
        """Offer devices for a track."""
        menu = SourceMenu(track, parent=below)
        menu.chosen.connect(self._on_chosen)
        menu.aboutToHide.connect(self._on_hides)
        self._menu = menu
        menu.popup(below.mapToGlobal(QPoint(0, below.height())))
        deliver(self._background.run(partial(find_sources, self._list_sources)), self._on_sources, self._on_look_failed)

    def _on_sources(self, sources: Sequence[FoundSource]) -> None:
        if self._menu is not None:
            self._menu.show_sources(sources)

    def _on_look_failed(self, _error: VivavoceError) -> None:
        self._on_sources(())

    def _on_chosen(self, choice: SourceChoice) -> None:
        menu = self.sender()
        assert isinstance(menu, SourceMenu)
        self.chosen.emit(menu.track.track, choice)

    def _on_hides(self) -> None:
        menu, self._menu = self._menu, None
        if menu is not None:
            menu.deleteLater()
