"""What the library page is made of, and where each part stands. ``LibraryPage`` grows out of it.

On the window's thread.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction
from ui.keys.current_keys import shown_keys
from ui.library.empty_page import EmptyPage
from ui.library.list_head import ListHead
from ui.library.meeting_list import MeetingList
from ui.library.meeting_list_model import MeetingListModel
from ui.library.page_margins import centred, inset
from ui.library.recovered_notice import RecoveredNotice
from ui.library.search_results import SearchResults
from ui.library.side_bar import SideBar
from ui.style.icons import Icon
from ui.style.tokens import SPACE_4, SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role
from ui.widgets.button import ButtonKind, IconButton
from ui.widgets.card import Separator
from ui.widgets.found_sources import ListSources
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar
from ui.widgets.search_field import SearchField


class LibraryFrame(QWidget):
    """Side bar, search, head, and one of four things below it."""

    def __init__(
        self,
        *,
        model: MeetingListModel,
        settings: SettingsStore,
        background: Background,
        list_sources: ListSources,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.model = model
        self._settings = settings
        self.side_bar = SideBar(
            import_key=shown_keys(KeyAction.IMPORT),
            settings=self._settings,
            background=background,
            list_sources=list_sources,
        )
        find_key = shown_keys(KeyAction.FIND)
        self.search = SearchField(
            self.tr("Search every word ever spoken"), name=self.tr("Search the library"), key_hint=find_key
        )
        self.settings_button = IconButton(
            Icon.SETTINGS,
            self.tr("Settings"),
            kind=ButtonKind.OUTLINED,
            shortcut_hint=shown_keys(KeyAction.SETTINGS),
        )
        self.head = ListHead(self._settings.current.list_order)
        self.title, self.found, self.order = self.head.title, self.head.found, self.head.order
        self.message = MessageBar()
        self.recovered = RecoveredNotice()
        self.list = MeetingList(self.model)
        self.results = SearchResults()
        self.empty = EmptyPage()
        self.nothing = Label(tone=Role.TEXT2, is_wrapped=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._lay_out()

    def _show_part(self, part: QWidget) -> None:
        self._stack.setCurrentWidget(self._places[part])

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(SPACE_24, SPACE_16, SPACE_24, SPACE_12)
        bar.setSpacing(SPACE_12)
        bar.addWidget(self.search, 1)
        bar.addWidget(self.settings_button)
        around = QVBoxLayout()
        around.setContentsMargins(SPACE_24, SPACE_4, SPACE_24, SPACE_4)
        around.setSpacing(SPACE_8)
        around.addWidget(self.message)
        around.addWidget(self.recovered)
        self._stack = QStackedLayout()
        self._places: dict[QWidget, QWidget] = {part: inset(part) for part in (self.list, self.results, self.nothing)}
        self._places[self.empty] = centred(self.empty)
        for place in self._places.values():
            self._stack.addWidget(place)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addLayout(bar)
        right.addLayout(around)
        right.addWidget(self.head)
        right.addLayout(self._stack, 1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.side_bar)
        layout.addWidget(Separator(is_vertical=True))
        layout.addLayout(right, 1)
