"""How live recognition shows on the status of its recording. Without a board nobody looks: the recording is over.

Used on the thread of ``live_queue.py``.
"""

from app.recording.status import UnderstandingPhase
from app.recording.status_board import StatusBoard
from engine.contract.audio import to_milliseconds
from engine.contract.engine import DeviceReport
from engine.contract.error_report import ErrorReport
from engine.contract.messages import FellBehind, LineGrown, LivePace, TentativeHeard

BEHIND_S = 3.0
"""Text that is later than this is said to be behind."""


class LiveSigns:
    """What a person sees of the text while something is recorded."""

    def __init__(self, board: StatusBoard | None) -> None:
        self._board = board
        self._behind: dict[int, float] = {}

    def show_loading(self) -> None:
        """It begins, or is tried again."""
        self._show(understanding=UnderstandingPhase.LOADING, understanding_error=None)

    def show_restarting(self) -> None:
        """The engine died, and is asked again."""
        self._show(understanding=UnderstandingPhase.RESTARTING)

    def show_listening(self) -> None:
        """The engine said something of the recording."""
        if self._board is None:
            return
        status = self._board.status
        if status.understanding not in (UnderstandingPhase.FAILED, UnderstandingPhase.DONE):
            is_behind = status.behind_s >= BEHIND_S
            self._show(understanding=UnderstandingPhase.BEHIND if is_behind else UnderstandingPhase.LISTENING)

    def show_failed(self, error: ErrorReport) -> None:
        """It cannot go on."""
        self.show_nothing_tentative()
        self._show(understanding=UnderstandingPhase.FAILED, understanding_error=error)

    def show_lateness(self, event: FellBehind) -> None:
        """How late the text is."""
        self._behind[event.track] = event.seconds
        self._show(behind_s=max(self._behind.values()), pace=event.pace)
        self.show_listening()

    def show_in_time(self) -> None:
        """Everything there is, is understood."""
        self._behind.clear()
        self._show(behind_s=0.0, pace=LivePace.FULL)

    def show_device(self, device: DeviceReport) -> None:
        """What it runs on."""
        self._show(device=device)

    def show_tentative(self, event: TentativeHeard) -> None:
        """What is probably being said."""
        self._show_track(event.track, tentative=event.text, tentative_start_ms=to_milliseconds(event.start))

    def show_nothing_tentative(self) -> None:
        """Nobody can tell any more what is being said."""
        self._behind.clear()
        for track in self._board.status.tracks if self._board is not None else ():
            self._show_track(track.track, tentative="")

    def show_line(self, event: LineGrown) -> None:
        """Words were committed; what was tentative comes anew behind them."""
        changes: dict[str, object] = {"settled_ms": to_milliseconds(event.settled_to)}
        if event.new_words:
            changes["tentative"] = ""
        if event.segment.text.strip() and event.segment.quarantine is None:
            changes["has_heard_voice"] = True
            changes["voice_until_ms"] = to_milliseconds(event.segment.stop)
        self._show_track(event.segment.track, **changes)

    def show_settled(self, track: int, settled_to: int) -> None:
        """Nothing more comes before this sample."""
        self._show_track(track, settled_ms=to_milliseconds(settled_to))

    def _show(self, **changes: object) -> None:
        if self._board is not None:
            self._board.change(**changes)

    def _show_track(self, track: int, **changes: object) -> None:
        if self._board is not None:
            self._board.change_track(track, **changes)
