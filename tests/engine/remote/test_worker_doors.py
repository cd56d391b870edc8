from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.errors import (
    VivavoceError,
    WorkerNotTrusted,
    WorkerRefused,
    WorkerTooOld,
    WorkerUnreachable,
)
from engine.contract.pairing_errors import IdentityUnavailable
from engine.remote.circuit_breaker import Trouble
from engine.remote.worker_choice import WorkerLook
from engine.remote.worker_doors import WorkerDoors, WorkerMemory, trouble_of


@dataclass
class Machine:
    """A worker and its standing, as a test says."""

    name: str
    fingerprint: str = ""
    models: tuple[str, ...] = ("base",)
    free_streams: int = 3
    error: VivavoceError | None = None
    """Raised when it is looked at."""
    cannot: VivavoceError | None = None
    """Raised when it should decode."""
    looks: int = 0
    lines: list["Line"] = field(default_factory=list["Line"])

    def __post_init__(self) -> None:
        self.fingerprint = self.fingerprint or f"print of {self.name}"


class Line:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.is_closed = False
        machine.lines.append(self)

    def look(self) -> WorkerLook:
        self.machine.looks += 1
        if self.machine.error is not None:
            raise self.machine.error
        return WorkerLook("what it calls itself", self.machine.models, self.machine.free_streams, 0, 0.0, 5.0, 1.0)

    def prove(self) -> DeviceReport:
        if self.machine.cannot is not None:
            raise self.machine.cannot
        return DeviceReport("cuda", "float16", "Card", worker=self.machine.name)

    def close(self) -> None:
        self.is_closed = True


class Session:
    def __init__(self, line: Line) -> None:
        self.line = line
        self.is_closed = False

    def close(self) -> None:
        self.is_closed = True


class Place:
    """Doors to some machines, and a clock."""

    def __init__(self, *machines: Machine) -> None:
        self.machines = list(machines)
        self.now_s = 100.0
        self.memory = WorkerMemory(clock=lambda: self.now_s)
        self.entered: list[str] = []
        self.doors = self.make()

    def make(self) -> WorkerDoors[Machine, Line, Session]:
        return WorkerDoors(
            workers=self._list,
            call=Line,
            begin=Session,
            model="base",
            is_live=True,
            memory=self.memory,
            on_entered=lambda machine: self.entered.append(machine.name),
        )

    def enter(self) -> str:
        conversation = self.doors.enter(Cancellation())
        return "" if conversation is None else conversation.device.worker

    def _list(self) -> Sequence[Machine]:
        return self.machines


def test_the_freest_is_entered_and_the_lines_to_the_others_are_hung_up():
    desk, studio = Machine("desk"), Machine("studio", free_streams=9)
    place = Place(desk, studio)
    assert place.enter() == "studio"
    assert desk.lines[0].is_closed and not studio.lines[0].is_closed
    assert place.entered == ["studio"]
    assert (place.doors.missed, place.doors.reason) == ("", "")


def test_two_machines_of_one_name_are_two():
    one, other = Machine("desk", "1", models=("tiny",)), Machine("desk", "2")
    place = Place(one, other)
    assert place.enter() == "desk"
    assert not other.lines[0].is_closed and one.lines[0].is_closed


def test_a_machine_that_does_not_answer_is_missed_and_left_alone_for_a_while():
    """Case 85."""
    desk = Machine("desk", error=WorkerUnreachable("desk"))
    place = Place(desk)
    assert place.enter() == ""
    assert place.doors.missed == "desk"
    assert place.doors.reason == WorkerUnreachable("desk").sentence
    assert 1.0 < place.doors.wait_s() < 3.0
    assert place.enter() == ""
    assert desk.looks == 1
    place.now_s += 3.0
    desk.error = None
    assert place.enter() == "desk"
    assert place.doors.missed == ""


def test_a_machine_that_answers_and_cannot_decode_is_passed_over():
    broken = Machine("broken", cannot=WorkerRefused("broken", "recogniser_failed"), free_streams=9)
    place = Place(broken, Machine("desk"))
    assert place.enter() == "desk"
    assert broken.lines[0].is_closed


def test_a_machine_without_the_speech_model_is_no_choice_and_not_missed():
    place = Place(Machine("desk", models=("tiny",)))
    assert place.enter() == ""
    assert place.doors.missed == ""
    assert place.doors.wait_s() > 5.0


def test_what_was_learned_in_one_job_counts_in_the_next():
    desk = Machine("desk", error=WorkerUnreachable("desk"))
    place = Place(desk)
    place.enter()
    place.doors = place.make()
    assert place.enter() == ""
    assert desk.looks == 1
    assert place.doors.missed == "desk"


def test_a_machine_that_was_forgotten_is_not_asked_and_not_missed():
    place = Place(Machine("desk", error=WorkerUnreachable("desk")))
    place.enter()
    place.machines.clear()
    assert place.enter() == ""
    assert place.doors.missed == ""


def test_a_question_that_hangs_ends_the_conversation_and_one_that_fails_does_not():
    place = Place(Machine("desk"))
    conversation = place.doors.enter(Cancellation())
    assert conversation is not None
    assert conversation.may_ask()
    assert conversation.failed(WorkerRefused("desk", "busy"))
    assert conversation.may_ask()
    assert conversation.answered(took_s=0.1, allowed_s=0.9)
    assert not conversation.failed(None)
    assert not conversation.may_ask()
    assert (place.doors.missed, place.doors.reason) == ("desk", "“desk” does not answer.")
    conversation.close()
    assert conversation.asked.is_closed and conversation.asked.line.is_closed


def test_a_machine_that_falls_behind_is_said_to_be_too_slow():
    place = Place(Machine("desk"))
    conversation = place.doors.enter(Cancellation())
    assert conversation is not None
    answers = [conversation.answered(took_s=2.0, allowed_s=0.9) for _ in range(8)]
    assert answers[0] and not answers[-1]
    assert place.doors.reason == "“desk” is too slow now."


def test_each_trouble_is_known_for_what_it_is():
    assert trouble_of(None) is Trouble.LATE
    assert trouble_of(WorkerUnreachable("w")) is Trouble.UNREACHABLE
    assert trouble_of(WorkerNotTrusted("w")) is Trouble.NOT_TRUSTED
    assert trouble_of(WorkerTooOld("w", is_newer=False)) is Trouble.NOT_TRUSTED
    assert trouble_of(IdentityUnavailable("locked")) is Trouble.NO_KEY
    assert trouble_of(WorkerRefused("w", "busy")) is Trouble.REFUSED
    assert trouble_of(WorkerRefused("w", "recogniser_failed")) is Trouble.FAILED
    assert trouble_of(ValueError("nonsense")) is Trouble.FAILED


def test_a_machine_that_passes_over_what_does_not_keep_is_asked_on_until_it_never_has_time():
    place = Place(Machine("desk"))
    conversation = place.doors.enter(Cancellation())
    assert conversation is not None
    passes = 0
    while conversation.passed_over():
        passes += 1
        assert conversation.may_ask()
    assert passes > 5
    assert place.doors.missed == "desk"
    assert "too slow" in place.doors.reason


def test_a_machine_that_was_forgotten_is_not_wanted_any_more_though_it_answers():
    desk = Machine("desk")
    place = Place(desk)
    conversation = place.doors.enter(Cancellation())
    assert conversation is not None
    assert conversation.is_wanted
    place.machines.remove(desk)
    assert not conversation.is_wanted
    assert place.doors.missed == ""


def test_a_machine_that_goes_in_a_pause_is_missed_from_then_on():
    """Case 85."""
    desk = Machine("desk")
    place = Place(desk)
    conversation = place.doors.enter(Cancellation())
    assert conversation is not None
    assert conversation.is_there()
    assert place.doors.missed == ""
    desk.error = WorkerUnreachable("desk")
    assert not conversation.is_there()
    assert place.doors.missed == "desk"
    assert "does not answer" in place.doors.reason
    assert not conversation.may_ask()
