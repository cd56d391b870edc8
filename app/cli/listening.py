"""A run of ``vivavoce listen``: a recording like that of the window, and a line for each thing that happens.

The main thread only watches: how far the recording is, whether there is enough of it, whether Ctrl-C was pressed.
"""

import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from app.cli.answering import FAILED, STOPPED
from app.cli.language_wish import read_languages
from app.cli.listening_lines import ListeningLines
from app.cli.missing_sources import MissingSources
from app.composition import Services
from app.diagnostics.stage_log import StageLog
from app.folders import Folders, find_folders, folder_trouble
from app.meetings.counted import counted
from app.meetings.errors import LibraryInUse
from app.recording.status import RecordingPhase, RecordingStatus, RecordingWish, UnderstandingPhase
from app.settings.settings import Settings
from engine.capture.media_file import inspect_media
from engine.contract.audio import TrackKind, to_seconds
from engine.contract.error_report import ErrorReport, from_report
from engine.contract.errors import VivavoceError
from engine.contract.messages import Event, LineGrown
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import LevelsMeasured, RecorderEvent, SourceChoice
from engine.contract.steady_clock import steady_now

LOOK_S = 0.05

Compose = Callable[[Folders], Services]


@dataclass(frozen=True, slots=True)
class ListeningWish:
    """What the command line asked for, checked."""

    sources: tuple[SourceChoice, ...]
    is_file: bool
    is_paced: bool
    seconds: float | None
    model: str | None
    languages: tuple[str, ...] | None
    """``None`` is what the settings say, as for the model."""
    title: str
    keeps: bool
    """Whether it is kept in the library."""
    has_stages: bool = False
    """Whether it is told at the end where the time went."""

    @classmethod
    def read(
        cls,
        *,
        source: str,
        pace: str,
        seconds: float | None,
        language: str | None,
        model: str | None,
        title: str = "",
        keeps: bool = True,
        has_stages: bool = False,
    ) -> "ListeningWish":
        """Check the words of the command line. Wrong ones are ``typer.BadParameter``, exit code 2."""
        if pace not in {"realtime", "fast"}:
            raise typer.BadParameter("Say “realtime” or “fast”.", param_hint="--pace")
        is_file = source.startswith("file:")
        is_paced = pace == "realtime" or not is_file
        languages = read_languages(language) if language is not None else None
        sources = _sources(source, 1.0 if is_paced else 0.0)
        return cls(sources, is_file, is_paced, seconds, model, languages, title, keeps, has_stages)

    def options(self, settings: Settings) -> RecognitionOptions:
        """What was asked for, else what the person chose in the window."""
        chosen = settings.recognition_options()
        return replace(
            chosen,
            model=self.model or chosen.model,
            languages=chosen.languages if self.languages is None else self.languages,
        )


class Listening:
    """One run."""

    def __init__(self, wish: ListeningWish, *, compose: Compose, echo: Callable[[str], None] = typer.echo) -> None:
        self._wish = wish
        self._compose = compose
        self._lines = ListeningLines(is_paced=wish.is_paced, write=echo)
        self._stages = StageLog() if wish.has_stages else None
        self._missing = MissingSources([source.kind for source in wish.sources])
        self._has_enough = threading.Event()
        self._interrupts = 0
        self._is_terminated = False
        self._has_told_failure = False

    def run(self) -> int:
        """Listen to the end; answers the exit code. Ctrl-C stops the recording and lets the rest be understood."""
        with ExitStack() as closing:
            closing.callback(self._lines.close)
            try:
                services = closing.enter_context(self._services())
                with self._answering_signals():
                    return self._listen(services)
            except LibraryInUse as error:
                typer.echo(f"{error} Or keep nothing in the library: --no-library.", err=True)
            except VivavoceError as error:
                typer.echo(str(error), err=True)
            return FAILED

    # What happens, on the threads of the recording

    def _hear(self, event: Event | RecorderEvent) -> None:
        self._lines.hear(event)
        if self._stages is not None:
            self._stages.hear(event)
            if isinstance(event, LineGrown):
                self._stages.show(event.line, steady_now())
        self._missing.hear(event)
        limit_s = self._wish.seconds
        if limit_s is not None and isinstance(event, LevelsMeasured) and to_seconds(event.at) >= limit_s:
            self._has_enough.set()

    # The main thread

    def _listen(self, services: Services) -> int:
        self._look_at_file()
        recordings, options = services.recordings, self._wish.options(services.settings.current)
        recordings.overhear(self._hear)
        if self._wish.is_file:
            # A file can wait until the speech model is loaded; a person who speaks cannot.
            self._lines.status("loading the speech model")
            if not self._wait_for(recordings.prepare(options)):
                return self._stopped()
        wish = RecordingWish(self._wish.sources, options, title=self._wish.title)
        meeting_id = recordings.start(wish)
        if self._wish.keeps:
            title = services.library.meeting(meeting_id).title
            self._lines.status(f"recording into “{title}”", meeting=meeting_id)
        said: RecordingStatus | None = None
        while (status := recordings.status) is not None and not _is_over(status):
            self._tell_of(status, said)
            said = status
            self._tell_what_is_missing()
            if self._interrupts or self._has_enough.is_set() or self._lines.is_unread:
                recordings.stop()
            if self._is_terminated or self._interrupts > 1:
                return self._stopped()
            time.sleep(LOOK_S)
        return self._end(status or said, services)

    def _look_at_file(self) -> None:
        """What holds no sound is said before a meeting is made of it. Raises ``MediaError``."""
        if self._wish.is_file:
            inspect_media(Path(self._wish.sources[0].path))

    def _tell_of(self, status: RecordingStatus, before: RecordingStatus | None) -> None:
        """What changed and no event tells."""
        understanding = before.understanding if before is not None else None
        if status.understanding is not understanding:
            match status.understanding:
                case UnderstandingPhase.RESTARTING:
                    self._lines.status("restarting: the recognition stopped, and goes on from where it was")
                case UnderstandingPhase.FAILED if status.understanding_error is not None:
                    self._tell_failure(status.understanding_error)
                case UnderstandingPhase.LISTENING if understanding is UnderstandingPhase.RESTARTING:
                    self._lines.status("recovered: the recognition goes on")
                case UnderstandingPhase.LISTENING if understanding is not UnderstandingPhase.BEHIND:
                    self._lines.status("listening")
                case _:
                    pass
        if before is not None and status.is_saving != before.is_saving:
            sentence = status.error.sentence if status.error is not None else ""
            self._lines.status("saved again" if status.is_saving else f"not saved: {sentence}")
        if before is not None and status.is_room_low and not before.is_room_low:
            left = counted(round((status.room_s or 0) / 60), "minute is", "minutes are")
            self._lines.status(f"the disk is nearly full: {left} left")

    def _tell_failure(self, error: ErrorReport) -> None:
        """Once; it may come so late that only the end of the recording shows it."""
        if not self._has_told_failure:
            self._has_told_failure = True
            self._lines.status(f"not understood any more: {error.sentence}")

    def _tell_what_is_missing(self, *, is_over: bool = False) -> None:
        if words := self._missing.look(is_over=is_over):
            typer.echo(words, err=True)

    def _end(self, status: RecordingStatus | None, services: Services) -> int:
        """The last lines, and the exit code."""
        job = services.library.job(status.job_id) if status is not None else None
        if job is not None and job.error is not None:
            self._tell_failure(job.error)
        if self._stages is not None:
            self._lines.stages(self._stages.summary())
        self._lines.status("ended")
        error = status.error if status is not None and status.phase is RecordingPhase.FAILED else None
        if error is not None:
            raise from_report(error)
        self._tell_what_is_missing(is_over=True)
        if self._missing.is_nothing_recorded:
            return FAILED
        if job is not None and job.error is not None:
            typer.echo(f"The sound is saved, but it was not understood: {job.error.sentence}", err=True)
            return FAILED
        return 0

    def _stopped(self) -> int:
        self._lines.status("stopped")
        return STOPPED

    def _wait_for(self, future: "Future[None]") -> bool:
        """Wait for it, unless Ctrl-C comes first. Raises what it raises."""
        while not (self._interrupts or self._is_terminated):
            try:
                future.result(LOOK_S)
            except TimeoutError:
                continue
            return True
        return False

    @contextmanager
    def _services(self) -> Generator[Services]:
        with ExitStack() as closing:
            folders = find_folders()
            try:
                if self._wish.keeps:
                    folders.make()
                else:
                    place = tempfile.TemporaryDirectory(prefix="vivavoce-listen-")
                    folders = without_library(folders, Path(closing.enter_context(place)))
            except OSError as error:
                raise folder_trouble(error, folders) from error
            services = self._compose(folders)
            closing.callback(services.close)
            yield services

    @contextmanager
    def _answering_signals(self) -> Generator[None]:
        def interrupt(_number: int, _frame: object) -> None:
            self._interrupts += 1

        def terminate(_number: int, _frame: object) -> None:
            self._is_terminated = True

        before = [
            (number, signal.signal(number, handler))
            for number, handler in ((signal.SIGINT, interrupt), (signal.SIGTERM, terminate))
        ]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)


def without_library(folders: Folders, place: Path) -> Folders:
    """The same computer with everything that is written in another place: its own home may be read-only."""
    is_cache_ours = os.access(folders.cache, os.W_OK)
    moved = Folders(
        library=place / "library",
        models=folders.models,
        cache=folders.cache if is_cache_ours else place / "cache",
        logs=place / "logs",
        settings=folders.settings,
    )
    for folder in (moved.library, moved.cache, moved.logs):
        folder.mkdir(parents=True, exist_ok=True)
    return moved


def _is_over(status: RecordingStatus) -> bool:
    is_understood = status.understanding in (UnderstandingPhase.DONE, UnderstandingPhase.FAILED)
    return status.phase is RecordingPhase.ENDED or (status.phase is RecordingPhase.FAILED and is_understood)


def _sources(source: str, pace: float) -> tuple[SourceChoice, ...]:
    microphone, computer = SourceChoice(TrackKind.MICROPHONE), SourceChoice(TrackKind.COMPUTER)
    named = {"mic": (microphone,), "computer": (computer,), "both": (microphone, computer)}
    if source in named:
        return named[source]
    name = source.removeprefix("file:")
    path = Path(name)
    if not name or not source.startswith("file:"):
        raise typer.BadParameter("Say mic, computer, both or file:PATH.", param_hint="--source")
    if not path.is_file():
        raise typer.BadParameter(f"“{path}” is no file.", param_hint="--source")
    return (SourceChoice(TrackKind.FILE, path=str(path.resolve()), pace=pace),)
