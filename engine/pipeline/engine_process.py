"""The engine process: the desktop's commands come in as lines, the engine's events go out as lines.

Started by ``engine_client.py`` as ``python -m engine.pipeline.engine_process``; a driver that aborts, or a
slow import, costs the window nothing. The main thread works on one job at a time, a second thread reads
commands, so that a cancel is heard at once. The end of standard input ends the process: whoever started
it is gone. Standard output belongs to the events alone; what libraries print goes to standard error.
"""

import argparse
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Protocol

from pydantic import ValidationError

from engine.caching.session_context import SessionContexts
from engine.contract.messages import (
    CancelJob,
    Command,
    Event,
    FindSpeakers,
    FollowRecording,
    FollowSpeakers,
    HoldSpeaker,
    Shutdown,
    TranscribeFile,
)
from engine.contract.wire import read_command, write_event
from engine.pipeline.engine_job import EngineJob
from engine.pipeline.engine_store import EngineStore
from engine.pipeline.file_job import Engines, FileJob
from engine.pipeline.heap import give_back_memory
from engine.pipeline.live_job import LiveEngines, LiveJob
from engine.pipeline.live_speaker_job import LiveSpeakerJob
from engine.pipeline.speaker_job import Searches, SpeakerJob

NOT_UNDERSTOOD = 3
"""Exit code after a line that is no command: the other side is of another version, or broken."""


class ClosableEngines(Engines, LiveEngines, Searches, Protocol):
    """Where the process gets its engines from."""

    @property
    def contexts(self) -> SessionContexts:
        """What is known of meetings while they are understood."""
        ...

    def rest(self) -> None:
        """A job is over: let go of what was only for it."""
        ...

    def close(self) -> None:
        """Free everything."""
        ...


class EngineProcess:
    """Reads commands, runs jobs, writes events."""

    def __init__(self, *, commands: BinaryIO, events: BinaryIO, engines: ClosableEngines) -> None:
        self._commands = commands
        self._events = events
        self._engines = engines
        self._writing = threading.Lock()
        self._jobs: queue.Queue[EngineJob | None] = queue.Queue()
        self._known: dict[str, EngineJob] = {}

    def run(self) -> None:
        """Work until told to stop, or until the other side is gone."""
        reader = threading.Thread(target=self._read, name="commands", daemon=True)
        reader.start()
        while (job := self._jobs.get()) is not None:
            job.run()
            self._engines.rest()
            give_back_memory()
            if self._known.get(job.name) is job:  # it may have been asked for again meanwhile
                del self._known[job.name]
        self._engines.close()

    def _read(self) -> None:
        for line in self._commands:
            try:
                command = read_command(line)
            except ValidationError as error:
                # Not its content: a path may be private. Going on would be to work without being heard.
                sys.stderr.write(f"A line of {len(line)} bytes is no command: {error.error_count()} errors.\n")
                sys.stderr.flush()
                os._exit(NOT_UNDERSTOOD)
            self._obey(command)
        # Nobody is left who could be told anything: leave without waiting for a decode to end.
        os._exit(0)

    def _obey(self, command: Command) -> None:
        match command:
            case TranscribeFile():
                self._take(FileJob(command, engines=self._engines, emit=self._emit))
            case FollowRecording():
                self._take(LiveJob(command, engines=self._engines, emit=self._emit, contexts=self._engines.contexts))
            case FindSpeakers():
                self._take(SpeakerJob(command, engines=self._engines, emit=self._emit))
            case FollowSpeakers():
                self._take(LiveSpeakerJob(command, engines=self._engines, emit=self._emit))
            case HoldSpeaker():
                if isinstance(job := self._known.get(command.job), LiveSpeakerJob):
                    job.hold(command.speaker)
            case CancelJob():
                if (job := self._known.get(command.job)) is not None:
                    job.cancel()
            case Shutdown():
                for job in list(self._known.values()):
                    job.cancel()
                self._jobs.put(None)

    def _take(self, job: EngineJob) -> None:
        self._known[job.name] = job
        self._jobs.put(job)

    def _emit(self, event: Event) -> None:
        with self._writing:
            self._events.write(write_event(event))
            self._events.flush()


def main(arguments: list[str] | None = None, *, make_engines: Callable[..., ClosableEngines] = EngineStore) -> None:
    """Entry of the process. ``make_engines`` is for tests that need other engines in a real process."""
    parser = argparse.ArgumentParser(prog="engine_process")
    parser.add_argument("--models", type=Path, required=True, help="folder of the speech models")
    parser.add_argument("--cache", type=Path, required=True, help="folder for what can be found out again")
    parser.add_argument("--workers", type=Path, help="file with the paired workers, which are asked first")
    chosen = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started us
    events = _claim_standard_output()
    engines = make_engines(models=chosen.models, cache=chosen.cache, workers=chosen.workers)
    EngineProcess(commands=sys.stdin.buffer, events=events, engines=engines).run()
    events.flush()
    # The reading thread still waits in standard input; a usual exit would trip over its lock.
    os._exit(0)


def _claim_standard_output() -> BinaryIO:
    """Keep standard output for events and let everybody else's prints go to standard error."""
    events = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return events


if __name__ == "__main__":
    main()
