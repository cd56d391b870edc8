"""Offers to stop a recording in which nobody has spoken for long, or stops it by itself where the person wants that.

Lives on the window's thread, owned by ``RecordingAids``, whichever page is seen. It looks with every beat of the pulse.
What it stops by itself keeps a note of why, at the place where it ends.
"""

from typing import Final

from PySide6.QtCore import QObject, Signal

from app.recording.status import RecordingStatus
from app.settings.settings_store import SettingsStore
from ui.live.recording_desk import RecordingDesk
from ui.live.recording_pulse import RecordingPulse
from ui.live.silence_watch import SilenceWatch, is_long, is_over

GRACE_MS: Final = 2 * 60_000
"""So long one can still say that it shall go on."""


class SilenceOffer(QObject):
    """Says that it is silent, and what can be done."""

    changed = Signal()
    """``words`` are others."""
    stopped = Signal(str)
    """The recording was stopped; why, in a sentence."""

    def __init__(
        self, *, desk: RecordingDesk, pulse: RecordingPulse, settings: SettingsStore, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._settings = settings
        self._watch = SilenceWatch()
        self._minutes = 0
        """What is asked about now; 0 while nothing is."""
        self._is_kept = False
        """The person wants it to go on, until somebody has spoken again."""
        pulse.beat.connect(self._on_beat)

    @property
    def words(self) -> str:
        """What is said; empty while there is nothing to say."""
        if not self._minutes or self._is_kept:
            return ""
        said = self.tr("Nobody has been understood for {m} min.").format(m=self._minutes)
        then = (
            self.tr("In two minutes the recording stops by itself.")
            if self._stops
            else self.tr("If it is over, the recording can be stopped.")
        )
        return f"{said} {then}".replace("。 ", "。")

    @property
    def action(self) -> str:
        """What the button of that message does."""
        return self.tr("Keep recording") if self._stops else self.tr("Stop")

    def act(self) -> None:
        """The button was pressed."""
        if self._stops:
            self.keep()
        else:
            self._desk.stop()

    def keep(self) -> None:
        """The person wants it to go on."""
        self._is_kept = True
        self.changed.emit()

    @property
    def _stops(self) -> bool:
        return self._settings.current.stops_after_silence

    def _on_beat(self, status: RecordingStatus | None) -> None:
        minutes = self._settings.current.silence_minutes
        silent_ms = self._watch.look(status)
        asked = minutes if is_long(silent_ms, minutes=minutes) else 0
        if asked != self._minutes:
            self._minutes = asked
            self._is_kept = self._is_kept and bool(asked)
            self.changed.emit()
        if asked and self._stops and not self._is_kept and is_over(silent_ms, minutes=minutes, grace_ms=GRACE_MS):
            self._stop(minutes)

    def _stop(self, minutes: int) -> None:
        why = self.tr("Stopped by itself: nobody had been understood for {m} min.").format(m=minutes)
        self._is_kept = True  # said once, whatever becomes of the stop
        self._desk.add_note(why)
        self._desk.stop()
        self.changed.emit()
        self.stopped.emit(why)
