"""The line at the foot of the side bar, over a window with paired computers and a network that a test makes up."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.announcements import JobEnded, JobProgressAnnounced
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobState
from app.recording.status import RecordingPhase, RecordingWish
from app.workers import Workers
from engine.contract.audio import TrackKind
from engine.contract.engine import DeviceReport
from engine.contract.errors import WorkerNotTrusted
from engine.contract.messages import Stage as JobStage
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import SourceChoice
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from tests.builders.paired_machines import new_identity
from tests.fakes.fake_worker_looks import FakeWorkerLooks
from tests.ui.window_stage import Stage
from ui.main_window import MainWindow

BIG = PairedWorker("Big computer", "192.0.2.7", 50777, new_identity().certificate)

CARD = DeviceReport("cuda", "float16", "A card", worker="Big computer")
MISSED = DeviceReport("cpu", "int8", "A processor", missed_worker="Big computer")
WISH = RecordingWish((SourceChoice(TrackKind.MICROPHONE),), RecognitionOptions())

STAYS = "Stays on this computer"
READY = "Kept here, Big computer is ready to understand"
UNDERSTANDS = "Kept here, Big computer understands now"
AWAY = "Stays on this computer: Big computer does not answer"


class Desk:
    """A window, and what the side bar says in it."""

    def __init__(self, stage: Stage, qtbot: QtBot) -> None:
        self.stage = stage
        self.qtbot = qtbot
        self.looks = FakeWorkerLooks()
        self.list = PairedWorkers(stage.folders.workers)
        stage.workers = Workers(
            stage.folders.workers,
            keeps_key_in_file=True,
            check=self.looks.check,
            glance=self.looks.glance,
            find=tuple,
        )
        self.window: MainWindow | None = None

    def open(self) -> None:
        self.window = self.stage.open_window()
        with self.qtbot.waitExposed(self.window):
            self.window.show()

    def look_again(self) -> None:
        """As if somebody came back from the settings."""
        assert self.window is not None
        self.window.show_settings()
        self.window.show_library()

    def wait_for(self, words: str) -> None:
        window = self.window
        assert window is not None
        self.qtbot.waitUntil(lambda: window.library_page.side_bar.place == words)


@pytest.fixture
def desk(stage: Stage, qtbot: QtBot) -> Iterator[Desk]:
    yield Desk(stage, qtbot)


def test_where_nobody_is_paired_everything_stays_here_and_nobody_is_asked(desk: Desk) -> None:
    desk.open()
    desk.wait_for(STAYS)
    assert desk.looks.glances == []


def test_a_paired_computer_that_answers_is_ready_and_one_that_is_turned_off_is_not_mentioned(desk: Desk) -> None:
    desk.list.add(BIG)
    desk.open()
    desk.wait_for(READY)
    desk.list.change(BIG.fingerprint, is_enabled=False)
    desk.look_again()
    desk.wait_for(STAYS)
    desk.list.change(BIG.fingerprint, is_enabled=True)
    desk.look_again()
    desk.wait_for(READY)


def test_a_paired_computer_that_does_not_answer_or_does_not_know_us_is_said(desk: Desk) -> None:
    desk.list.add(BIG)
    desk.looks.off = {"Big computer"}
    desk.open()
    desk.wait_for(AWAY)
    assert desk.window is not None
    side_bar = desk.window.library_page.side_bar
    assert side_bar.width() == side_bar.minimumWidth(), "long words wrap, and move nothing"
    desk.looks.off = set()
    desk.looks.troubles["Big computer"] = WorkerNotTrusted("Big computer", "")
    desk.look_again()
    desk.wait_for("Stays on this computer: Big computer cannot be used now")


def test_while_something_is_recorded_it_says_who_understands_it(desk: Desk) -> None:
    """Case 85: the computer that understands is lost, and comes back."""
    desk.list.add(BIG)
    desk.open()
    desk.wait_for(READY)
    desk.stage.recordings.start(WISH)
    desk.stage.recordings.show(device=CARD)
    desk.wait_for(UNDERSTANDS)
    desk.stage.recordings.show(device=MISSED)
    desk.wait_for(AWAY)
    desk.stage.recordings.show(device=CARD)
    desk.wait_for(UNDERSTANDS)
    desk.stage.recordings.show(device=DeviceReport("cpu", "int8", "A processor"))
    desk.wait_for("Understood on this computer now")
    desk.looks.off = {"Big computer"}
    desk.stage.recordings.show(phase=RecordingPhase.FINISHING)
    desk.stage.recordings.end()
    desk.wait_for(AWAY)


def test_a_file_says_it_from_the_moment_on_at_which_it_is_understood(desk: Desk) -> None:
    desk.list.add(BIG)
    desk.open()
    desk.wait_for(READY)

    def progress(stage: JobStage, *, worker: str = "", missed: str = "") -> None:
        said = JobProgressAnnounced(
            JobId("job"), MeetingId("meeting"), JobState.RUNNING, stage, 0.5, None, worker, missed
        )
        desk.stage.announcements.announce(said)

    progress(JobStage.READING)
    progress(JobStage.RECOGNISING, worker="Big computer")
    desk.wait_for(UNDERSTANDS)
    progress(JobStage.RECOGNISING, missed="Big computer")
    desk.wait_for(AWAY)
    desk.stage.announcements.announce(JobEnded(JobId("job"), MeetingId("meeting"), JobState.DONE))
    desk.wait_for(READY)
