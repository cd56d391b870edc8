"""What a person does with the sound of the open meeting: hears it, sees where, and moves the ends of lines in it.

Lives on the window's thread, owned by ``MeetingPage``. It brings playback, waveform and transcript together.
"""

from PySide6.QtCore import QObject

from app.editing.boundaries import MoveBoundary, Side
from app.meetings.identifiers import SegmentId
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.playback import Playback
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
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._playback = playback
        self._sound_map = sound_map
        self._view = view
        self._editor = editor
        self._hands = hands
        playback.position_changed.connect(self._on_position)
        playback.playing_changed.connect(self._on_playing)
        view.listen_requested.connect(playback.play_from)
        sound_map.boundary_moved.connect(self._on_boundary_moved)

    def _on_position(self, position_ms: int) -> None:
        self._sound_map.show_position(position_ms)
        self._view.mark_spoken(position_ms, is_playing=self._playback.is_playing)

    def _on_playing(self, is_playing: bool) -> None:
        if is_playing:
            self._view.follow_again()

    def _on_boundary_moved(self, segment_id: str, side: str, to_ms: int) -> None:
        self._hands.settle()
        self._editor.apply(MoveBoundary(SegmentId(segment_id), Side(side), to_ms))
