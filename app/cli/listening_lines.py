"""The lines of ``vivavoce listen``: one object of JSON for each thing that happened, written at once.

Called on the threads of the recording and on the main one. The sound that is there by now is looked up in the rings
themselves, so that the clock of the lines does not depend on how soon an event came through a pipe.
"""

import json
import threading
from collections.abc import Callable

from app.cli.audio_clock import AudioClock
from app.diagnostics.stage_log import StageSummary
from engine.capture.ring_buffer import RingGone, RingReader
from engine.contract.audio import to_seconds
from engine.contract.engine import DeviceReport
from engine.contract.messages import (
    DeviceChosen,
    Event,
    FellBehind,
    LanguageChosen,
    LineGrown,
    StretchRepaired,
    StretchSkipped,
    TentativeHeard,
)
from engine.contract.recorder_messages import (
    GapNoticed,
    LevelsMeasured,
    RecorderEvent,
    RecordingPaused,
    RecordingResumed,
    RecordingStarted,
    SourceChanged,
    SourceState,
)
from engine.contract.segments import RecognisedGap

_SOURCE_WORDS = {
    SourceState.OPENED: "opened",
    SourceState.LOST: "lost",
    SourceState.SILENT: "silent",
    SourceState.HEARD: "heard again",
    SourceState.REOPENED: "reopened",
    SourceState.ENDED: "ended",
}


class ListeningLines:
    """Writes them. Safe on every thread."""

    def __init__(self, *, is_paced: bool, write: Callable[[str], None]) -> None:
        """``write`` is given a line without its end."""
        self._clock = AudioClock(is_paced=is_paced)
        self._write = write
        self._lock = threading.RLock()
        self._rings: list[RingReader] = []
        self._starts = 0
        self._place = ("", "")
        """Names of the other computer that understands it, and of the one that is missed."""
        self._is_unread = False

    @property
    def is_unread(self) -> bool:
        """Whether nobody reads them any more: the program at the other end of the pipe is gone."""
        return self._is_unread

    def close(self) -> None:
        """Let go of the rings."""
        with self._lock:
            for ring in self._rings:
                ring.close()
            self._rings = []

    def hear(self, event: Event | RecorderEvent) -> None:
        """Something happened."""
        with self._lock:
            self._look()
            self._tell(event)

    def status(self, text: str, *, track: int = 0, **more: object) -> None:
        """Something to know."""
        with self._lock:
            now = self._clock.read()
            self._print("status", track, now, now, text=text, **more)

    def stages(self, summary: StageSummary) -> None:
        """Where the time of the words went."""
        with self._lock:
            now = self._clock.read()
            self._print("stages", 0, now, now, **summary.as_json())

    def _tell(self, event: Event | RecorderEvent) -> None:
        match event:
            case LineGrown():
                self._print_words(event)
            case TentativeHeard():
                self._print("tentative", event.track, to_seconds(event.start), to_seconds(event.stop), text=event.text)
            case StretchSkipped():
                self._print_gap(event.gap, state="lost" if event.is_lost else "open")
            case StretchRepaired():
                self._print_gap(event.gap, state="repaired")
            case FellBehind():
                text = f"{event.seconds:.0f} s behind" if event.seconds else "caught up"
                self.status(text, track=event.track, pace=event.pace.value)
            case LanguageChosen():
                self.status(f"language: {event.language}")
            case DeviceChosen():
                self._tell_place(event.device)
            case _:
                self._tell_of_sound(event)

    def _tell_place(self, device: DeviceReport) -> None:
        """Who understands it, where another computer does or would; for all others it is this one, as ever."""
        place = (device.worker, device.missed_worker)
        if place == self._place:
            return
        self._place = place
        self.status(_place_words(device), worker=device.worker, missed_worker=device.missed_worker)

    def _tell_of_sound(self, event: Event | RecorderEvent) -> None:
        match event:
            case RecordingStarted():
                self._attach(event)
            case LevelsMeasured():
                at = to_seconds(event.at)
                self._clock.see(at)
                self._print("level", event.track, at, at, peak_dbfs=event.peak_dbfs, rms_dbfs=event.rms_dbfs)
            case GapNoticed():
                gap = RecognisedGap(event.track, event.start, event.stop, event.reason)
                self._print_gap(gap, state="lost")
            case SourceChanged():
                self.status(_source_words(event), track=event.track, source=event.state.value)
            case RecordingPaused():
                self.status("paused")
            case RecordingResumed():
                self.status("resumed")
            case _:
                pass

    def _attach(self, event: RecordingStarted) -> None:
        self.close()
        for track in event.tracks:
            try:
                self._rings.append(RingReader.attach(track.ring))
            except RingGone:
                continue  # it ended at once; the levels are a clock as well
        self._starts += 1
        if self._starts > 1:
            self.status("recovered: the recorder was started again")

    def _look(self) -> None:
        if self._rings:
            self._clock.see(max(to_seconds(ring.written) for ring in self._rings))

    def _print_words(self, event: LineGrown) -> None:
        """The words that are new in a line: they are said when they are settled, not when the line is complete."""
        line = event.segment
        more: dict[str, object] = {"language": line.language}
        if line.quarantine is not None:
            more["quarantined"] = line.quarantine.value
        if event.new_words:
            words = line.words[-event.new_words :]
            text = "".join(word.text for word in words).strip()
            self._print("segment", line.track, to_seconds(words[0].start), to_seconds(words[-1].stop), text, **more)
        elif line.quarantine is not None:
            start, stop = to_seconds(line.start), to_seconds(line.stop)
            self._print("status", line.track, start, stop, f"set aside: {line.text}", **more)

    def _print_gap(self, gap: RecognisedGap, *, state: str) -> None:
        start, stop = to_seconds(gap.start), to_seconds(gap.stop)
        self._print("gap", gap.track, start, stop, reason=gap.reason.value, state=state)

    def _print(self, kind: str, track: int, start_s: float, end_s: float, text: str = "", **more: object) -> None:
        times = {"start_s": round(start_s, 3), "end_s": round(end_s, 3)}
        line = {"kind": kind, "track": track, **times, "text": text, "at_s": round(self._clock.read(), 3), **more}
        if self._is_unread:
            return
        try:
            self._write(json.dumps(line, ensure_ascii=False))
        except OSError:  # on a thread of the recording, which has its own to do and goes on
            self._is_unread = True


def _place_words(device: DeviceReport) -> str:
    if device.worker:
        return f"understood by {device.worker}"
    return f"{device.missed_worker} does not answer, understood here" if device.missed_worker else "understood here"


def _source_words(event: SourceChanged) -> str:
    words, detail = _SOURCE_WORDS[event.state], event.detail
    if not event.device:  # none was found yet
        return f"{words}: {detail}" if detail else words
    return f"{words}: {event.device} ({detail})" if detail else f"{words}: {event.device}"
