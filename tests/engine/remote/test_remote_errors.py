"""What gRPC says becomes what a person can do something about."""

from collections.abc import Iterator

import grpc
import pytest

from engine.contract.errors import WorkerError, WorkerNotTrusted, WorkerRefused, WorkerTooOld, WorkerUnreachable
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.remote_errors import from_protocols, from_refusal, from_rpc


class Told(grpc.RpcError, grpc.Call):
    """An error as gRPC raises it."""

    def __init__(self, code: grpc.StatusCode | None, details: str | None = "") -> None:
        super().__init__()
        self._code = code
        self._details = details

    def code(self) -> grpc.StatusCode:
        return self._code  # pyright: ignore[reportReturnType]  # before its end a call has none

    def details(self) -> str:
        return self._details  # pyright: ignore[reportReturnType]  # as well

    def initial_metadata(self) -> tuple[()]:
        return ()

    def trailing_metadata(self) -> tuple[()]:
        return ()

    def is_active(self) -> bool:
        return False

    def time_remaining(self) -> float:
        return 0.0

    def cancel(self) -> bool:
        return False

    def add_callback(self, callback: object) -> bool:
        return False


def cases() -> Iterator[tuple[grpc.RpcError, WorkerError]]:
    status = grpc.StatusCode
    for code in (status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.INTERNAL, status.UNKNOWN, status.CANCELLED):
        yield Told(code, "gone"), WorkerUnreachable("Attic", f"{code.name}: gone")
    yield Told(None, None), WorkerUnreachable("Attic", "UNKNOWN: ")
    yield grpc.RpcError("odd"), WorkerUnreachable("Attic", "UNKNOWN: odd")
    yield Told(status.UNAUTHENTICATED, "who?"), WorkerNotTrusted("Attic", "who?")
    yield Told(status.PERMISSION_DENIED, "no"), WorkerNotTrusted("Attic", "no")
    handshake = "failed: Ssl handshake failed: CERTIFICATE_VERIFY_FAILED"
    yield Told(status.UNAVAILABLE, handshake), WorkerNotTrusted("Attic", handshake)
    yield Told(status.UNIMPLEMENTED), WorkerTooOld("Attic", is_newer=False)
    yield Told(status.RESOURCE_EXHAUSTED, "5 MB"), WorkerRefused("Attic", "too_much", "5 MB")
    yield Told(status.INVALID_ARGUMENT, "?"), WorkerRefused("Attic", "not_understood", "?")


@pytest.mark.parametrize(("told", "meant"), list(cases()))
def test_each_error_of_grpc_is_one_that_the_desktop_knows(told: grpc.RpcError, meant: WorkerError):
    found = from_rpc(told, worker="Attic")
    assert type(found) is type(meant)
    assert vars(found) == vars(meant)


@pytest.mark.parametrize("reason", list(RefusalReason))
def test_a_refusal_keeps_its_reason_on_the_way_to_the_person(reason: RefusalReason):
    error = from_refusal(Refused(reason, "why"), worker="Attic")
    assert (error.worker, error.reason, error.detail) == ("Attic", reason.value, "why")
    assert error.is_full == (reason in {RefusalReason.BUSY, RefusalReason.DRAINING, RefusalReason.TOO_MUCH})


def test_the_older_of_two_is_told_to_update():
    assert from_protocols(worker="Attic", theirs=(9,), ours=(1,)).is_newer
    assert not from_protocols(worker="Attic", theirs=(1,), ours=(2, 3)).is_newer
    assert not from_protocols(worker="Attic", theirs=(), ours=(1,)).is_newer


def test_a_connection_that_was_trusted_and_ends_while_it_is_made_again_is_a_broken_one():
    closed = Told(grpc.StatusCode.UNAVAILABLE, "failed to connect to all addresses; last error: Socket closed")
    assert isinstance(from_rpc(closed, worker="Attic"), WorkerNotTrusted)
    assert isinstance(from_rpc(closed, worker="Attic", is_trusted=True), WorkerUnreachable)
