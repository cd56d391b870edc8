"""A run of ``vivavoce transcribe``: each file's way through the library, and what comes out.

Runs on the main thread. The import queue works on its own thread and tells through the announcements, which wait
here in a queue; looking at it in short steps lets Ctrl-C through on every system.
"""

import queue
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from app.announcements import Announcement, JobEnded, JobProgressAnnounced
from app.cli.answering import FAILED, STOPPED
from app.cli.export_choice import chosen_profile
from app.cli.interruption import interrupted_by_signals
from app.cli.model_to_add import ModelToAdd
from app.cli.progress_lines import ProgressLines, progress_lines
from app.cli.services_for_once import Compose, opened_services
from app.cli.speaker_wish import find_speakers, is_found_already
from app.cli.transcription_wish import TranscriptionWish
from app.cli.wished_model import check_model
from app.composition import Services
from app.exporting.destination import check_destination, export_files
from app.exporting.document import ExportDocument
from app.exporting.formats import WRITERS
from app.folders import find_folders, folder_trouble
from app.importing.import_queue import gives_the_same
from app.meetings.course import Course
from app.meetings.identifiers import CourseId, JobId, MeetingId, new_id
from app.meetings.job import JobState
from app.meetings.readable import readable
from engine.capture.media_file import AudioStream
from engine.contract.channel import Channel
from engine.contract.errors import (
    MediaError,
    MediaNotFound,
    SpeechModelDamaged,
    SpeechModelMissing,
    SpeechModelUnknown,
    VivavoceError,
)
from engine.contract.options import RecognitionOptions
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore

_LOOK_S = 0.2


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
            if wish.out is not None:
                check_destination(wish.out)
            check_model(wish, SpeechModelStore(folders.models, read_catalogue()))
            with (
                interrupted_by_signals() as is_interrupted,
                opened_services(compose, folders, lines, keeps=keeps) as services,
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
        tracks = self._services.find_audio_tracks(file)
        numbers = [track.number for track in tracks]
        if self._wish.audio_stream is not None and self._wish.audio_stream not in numbers:
            raise _NoSuchStream(file.name, self._wish.audio_stream, tuple(numbers))
        self._note_choices(file, tracks)
        found = library.find_by_fingerprint(self._services.fingerprint(file))
        for meeting in found:
            last = library.last_job(meeting.id)
            wanted = (self._wish.audio_stream, self._wish.channel)
            if last is None or (meeting.audio_stream, meeting.channel) != wanted:
                continue
            if self._course_id is not None and meeting.course_id != self._course_id:
                library.move_meeting(meeting.id, self._course_id).result()
            if last.state is JobState.DONE and gives_the_same(last.options, self._options):
                self._lines.note("It was transcribed before in this way; that transcript is used.", file=str(file))
                return meeting.id, None
            if last.state is not JobState.DONE and gives_the_same(last.options, self._options) and last.finished_to:
                self._lines.note("It was begun before and goes on from there.", file=str(file))
            return meeting.id, imports.retry(
                meeting.id, options=self._options, speakers=self._wish.said_speakers, asks_first=False
            )
        job_id = imports.add(
            file,
            options=self._options,
            course_id=self._course_id,
            audio_stream=self._wish.audio_stream,
            channel=self._wish.channel,
            speakers=self._wish.said_speakers,
        )
        return library.job(job_id).meeting_id, job_id

    def _note_choices(self, file: Path, tracks: Sequence[AudioStream]) -> None:
        """Say that there is more in the file than is taken, where nobody chose."""
        if self._wish.channel is not Channel.MIX:
            return
        if any(track.has_two_sides for track in tracks):
            self._lines.note("Its channels are not the same; “--channel left” or “right” takes one.", file=str(file))
            self._lines.note("“--channel apart” takes both, each with its own people.", file=str(file))
        elif len(tracks) > 1 and self._wish.audio_stream is None:
            taken = ", ".join(f"{track.number} ({' '.join(_words_of(track))})" for track in tracks)
            self._lines.note(
                f"It has {len(tracks)} audio streams: {taken}. “--audio-stream” takes another than its default, "
                "“--channel apart” all of them, each with its own people.",
                file=str(file),
            )

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
        from engine.contract.error_report import ReportedError, from_report  # noqa: PLC0415 - hardly ever needed

        job = self._services.library.job(job_id)
        error = from_report(job.error) if job.error is not None else ReportedError(sentence)
        if isinstance(error, SpeechModelMissing | SpeechModelDamaged):
            return ModelToAdd(error)
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


def _words_of(track: AudioStream) -> list[str]:
    """What is known of an audio stream, for whoever chooses."""
    return [word for word in (track.title, track.language, "default" if track.is_default else "") if word] or ["-"]
