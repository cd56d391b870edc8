"""Our side: a new library, the import queue and its engine process, as a person's own, in a throw-away process.

Run as ``python -m app.measuring.queue_side`` by ``engine/bench/side.py``. The clock of a recording runs from handing
it to the queue until the queue says that its job ended, which it says after the last line is committed.
"""

import os
import queue
import time
from pathlib import Path
from typing import Protocol

import psutil

from app.announcements import Announcement, Announcements, JobEnded
from app.folders import Folders
from app.library.library import Library
from app.meetings.identifiers import JobId
from engine.bench.peak_memory import peak_memory
from engine.bench.side import FileAnswer, SideEnd, SideRequest, SideVoice, SoundFile
from engine.contract.errors import VivavoceError
from engine.contract.options import RecognitionOptions

_LOOK_S = 0.25
"""How often the memory of all processes is looked at while a job runs."""


class Imports(Protocol):
    """What is needed of ``ImportQueue``."""

    def add(self, path: Path, *, options: RecognitionOptions) -> JobId:
        """Put a recording into the line."""
        ...


def main() -> None:
    """Answer one request."""
    voice = SideVoice()
    request = voice.hear()
    began = time.perf_counter()
    from app.composition import compose_services  # noqa: PLC0415  loading it is part of getting ready

    services = compose_services(temporary_folders(request))
    try:
        services.imports.start()
        stopwatch = Stopwatch(
            imports=services.imports,
            library=services.library,
            announcements=services.announcements,
            request=request,
        )
        if request.warm_up is not None:
            stopwatch.transcribe(request.warm_up)
            stopwatch.forget_the_dead()
        start_s = time.perf_counter() - began
        for file in request.files:
            voice.say(stopwatch.transcribe(file))
        voice.say(SideEnd(start_s, stopwatch.peak_memory))
    finally:
        services.close()


def temporary_folders(request: SideRequest) -> Folders:
    """Everything new and empty but the speech models: nothing that was computed before can help."""
    scratch = Path(request.scratch)
    return Folders(
        library=scratch / "library",
        models=Path(request.model_folder).parent,
        cache=scratch / "cache",
        logs=scratch / "logs",
        settings=scratch / "settings.json",
    )


class Stopwatch:
    """Hands recordings to the queue one by one and takes their time. Used on the main thread of the side."""

    def __init__(
        self, *, imports: Imports, library: Library, announcements: Announcements, request: SideRequest
    ) -> None:
        self._imports = imports
        self._library = library
        self._request = request
        self._ends: queue.SimpleQueue[tuple[float, JobEnded]] = queue.SimpleQueue()
        self._peaks: dict[int, int] = {}
        self._strangers = set(_children())
        announcements.subscribe(self._on_announcement)

    @property
    def peak_memory(self) -> dict[str, int]:
        """Bytes by process: the queue's own, and what it started."""
        own = os.getpid()
        self._look_at_memory()
        others = [peak for pid, peak in self._peaks.items() if pid != own]
        return {"queue and library": self._peaks[own], "engine": sum(others)}

    def forget_the_dead(self) -> None:
        """Leave out of account what is over: the throw-away processes that prove the device while it gets ready."""
        self._peaks.clear()

    def transcribe(self, file: SoundFile) -> FileAnswer:
        """Wait for one recording to be in the library."""
        options = RecognitionOptions(
            model=self._request.model,
            languages=(file.language,) if file.language else (),
            beam_size=self._request.beam_size,
            glossary=self._request.glossary,
            threads=self._request.threads,
        )
        began = time.perf_counter()
        try:
            job_id = self._imports.add(Path(file.path), options=options)
        except VivavoceError as error:
            return FileAnswer(file.path, time.perf_counter() - began, "", trouble=str(error))
        ended, end = self._wait_for(job_id)
        segments = self._library.transcript(end.meeting_id).segments
        return FileAnswer(
            path=file.path,
            seconds=ended - began,
            text=" ".join(segment.text.strip() for segment in segments if segment.quarantine is None),
            set_aside=" ".join(segment.text.strip() for segment in segments if segment.quarantine is not None),
            trouble=end.error,
        )

    def _wait_for(self, job_id: JobId) -> tuple[float, JobEnded]:
        while True:
            try:
                ended, end = self._ends.get(timeout=_LOOK_S)
            except queue.Empty:
                self._look_at_memory()
                continue
            if end.job_id == job_id:
                self._look_at_memory()
                return ended, end

    def _look_at_memory(self) -> None:
        started = [pid for pid in _children() if pid not in self._strangers]
        for pid in (os.getpid(), *started):
            self._peaks[pid] = max(self._peaks.get(pid, 0), peak_memory(pid))

    def _on_announcement(self, announcement: Announcement) -> None:
        if isinstance(announcement, JobEnded):
            self._ends.put((time.perf_counter(), announcement))


def _children() -> list[int]:
    try:
        return [child.pid for child in psutil.Process().children(recursive=True)]
    except psutil.Error:
        return []


if __name__ == "__main__":
    main()
