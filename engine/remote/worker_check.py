"""One look at a paired worker: whether it answers, trusts us, decodes real speech, and how fast it is.

Called on a background thread by the settings page and by ``vivavoce workers check``; it blocks for seconds at most. A
glance is less: whether it answers and trusts us, for the line in the window that says where speech is understood. The
engine keeps a connection of its own and does not come here.
"""

import time
from dataclasses import dataclass

import grpc

from engine.contract.errors import WorkerRefused
from engine.remote.identity import Identity
from engine.remote.paired_workers import PairedWorker
from engine.remote.refusal import RefusalReason
from engine.remote.remote_errors import from_protocols, from_rpc
from engine.remote.standing import Standing, WorkerDescription
from engine.remote.transcription_pb2 import HealthRequest
from engine.remote.transcription_pb2_grpc import SpeechWorkerStub
from engine.remote.trust import CHANNEL_OPTIONS, channel_credentials
from engine.remote.wire_answers import read_description, read_health
from engine.remote.wire_format import PROTOCOLS
from engine.remote.worker_keys import WorkerKeys, describe_request, hear_keys


@dataclass(frozen=True, slots=True)
class CheckedWorker:
    """A worker that answered and decodes."""

    standing: Standing
    version: str
    """Of the Vivavoce that runs there."""
    round_trip_ms: float


GLANCE_S = 2.0


def glance_at_worker(
    worker: PairedWorker, identity: Identity, *, timeout_s: float = GLANCE_S, keys: WorkerKeys | None = None
) -> Standing:
    """What a paired worker says of itself now. It has to decode nothing for that, and nobody waits long for it.

    Raises:
        WorkerUnreachable, WorkerNotTrusted, WorkerTooOld: see there.
    """
    with grpc.secure_channel(worker.target, channel_credentials(worker, identity), list(CHANNEL_OPTIONS)) as channel:
        try:
            found = SpeechWorkerStub(channel).Describe(describe_request(keys), timeout=timeout_s)
        except grpc.RpcError as error:
            raise from_rpc(error, worker=worker.name) from error
    hear_keys(keys, found)
    return _understood(worker, read_description(found)).standing


def check_worker(
    worker: PairedWorker, identity: Identity, *, timeout_s: float = 10.0, keys: WorkerKeys | None = None
) -> CheckedWorker:
    """Look at a worker. One that is away, and whose network says nothing, takes half of the time that is allowed.

    Raises:
        WorkerUnreachable, WorkerNotTrusted, WorkerTooOld: see there.
        WorkerRefused: it answers, and cannot decode.
    """
    with grpc.secure_channel(worker.target, channel_credentials(worker, identity), list(CHANNEL_OPTIONS)) as channel:
        stub = SpeechWorkerStub(channel)
        try:
            # The first call pays for the connection; the second one is what a question costs on its way.
            hear_keys(keys, stub.Describe(describe_request(keys), timeout=timeout_s / 2))
            request = describe_request(keys)  # says what this desktop keeps since the first
            began_s = time.perf_counter()
            found = stub.Describe(request, timeout=timeout_s)
            round_trip_ms = (time.perf_counter() - began_s) * 1000
            hear_keys(keys, found)
            described = read_description(found)
            _understood(worker, described)
            health = read_health(stub.Health(HealthRequest(), timeout=timeout_s))
        except grpc.RpcError as error:
            raise from_rpc(error, worker=worker.name) from error
    if not health.decodes:
        raise WorkerRefused(worker.name, RefusalReason.RECOGNISER_FAILED.value, health.reason)
    return CheckedWorker(described.standing, described.application_version, round_trip_ms)


def _understood(worker: PairedWorker, described: WorkerDescription) -> WorkerDescription:
    """The description, if the two speak with each other. Raises ``WorkerTooOld``."""
    if not set(described.protocols) & set(PROTOCOLS):
        raise from_protocols(worker=worker.name, theirs=described.protocols, ours=PROTOCOLS)
    return described
