"""Replace what was found, after a look at each place. The bar stands beneath the header while one replaces.

Lives on the window's thread, owned by ``MeetingPage``. What to find is typed in the header's field, and found by
``FindInMeeting``; all checked places are replaced by one edit, undone at once. In a whole course, or everywhere, the
``EverywherePane`` takes the place of the list.
"""

from enum import Enum, auto

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.editing.finding import FoundPlace, Wanted
from app.editing.replacing import ReplacePlaces
from app.meetings.identifiers import CourseId, SegmentId
from ui.editor.everywhere_desk import EverywhereDesk
from ui.editor.everywhere_pane import EverywherePane
from ui.editor.find_in_meeting import FindInMeeting
from ui.editor.finder import Findings, Place
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_header import MeetingHeader
from ui.editor.replace_list import ReplaceList
from ui.editor.shown_offsets import offset_in
from ui.editor.transcript_view import TranscriptView
from ui.style.icons import Icon
from ui.style.tokens import SPACE_8, SPACE_12, SPACE_24, Role, TextStyle
from ui.widgets.button import Button, ButtonKind, IconButton
from ui.widgets.card import Bar
from ui.widgets.check_box import CheckBox
from ui.widgets.choice import Choice
from ui.widgets.label import Label


class Scope(Enum):
    """Where one looks."""

    MEETING = auto()
    COURSE = auto()
    EVERYWHERE = auto()


class ReplaceBar(Bar):
    """Field, choices, button and list; hidden until it is asked for."""

    replaced = Signal(int)
    """How many places."""
    replaced_everywhere = Signal(object)
    """``Replaced``, in a course or everywhere."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._find: FindInMeeting | None = None
        self._editor: MeetingEditor | None = None
        self._view: TranscriptView | None = None
        self._course_id: CourseId | None = None
        self._field = QLineEdit()
        self._field.setPlaceholderText(self.tr("Replace with"))
        self._field.setAccessibleName(self.tr("Replace with"))
        self._scope = Choice(self.tr("Where to replace"))
        self._whole = CheckBox(self.tr("Whole words"))
        self._alike = CheckBox(self.tr("Also what sounds like it"))
        self._button = Button(kind=ButtonKind.FILLED)
        self._close = IconButton(Icon.CROSS, self.tr("Stop replacing"))
        self._hint = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        self._list = ReplaceList()
        self._pane = EverywherePane()
        self._arrange()
        for part in self.findChildren(QWidget):  # wherever the keyboard stands in it, Escape puts the bar away
            part.installEventFilter(self)
        self._field.textChanged.connect(self._list.show_replacement)
        self._field.textChanged.connect(self._pane.list.show_replacement)
        self._pane.changed.connect(self._show_count)
        self._pane.replaced.connect(self.replaced_everywhere)
        self._list.checks_changed.connect(self._show_count)
        self._button.clicked.connect(self.replace)
        self._close.clicked.connect(self.end)
        self._whole.toggled.connect(self._on_choice)
        self._alike.toggled.connect(self._on_choice)
        self._offer_scopes()
        self._scope.currentIndexChanged.connect(self._on_choice)
        self._show_count()
        self.hide()

    @property
    def field(self) -> QLineEdit:
        """What will be there instead."""
        return self._field

    @property
    def list(self) -> ReplaceList:
        """The places."""
        return self._list

    @property
    def button(self) -> Button:
        """Replace them."""
        return self._button

    @property
    def scope(self) -> Choice:
        """Where one looks."""
        return self._scope

    @property
    def everywhere(self) -> EverywherePane:
        """What was found in many meetings."""
        return self._pane

    @property
    def whole_words(self) -> CheckBox:
        """Whether only whole words are meant."""
        return self._whole

    @property
    def sounds_alike(self) -> CheckBox:
        """Whether also what sounds like it is meant."""
        return self._alike

    def serve(self, *, find: FindInMeeting, editor: MeetingEditor, view: TranscriptView, header: MeetingHeader) -> None:
        """Replace what this finds."""
        self._find, self._editor, self._view = find, editor, view
        find.found.connect(self._on_found)
        self._list.chosen.connect(find.go_to)
        header.offer_replacing()

    def serve_everywhere(self, desk: EverywhereDesk) -> None:
        """Replace in other meetings by this."""
        self._pane.serve(desk)
        self._offer_scopes()

    def show_course(self, course_id: CourseId | None) -> None:
        """The meeting is in this course now."""
        if course_id != self._course_id:
            self._course_id = course_id
            self._offer_scopes()

    def begin(self) -> None:
        """Show the bar, with the keyboard in the field that is empty."""
        if self._find is None or self._editor is None or self._editor.document is None:
            return
        self.show()
        self._on_choice()
        self._on_found(self._find.findings)
        if self._find.findings.text.strip():
            self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._field.selectAll()
        else:
            self._find.begin()

    def end(self) -> None:
        """Put the bar away."""
        if self.isHidden():
            return
        self.hide()
        self._scope.choose(Scope.MEETING)
        self._pane.leave()
        if self._find is not None:
            self._find.look_otherwise(whole_words=False, sounds_alike=False)
        if self._view is not None:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def replace(self) -> None:
        """Replace all checked places, by one edit."""
        if self._editor is None:
            return
        if self._scope.chosen is not Scope.MEETING:
            self._pane.replace(self._field.text())
            return
        places = tuple(found for place in self._list.checked if (found := self._kept(place)) is not None)
        if places and self._editor.apply(ReplacePlaces(places, self._field.text())) is not None:
            self.replaced.emit(len(places))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: Escape puts the bar away, Enter in the field replaces."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.end()
                return True
            if watched is self._field and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.replace()
                return True
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE_12)
        row.addWidget(self._field, 2)
        row.addWidget(self._scope)
        row.addStretch(1)
        row.addWidget(self._button)
        row.addWidget(self._close)
        choices = QHBoxLayout()
        choices.setSpacing(SPACE_24)
        choices.addWidget(self._whole)
        choices.addWidget(self._alike)
        choices.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_24, SPACE_8, SPACE_24, SPACE_8)
        layout.setSpacing(SPACE_8)
        layout.addLayout(row)
        layout.addLayout(choices)
        layout.addWidget(self._hint)
        layout.addWidget(self._list)
        layout.addWidget(self._pane)

    def _kept(self, place: Place) -> FoundPlace | None:
        """A place of the transcript as it is shown, as one of the transcript as it is kept."""
        kept_in = None if self._editor is None else self._editor.document
        shown_in = None if self._view is None else self._view.document
        kept = None if kept_in is None else kept_in.find(place.segment_id)
        line = None if shown_in is None else shown_in.segment(place.segment_id)
        if kept is None or line is None:
            return None
        start, stop = offset_in(kept, line, place.start), offset_in(kept, line, place.stop)
        return FoundPlace(place.segment_id, start, stop, kept.text[start:stop], 1.0)

    def _shown(self, segment_id: SegmentId) -> str:
        document = None if self._view is None else self._view.document
        line = None if document is None else document.segment(segment_id)
        return "" if line is None else line.text

    def _on_choice(self) -> None:
        if self._find is not None:
            self._find.look_otherwise(whole_words=self._whole.isChecked(), sounds_alike=self._alike.isChecked())
            self._look_everywhere(self._find.findings.text)
        self._show_count()

    def _look_everywhere(self, text: str) -> None:
        if self._scope.chosen is Scope.MEETING or self.isHidden():
            self._pane.leave()
            return
        wanted = Wanted(text, whole_words=self._whole.isChecked(), sounds_alike=self._alike.isChecked())
        self._pane.look_for(wanted, self._course_id if self._scope.chosen is Scope.COURSE else None)

    def _offer_scopes(self) -> None:
        chosen = self._scope.chosen
        self._scope.blockSignals(True)
        self._scope.clear_all()
        self._scope.offer(Scope.MEETING, self.tr("In this meeting"))
        if self._course_id is not None:
            self._scope.offer(Scope.COURSE, self.tr("In this course"))
        self._scope.offer(Scope.EVERYWHERE, self.tr("In all meetings"))
        self._scope.choose(chosen)
        self._scope.blockSignals(False)
        self._on_choice()

    def _on_found(self, findings: Findings) -> None:
        if self.isHidden():
            return
        self._list.show_places(findings.places, self._shown)
        self._look_everywhere(findings.text)
        self._show_count()

    def _show_count(self) -> None:
        is_here = self._scope.chosen is Scope.MEETING
        if is_here:
            places, checked = len(self._list.places), len(self._list.checked)
        else:
            places, checked = self._pane.list.count, sum(len(each) for _, each in self._pane.list.checked)
        self._button.setText(self.tr("Replace %n place(s)", "", checked))
        self._button.setAccessibleName(self._button.text())
        self._button.setEnabled(checked > 0 and not self._pane.is_replacing)
        self._button.setToolTip("" if self._button.isEnabled() else self.tr("No place is chosen, or it is at work."))
        self._button.updateGeometry()
        self._pane.setVisible(not is_here)
        self._list.setVisible(is_here and places > 0)
        self._hint.setVisible(is_here and places == 0)
        self._hint.setText(self.tr("Type above what to find; each place is shown here before anything is replaced."))
