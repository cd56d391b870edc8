"""What a person does with the sound of the open meeting: hears it, sees where, and moves the ends of lines in it.

Lives on the window's thread, owned by ``MeetingPage``. It brings playback, waveform and transcript together.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.editing.boundaries import MoveBoundary, Side
from app.meetings.identifiers import SegmentId
from app.meetings.meeting import TrackInfo
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_reading import LoudnessReading, SoundReading
from ui.editor.playback import Playback
from ui.editor.playback_bar import PlaybackBar
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_view import TranscriptView
from ui.editor.typing_hands import TypingHands


class SoundDesk(QObject):
    """Between ears, eyes and text."""

    def __init__(
        self,
        *,
        playback: Playback,
        sound_map: SoundMap,
        view: TranscriptView,
        editor: MeetingEditor,
        hands: TypingHands,
        bar: PlaybackBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._playback = playback
        self._sound_map = sound_map
        self._view = view
        self._editor = editor
        self._hands = hands
        self._levels = bar.levels
        playback.position_changed.connect(self._on_position)
        playback.playing_changed.connect(self._on_playing)
        view.listen_requested.connect(playback.play_from)
        view.selection_requested.connect(self._on_selection_requested)
        view.caret_placed.connect(sound_map.select_nothing)
        sound_map.boundary_moved.connect(self._on_boundary_moved)
        sound_map.selection_requested.connect(self._on_selection_requested)
        playback.loop_changed.connect(sound_map.show_loop)
        bar.loop_clicked.connect(self.toggle_loop)

    def take_sound(self, reading: SoundReading, *, is_coming: bool) -> None:
        """The sound was found, or is not there yet."""
        self._playback.load(reading.path, length_ms=reading.length_ms, is_coming=is_coming, tracks=reading.tracks)
        self._sound_map.show_length(max(reading.length_ms, self._sound_map.length_ms))

    def take_loudness(self, reading: LoudnessReading) -> None:
        """How loud it is, is known."""
        self._sound_map.show_loudness(reading.loudness)

    def show_tracks(self, tracks: Sequence[TrackInfo]) -> None:
        """Say by their signs which track a line, or a slider, belongs to."""
        kinds = {track.number: track.kind for track in tracks}
        self._view.show_tracks(kinds)
        self._sound_map.show_tracks(frozenset(kinds))
        self._levels.show_kinds([kinds[number] for number in sorted(kinds)])

    def toggle_loop(self) -> None:
        """Play the selection again and again, or no longer. Without one it is the line with the caret."""
        if self._playback.loop is not None:
            self._playback.loop_over(None)
            return
        stretch = self._stretch()
        if stretch is not None:
            self._playback.loop_over(stretch)
            self._playback.play()

    def play_selection(self) -> None:
        """Hear the selection once, or the line with the caret."""
        stretch = self._stretch()
        if stretch is not None:
            self._playback.play_once(stretch)

    def _stretch(self) -> tuple[int, int] | None:
        """What is selected in sound or text, else the line with the caret, else the one that was heard last."""
        stretch = self._sound_map.stretch or self._view.chosen_stretch()
        document = self._view.document
        if stretch is not None or document is None:
            return stretch
        index = document.line_near(self._playback.position_ms)
        block = None if index is None else document.block(index)
        return None if block is None else (block.start_ms, block.end_ms)

    def _on_position(self, position_ms: int) -> None:
        self._sound_map.show_position(position_ms)
        self._view.mark_spoken(position_ms, is_playing=self._playback.is_playing)

    def _on_playing(self, is_playing: bool) -> None:
        if is_playing:
            self._view.follow_again()

    def _on_selection_requested(self, is_repeated: bool) -> None:
        if is_repeated:
            self._playback.loop_over(None)
            self.toggle_loop()
        else:
            self.play_selection()

    def _on_boundary_moved(self, segment_id: str, side: str, to_ms: int) -> None:
        self._hands.settle()
        self._editor.apply(MoveBoundary(SegmentId(segment_id), Side(side), to_ms))
