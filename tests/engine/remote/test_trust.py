"""Who may talk to whom, over real gRPC on loopback: the paired machine, and no other."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import grpc
import pytest

from engine.contract.errors import WorkerNotTrusted, WorkerRefused, WorkerUnreachable
from engine.remote.certificate import Certificate, CertificateRefused, read_der, read_pem
from engine.remote.identity import Identity
from engine.remote.paired_desktops import PairedDesktop, PairedDesktops
from engine.remote.paired_workers import PairedWorker
from engine.remote.transcription_pb2 import DescribeRequest
from engine.remote.transcription_pb2_grpc import SpeechWorkerStub
from engine.remote.trust import CHANNEL_OPTIONS, peer_fingerprint, server_credentials, speaks_of_trust
from engine.remote.worker_check import CheckedWorker, check_worker
from tests.builders.paired_machines import DAY, TODAY, Machines, make_machines, new_identity
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.plain_desktop import running_worker

Ask = Callable[..., Coroutine[Any, Any, CheckedWorker]]


@pytest.fixture
def machines(tmp_path: Path) -> Machines:
    return make_machines(tmp_path)


def with_worker(
    machines: Machines,
    test: Callable[[PairedWorker, Ask], Coroutine[Any, Any, None]],
    *,
    identity: Identity | None = None,
    answering: Callable[[], FakeAnswering] = FakeAnswering,
) -> None:
    """Run a test against a worker that serves with mutual TLS."""

    async def run() -> None:
        credentials = server_credentials(lambda: identity or machines.worker, machines.desktops)
        async with running_worker(answering=answering(), credentials=credentials, trusting=machines.desktops) as worker:
            paired = machines.pair(port=worker.port)

            async def ask(to: PairedWorker = paired, as_who: Identity = machines.desktop) -> CheckedWorker:
                return await asyncio.to_thread(check_worker, to, as_who, timeout_s=10.0)

            await test(paired, ask)

    asyncio.run(run())


def test_paired_machines_understand_each_other(machines: Machines):
    async def test(_worker: PairedWorker, ask: Ask) -> None:
        checked = await ask()
        assert checked.standing.capacity == 4.0
        assert checked.standing.models == ("base", "tiny.en")
        assert checked.round_trip_ms > 0

    with_worker(machines, test)


def test_a_proxy_for_the_web_has_nothing_to_do_with_it(machines: Machines, monkeypatch: pytest.MonkeyPatch):
    for name in ("http_proxy", "https_proxy", "grpc_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    async def test(_worker: PairedWorker, ask: Ask) -> None:
        assert await ask()

    with_worker(machines, test)


def test_a_desktop_that_nobody_paired_gets_no_answer(machines: Machines):
    """Case 87."""

    async def test(_worker: PairedWorker, ask: Ask) -> None:
        with pytest.raises(WorkerNotTrusted):
            await ask(as_who=new_identity())

    with_worker(machines, test)


def test_a_desktop_without_a_certificate_gets_no_answer(machines: Machines):
    """Case 87."""

    async def test(worker: PairedWorker, _ask: Ask) -> None:
        credentials = grpc.ssl_channel_credentials(worker.certificate.pem)
        details = await asyncio.to_thread(_call, grpc.secure_channel(worker.target, credentials, list(CHANNEL_OPTIONS)))
        assert speaks_of_trust(details)

    with_worker(machines, test)


def test_plain_text_to_the_port_of_tls_gets_no_answer(machines: Machines):
    """Case 87."""

    async def test(worker: PairedWorker, _ask: Ask) -> None:
        assert await asyncio.to_thread(_call, grpc.insecure_channel(worker.target))

    with_worker(machines, test)


def test_another_machine_at_the_workers_address_is_not_trusted(machines: Machines):
    async def test(_worker: PairedWorker, ask: Ask) -> None:
        with pytest.raises(WorkerNotTrusted):
            await ask()

    with_worker(machines, test, identity=new_identity())


def test_a_machine_that_speaks_plainly_at_the_workers_address_is_not_trusted(machines: Machines):
    async def run() -> None:
        async with running_worker() as worker:
            paired = machines.pair(port=worker.port)
            with pytest.raises(WorkerNotTrusted):
                await asyncio.to_thread(check_worker, paired, machines.desktop, timeout_s=10.0)

    asyncio.run(run())


def test_a_worker_that_is_off_is_unreachable_and_not_distrusted(machines: Machines):
    paired = machines.pair(port=1)
    with pytest.raises(WorkerUnreachable):
        check_worker(paired, machines.desktop, timeout_s=5.0)


def test_a_desktop_counts_at_once_when_it_is_paired_and_when_it_is_forgotten(machines: Machines):
    async def test(_worker: PairedWorker, ask: Ask) -> None:
        late = new_identity()
        command = PairedDesktops(machines.worker_folder / "desktops.json")
        with pytest.raises(WorkerNotTrusted):
            await ask(as_who=late)
        command.add(PairedDesktop("Late", late.certificate))
        assert await ask(as_who=late)
        command.forget(late.fingerprint)
        with pytest.raises(WorkerNotTrusted):
            await ask(as_who=late)
        assert await ask()
        command.forget(machines.desktop.fingerprint)  # the last one: still nobody else is let in
        for identity in (machines.desktop, late):
            with pytest.raises(WorkerNotTrusted):
                await ask(as_who=identity)

    with_worker(machines, test)


def test_a_worker_that_answers_and_cannot_decode_is_said_to(machines: Machines):
    def broken() -> FakeAnswering:
        answering = FakeAnswering()
        answering.refuses_to_decode = "out of memory"
        return answering

    async def test(_worker: PairedWorker, ask: Ask) -> None:
        with pytest.raises(WorkerRefused, match="could not understand"):
            await ask()

    with_worker(machines, test, answering=broken)


@pytest.mark.parametrize(
    ("begins", "ends"),
    [(TODAY - 30 * DAY, TODAY - DAY), (TODAY + DAY, TODAY + 30 * DAY)],
    ids=["expired", "not yet valid"],
)
def test_dates_are_looked_at_where_a_certificate_has_some(machines: Machines, begins: Any, ends: Any):
    """What gRPC does with dates, and why ours have none: either side's would break the trust of a paired machine."""
    dated = new_identity(begins=begins, ends=ends)
    machines.desktops.add(PairedDesktop("Dated", dated.certificate))

    async def as_desktop(_worker: PairedWorker, ask: Ask) -> None:
        with pytest.raises(WorkerNotTrusted):
            await ask(as_who=dated)

    async def as_worker(worker: PairedWorker, ask: Ask) -> None:
        pinned = PairedWorker("Dated", worker.address, worker.port, dated.certificate)
        with pytest.raises(WorkerNotTrusted):
            await ask(to=pinned)

    with_worker(machines, as_desktop)
    with_worker(machines, as_worker, identity=dated)


def test_a_paired_machine_cannot_vouch_for_another(machines: Machines):
    """A certificate that a trusted key signed for a third machine is no trusted certificate."""
    import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    parent = x509.load_der_x509_certificate(machines.desktop.certificate.der)
    signer = serialization.load_pem_private_key(machines.desktop.key_pem, None)
    assert isinstance(signer, ec.EllipticCurvePrivateKey)
    key = ec.generate_private_key(ec.SECP256R1())
    child = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "third")]))
        .issuer_name(parent.subject)
        .public_key(key.public_key())
        .serial_number(7)
        .not_valid_before(TODAY - DAY)
        .not_valid_after(TODAY + datetime.timedelta(days=1))
        .sign(signer, hashes.SHA256())
    )
    third = Identity(
        Certificate(child.public_bytes(serialization.Encoding.DER)),
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
    )

    async def test(_worker: PairedWorker, ask: Ask) -> None:
        with pytest.raises(WorkerNotTrusted):
            await ask(as_who=third)

    with_worker(machines, test)
    with pytest.raises(CertificateRefused):
        read_der(third.certificate.der)


def test_who_calls_is_known_by_the_certificate(machines: Machines):
    pem = machines.desktop.certificate.pem
    assert peer_fingerprint({"x509_pem_cert": [pem]}) == machines.desktop.fingerprint
    assert peer_fingerprint({}) is None
    assert peer_fingerprint({"x509_pem_cert": [b"no certificate"]}) is None
    assert read_pem(pem) == machines.desktop.certificate


@pytest.mark.parametrize(
    ("details", "is_trust"),
    [
        ("failed to connect to all addresses; last error: UNAVAILABLE: ipv4:1.2.3.4:5: Socket closed", True),
        ("… Tls handshake failed (TSI_PROTOCOL_FAILURE): … CERTIFICATE_VERIFY_FAILED: self signed certificate", True),
        ("failed to connect to all addresses; last error: … connect: Connection refused (111)", False),
        ("Socket closed", False),
        ("Deadline Exceeded", False),
        ("", False),
    ],
)
def test_what_grpc_says_is_told_apart(details: str, is_trust: bool):
    assert speaks_of_trust(details) is is_trust


def _call(channel: grpc.Channel) -> str:
    """What gRPC says of a call that gets no answer."""
    with channel, pytest.raises(grpc.RpcError) as error:
        SpeechWorkerStub(channel).Describe(DescribeRequest(), timeout=10.0)
    assert isinstance(error.value, grpc.Call)
    return str(error.value.details())
