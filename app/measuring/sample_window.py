"""The real window over a library of samples, with staged services behind it: what pictures of all screens are made of.

Used by ``screens.py`` and by the tests that walk through every screen; on the main thread, with a ``QApplication``.
"""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from app.announcements import JobProgressAnnounced
from app.composition import compose_services, compose_window
from app.measuring.sample_meetings import LECTURE, SampleMeetings, make_line
from app.measuring.staged_services import DEVICES, SOURCES, StagedCheck, StagedModels, StagedRecordings
from app.measuring.staged_workers import StagedWorkers
from app.measuring.window_side import folders_in
from app.meetings.identifiers import MeetingId
from app.meetings.job import JobState
from app.recording.status import UnderstandingPhase
from app.settings.settings import Appearance, InterfaceLanguage
from engine.contract.audio import SampleIndex
from engine.contract.messages import Stage

if TYPE_CHECKING:
    from ui.main_window import MainWindow


class SampleWindow:
    """Everything behind the window, and the window. The props of a ``Tour``; closed in order."""

    def __init__(
        self, home: Path, *, language: InterfaceLanguage, appearance: Appearance, text_scale_percent: int = 100
    ) -> None:
        from ui.measured.silent_output import SilentOutput  # noqa: PLC0415 - the command line needs no Qt

        folders = folders_in(home)
        folders.make()
        self._stack = ExitStack()
        services = compose_services(folders)
        self._stack.callback(services.close)
        services.settings.change(
            language=language,
            appearance=appearance,
            text_scale_percent=text_scale_percent,
            caption_shown=False,
            checks_before_recording=False,
            microphone_name="",
            records_computer=True,
        )
        self._library, self._announcements = services.library, services.announcements
        self._recordings = StagedRecordings(library=services.library, announcements=services.announcements)
        staged: dict[str, Any] = {
            "recordings": self._recordings,
            "preflight": StagedCheck(),
            "models": StagedModels(folders.models),
            "describe_devices": lambda: DEVICES,
            "workers": StagedWorkers(),
        }
        self._meetings = SampleMeetings(services.library)
        self.window: MainWindow = compose_window(
            replace(services, **staged), sound_output=SilentOutput(), list_sources=lambda: SOURCES
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def lecture_id(self) -> MeetingId:
        """The meeting with everything in it."""
        return self._meetings.lecture_id

    def fill(self) -> None:
        """Put the meetings into the library."""
        self._meetings.fill()

    def progress(self) -> None:
        """Let the meeting that is worked on get on."""
        if self._meetings.working_id is not None and self._meetings.working_job_id is not None:
            self._announcements.announce(
                JobProgressAnnounced(
                    self._meetings.working_job_id,
                    self._meetings.working_id,
                    JobState.RUNNING,
                    Stage.RECOGNISING,
                    0.62,
                    240,
                )
            )

    def say_live(self) -> None:
        """Let somebody speak into the recording."""
        status = self._recordings.status
        assert status is not None
        end_ms = int(status.elapsed_ms)
        for number, (_, text) in enumerate(LECTURE[:6]):
            start_ms = end_ms - 60_000 + 9_000 * number
            line = make_line(text, start_ms, start_ms + 7_000)
            mark = SampleIndex((start_ms + 7_000) * 16)
            self._library.grow_line(status.job_id, line, settled_to=mark).result()
        self._recordings.say("and when one column is only almost a")

    def be_late(self) -> None:
        """Let recognition fall behind."""
        self._recordings.be(understanding=UnderstandingPhase.BEHIND, behind_s=12.0, is_room_low=True, room_s=600.0)

    def stop_recording(self) -> None:
        """End it."""
        self._recordings.stop()

    def close(self) -> None:
        """Close window and services."""
        self.window.close()
        self.window.deleteLater()
        self._stack.close()
