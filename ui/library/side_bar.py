"""The side bar: what one can do first, the shelves of the library, the courses, and where speech is understood.

Lives on the window's thread. Nothing is written here: the page hears by signals what a person wants. The line that says
where speech is understood is kept true by ``ui/place_watch.py``.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.background import Background
from app.settings.settings_store import SettingsStore
from ui.library.meeting_row import Shelf, View
from ui.library.place_words import PlaceWords, place_words
from ui.library.record_button import RecordButton
from ui.library.side_bar_model import EntryKind, SideBarModel, SideEntry, SideWords
from ui.library.side_list import SideList
from ui.style.fonts import scaled
from ui.style.icons import Icon, icon_pixmap
from ui.style.theme import colour, current_theme
from ui.style.tokens import ICON, SIDE_BAR_WIDTH, SPACE_4, SPACE_8, SPACE_12, SPACE_16, Role, TextStyle
from ui.widgets.button import Button
from ui.widgets.card import Panel, Separator
from ui.widgets.found_sources import ListSources
from ui.widgets.label import Label


class SideBar(Panel):
    """The whole side bar."""

    import_requested = Signal()
    record_requested = Signal()
    recording_requested = Signal()
    """Back to the recording that runs."""
    check_requested = Signal()
    view_chosen = Signal(object)
    course_delete_requested = Signal(object, str)
    course_page_requested = Signal(object)
    """Id of a course whose glossary, languages and export are wanted."""

    def __init__(
        self,
        *,
        import_key: str,
        settings: SettingsStore,
        background: Background,
        list_sources: ListSources,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent=parent)
        self.setMinimumWidth(SIDE_BAR_WIDTH)
        self.model = SideBarModel(
            fixed=(
                SideEntry(EntryKind.VIEW, self.tr("All meetings"), Icon.LIST, View(Shelf.ALL), 0),
                SideEntry(EntryKind.VIEW, self.tr("Set aside"), Icon.REVIEW, View(Shelf.REVIEW), 0),
                SideEntry(EntryKind.VIEW, self.tr("Unfinished"), Icon.CLOCK, View(Shelf.UNFINISHED), 0),
                SideEntry(EntryKind.VIEW, self.tr("Recovered"), Icon.RECOVERED, View(Shelf.RECOVERED), 0),
                SideEntry(EntryKind.VIEW, self.tr("Favourites"), Icon.STAR, View(Shelf.FAVOURITES), 0),
            ),
            words=SideWords(
                courses=self.tr("Courses"),
                no_course=self.tr("No course"),
                new_course=self.tr("New course…"),
                tags=self.tr("Tags"),
                filters=self.tr("Filters"),
                new_filter=self.tr("New filter…"),
                bin=self.tr("Bin"),
            ),
        )
        self.record = RecordButton(settings=settings, background=background, list_sources=list_sources)
        self.import_button = Button(self.tr("Import a file…"), icon=Icon.IMPORT, key_hint=import_key)
        self.list = SideList(self.model)
        self._lock = QLabel()
        self._place = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        # What happens to another computer moves nothing on the page: long words wrap in the width there is.
        self._place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self._room = Label("", style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._icon = Icon.LOCK
        self._lay_out()
        self.show_place(place_words((), ()))
        self.import_button.clicked.connect(self.import_requested)
        self.record.record_requested.connect(self.record_requested)
        self.record.back_requested.connect(self.recording_requested)
        self.record.check_requested.connect(self.check_requested)
        self.list.view_chosen.connect(self.view_chosen)
        self.list.course_delete_requested.connect(self.course_delete_requested)
        self.list.course_page_requested.connect(self.course_page_requested)
        current_theme().changed.connect(self._on_theme_changed)
        self._on_theme_changed()

    def choose(self, view: View) -> None:
        """Mark a view as the one that is shown."""
        index = self.model.index_of(view)
        if index.isValid() and index != self.list.currentIndex():
            self.list.setCurrentIndex(index)

    @property
    def place(self) -> str:
        """What it says of where speech is understood."""
        return self._place.text()

    def show_place(self, words: PlaceWords) -> None:
        """Say where speech is understood."""
        self._place.setText(words.text)
        for shown in (self._place, self._lock):
            shown.setToolTip(words.hint)
        self._lock.setAccessibleName(self.tr("Private") if words.is_here else self.tr("Another computer"))
        self._icon = Icon.LOCK if words.is_here else Icon.PROCESSOR
        self._on_theme_changed()

    def show_room(self, hours: float) -> None:
        """Say how much the disk still takes."""
        if hours >= 2:
            self._room.setText(self.tr("Room for about {hours} h more").format(hours=int(hours)))
            self._room.set_tone(Role.TEXT2)
        else:
            self._room.setText(self.tr("The disk is nearly full: {minutes} min left").format(minutes=int(hours * 60)))
            self._room.set_tone(Role.WARNING)

    def _lay_out(self) -> None:
        foot_words = QVBoxLayout()
        foot_words.setSpacing(SPACE_4)
        foot_words.addWidget(self._place)
        foot_words.addWidget(self._room)
        foot = QHBoxLayout()
        foot.setContentsMargins(SPACE_12, SPACE_12, SPACE_8, SPACE_16)
        foot.setSpacing(SPACE_8)
        foot.addWidget(self._lock, 0, Qt.AlignmentFlag.AlignTop)
        foot.addLayout(foot_words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_12, SPACE_16, SPACE_12, 0)
        layout.setSpacing(0)
        layout.addWidget(self.record)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self.import_button)
        layout.addSpacing(SPACE_16)
        layout.addWidget(self.list, 1)
        layout.addWidget(Separator())
        layout.addLayout(foot)

    def _on_theme_changed(self) -> None:
        self._lock.setPixmap(icon_pixmap(self._icon, colour(Role.TEXT2), scaled(ICON), self.devicePixelRatioF()))
