"""Goes to a place of the open meeting: the transcript scrolls there, and the playback stands there.

Lives on the window's thread, owned by ``MeetingPage``. What is chosen in a list moves the playback only while it does
not run: whoever listens and looks something up meanwhile goes on listening.
"""

from PySide6.QtCore import QObject

from app.meetings.identifiers import SegmentId
from app.meetings.moment import Moment
from app.meetings.transcript import Gap
from ui.editor.playback import Availability, Playback
from ui.editor.side_panel import SidePanel
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_view import TranscriptView


class Navigator(QObject):
    """The ways to a place."""

    def __init__(
        self, *, view: TranscriptView, playback: Playback, panel: SidePanel, sound_map: SoundMap, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._playback = playback
        self._hear_ms: int | None = None
        playback.availability_changed.connect(self._on_availability_changed)
        panel.line_chosen.connect(self._on_line_chosen)
        panel.gap_chosen.connect(self._on_gap_chosen)
        panel.moment_chosen.connect(self._on_moment_chosen)
        sound_map.seek_requested.connect(self._on_seek)

    def go_to(self, moment_ms: int) -> None:
        """Read from here; whoever plays, hears from here."""
        self._view.go_to_moment(moment_ms)
        self._playback.seek(moment_ms)

    def hear(self, moment_ms: int) -> None:
        """Read and hear from here, as soon as there is sound."""
        self.go_to(moment_ms)
        self.hear_first(moment_ms)

    def hear_first(self, moment_ms: int) -> None:
        """Hear a place of a meeting that is being opened as soon as there is sound; its words may come later."""
        self._hear_ms = moment_ms
        self._on_availability_changed()

    def arrive(self, moment_ms: int) -> None:
        """The words are there: read from here. What plays since ``hear_first`` is left alone."""
        self._view.go_to_moment(moment_ms)
        if self._hear_ms is not None:  # there is no sound yet
            self._playback.seek(moment_ms)

    def forget(self) -> None:
        """Another meeting is opened: nothing is waited for any more."""
        self._hear_ms = None

    def _on_availability_changed(self) -> None:
        if self._hear_ms is not None and self._playback.availability is Availability.READY:
            moment_ms, self._hear_ms = self._hear_ms, None
            self._playback.play_from(moment_ms)

    def show_moment(self, moment: Moment) -> None:
        """Read what a moment marks; the playback stands there unless it runs."""
        self._on_moment_chosen(moment)

    def _on_line_chosen(self, segment_id: str) -> None:
        self._view.go_to_line(SegmentId(segment_id))
        line = None if self._view.document is None else self._view.document.segment(SegmentId(segment_id))
        if line is not None:
            self._stand_at(line.start_ms)

    def _on_gap_chosen(self, gap: Gap) -> None:
        self._view.go_to_gap(gap)
        self._stand_at(gap.start_ms)

    def _on_moment_chosen(self, moment: Moment) -> None:
        self._view.go_to_moment(moment.start_ms)
        self._stand_at(moment.start_ms)

    def _on_seek(self, moment_ms: int) -> None:
        self._playback.seek(moment_ms)
        self._view.show_moment(moment_ms)

    def _stand_at(self, moment_ms: int) -> None:
        if not self._playback.is_playing:
            self._playback.seek(moment_ms)
