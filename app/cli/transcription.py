"""A run of ``vivavoce transcribe``: what is wished, each file's way through the library, and what comes out.

Runs on the main thread. The import queue works on its own thread and tells through the announcements, which wait
here in a queue; looking at it in short steps lets Ctrl-C through on every system.
"""

import queue
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from app.announcements import Announcement, JobEnded, JobProgressAnnounced
from app.cli.answering import FAILED, STOPPED
from app.cli.export_choice import asked_formats, chosen_profile
from app.cli.progress_lines import ProgressLines, progress_lines
from app.cli.speaker_wish import find_speakers, is_found_already, read_speakers
from app.composition import Services
from app.exporting.destination import export_files
from app.exporting.document import ExportDocument
from app.exporting.formats import WRITERS
from app.folders import Folders, find_folders, folder_trouble
from app.importing.import_queue import gives_the_same
from app.meetings.course import Course
from app.meetings.errors import LibraryInUse
from app.meetings.identifiers import CourseId, JobId, MeetingId, new_id
from app.meetings.job import JobState
from app.meetings.readable import readable
from engine.contract.errors import (
    MediaError,
    MediaNotFound,
    SpeechModelDamaged,
    SpeechModelMissing,
    SpeechModelUnknown,
    VivavoceError,
)
from engine.contract.languages import LANGUAGES, language_code
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import SpeakerCount
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

Compose = Callable[[Folders], Services]

_LOOK_S = 0.2
_DAY_S = 86_400
_NOT_TEXT = frozenset({"docx"})
"""Formats that a terminal cannot show."""


@dataclass(frozen=True, slots=True)
class TranscriptionWish:
    """What the command line asked for, checked."""

    formats: tuple[str, ...]
    out: Path | None
    languages: tuple[str, ...] | None
    """``None`` is what the course or the settings say."""
    model: str | None
    audio_stream: int | None
    course: str | None
    speakers: SpeakerCount | None
    """How many people to look for; ``None`` is not to look."""
    to_stdout: bool
    """Whether the transcript itself is printed, not the paths of files."""

    @classmethod
    def read(
        cls,
        *,
        to: str,
        out: Path | None,
        language: str | None,
        model: str | None,
        audio_stream: int | None,
        course: str | None,
        speakers: str,
        files: int,
    ) -> "TranscriptionWish":
        """Check the words of the command line. Wrong ones are ``typer.BadParameter``, exit code 2."""
        formats = asked_formats(to)
        if not formats:
            raise typer.BadParameter(f"Name at least one of {', '.join(WRITERS)}.", param_hint="--to")
        return cls(
            formats=formats,
            out=out,
            languages=None if language is None else read_languages(language),
            model=model,
            audio_stream=audio_stream,
            course=course,
            speakers=read_speakers(speakers),
            to_stdout=out is None and files == 1 and len(formats) == 1 and formats[0] not in _NOT_TEXT,
        )


def read_languages(text: str) -> tuple[str, ...]:
    """Codes of the languages in a wish; nothing for “auto”. Wrong ones are ``typer.BadParameter``."""
    words = [word for word in text.split(",") if word.strip()]
    if [word.strip().casefold() for word in words] == ["auto"]:
        return ()
    codes: list[str] = []
    for word in words:
        code = language_code(word)
        if code is None:
            raise typer.BadParameter(
                f"“{word.strip()}” is no language we know. Use “auto” or codes such as en, de, zh: "
                f"{', '.join(sorted(LANGUAGES))}.",
                param_hint="--language",
            )
        codes.append(code)
    if not codes:
        raise typer.BadParameter("Name a language, or “auto”.", param_hint="--language")
    return tuple(dict.fromkeys(codes))


class Transcription:
    """One run over some files."""

    def __init__(
        self, wish: TranscriptionWish, services: Services, lines: ProgressLines, *, is_interrupted: Callable[[], bool]
    ) -> None:
        self._wish = wish
        self._services = services
        self._lines = lines
        self._is_interrupted = is_interrupted
        self._heard: queue.SimpleQueue[Announcement] = queue.SimpleQueue()
        services.announcements.subscribe(self._heard.put)
        self._course_id: CourseId | None = None
        self._options = RecognitionOptions()

    @classmethod
    @contextmanager
    def opened(
        cls, wish: TranscriptionWish, *, compose: Compose, keeps: bool, as_json: bool
    ) -> Generator["Transcription"]:
        """A run with its services, closed afterwards. Known troubles end the command with a sentence."""
        lines = progress_lines(as_json=as_json)
        folders = find_folders()
        try:
            folders.make()
            _check_model(wish, SpeechModelStore(folders.models, read_catalogue()))
            with (
                _interrupted_by_signals() as is_interrupted,
                _services(compose, folders, lines, keeps=keeps) as services,
            ):
                for warning in services.library.opening.warnings:
                    lines.note(warning)
                yield cls(wish, services, lines, is_interrupted=is_interrupted)
        except KeyboardInterrupt:
            raise typer.Exit(STOPPED) from None
        except SpeechModelUnknown as error:
            raise typer.BadParameter(str(error), param_hint="--model") from error
        except VivavoceError as error:
            lines.note(str(error))
            raise typer.Exit(FAILED) from error
        except OSError as error:
            lines.note(str(folder_trouble(error, folders)))
            raise typer.Exit(FAILED) from error

    def run(self, files: Sequence[Path]) -> int:
        """Transcribe file after file; answers the exit code. Ctrl-C stops the one at work and keeps what it has."""
        self._course_id, self._options = self._prepare()
        self._services.imports.start(pick_up=False)
        has_failed = False
        for file in files:
            paths: list[str] = []
            state, error = "failed", ""
            try:
                paths = self._transcribe(file)
                state = "done"
            except KeyboardInterrupt:
                return self._stop(file)
            except VivavoceError as trouble:
                if self._is_interrupted():  # FFmpeg was reading: it makes an unreadable file of it
                    return self._stop(file)
                error, has_failed = str(trouble), True
            self._lines.end(str(file), state, error, paths)
        return FAILED if has_failed else 0

    def _stop(self, file: Path) -> int:
        self._lines.end(str(file), "cancelled", "", [])
        return STOPPED

    def _prepare(self) -> tuple[CourseId | None, RecognitionOptions]:
        settings = self._services.settings.current
        options = settings.recognition_options()
        course = self._find_course()
        if course is not None:
            options = replace(course.prefer(options), languages=course.languages or options.languages)
        if self._wish.languages is not None:
            options = replace(options, languages=self._wish.languages)
        if self._wish.model is not None:
            options = replace(options, model=self._wish.model)
        return (course.id if course is not None else None), options

    def _find_course(self) -> Course | None:
        title = self._wish.course
        if title is None:
            return None
        library = self._services.library
        for course in library.courses():
            if course.title.strip().casefold() == title.strip().casefold():
                return course
        course = Course(CourseId(new_id()), title.strip())
        library.add_course(course).result()
        return course

    def _transcribe(self, file: Path) -> list[str]:
        if not file.is_file():
            raise MediaNotFound(file.name)
        meeting_id, job_id = self._place(file)
        if job_id is not None:
            try:
                self._wait(file, job_id)
            except KeyboardInterrupt:
                self._services.imports.cancel(job_id)
                raise
        self._find_speakers(file, meeting_id, is_new=job_id is not None)
        return self._write(file, meeting_id)

    def _find_speakers(self, file: Path, meeting_id: MeetingId, *, is_new: bool) -> None:
        count, library = self._wish.speakers, self._services.library
        if count is None or not library.summary(meeting_id).segments:
            return
        if not is_new and is_found_already(library.speaker_run(meeting_id), count):
            return
        trouble = find_speakers(
            meeting_id,
            count,
            library=library,
            queue=self._services.speakers,
            tell=lambda progress: self._lines.tell(str(file), progress),
            is_interrupted=self._is_interrupted,
        )
        if trouble:
            self._lines.note(trouble, file=str(file))

    def _place(self, file: Path) -> tuple[MeetingId, JobId | None]:
        """Where the file stands in the library: done already, begun, or new. Without a job there is nothing to do."""
        library, imports = self._services.library, self._services.imports
        # What is no recording, or has not what is wanted, does not come into the library at all.
        numbers = [track.number for track in self._services.find_audio_tracks(file)]
        if self._wish.audio_stream is not None and self._wish.audio_stream not in numbers:
            raise _NoSuchStream(file.name, self._wish.audio_stream, tuple(numbers))
        found = library.find_by_fingerprint(self._services.fingerprint(file))
        for meeting in found:
            last = library.last_job(meeting.id)
            if last is None or meeting.audio_stream != self._wish.audio_stream:
                continue
            if last.state is JobState.DONE and gives_the_same(last.options, self._options):
                self._lines.note("It was transcribed before in this way; that transcript is used.", file=str(file))
                return meeting.id, None
            if last.state is not JobState.DONE and gives_the_same(last.options, self._options) and last.finished_to:
                self._lines.note("It was begun before and goes on from there.", file=str(file))
            return meeting.id, imports.retry(meeting.id, options=self._options)
        job_id = imports.add(
            file, options=self._options, course_id=self._course_id, audio_stream=self._wish.audio_stream
        )
        return library.job(job_id).meeting_id, job_id

    def _wait(self, file: Path, job_id: JobId) -> None:
        while True:
            try:
                heard = self._heard.get(timeout=_LOOK_S)
            except queue.Empty:
                if self._is_interrupted():
                    raise KeyboardInterrupt from None
                continue
            if isinstance(heard, JobProgressAnnounced) and heard.job_id == job_id:
                self._lines.tell(str(file), heard)
            elif isinstance(heard, JobEnded) and heard.job_id == job_id:
                if heard.state is JobState.FAILED:
                    raise self._failure(job_id, heard.error)
                if heard.state is JobState.CANCELLED:
                    raise _Stopped(file.name)
                return

    def _failure(self, job_id: JobId, sentence: str) -> VivavoceError:
        from engine.contract.errors import ReportedError, from_report  # noqa: PLC0415 - hardly ever needed

        job = self._services.library.job(job_id)
        error = from_report(job.error) if job.error is not None else ReportedError(sentence)
        if isinstance(error, SpeechModelMissing | SpeechModelDamaged):
            return _ModelToAdd(error)
        if isinstance(error, MediaError) and not self._services.library.summary(job.meeting_id).segments:
            self._services.library.delete_meeting(job.meeting_id).result()
        return error

    def _write(self, file: Path, meeting_id: MeetingId) -> list[str]:
        library = self._services.library
        document = ExportDocument(library.meeting(meeting_id), library.transcript(meeting_id))
        profile = replace(chosen_profile(self._services.settings.current), formats=self._wish.formats)
        for note in document.meeting.notes:
            self._lines.note(note, file=str(file))
        if self._wish.to_stdout:
            written = WRITERS[self._wish.formats[0]].write(document, replace(profile, bom=False))
            _print(written.decode("utf-8"), ends_line=False)
            return []
        written_to = export_files(document, profile, self._wish.out or Path(), stem=readable(file.stem))
        for path in written_to:
            _print(readable(str(path)))
        return [readable(str(path)) for path in written_to]


def _print(text: str, *, ends_line: bool = True) -> None:
    """Write a result to standard output, which may be a full disk or a pipe that nobody reads any more."""
    try:
        typer.echo(text, nl=ends_line)
    except OSError as error:
        raise _NotPrinted(error.strerror or str(error)) from error


@dataclass(eq=False)
class _NotPrinted(VivavoceError):
    """Standard output does not take the result."""

    reason: str

    @property
    def sentence(self) -> str:
        return f"The result could not be written to standard output: {self.reason}. “--out DIR” writes a file."


@dataclass(eq=False)
class _NoSuchStream(VivavoceError):
    """The file has no audio stream of that number."""

    name: str
    wanted: int
    numbers: tuple[int, ...]

    @property
    def sentence(self) -> str:
        there = ", ".join(map(str, self.numbers))
        return f"“{self.name}” has no audio stream {self.wanted}. Its audio streams are: {there}."


@dataclass(eq=False)
class _Stopped(VivavoceError):
    """Somebody else cancelled the job."""

    name: str

    @property
    def sentence(self) -> str:
        return f"“{self.name}” was cancelled; what was understood until then is in the library."


@contextmanager
def _services(compose: Compose, folders: Folders, lines: ProgressLines, *, keeps: bool) -> Generator[Services]:
    """The services of this computer; with a library for this once if the real one is not wanted or not free."""
    services: Services | None = None
    if keeps:
        try:
            services = compose(folders)
        except LibraryInUse:
            lines.note("Vivavoce is open with the library; these transcripts are not added to it.")
    once = None
    if services is None:
        once = _make_library_for_once(folders.cache)
        services = compose(replace(folders, library=once))
    try:
        yield services
    finally:
        with _undisturbed():
            services.close()
            if once is not None:
                shutil.rmtree(once, ignore_errors=True)


def _make_library_for_once(cache: Path) -> Path:
    """An empty folder in the cache; what an earlier run that was killed left there goes after a day."""
    for old in cache.glob("once-*"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > _DAY_S:
                shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix="once-", dir=cache))


@contextmanager
def _interrupted_by_signals() -> Generator[Callable[[], bool]]:
    """Being asked to end is the same as Ctrl-C; gives whether that happened, as a library may swallow the exception.

    Ctrl-C stays ignored where whoever started us wants that, as a shell does for what it runs behind.
    """
    asked: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        asked.append(number)
        raise KeyboardInterrupt

    numbers = [signal.SIGTERM]
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        numbers.append(signal.SIGINT)
    before = {number: signal.signal(number, interrupt) for number in numbers}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _undisturbed() -> Generator[None]:
    """Closing takes a moment and is done to its end, whatever keys are pressed meanwhile."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _check_model(wish: TranscriptionWish, store: SpeechModelStore) -> None:
    """A name that nobody knows is wrong use, one that is not here a failure, before anything is read."""
    if wish.model is None:
        return
    try:
        store.path_of(wish.model)
    except (SpeechModelMissing, SpeechModelDamaged) as error:
        raise _ModelToAdd(error) from error
    if wish.model not in store.catalogue:
        return
    languages = store.catalogue.get(wish.model).languages
    wrong = [code for code in wish.languages or () if languages != "multilingual" and code not in languages]
    if wrong:
        raise typer.BadParameter(f"The speech model “{wish.model}” does not know {LANGUAGES[wrong[0]]}.")


@dataclass(eq=False)
class _ModelToAdd(VivavoceError):
    """The speech model is not here or damaged, and how to get it on the command line."""

    trouble: SpeechModelMissing | SpeechModelDamaged

    @property
    def sentence(self) -> str:
        model = self.trouble.model
        if isinstance(self.trouble, SpeechModelDamaged):
            return f"The speech model “{model}” is damaged. “vivavoce models add {model}” gets it anew."
        return f"The speech model “{model}” is not on this computer. “vivavoce models add {model}” gets it."
