"""The desktop without its window, to be killed: library, recordings, recorder and engine as a person's own.

Run as ``python -m app.measuring.headless_desktop`` by ``measured_desktop.py``. The main thread looks at the status as
often as a window's meter does; what is committed is said from the threads that commit it, so that what was said is in
the library whatever happens next.
"""

import argparse
import os
import queue
import sys
import threading
import time
from pathlib import Path

from pydantic import ValidationError

from app.announcements import Announcement, TranscriptChanged
from app.composition import Services, compose_services
from app.folders import Folders
from app.measuring.desktop_events import (
    COMMANDS,
    EVENTS,
    Began,
    DesktopCommand,
    DesktopEvent,
    EngineListens,
    Idle,
    Leave,
    LineKept,
    Ready,
    Record,
    RecorderStarted,
    Shown,
    SourceSaid,
    Stop,
    TrackSaved,
    TrackUnderstood,
)
from app.measuring.signal_recorder import signal_recorder_command
from app.recording.recorder_client import RecorderClient
from app.recording.status import RecordingWish
from engine.contract.messages import DeviceChosen, Event, LineGrown, TrackSettled
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import RecorderEvent, RecordingStarted, SavedTo, SourceChanged

LOOK_S = 0.05
_IDLE_LOOKS = 10


def main() -> None:
    """Work until told to leave, or until the other side is gone."""
    parser = argparse.ArgumentParser(prog="headless_desktop")
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)
    parser.add_argument("--plan", type=Path, help="record the known signal")
    chosen = parser.parse_args()
    began_s = time.monotonic()
    voice = _Voice()
    folders = folders_in(chosen.home, models=chosen.models)
    folders.make()
    recorder = None
    if chosen.plan is not None:
        recorder = RecorderClient(command=signal_recorder_command(chosen.plan), log_file=folders.logs / "recorder.log")
    services = compose_services(folders, recorder=recorder)
    try:
        services.announcements.subscribe(voice.on_announcement)
        services.recordings.overhear(voice.on_event)
        services.recordings.recover()
        voice.say(Ready(len(services.recordings.recovered), time.monotonic() - began_s))
        _serve(services, voice)
    finally:
        services.close()
    # The reading thread still waits in standard input; a usual exit would trip over its lock.
    os._exit(0)


def folders_in(home: Path, *, models: Path) -> Folders:
    """Everything below one folder but the speech models."""
    return Folders(home / "library", models, home / "cache", home / "logs", home / "settings.json")


class _Voice:
    """The way up. Made first: from then on, what a library prints goes to standard error."""

    def __init__(self) -> None:
        self._lines = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._lock = threading.Lock()

    def say(self, event: DesktopEvent) -> None:
        with self._lock:
            self._lines.write(EVENTS.dump_json(event) + b"\n")
            self._lines.flush()

    def on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, TranscriptChanged):
            change = announcement.change
            for line in (*change.added, *change.updated):
                is_set_aside = line.quarantine is not None
                self.say(LineKept(change.meeting_id, line.id, line.track, line.text, is_set_aside))

    def on_event(self, event: Event | RecorderEvent) -> None:
        match event:
            case RecordingStarted():
                self.say(RecorderStarted())
            case SourceChanged():
                self.say(SourceSaid(event.track, event.state, event.detail))
            case SavedTo():
                self.say(TrackSaved(event.track, event.at))
            case DeviceChosen():
                self.say(EngineListens())
            case LineGrown():
                self.say(TrackUnderstood(event.segment.track, event.settled_to))
            case TrackSettled():
                self.say(TrackUnderstood(event.track, event.settled_to))
            case _:
                pass


def _serve(services: Services, voice: _Voice) -> None:
    commands: queue.SimpleQueue[DesktopCommand] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(commands,), daemon=True).start()
    shown: Shown | None = None
    looks, was_idle = 0, False
    while True:
        try:
            command = commands.get(timeout=LOOK_S)
        except queue.Empty:
            pass
        else:
            match command:
                case Record():
                    voice.say(Began(services.recordings.start(_wish(command))))
                    was_idle = False
                case Stop():
                    services.recordings.stop()
                case Leave():
                    return
        if (now := _shown(services)) != shown:
            voice.say(now)
            shown = now
        looks += 1
        if looks % _IDLE_LOOKS == 0 and not was_idle and not now.phase:
            was_idle = not services.library.unfinished_live_jobs()
            if was_idle:
                voice.say(Idle())


def _read(commands: "queue.SimpleQueue[DesktopCommand]") -> None:
    for line in sys.stdin.buffer:
        try:
            commands.put(COMMANDS.validate_json(line))
        except ValidationError as error:
            sys.stderr.write(f"{error.error_count()} errors in a command\n")
    commands.put(Leave())


def _wish(command: Record) -> RecordingWish:
    options = RecognitionOptions(model=command.model, languages=(command.language,), threads=command.threads)
    return RecordingWish(sources=command.sources, options=options, title="Measured")


def _shown(services: Services) -> Shown:
    status = services.recordings.status
    if status is None:
        return Shown("", "", is_saving=True, error="", behind_s=0.0)
    error = status.error or status.understanding_error
    return Shown(
        phase=status.phase.value,
        understanding=status.understanding.value,
        is_saving=status.is_saving,
        error=error.sentence if error is not None else "",
        behind_s=float(round(status.behind_s)),
    )


if __name__ == "__main__":
    main()
