"""Workers are found by what they announce; without a network nothing is found, and nothing is said.

Multicast leaves from loopback alone, in a process of its own: no test sends anything into a network.
"""

import json
import subprocess
import sys

import pytest

from engine.contract.child_environment import child_environment
from engine.remote.discovery import Announcement, find_nearby

LOOPBACK = """
import dataclasses, json
from engine.remote.discovery import Announcement, find_nearby
here = ["127.0.0.1"]
with Announcement("Büro-Rechner. Nr. 1", port=50777, interfaces=here):
    with Announcement("Big\\ncomputer", port=50778, pairing_port=50779, interfaces=here):
        found = [dataclasses.asdict(each) | {"waits": each.is_waiting} for each in find_nearby(interfaces=here)]
    left = [each.name for each in find_nearby(interfaces=here, within_s=1.0)]
print(json.dumps([found, left]))
"""

NOWHERE = ["203.0.113.9"]
"""No address of this machine."""


def test_what_is_announced_is_found_and_gone_when_it_ends():
    done = subprocess.run(
        [sys.executable, "-c", LOOPBACK],
        capture_output=True,
        text=True,
        timeout=60,
        env=child_environment(),
        check=True,
    )
    found, left = json.loads(done.stdout)
    # Other machines may announce themselves meanwhile, and other tests.
    assert [each for each in found if each["name"] in {"Bigcomputer", "Büro-Rechner. Nr. 1"}] == [
        {"name": "Bigcomputer", "address": "127.0.0.1", "port": 50778, "pairing_port": 50779, "waits": True},
        {"name": "Büro-Rechner. Nr. 1", "address": "127.0.0.1", "port": 50777, "pairing_port": 0, "waits": False},
    ]
    assert "Büro-Rechner. Nr. 1" in left
    assert "Bigcomputer" not in left
    assert done.stderr == ""


def test_without_a_network_nothing_is_found_and_nothing_is_said():
    assert find_nearby(within_s=0.1, interfaces=NOWHERE) == ()
    with Announcement("Big computer", port=50777, interfaces=NOWHERE) as announcement:
        announcement.close()
    with Announcement("Big computer", port=50777, interfaces=[]):
        pass


@pytest.mark.parametrize("name", ["", "\n"])
def test_a_machine_without_a_name_is_announced_all_the_same(name: str):
    Announcement(name, port=50777, interfaces=NOWHERE).open()
