"""Find in the open meeting: what is typed in the header is looked for in the background and marked in the text."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.editing.finding import Wanted
from ui.bridge.delivery import deliver
from ui.editor.finder import Findings, find_wanted
from ui.editor.meeting_header import MeetingHeader
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_view import TranscriptView


class FindInMeeting(QObject):
    """Knows what was found and which place is shown."""

    found = Signal(object)
    """``Findings``, whenever they are others."""

    def __init__(
        self,
        *,
        header: MeetingHeader,
        view: TranscriptView,
        sound_map: SoundMap,
        background: Background,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._header = header
        self._view = view
        self._sound_map = sound_map
        self._background = background
        self._findings = Findings()
        self._current: int | None = None
        self._whole_words = self._sounds_alike = False
        header.find_changed.connect(self._on_changed)
        header.find_next.connect(self.next)
        header.find_previous.connect(self.previous)
        header.find_left.connect(view.setFocus)

    @property
    def findings(self) -> Findings:
        """What was found."""
        return self._findings

    def look_otherwise(self, *, whole_words: bool, sounds_alike: bool) -> None:
        """Find only whole words, or also what sounds like it."""
        if (whole_words, sounds_alike) != (self._whole_words, self._sounds_alike):
            self._whole_words, self._sounds_alike = whole_words, sounds_alike
            self.refresh()

    def go_to(self, number: int) -> None:
        """Show a place."""
        if number < len(self._findings.places):
            self._current = number
            self._show(goes_there=True)

    def begin(self) -> None:
        """Put the keyboard into the field, with what is selected."""
        selection = self._view.selection
        selected = "" if selection is None or selection.is_empty else self._view.selected_text()
        self._header.focus_field("" if "\n" in selected else selected)

    def next(self) -> None:
        """The next place, after the last the first."""
        self._step(1)

    def previous(self) -> None:
        """The place before."""
        self._step(-1)

    def refresh(self) -> None:
        """The transcript changed: look again, and stay at the same place."""
        if self._header.field.text():
            self._look_for(self._header.field.text())

    def clear(self) -> None:
        """Another meeting is opened."""
        self._findings, self._current = Findings(), None
        self._header.clear_field()
        self.found.emit(self._findings)

    def _on_changed(self, text: str) -> None:
        self._current = None
        self._look_for(text)

    def _look_for(self, text: str) -> None:
        document = self._view.document
        if document is not None:
            deliver(self._background.run(partial(find_wanted, document.lines(), self._wanted(text))), self._on_found)

    def _wanted(self, text: str) -> Wanted:
        return Wanted(text, whole_words=self._whole_words, sounds_alike=self._sounds_alike)

    def _on_found(self, findings: Findings) -> None:
        if findings.wanted != self._wanted(self._header.field.text()):
            return
        before = None if self._current is None else self._findings.places[self._current]
        self._findings = findings
        if before is not None and before in findings.places:
            self._current = findings.places.index(before)
            self._show(goes_there=False)
        else:
            self._current = findings.first_from(self._reading_from())
            self._show(goes_there=True)

        self.found.emit(findings)

    def _step(self, direction: int) -> None:
        if self._findings.places:
            self._current = ((self._current or 0) + direction) % len(self._findings.places)
            self._show(goes_there=True)

    def _show(self, *, goes_there: bool) -> None:
        self._view.show_findings(self._findings, self._current, goes_there=goes_there)
        self._header.show_findings(self._findings, self._current)
        self._sound_map.show_hits([place.start_ms for place in self._findings.places])

    def _reading_from(self) -> int:
        place = self._view.first_place_in_view()
        document = self._view.document
        line = None if place is None or document is None else document.segment(place.segment_id)
        return 0 if line is None else line.start_ms
