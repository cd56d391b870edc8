import os
import sys

import pytest

from engine.bench.machine import describe_machine
from engine.bench.peak_memory import peak_memory


def test_a_machine_is_named_with_what_both_sides_stand_on():
    machine = describe_machine()
    assert machine.processor
    assert machine.cores >= 1
    assert machine.memory_gb > 0
    assert machine.libraries["faster-whisper"].startswith("1.2")
    assert machine.processor in machine.sentence
    assert "faster-whisper 1.2" in machine.sentence
    assert machine.as_json()["libraries"] == machine.libraries


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system keeps no peak of what is given back")
def test_peak_memory_remembers_what_was_given_back():
    before = peak_memory(os.getpid())
    held = bytearray(b"x") * (before + 50_000_000)
    del held
    assert peak_memory(os.getpid()) >= before + 50_000_000


def test_a_process_that_is_gone_has_no_peak():
    assert peak_memory(2**22 + 1) == 0
