"""``vivavoce workers`` and the commands of ``vivavoce worker`` that pair: two computers, one command line each."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from app.cli.main import cli
from app.cli.worker_pairing import add_pairing
from app.folders import find_folders, find_worker_state
from app.workers import Workers
from engine.contract.child_environment import child_environment
from engine.remote.discovery import NearbyWorker
from engine.remote.identity import worker_places
from engine.remote.own_keys import OwnKeys
from engine.remote.paired_workers import PairedWorker, PairedWorkers
from tests.builders.paired_machines import make_machines, new_identity
from tests.fakes.fake_worker_looks import FakeWorkerLooks

BIG = PairedWorker(
    "Big computer", "192.0.2.7", 50777, new_identity().certificate, last_used=datetime(2026, 5, 4, tzinfo=UTC)
)
OLD = PairedWorker("Old computer", "192.0.2.8", 50777, new_identity().certificate)

SERVING_SIDE = """
import typer
from app.cli.worker_pairing import add_pairing
group = typer.Typer()
add_pairing(group)
group()
"""


class Desk:
    """The command line over a list with two computers, of which one is off."""

    def __init__(self, folder: Path) -> None:
        self.looks = FakeWorkerLooks(off={"Old computer"})
        self.list = PairedWorkers(folder / "workers.json")
        self.list.add(BIG)
        self.list.add(OLD)
        self.nearby = [NearbyWorker("Big computer", "192.0.2.7", 50777), NearbyWorker("New", "192.0.2.9", 50777, 50778)]
        self.workers = Workers(
            self.list.path,
            keeps_key_in_file=True,
            check=self.looks.check,
            pair=self.looks.pair,
            find=lambda: self.nearby,
        )

    def run(self, *words: str) -> Result:
        return CliRunner().invoke(cli, ["workers", *words], obj=self.workers)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_paired_computers_are_listed(desk: Desk):
    lines = desk.run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["on", "on"]
    assert lines[0].endswith("Big computer")
    assert lines[1].split()[2:4] == ["never", "used"]
    rows = json.loads(desk.run("list", "--json").stdout)["workers"]
    assert [(row["name"], row["enabled"]) for row in rows] == [("Big computer", True), ("Old computer", True)]


def test_a_computer_is_turned_off_and_on_and_forgotten(desk: Desk):
    off = desk.run("disable", "big COMPUTER")
    assert (off.exit_code, off.stdout) == (
        0,
        "Big computer is not asked any more until you enable it. It stays paired.\n",
    )
    assert not desk.list.read()[0].is_enabled
    assert desk.run("list").stdout.startswith("off")
    on = desk.run("enable", "192.0.2.7")
    assert (on.exit_code, on.stdout) == (0, "Big computer is asked from now on, whenever it answers.\n")
    assert desk.list.read()[0].is_enabled
    forgotten = desk.run("forget", "Big computer")
    assert forgotten.exit_code == 0
    assert forgotten.stdout.startswith("Big computer is forgotten. To use it again,")
    assert desk.list.read() == (OLD,)
    gone = desk.run("forget", "Big computer")
    assert gone.exit_code == 1
    assert "There are: Old computer." in gone.stderr


def test_a_check_names_who_answers_and_who_does_not(desk: Desk):
    result = desk.run("check")
    assert result.exit_code == 1
    assert (
        "Big computer: Fake GPU, 12.0 times as fast as speech, 3 ms away; speech models: base, small" in result.stdout
    )
    assert "“Old computer” does not answer" in result.stderr
    assert desk.run("check", "Big computer").exit_code == 0
    assert json.loads(desk.run("check", "Big computer", "--json").stdout)["workers"][0]["speed"] == 12.0


def test_a_computer_whose_address_changed_is_found_again_by_its_name_and_known_by_its_certificate(desk: Desk):
    desk.looks.off = set()
    desk.looks.away = {"192.0.2.7"}
    assert desk.run("check", "Big computer").exit_code == 1
    desk.nearby = [NearbyWorker("Big computer", "192.0.2.70", 50800)]
    assert desk.run("check", "Big computer").exit_code == 0
    moved = desk.list.read()[0]
    assert (moved.address, moved.port, moved.fingerprint) == ("192.0.2.70", 50800, BIG.fingerprint)


def test_only_computers_that_are_not_paired_are_found(desk: Desk):
    assert json.loads(desk.run("find", "--json").stdout) == {
        "found": [{"name": "New", "address": "192.0.2.9", "waits": True}]
    }
    assert "shows a code now" in desk.run("find").stdout
    desk.nearby = []
    assert "An address works all the same" in desk.run("find").stderr


def test_a_computer_is_added_by_its_code(desk: Desk):
    assert desk.run("add", "192.0.2.9:50900", "--code", "123 456").exit_code == 0
    assert desk.looks.paired == [("192.0.2.9", "123456", 50900)]
    assert desk.list.read()[-1].name == "Computer at 192.0.2.9"


@pytest.mark.parametrize("code", ["12345", "", "12345x"])
def test_what_is_no_code_is_wrong_use(desk: Desk, code: str):
    assert desk.run("add", "192.0.2.9", "--code", code).exit_code == 2
    assert desk.looks.paired == []


@pytest.mark.parametrize("address", ["", "no such host", "http://192.0.2.9/", "192.0.2.9:99999", "192.0.2.9:abc", ":1"])
def test_what_is_no_address_is_wrong_use(desk: Desk, address: str):
    result = desk.run("add", address, "--code", "123456")
    assert result.exit_code == 2
    assert "no name or address" in " ".join(result.stderr.split())
    assert desk.looks.paired == []


@pytest.mark.parametrize("address", ["::1", "[::1]:50999", "fe80::1", "big-computer", "big-computer.local:50999"])
def test_an_address_of_any_kind_is_taken(desk: Desk, address: str):
    assert desk.run("add", address, "--code", "123 456").exit_code == 0
    (paired,) = desk.looks.paired
    assert paired[2] == (50999 if address.endswith("50999") else 50778)


def test_a_lost_key_is_said_and_pairing_again_makes_a_new_one(desk: Desk):
    assert desk.run("check", "Big computer").exit_code == 0
    (key,) = desk.list.path.parent.glob("*.key")
    key.unlink()
    result = desk.run("check", "Big computer")
    assert result.exit_code == 1
    assert "damaged or gone" in result.stderr
    assert desk.run("add", "192.0.2.7", "--code", "123456").exit_code == 0
    assert desk.run("check", "Big computer").exit_code == 0


def test_a_stolen_key_is_thrown_away(desk: Desk):
    assert desk.run("check", "Big computer").exit_code == 0
    before = {path.name for path in desk.list.path.parent.glob("*.key")}
    result = desk.run("renew", "--stolen")
    assert result.exit_code == 0
    assert "Pair the others again" in result.stdout
    after = {path.name for path in desk.list.path.parent.glob("*.key")}
    assert len(after) == 1
    assert after != before


def test_a_new_key_waits_for_those_who_do_not_know_it_and_need_not(desk: Desk):
    result = desk.run("renew")
    assert result.exit_code == 0
    assert "has a new key ready" in result.stdout
    assert "Not known yet to: Big computer, Old computer." in result.stdout
    following = (desk.list.path.parent / "identity.next.pem").read_bytes()
    assert desk.run("renew").stdout == result.stdout
    assert (desk.list.path.parent / "identity.next.pem").read_bytes() == following
    changed = desk.run("renew", "--now")
    assert "has a new key. Pair again with “vivavoce workers add ADDRESS”: Big computer, Old" in changed.stdout
    assert (desk.list.path.parent / "identity.pem").read_bytes() == following


def test_where_none_is_paired_a_check_says_so(tmp_path: Path):
    result = CliRunner().invoke(cli, ["workers", "check"], obj=Workers(tmp_path / "workers.json"))
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No other computer is paired." in result.stderr


@pytest.mark.parametrize("option", ["--port", "--pairing-port"])
def test_a_port_that_is_none_is_wrong_use(option: str, tmp_path: Path):
    words = ["worker", "pair", "--state", str(tmp_path), "--host", "127.0.0.1", option, "99999"]
    assert CliRunner().invoke(cli, words).exit_code == 2


def test_a_damaged_list_is_said(tmp_path: Path):
    folders = find_folders()
    folders.make()
    folders.workers.write_text("{", "utf-8")
    result = CliRunner().invoke(cli, ["workers", "list"])
    assert result.exit_code == 0
    assert "damaged" in result.stderr


def test_help_says_which_side_is_which():
    result = CliRunner().invoke(cli, ["workers", "--help"])
    assert "understand for this one" in result.stdout


@pytest.fixture
def waiting() -> "Iterator[subprocess.Popen[str]]":
    process = subprocess.Popen(
        [sys.executable, "-c", SERVING_SIDE, "pair", "--host", "127.0.0.1", "--pairing-port", "0", "--name", "Big one"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=child_environment(),
    )
    yield process
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_two_command_lines_pair_two_computers(waiting: "subprocess.Popen[str]"):
    assert waiting.stdout is not None
    shown = [waiting.stdout.readline() for _ in range(6)]
    digits = "".join(shown[1].split())
    port = next(word for line in shown for word in line.split() if "127.0.0.1:" in word).partition(":")[2].rstrip("”.")
    added = CliRunner().invoke(cli, ["workers", "add", f"127.0.0.1:{port}", "--code", digits])
    assert added.stdout == "Paired with Big one (127.0.0.1:50777).\n"
    said, noted = waiting.communicate(timeout=30)
    assert "Paired with" in said
    assert "readable by its owner alone" in noted
    assert waiting.returncode == 0
    assert digits not in noted

    group = typer.Typer()
    add_pairing(group)
    listed = json.loads(CliRunner().invoke(group, ["desktops", "--json"]).stdout)["desktops"]
    assert len(listed) == 1
    assert (find_worker_state() / "desktops.json").is_file()
    forgotten = CliRunner().invoke(group, ["forget", listed[0]["name"]])
    assert forgotten.exit_code == 0
    assert forgotten.stdout == f"{listed[0]['name']} may not use this machine any more.\n"
    renewed = CliRunner().invoke(group, ["renew"])
    assert renewed.stdout == "This machine has a new key. Nobody is paired.\n"
    again = CliRunner().invoke(group, ["forget", listed[0]["name"]])
    assert again.exit_code == 1
    assert "No desktop is paired" in again.stderr


def test_a_worker_says_who_knows_its_next_key_and_uses_it_when_all_do(tmp_path: Path):
    machines = make_machines(tmp_path)
    machines.pair(port=50777)
    own = OwnKeys(machines.worker_folder, places=worker_places(machines.worker_folder))
    group = typer.Typer()
    add_pairing(group)

    def renew(*words: str) -> str:
        return CliRunner().invoke(group, ["renew", "--state", str(machines.worker_folder), *words]).stdout

    assert "Not known yet to: Laptop." in renew()
    following = own.following()
    assert following is not None
    (desktop,) = machines.desktops.read()
    machines.desktops.replace(desktop, replace(desktop, keeps=following.fingerprint))
    assert renew() == "This machine has a new key. Nobody has to pair again.\n"
    assert own.now() == following
    assert renew("--now") == "This machine has a new key. Pair again with “vivavoce worker pair”: Laptop.\n"
    assert own.now() != following
    assert "Pair every desktop again" in renew("--stolen")
    assert machines.desktops.read() == ()
