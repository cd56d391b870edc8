"""Six digits pair two machines, and nothing less does: wrong, guessed, replayed, reflected or exchanged."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.remote.identity import Identity
from engine.remote.pairing import (
    LASTS_S,
    TRIES,
    DesktopPairing,
    PairingCode,
    PairingReason,
    PairingRefused,
    WorkerPairing,
    clean_name,
    new_code,
    read_code,
    read_hello,
)
from tests.builders.paired_machines import DAY, TODAY, new_identity

DESKTOP, WORKER, MIDDLE = new_identity(), new_identity(), new_identity()


def code(digits: str = "012345", *, ends_at: float = 100.0) -> PairingCode:
    return PairingCode(digits, ends_at)


def worker_side(shown: PairingCode, *, identity: Identity = WORKER) -> WorkerPairing:
    return WorkerPairing(shown, certificate=identity.certificate, name="Big computer", port=50777)


def desktop_side(digits: str = "012345", *, identity: Identity = DESKTOP) -> DesktopPairing:
    return DesktopPairing(digits, certificate=identity.certificate, name="Laptop")


def refusal(error: pytest.ExceptionInfo[PairingRefused]) -> PairingReason:
    return error.value.reason


def try_once(shown: PairingCode, digits: str, *, now: float = 0.0) -> DesktopPairing:
    worker, desktop = worker_side(shown), desktop_side(digits)
    worker.take_hello(desktop.hello, now=now)
    proof = desktop.take_hello(worker.hello, seen=WORKER.certificate)
    desktop.take_proof(worker.take_proof(proof, now=now))
    return desktop


def test_the_digits_that_are_shown_pair_the_two():
    shown = code()
    worker, desktop = worker_side(shown), desktop_side()
    worker.take_hello(desktop.hello, now=1.0)
    proof = desktop.take_hello(worker.hello, seen=WORKER.certificate)
    desktop.take_proof(worker.take_proof(proof, now=2.0))
    assert worker.desktop.certificate == DESKTOP.certificate
    assert worker.desktop.name == "Laptop"
    assert shown.is_taken


def test_a_wrong_code_fails_and_costs_a_try():
    shown = code()
    with pytest.raises(PairingRefused) as error:
        try_once(shown, "012346")
    assert (refusal(error), error.value.tries_left, shown.tries_left) == (PairingReason.WRONG_CODE, 2, 2)
    try_once(shown, "012345")


def test_after_three_wrong_codes_the_right_one_is_worth_nothing():
    """Brute force: three guesses of a million, however fast they come."""
    shown = code()
    found: list[PairingReason] = []
    for guess in ("000000", "000001", "000002", "012345", "012345"):
        with pytest.raises(PairingRefused) as error:
            try_once(shown, guess)
        found.append(refusal(error))
    assert found == [PairingReason.WRONG_CODE] * (TRIES - 1) + [PairingReason.TOO_MANY_TRIES] * 3


def test_guesses_that_are_made_at_once_count_as_well():
    shown = code()
    sides = [(worker_side(shown), desktop_side(f"{number:06}")) for number in range(10)]
    proofs: list[bytes] = []
    for worker, desktop in sides:
        worker.take_hello(desktop.hello, now=0.0)
        proofs.append(desktop.take_hello(worker.hello, seen=WORKER.certificate))
    refused = 0
    for (worker, _), proof in zip(sides, proofs, strict=True):
        with pytest.raises(PairingRefused):
            worker.take_proof(proof, now=0.0)
        refused += 1
    assert (refused, shown.tries_left) == (10, 0)


def test_a_code_pairs_one_desktop():
    shown = code()
    try_once(shown, "012345")
    with pytest.raises(PairingRefused) as error:
        try_once(shown, "012345")
    assert refusal(error) is PairingReason.NOT_WAITING


def test_a_code_runs_out_after_two_minutes_even_in_the_middle_of_an_exchange():
    shown = code(ends_at=LASTS_S)
    worker, desktop = worker_side(shown), desktop_side()
    worker.take_hello(desktop.hello, now=LASTS_S - 1)
    proof = desktop.take_hello(worker.hello, seen=WORKER.certificate)
    with pytest.raises(PairingRefused) as error:
        worker.take_proof(proof, now=LASTS_S)
    assert refusal(error) is PairingReason.NOT_WAITING
    assert not shown.is_taken


def test_a_proof_that_was_heard_is_worth_nothing_a_second_time():
    first = code()
    worker, desktop = worker_side(first), desktop_side()
    worker.take_hello(desktop.hello, now=0.0)
    proof = desktop.take_hello(worker.hello, seen=WORKER.certificate)
    worker.take_proof(proof, now=0.0)
    with pytest.raises(PairingRefused):
        worker.take_proof(proof, now=0.0)
    again = worker_side(code())  # even with the same digits
    again.take_hello(desktop.hello, now=0.0)
    with pytest.raises(PairingRefused) as error:
        again.take_proof(proof, now=0.0)
    assert refusal(error) is PairingReason.WRONG_CODE


def test_a_proof_before_the_first_word_and_a_second_first_word_are_refused():
    worker, desktop = worker_side(code()), desktop_side()
    with pytest.raises(PairingRefused):
        worker.take_proof(b"", now=0.0)
    worker.take_hello(desktop.hello, now=0.0)
    with pytest.raises(PairingRefused):
        worker.take_hello(desktop.hello, now=0.0)


def test_what_a_side_said_is_no_answer_when_it_comes_back():
    shown = code()
    worker, desktop = worker_side(shown), desktop_side()
    reflected = dataclasses.replace(worker.hello, element=desktop.hello.element)
    with pytest.raises(PairingRefused) as error:
        desktop.take_hello(reflected, seen=WORKER.certificate)
    assert refusal(error) is PairingReason.NOT_UNDERSTOOD
    worker.take_hello(dataclasses.replace(desktop.hello, element=worker.hello.element), now=0.0)
    with pytest.raises(PairingRefused):
        worker.take_proof(b"x" * 32, now=0.0)
    own = desktop_side()
    proof = own.take_hello(worker_side(code()).hello, seen=WORKER.certificate)
    with pytest.raises(PairingRefused):
        own.take_proof(proof)


def test_a_man_in_the_middle_with_a_certificate_of_his_own_towards_the_desktop_is_seen():
    """He ends TLS with his key: the word from the worker names another certificate than TLS showed."""
    worker, desktop = worker_side(code()), desktop_side()
    worker.take_hello(desktop.hello, now=0.0)
    with pytest.raises(PairingRefused) as error:
        desktop.take_hello(worker.hello, seen=MIDDLE.certificate)
    assert refusal(error) is PairingReason.NOT_PROVED


@pytest.mark.parametrize("change", ["certificate", "name", "port"])
def test_a_man_in_the_middle_who_changes_what_the_worker_says_breaks_the_proof(change: str):
    values = {"certificate": MIDDLE.certificate, "name": "Bigger computer", "port": 50000}
    shown = code()
    worker, desktop = worker_side(shown), desktop_side()
    worker.take_hello(desktop.hello, now=0.0)
    changed = dataclasses.replace(worker.hello, **{change: values[change]})
    proof = desktop.take_hello(changed, seen=changed.certificate)
    with pytest.raises(PairingRefused) as error:
        worker.take_proof(proof, now=0.0)
    assert refusal(error) is PairingReason.WRONG_CODE
    assert not shown.is_taken


@pytest.mark.parametrize("change", ["certificate", "name"])
def test_a_man_in_the_middle_who_changes_what_the_desktop_says_breaks_the_proof(change: str):
    values = {"certificate": MIDDLE.certificate, "name": "Somebody"}
    worker, desktop = worker_side(code()), desktop_side()
    worker.take_hello(dataclasses.replace(desktop.hello, **{change: values[change]}), now=0.0)
    proof = desktop.take_hello(worker.hello, seen=WORKER.certificate)
    with pytest.raises(PairingRefused):
        worker.take_proof(proof, now=0.0)


def test_a_false_worker_cannot_answer_the_proof():
    desktop = desktop_side()
    false = worker_side(code("999999"), identity=MIDDLE)
    false.take_hello(desktop.hello, now=0.0)
    desktop.take_hello(false.hello, seen=MIDDLE.certificate)
    for answer in (b"", b"\0" * 32):
        with pytest.raises(PairingRefused):
            desktop.take_proof(answer)


@settings(max_examples=30)
@given(element=st.binary(min_size=33, max_size=33))
def test_no_element_of_a_stranger_breaks_the_worker(element: bytes):
    worker = worker_side(code())
    worker.take_hello(read_hello(DESKTOP.certificate.der, element, "Laptop", 0), now=0.0)
    with pytest.raises(PairingRefused):
        worker.take_proof(b"x" * 32, now=0.0)


@pytest.mark.parametrize("point", [b"A" + b"\0" * 32, b"A" + b"\1" + b"\0" * 31, b"B" + b"\xff" * 32])
def test_the_points_that_would_give_the_key_away_are_refused(point: bytes):
    worker = worker_side(code())
    worker.take_hello(dataclasses.replace(desktop_side().hello, element=point), now=0.0)
    with pytest.raises(PairingRefused):
        worker.take_proof(b"x" * 32, now=0.0)


@given(
    certificate=st.binary(max_size=300),
    element=st.binary(max_size=40),
    name=st.text(max_size=120),
    port=st.integers(-1, 1 << 32),
)
def test_what_no_peer_of_ours_says_is_refused(certificate: bytes, element: bytes, name: str, port: int):
    with pytest.raises(PairingRefused):
        read_hello(certificate, element, name, port)


def test_a_name_may_hold_no_line_breaks_nor_be_endless():
    element = desktop_side().hello.element
    for name in ("Lap\ntop", "\x1b[2J", "x" * 101, "", "  "):
        with pytest.raises(PairingRefused):
            read_hello(DESKTOP.certificate.der, element, name, 0)
        assert read_hello(DESKTOP.certificate.der, element, clean_name(name), 0)


def test_a_certificate_whose_time_ended_or_did_not_begin_is_not_paired():
    element = desktop_side().hello.element
    for identity in (
        new_identity(begins=TODAY - 9 * DAY, ends=TODAY - DAY),
        new_identity(begins=TODAY + DAY, ends=TODAY + 9 * DAY),
    ):
        with pytest.raises(PairingRefused):
            read_hello(identity.certificate.der, element, "Laptop", 0)


@pytest.mark.parametrize(
    ("typed", "digits"),
    [("012345", "012345"), (" 012 345\n", "012345"), ("012-345", "012345"), ("０１２３４５", "012345")],
)
def test_a_code_is_read_as_people_type_it(typed: str, digits: str):
    assert read_code(typed) == digits


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "12345a", "½²³456", "-12345"])
def test_what_is_no_code_is_none(typed: str):
    assert read_code(typed) is None


def test_codes_are_six_digits_and_differ():
    codes = {new_code() for _ in range(50)}
    assert all(len(each) == 6 and each.isdecimal() for each in codes)
    assert len(codes) > 40


def test_nothing_secret_is_shown_when_values_are_printed():
    shown = code("987654")
    assert "987654" not in repr(shown)
    assert "PRIVATE" not in repr(DESKTOP)
    assert repr(DESKTOP.key_pem) not in repr(DESKTOP)
