"""Settings, Other computers: an empty page says how to begin, a full one how each stands; no wait stops the window."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.background import Background
from app.workers import FoundWorker, WorkerFacts, Workers
from engine.contract.errors import WorkerNotTrusted, WorkerRefused, WorkerUnreachable
from engine.contract.pairing_errors import PairingCodeWrong
from engine.remote.discovery import NearbyWorker
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from tests.builders.paired_machines import TODAY, new_identity
from tests.fakes.fake_worker_looks import FakeWorkerLooks
from ui.settings.pairing_dialog import PairingDialog
from ui.settings.worker_row import WorkerRow
from ui.settings.workers_area import WorkersArea
from ui.widgets.question import Question

BIG = PairedWorker("Big computer", "192.0.2.7", 50777, new_identity().certificate, last_used=TODAY)
OLD = PairedWorker("Old & slow", "192.0.2.8", 50777, new_identity().certificate)


class Desk:
    """The page over a real list in a folder and a network that a test makes up."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.looks = FakeWorkerLooks()
        self.nearby: list[NearbyWorker] = []
        self.list = PairedWorkers(folder / "workers.json")
        self.background = Background()
        self.workers = Workers(
            self.list.path,
            keeps_key_in_file=True,
            check=self.looks.check,
            pair=self.looks.pair,
            find=lambda: self.nearby,
        )
        self.window = QWidget()
        self.area = WorkersArea(workers=self.workers, background=self.background, parent=self.window)
        qtbot.addWidget(self.window)

    def show(self) -> None:
        self.window.show()
        self.area.show()
        self.area.read()
        self.qtbot.waitUntil(self.area.again.isEnabled)
        count = len(self.list.read())
        self.qtbot.waitUntil(lambda: len(self.area.rows) == count)

    def row(self, worker: PairedWorker) -> WorkerRow:
        return self.area.rows[worker.fingerprint]

    def wait_for(self, worker: PairedWorker, state: str) -> WorkerRow:
        self.qtbot.waitUntil(lambda: self.row(worker).chip.text == state)
        return self.row(worker)

    def question(self) -> Question:
        return self.window.findChildren(Question)[0]


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(tmp_path, qtbot)
    yield made
    made.background.close()


def labels(desk: Desk) -> str:
    from ui.widgets.label import Label

    return "\n".join(label.text() for label in desk.area.findChildren(Label) if label.isVisibleTo(desk.area))


def test_an_empty_page_says_what_this_is_and_how_to_begin(desk: Desk) -> None:
    desk.show()
    words = labels(desk)
    assert "vivavoce worker pair" in words
    assert "No computer is paired yet." in words
    assert "add one by its name or address" in words


def test_a_computer_that_answers_says_how_fast_it_is_and_when_it_was_used(desk: Desk) -> None:
    desk.list.add(BIG)
    desk.show()
    row = desk.wait_for(BIG, "Ready")
    assert "Fake GPU · 12× as fast as speech · 3 ms away · Last used" in row.words.text()
    assert "vivavoce worker pair" not in labels(desk)


@pytest.mark.parametrize(
    ("trouble", "state"),
    [
        (WorkerUnreachable("Big computer"), "Not reachable"),
        (WorkerNotTrusted("Big computer"), "Not trusted"),
        (WorkerRefused("Big computer", "busy"), "Busy"),
        (WorkerRefused("Big computer", "recogniser_failed"), "Not reachable"),
    ],
)
def test_a_computer_that_does_not_stand_well_says_why(desk: Desk, trouble: Exception, state: str) -> None:
    desk.list.add(BIG)
    desk.looks.troubles["Big computer"] = trouble
    desk.show()
    row = desk.wait_for(BIG, state)
    assert "Big computer" in row.words.text()


def test_one_that_does_not_answer_holds_up_neither_the_page_nor_the_others(desk: Desk) -> None:
    go_on = threading.Event()
    desk.list.add(OLD)
    desk.list.add(BIG)
    desk.looks.holds["Old & slow"] = go_on
    desk.show()
    desk.wait_for(OLD, "Asking it…")
    desk.row(BIG).switch.click()
    desk.qtbot.waitUntil(lambda: not desk.list.read()[1].is_enabled)
    go_on.set()
    desk.wait_for(OLD, "Ready")


def test_a_computer_is_turned_off_and_on_again(desk: Desk) -> None:
    desk.list.add(BIG)
    desk.show()
    desk.wait_for(BIG, "Ready").switch.click()
    desk.wait_for(BIG, "Off")
    assert not desk.list.read()[0].is_enabled
    desk.row(BIG).switch.click()
    desk.wait_for(BIG, "Ready")
    assert desk.list.read()[0].is_enabled


def test_a_switch_that_cannot_be_kept_goes_back_and_says_why(desk: Desk, tmp_path: Path) -> None:
    desk.list.add(BIG)
    desk.show()
    desk.wait_for(BIG, "Ready")
    (tmp_path / "workers.json.lock").unlink()
    (tmp_path / "workers.json.lock").mkdir()
    desk.row(BIG).switch.click()
    desk.qtbot.waitUntil(desk.area.message.isVisible)
    assert desk.row(BIG).switch.isChecked()
    assert desk.list.read()[0].is_enabled


def test_a_computer_is_removed_after_a_question(desk: Desk) -> None:
    desk.list.add(BIG)
    desk.show()
    desk.row(BIG).remove.click()
    desk.question().refuse.click()
    assert len(desk.list.read()) == 1
    desk.row(BIG).remove.click()
    desk.window.findChildren(Question)[-1].agree.click()
    desk.qtbot.waitUntil(lambda: not desk.area.rows)
    assert desk.list.read() == ()


def test_what_is_found_is_offered_and_paired_by_its_digits(desk: Desk) -> None:
    desk.nearby = [NearbyWorker("Reading room", "192.0.2.9", 50777, 50900)]
    desk.show()
    desk.qtbot.waitUntil(lambda: "Shows its code now" in labels(desk))
    desk.area.found_buttons[0].click()
    dialog = desk.window.findChildren(PairingDialog)[0]
    assert dialog.address.text() == "192.0.2.9:50900"
    assert dialog.digits.hasFocus() or dialog.focusWidget() is dialog.digits
    assert not dialog.go_on.isEnabled()
    QTest.keyClicks(dialog.digits, "123 456")
    QTest.keyClick(dialog.digits, Qt.Key.Key_Return)
    desk.qtbot.waitUntil(lambda: len(desk.area.rows) == 1)
    assert desk.looks.paired == [("192.0.2.9", "123456", 50900)]
    assert "Paired with" in labels(desk)


def test_a_wrong_code_is_said_in_the_dialog_which_stays(desk: Desk) -> None:
    desk.show()
    desk.looks.trouble = PairingCodeWrong("Reading room")
    desk.area.add.click()
    dialog = desk.window.findChildren(PairingDialog)[0]
    dialog.address.setText("reading-room")
    dialog.digits.setText("111111")
    dialog.go_on.click()
    desk.qtbot.waitUntil(dialog.go_on.isEnabled)
    assert dialog.isVisible()
    assert dialog.message.isVisible()
    dialog.digits.setText("123456")
    dialog.go_on.click()
    desk.qtbot.waitUntil(lambda: len(desk.area.rows) == 1)


def test_a_dialog_that_is_closed_while_it_pairs_does_no_harm(desk: Desk) -> None:
    desk.show()
    dialog = desk.area.ask_to_pair("192.0.2.9")
    dialog.digits.setText("123456")
    dialog.go_on.click()
    dialog.reject()
    desk.area.read()
    desk.qtbot.waitUntil(desk.area.again.isEnabled)


def test_a_damaged_list_is_said(desk: Desk) -> None:
    desk.list.path.write_text("{", "utf-8")
    desk.show()
    desk.qtbot.waitUntil(desk.area.message.isVisible)
    assert "damaged" in labels(desk)


def test_values_are_plain(desk: Desk) -> None:
    desk.list.add(BIG)
    known = desk.workers.read()[0]
    assert (known.name, known.address) == ("Big computer", "192.0.2.7:50777")
    assert isinstance(desk.workers.look(known.fingerprint), WorkerFacts)
    desk.nearby = [NearbyWorker("Big computer", "192.0.2.77", 50777), NearbyWorker("New", "192.0.2.9", 50777)]
    assert desk.workers.find() == (FoundWorker("New", "192.0.2.9", False),)
