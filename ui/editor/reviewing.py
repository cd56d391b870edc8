"""Going through the places worth a look: shown, heard, said to be right. Owned by ``MeetingPage``, on its thread."""

from PySide6.QtCore import QObject, Qt

from app.editing.confirming import ConfirmPlace
from app.editing.review_queue import Evidence, ReviewPlace
from app.meetings.identifiers import SegmentId
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.navigator import Navigator
from ui.editor.playback import Playback
from ui.editor.review_desk import ReviewDesk
from ui.editor.review_words import MARKS
from ui.editor.shown_offsets import offset_in
from ui.editor.side_panel import MOST_REVIEWED, SidePanel
from ui.editor.transcript_view import TranscriptView
from ui.editor.typing_hands import TypingHands


class Reviewing(QObject):
    """Connects the queue with what is seen and heard."""

    def __init__(
        self,
        *,
        desk: ReviewDesk,
        editor: MeetingEditor,
        hands: TypingHands,
        view: TranscriptView,
        panel: SidePanel,
        playback: Playback,
        navigator: Navigator,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._editor = editor
        self._hands = hands
        self._view = view
        self._panel = panel
        self._playback = playback
        self._navigator = navigator
        desk.changed.connect(self._on_changed)
        desk.arrived.connect(self._on_arrived)
        panel.review_chosen.connect(desk.look_at)
        hands.confirmed.connect(self._on_confirmed)

    def _on_changed(self) -> None:
        if self._view.document is not None:
            self._panel.show_review(
                self._desk.first(MOST_REVIEWED),
                count=self._desk.count,
                seconds=self._desk.seconds_left,
                document=self._view.document,
            )

    def _on_arrived(self, place: ReviewPlace) -> None:
        self._hands.leave()
        if place.line is None or not self._show_words(place.line, place.start, place.stop):
            self._navigator.go_to(place.start_ms)
        self._playback.play_from(place.start_ms)
        self._view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_words(self, segment_id: SegmentId, start: int, stop: int) -> bool:
        """Mark some words of a line as it is kept, where it is shown."""
        edited = self._editor.document
        kept = None if edited is None else edited.find(segment_id)
        shown = None if self._view.document is None else self._view.document.segment(segment_id)
        if kept is None or shown is None:
            return False
        first, last = offset_in(shown, kept, start), offset_in(shown, kept, stop)
        words = shown.text[first:last]
        self._view.show_place(segment_id, first + len(words) - len(words.lstrip(MARKS)), first + len(words.rstrip()))
        return True

    def _on_confirmed(self) -> None:
        """Enter while a place is looked at: it is right as it is. Else it plays the line, as ever."""
        place = self._desk.current
        if place is None:
            self._view.listen_at_caret()
            return
        if place.line is not None and Evidence.SET_ASIDE not in place.evidence:  # what is set aside stays so
            self._editor.apply(ConfirmPlace(place.line, place.start, place.stop))
        self._desk.next()
