"""Asks a person how a recording is to be understood, where the usual answer is not enough.

Lives on the window's thread, owned by the library page. One question stands open at a time, the others wait their turn.
The dialog is imported when it is first needed.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.background import Background
from app.meetings.identifiers import CourseId, MeetingId
from app.settings.settings_store import SettingsStore
from engine.contract.channel import Channel
from engine.contract.errors import VivavoceError
from engine.contract.options import RecognitionOptions
from engine.contract.speakers import ANY_COUNT, SpeakerCount
from ui.bridge.delivery import deliver

if TYPE_CHECKING:
    from ui.dialogs.import_options_dialog import AudioTrack, ImportOptionsDialog

ListModels = Callable[[], Sequence[tuple[str, str]]]
"""Name and title of each speech model on this computer; called on a background thread."""
CountSpeakers = Callable[[MeetingId], SpeakerCount]
"""How many people speak in a meeting, as it was said last; called on a background thread."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question is about: a meeting to recognise again, or a file to import."""

    name: str
    meeting_id: MeetingId | None = None
    path: Path | None = None
    tracks: "Sequence[AudioTrack]" = ()
    course_id: CourseId | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person chose."""

    options: RecognitionOptions
    audio_stream: int | None
    """Number of the audio track; ``None`` is the file's default."""
    channel: Channel
    """What of its two channels."""
    speakers: SpeakerCount


class OptionsDesk(QObject):
    """Asks, one question after the other."""

    answered = Signal(object, object)
    """The ``Asked`` and the ``Answer``."""
    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        settings: SettingsStore,
        list_models: ListModels,
        count_speakers: CountSpeakers,
        background: Background,
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._settings = settings
        self._list_models = list_models
        self._count_speakers = count_speakers
        self._background = background
        self._page = page
        self._waiting: deque[Asked] = deque()
        self._now: Asked | None = None
        self._dialog: ImportOptionsDialog | None = None

    @property
    def dialog(self) -> "ImportOptionsDialog | None":
        """The question that stands open."""
        return self._dialog

    def ask(self, asked: Asked) -> None:
        """Ask, now or after the questions before it."""
        self._waiting.append(asked)
        self._go_on()

    def _go_on(self) -> None:
        if self._now is None and self._waiting:
            self._now = self._waiting.popleft()
            work = partial(_look_up, self._list_models, self._count_speakers, self._now.meeting_id)
            deliver(self._background.run(work), self._on_known, self._on_failed)

    def _on_known(self, known: "tuple[Sequence[tuple[str, str]], SpeakerCount]") -> None:
        from ui.dialogs.import_options_dialog import ImportOptionsDialog  # noqa: PLC0415 - loaded when first needed

        if self._now is None:
            return
        dialog = ImportOptionsDialog(
            self._now.name,
            settings=self._settings.current,
            speech_models=known[0],
            speakers=known[1],
            audio_tracks=self._now.tracks,
            is_again=self._now.meeting_id is not None,
            parent=self._page,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(self._on_accepted)
        dialog.finished.connect(self._on_finished)
        self._dialog = dialog
        dialog.open()

    def _on_accepted(self) -> None:
        if self._dialog is not None:
            dialog = self._dialog
            chosen = Answer(dialog.options, dialog.audio_stream, dialog.channel, dialog.speakers)
            self.answered.emit(self._now, chosen)

    def _on_finished(self) -> None:
        self._dialog = None
        self._now = None
        self._go_on()

    def _on_failed(self, error: VivavoceError) -> None:
        self._now = None
        self.failed.emit(error)
        self._go_on()


def _look_up(
    list_models: ListModels, count_speakers: CountSpeakers, meeting_id: MeetingId | None
) -> tuple[Sequence[tuple[str, str]], SpeakerCount]:
    return list_models(), ANY_COUNT if meeting_id is None else count_speakers(meeting_id)
