"""The border where gRPC's errors and a worker's refusals become troubles that the desktop knows.

Called by the remote session and the remote engine, on any thread. Nothing behind it raises ``grpc.RpcError``.
"""

import grpc

from engine.contract.errors import WorkerError, WorkerNotTrusted, WorkerRefused, WorkerTooOld, WorkerUnreachable
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.trust import speaks_of_trust

_REASONS = {
    grpc.StatusCode.RESOURCE_EXHAUSTED: RefusalReason.TOO_MUCH,
    grpc.StatusCode.INVALID_ARGUMENT: RefusalReason.NOT_UNDERSTOOD,
    grpc.StatusCode.FAILED_PRECONDITION: RefusalReason.NOT_UNDERSTOOD,
    grpc.StatusCode.OUT_OF_RANGE: RefusalReason.NOT_UNDERSTOOD,
}
"""What gRPC itself, or a worker before it looked at a question, says no to."""

_NOT_TRUSTED = {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED}


def from_rpc(error: grpc.RpcError, *, worker: str, is_trusted: bool = False) -> WorkerError:
    """What an error of gRPC means; everything that is not plainly something else is a worker that does not answer.

    Args:
        error: As it was raised.
        worker: Its name.
        is_trusted: The two talked over this very channel before, or need no trust: a connection that ends while it
            is being made is a broken one then, though a worker that does not know us ends it in the same way.
    """
    code, details = _told(error)
    is_unavailable = code is grpc.StatusCode.UNAVAILABLE
    if code in _NOT_TRUSTED or (is_unavailable and not is_trusted and speaks_of_trust(details)):
        return WorkerNotTrusted(worker, details)
    if code is grpc.StatusCode.UNIMPLEMENTED:
        return WorkerTooOld(worker, is_newer=False)
    if code in _REASONS:
        return WorkerRefused(worker, _REASONS[code].value, details)
    return WorkerUnreachable(worker, f"{code.name}: {details}")


def from_refusal(refused: Refused, *, worker: str) -> WorkerRefused:
    """What a worker's refusal means."""
    return WorkerRefused(worker, refused.reason.value, refused.detail)


def from_protocols(*, worker: str, theirs: tuple[int, ...], ours: tuple[int, ...]) -> WorkerTooOld:
    """What it means that two peers have no version of the protocol in common."""
    return WorkerTooOld(worker, is_newer=bool(theirs) and max(theirs) > max(ours))


def _told(error: grpc.RpcError) -> tuple[grpc.StatusCode, str]:
    """An error raised by a call is a ``grpc.Call`` as well; one that is not says nothing."""
    if not isinstance(error, grpc.Call):
        return grpc.StatusCode.UNKNOWN, str(error)
    return error.code() or grpc.StatusCode.UNKNOWN, error.details() or ""
