"""Takes files from the person to the import queue, one after another on a background thread.

Lives on the window's thread, owned by the library page. A file that is refused gets its one sentence; the others go on.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.meetings.identifiers import CourseId, JobId, MeetingId
from engine.contract.channel import Channel
from engine.contract.errors import MediaNotFound, VivavoceError
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import SpeakerCount
from ui.bridge.delivery import deliver
from ui.library.options_desk import Asked

if TYPE_CHECKING:
    from ui.dialogs.import_options_dialog import AudioTrack

FindAudioTracks = Callable[[Path], "Sequence[AudioTrack]"]
"""Looks into a file, on a background thread; raises the ``MediaError`` tree where there is no sound in it."""


class Imports(Protocol):
    """What the window needs of the import queue. Its methods may be called on any thread."""

    def add(
        self,
        path: Path,
        *,
        options: RecognitionOptions,
        course_id: CourseId | None = None,
        audio_stream: int | None = None,
        channel: Channel = Channel.MIX,
        title: str = "",
        speakers: SpeakerCount | None = None,
    ) -> JobId:
        """Take a file in, by its name where no title is given; returns when meeting and job are in the library."""
        ...

    def retry(
        self,
        meeting_id: MeetingId,
        *,
        options: RecognitionOptions | None = None,
        speakers: SpeakerCount | None = None,
    ) -> JobId:
        """Go on with a meeting, or begin anew with other options."""
        ...

    def cancel(self, job_id: JobId) -> None:
        """Ask a job to stop."""
        ...


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """What became of some files."""

    taken: int
    refused: tuple[VivavoceError, ...]
    to_choose: tuple[Asked, ...]
    """Files with several audio tracks, or two channels that say different things, of which a person must choose."""


class ImportDesk(QObject):
    """Hands files and wishes to the import queue."""

    finished = Signal(object)
    """An ``ImportOutcome``."""
    failed = Signal(object)
    """The ``VivavoceError`` of a wish that could not be granted."""

    def __init__(
        self,
        *,
        imports: Imports,
        find_audio_tracks: FindAudioTracks,
        background: Background,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._imports = imports
        self._find_audio_tracks = find_audio_tracks
        self._background = background

    def take(self, paths: Sequence[Path], *, options: RecognitionOptions, course_id: CourseId | None = None) -> None:
        """Import files; ``finished`` tells what became of them."""
        work = partial(_add_all, self._imports, self._find_audio_tracks, tuple(paths), options, course_id)
        deliver(self._background.run(work), self._on_finished, self._on_failed)

    def take_sample(self, path: Path, *, title: str, options: RecognitionOptions) -> None:
        """Import the sample, whose file's name says little."""
        add = partial(self._imports.add, path, options=options, title=title)
        deliver(self._background.run(add), self._on_retried, self._on_failed)

    def take_track(
        self,
        path: Path,
        *,
        options: RecognitionOptions,
        course_id: CourseId | None,
        audio_stream: int | None,
        channel: Channel = Channel.MIX,
        speakers: SpeakerCount,
    ) -> None:
        """Import a file as a person chose."""
        add = partial(
            self._imports.add,
            path,
            options=options,
            course_id=course_id,
            audio_stream=audio_stream,
            channel=channel,
            speakers=speakers,
        )
        deliver(self._background.run(add), self._on_retried, self._on_failed)

    def retry(
        self,
        meeting_id: MeetingId,
        *,
        options: RecognitionOptions | None = None,
        speakers: SpeakerCount | None = None,
    ) -> None:
        """Try a meeting again, or go on with it."""
        work = partial(self._imports.retry, meeting_id, options=options, speakers=speakers)
        deliver(self._background.run(work), self._on_retried, self._on_failed)

    def cancel(self, job_id: JobId) -> None:
        """Ask a job to stop."""
        deliver(self._background.run(partial(self._imports.cancel, job_id)), self._on_cancelled, self._on_failed)

    def _on_finished(self, outcome: ImportOutcome) -> None:
        self.finished.emit(outcome)

    def _on_failed(self, error: VivavoceError) -> None:
        self.failed.emit(error)

    def _on_retried(self, _job_id: JobId) -> None:
        """The announcements tell the rest."""

    def _on_cancelled(self, _nothing: None) -> None:
        """The announcements tell the rest."""


def _add_all(
    imports: Imports,
    find_audio_tracks: FindAudioTracks,
    paths: Sequence[Path],
    options: RecognitionOptions,
    course_id: CourseId | None,
) -> ImportOutcome:
    taken = 0
    refused: list[VivavoceError] = []
    to_choose: list[Asked] = []
    for path in paths:
        try:
            if not path.is_file():
                raise MediaNotFound(path.name)
            tracks = find_audio_tracks(path)
            if len(tracks) > 1 or any(track.has_two_sides for track in tracks):
                to_choose.append(Asked(path.name, path=path, tracks=tracks, course_id=course_id))
                continue
            imports.add(path, options=options, course_id=course_id)
            taken += 1
        except VivavoceError as error:
            refused.append(error)
    return ImportOutcome(taken, tuple(refused), tuple(to_choose))
