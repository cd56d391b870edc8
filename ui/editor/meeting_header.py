"""The bar over a meeting: back, title and what it is, and finding words in it.

The title is changed in place: F2 or a double click, Enter keeps it, Escape does not.
"""

from datetime import UTC, datetime

from PySide6.QtCore import QCoreApplication, QDate, QEvent, QLocale, QObject, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from app.settings.shortcuts import KeyAction
from ui.editor.finder import Findings
from ui.editor.meeting_reading import MeetingFacts
from ui.editor.saved_sign import SavedSign
from ui.keys.current_keys import shown_keys
from ui.reading.clock import spoken_length
from ui.style.fonts import scaled
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_16, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, IconButton
from ui.widgets.card import Bar
from ui.widgets.label import ElidedLabel, Label
from ui.widgets.search_field import SearchField

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

_ROOM_FOR_WORDS = 1000
_TYPING_MS = 150
"""Rest of the fingers before it is searched."""


class MeetingHeader(Bar):
    """Title and find."""

    back_clicked = Signal()
    title_changed = Signal(str)
    find_changed = Signal(str)
    find_next = Signal()
    find_previous = Signal()
    replace_clicked = Signal()
    find_left = Signal()
    """Escape in an empty field: back to the text."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._back = IconButton(Icon.BACK, self.tr("Back to the library"))
        self._title = TitleLine()
        self._second = ElidedLabel(style=TextStyle.SMALL, tone=Role.TEXT2)
        self._field = SearchField(
            self.tr("Find in this meeting"), name=self.tr("Find in this meeting"), key_hint=shown_keys(KeyAction.FIND)
        )
        self._saved = SavedSign()
        self._replace = Button(
            self.tr("Replace…"), key_hint=shown_keys(KeyAction.REPLACE), name=self.tr("Find and replace")
        )
        self._replace_icon = IconButton(
            Icon.REPLACE, self.tr("Find and replace"), shortcut_hint=shown_keys(KeyAction.REPLACE)
        )
        self._can_replace = False
        self._count = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_tabular=True)
        self._previous = IconButton(
            Icon.CHEVRON_UP, self.tr("Previous place"), shortcut_hint=shown_keys(KeyAction.FIND_PREVIOUS)
        )
        self._next = IconButton(Icon.CHEVRON_DOWN, self.tr("Next place"), shortcut_hint=shown_keys(KeyAction.FIND_NEXT))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_TYPING_MS)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self._title)
        titles.addWidget(self._second)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACE_16, SPACE_8, SPACE_24, SPACE_8)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self._back)
        layout.addLayout(titles, 3)
        layout.addWidget(self._saved)
        layout.addSpacing(SPACE_8)
        layout.addWidget(self._count)
        layout.addWidget(self._previous)
        layout.addWidget(self._next)
        layout.addWidget(self._field, 2)
        layout.addWidget(self._replace)
        layout.addWidget(self._replace_icon)
        layout.setSpacing(SPACE_8)
        self._field.setMaximumWidth(360)
        self._back.clicked.connect(self.back_clicked)
        self._replace.clicked.connect(self.replace_clicked)
        self._replace_icon.clicked.connect(self.replace_clicked)
        self._title.changed.connect(self.title_changed)
        self._field.textChanged.connect(self._on_typed)
        self._field.installEventFilter(self)
        self._timer.timeout.connect(self._on_rested)
        self._next.clicked.connect(self.find_next)
        self._previous.clicked.connect(self.find_previous)
        self._make_room()
        self._show_count("")

    @property
    def title(self) -> "TitleLine":
        """The title."""
        return self._title

    def offer_replacing(self) -> None:
        """What is found can be replaced here."""
        self._can_replace = True
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow window has signs where a wide one has words."""
        super().resizeEvent(event)
        self._make_room()

    @property
    def saved(self) -> SavedSign:
        """Whether what was written is on disk."""
        return self._saved

    @property
    def field(self) -> SearchField:
        """Where one types what to find."""
        return self._field

    @property
    def second_line(self) -> str:
        """Date, course, length and what is missing."""
        return self._second.text

    @property
    def count_text(self) -> str:
        """How many places were found."""
        return self._count.text()

    def show_facts(self, facts: MeetingFacts) -> None:
        """Show title and second line."""
        self._title.show_title(facts.meeting.title)
        parts = [_when(facts.meeting.created_at), facts.course_title]
        if facts.meeting.duration_ms:
            length = spoken_length(facts.meeting.duration_ms)
            missing = self.tr("{length}, {missing} missing")
            gap = spoken_length(facts.gap_ms)
            parts.append(missing.format(length=length, missing=gap) if facts.gap_ms else length)
        self._second.set_text(" · ".join(part for part in parts if part))

    def focus_field(self, text: str = "") -> None:
        """Begin to find, perhaps what is selected."""
        if text:
            self._field.setText(text)
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def clear_field(self) -> None:
        """Find nothing."""
        self._field.clear()
        self._timer.stop()
        self._show_count("")

    def show_findings(self, findings: Findings, current: int | None) -> None:
        """Say how many places there are and which one is shown."""
        if not findings.text.strip():
            self._show_count("")
            return
        if not findings.places:
            self._show_count(self.tr("Not found"))
            return
        total = QLocale().toString(len(findings.places)) + ("+" if findings.is_cut else "")
        number = QLocale().toString((current or 0) + 1)
        self._show_count(self.tr("{number} of {total}").format(number=number, total=total), has_places=True)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: Enter and Shift+Enter step through the places, Escape in an empty field leaves it."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self._timer.isActive():
                    self._on_rested()
                elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                    self.find_previous.emit()
                else:
                    self.find_next.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and not self._field.text():
                self.find_left.emit()
                return True
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        is_wide = self.width() >= scaled(_ROOM_FOR_WORDS)
        self._saved.show_words(is_wide)
        self._replace.setVisible(self._can_replace and is_wide)
        self._replace_icon.setVisible(self._can_replace and not is_wide)

    def _on_typed(self, _text: str) -> None:
        self._timer.start()

    def _on_rested(self) -> None:
        self._timer.stop()
        self.find_changed.emit(self._field.text())

    def _show_count(self, text: str, *, has_places: bool = False) -> None:
        self._count.setText(text)
        self._count.setVisible(bool(text))
        self._next.setVisible(has_places)
        self._previous.setVisible(has_places)


class TitleLine(QWidget):
    """A title that turns into a field."""

    changed = Signal(str)

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = ElidedLabel(is_strong=True)
        self._edit = QLineEdit()
        self._edit.setAccessibleName(self.tr("Title of the meeting"))
        self._edit.setProperty("inRow", True)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._label)
        self._stack.addWidget(self._edit)
        self._edit.installEventFilter(self)
        self._edit.editingFinished.connect(self._on_finished)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Double click or F2 to change the title"))

    @property
    def text(self) -> str:
        """The title as it stands."""
        return self._label.text

    @property
    def is_editing(self) -> bool:
        """Whether it is a field now."""
        return self._stack.currentWidget() is self._edit

    @property
    def edit(self) -> QLineEdit:
        """The field."""
        return self._edit

    def show_title(self, title: str) -> None:
        """Show a title; one that is being typed is not disturbed."""
        self._label.set_text(title)

    def begin(self) -> None:
        """Turn into a field."""
        self._edit.setText(self._label.text)
        self._stack.setCurrentWidget(self._edit)
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self._edit.selectAll()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Qt: a double click."""
        if not self.is_editing:
            self.begin()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: Escape keeps the old title."""
        is_key = isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
        if watched is self._edit and is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            self._edit.setText(self._label.text)
            self._stack.setCurrentWidget(self._label)
            return True
        return super().eventFilter(watched, event)

    def _on_finished(self) -> None:
        if not self.is_editing:
            return
        title = " ".join(self._edit.text().split())
        self._stack.setCurrentWidget(self._label)
        if title and title != self._label.text:
            self._label.set_text(title)
            self.changed.emit(title)


def _when(moment: datetime) -> str:
    local = moment.astimezone()
    day = QDate(local.year, local.month, local.day)
    is_this_year = local.year == datetime.now(tz=UTC).astimezone().year
    form = (
        translate("MeetingHeader", "ddd d MMMM", "date format of a day, see QDate")
        if is_this_year
        else translate("MeetingHeader", "d MMMM yyyy", "date format of a day in another year, see QDate")
    )
    time = QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)
    return f"{QLocale().toString(day, form)}, {time}"
