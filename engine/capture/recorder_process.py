"""The recorder process: the desktop's commands come in as lines, the recorder's events go out as lines.

Started as ``python -m engine.capture.recorder_process``; small and without torch, Qt and SQL, so that nothing but the
sound can trouble it. The main thread obeys commands, which a thread of their own reads. The end of standard input means
that the desktop is gone, and a signal that the session ends: the recording is then closed properly before the process
ends (failures 16). Standard output belongs to the events alone, and a thread of their own writes them: a window that
is frozen and reads nothing holds up nobody.
"""

import argparse
import contextlib
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from engine.capture.microphone import load_microphones
from engine.capture.recorder import OpenSource, Recorder
from engine.capture.source_opening import SourceOpening
from engine.contract.error_report import to_report
from engine.contract.errors import DiskFull, RecordingNotSaved
from engine.contract.recorder_messages import (
    ChangeSource,
    CloseRecorder,
    LevelsMeasured,
    MarkMoment,
    PauseRecording,
    RecorderCommand,
    RecorderEvent,
    RecordingFailed,
    ResumeRecording,
    StartRecording,
    StopRecording,
)
from engine.contract.recorder_wire import read_command, write_event
from engine.contract.steady_clock import steady_now

_SPARE_S = 0.5
"""Who is asked for nothing so long stands by for another recorder, and loads what takes long to load."""
_WAITING_LEVELS = 100
"""When nobody reads, older levels tell nothing; everything else waits."""
_LAST_SOUND_S = 1.0
"""When the desktop was killed, what sounded until then is still on its way through the device for at most so long."""
_LOOK_EVERY_S = 0.02
_LAST_WORDS_S = 1.0
_LAST_WRITES_S = 20.0
"""A disk that hangs may take so long until all is written; who is in more of a hurry ends the process."""
_ANOTHER_S = 3.0
"""A recorder that is about to end may hold the folder so long."""


class RecorderProcess:
    """Reads commands, records, writes events."""

    def __init__(
        self,
        *,
        commands: BinaryIO,
        events: BinaryIO,
        open_source: OpenSource,
        now: Callable[[], float] = steady_now,
        load: Callable[[], None] = lambda: None,
    ) -> None:
        """``load`` loads what a recording needs and holds no device."""
        self._load = load
        self._commands = commands
        self._events = events
        self._open_source = open_source
        self._now = now
        self._inbox: queue.SimpleQueue[RecorderCommand] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[RecorderEvent | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="recorder-events", daemon=True)
        self._recorder: Recorder | None = None
        self._last: Recorder | None = None

    def run(self) -> None:
        """Work until told to close, or until the other side is gone."""
        self._writer.start()
        threading.Thread(target=self._read, name="recorder-commands", daemon=True).start()
        command = self._first_command()
        while not isinstance(command, CloseRecorder):
            self._obey(command)
            command = self._inbox.get()
        self._stop()
        if self._last is not None:
            self._last.has_let_go(_LAST_WRITES_S)
        self._outbox.put(None)
        self._writer.join(_LAST_WORDS_S)

    def end(self) -> None:
        """Let ``run`` close everything and return. May be called by the handler of a signal."""
        self._inbox.put(CloseRecorder())

    def _first_command(self) -> RecorderCommand:
        try:
            return self._inbox.get(timeout=_SPARE_S)
        except queue.Empty:
            self._load()
            return self._inbox.get()

    def _read(self) -> None:
        for line in self._commands:
            with contextlib.suppress(ValidationError):  # not for this version; what is recorded goes on
                self._inbox.put(read_command(line))
        self._wait_for_last_sound()
        self.end()

    def _wait_for_last_sound(self) -> None:
        ended_s = self._now()
        while (recorder := self._recorder) is not None and not recorder.has_heard_until(ended_s):
            if self._now() - ended_s > _LAST_SOUND_S:
                return
            time.sleep(_LOOK_EVERY_S)

    def _obey(self, command: RecorderCommand) -> None:
        match command:
            case StartRecording():
                self._stop()
                self._start(command)
            case PauseRecording() if self._recorder is not None:
                self._recorder.pause()
            case ResumeRecording() if self._recorder is not None:
                self._recorder.resume()
            case MarkMoment() if self._recorder is not None:
                self._recorder.mark(command.text, command.at)
            case ChangeSource() if self._recorder is not None:
                self._recorder.change_source(command.track, command.source)
            case StopRecording():
                self._stop()
            case _:
                pass  # nothing is recorded that could be paused

    def _start(self, command: StartRecording) -> None:
        try:
            self._recorder = self._begin(command, steady_now() + _ANOTHER_S)
        except DiskFull as error:
            self._emit(RecordingFailed(command.recording, to_report(error)))
        except OSError as error:
            trouble = RecordingNotSaved(command.folder, error.strerror or str(error), has_begun=False)
            self._emit(RecordingFailed(command.recording, to_report(trouble)))
        else:
            self._recorder.start()

    def _begin(self, command: StartRecording, until_s: float) -> Recorder:
        while True:
            try:
                return Recorder(command, open_source=self._open_source, emit=self._emit, now=self._now)
            except BlockingIOError:
                if steady_now() >= until_s:
                    raise
                time.sleep(0.05)

    def _stop(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            self._last = recorder
            recorder.stop()

    def _emit(self, event: RecorderEvent) -> None:
        if not isinstance(event, LevelsMeasured) or self._outbox.qsize() < _WAITING_LEVELS:
            self._outbox.put(event)

    def _write(self) -> None:
        while (event := self._outbox.get()) is not None:
            # A desktop that is gone hears nothing any more, and the recording is still closed properly.
            with contextlib.suppress(OSError, ValueError):
                self._events.write(write_event(event))
                self._events.flush()


def main(arguments: list[str] | None = None) -> None:
    """Entry of the process."""
    parser = argparse.ArgumentParser(prog="recorder_process")
    parser.add_argument("--cache", type=Path, help="folder for what can be found out again")
    chosen = parser.parse_args(arguments)
    events = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print goes to standard error
    process = RecorderProcess(
        commands=sys.stdin.buffer,
        events=events,
        open_source=SourceOpening(cache=chosen.cache).open_source,
        load=load_microphones,
    )
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us

    def on_signal(_number: int, _frame: object) -> None:
        process.end()

    for number in {signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
        signal.signal(number, on_signal)
    process.run()
    # A driver that hangs must not keep the process: everything of ours is closed.
    os._exit(0)


if __name__ == "__main__":
    main()
