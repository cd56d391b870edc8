"""The guards, seen from outside: an inner pytest runs noisy and silent tests."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).resolve().parents[2]

PREAMBLE = """
import logging, os, socket, subprocess, sys, threading, time
from pathlib import Path
import pytest
"""


Run = Callable[[str], pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run an inner test file and give back what happened, by test name."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeini("[pytest]\nqt_api = pyside6\nqt_log_level_fail = WARNING\n")

    def run_file(text: str) -> pytest.RunResult:
        pytester.makepyfile(test_inner=PREAMBLE + text)
        options = ["-p", "tests.guards.plugin", "-p", "no:cacheprovider", "-rA"]
        return pytester.run(sys.executable, "-m", "pytest", *options, "test_inner.py")

    return run_file


def test_a_silent_test_passes(run: Run):
    result = run(
        """
def test_silent():
    logging.getLogger("x").info("fine")
    print("standard output is nobody's business")
    thread = threading.Thread(target=time.sleep, args=(0.2,))
    thread.start()
    subprocess.run([sys.executable, "-c", ""], check=True)
    server = socket.create_server(("127.0.0.1", 0))
    socket.create_connection(server.getsockname()).close()
    server.close()
"""
    )
    result.assert_outcomes(passed=1)


def test_noise_fails_the_test_that_made_it_and_no_other(run: Run):
    result = run(
        """
def test_log(): logging.getLogger("some.where").warning("beware")
def test_stderr(): print("oops", file=sys.stderr)
def test_stderr_of_a_child():
    subprocess.run([sys.executable, "-c", "import os; os.write(2, b'from a child')"], check=True)
def test_network():
    with socket.socket() as here, pytest.raises(OSError): here.connect(("192.0.2.1", 80))
def test_name_lookup():
    with pytest.raises(OSError): socket.getaddrinfo("example.org", 80)
def test_qt():
    from PySide6.QtCore import qWarning
    qWarning("from Qt")
def test_silent(): pass
"""
    )
    result.assert_outcomes(passed=6, errors=5, failed=1)
    result.stdout.fnmatch_lines_random(
        [
            "*some.where logged WARNING: beware*",
            "*it wrote to standard error: oops*",
            "*it wrote to standard error: from a child*",
            "*socket.connect to '192.0.2.1'*",
            "*socket.getaddrinfo to 'example.org'*",
            "*from Qt*",
            "PASSED test_inner.py::test_silent",
        ]
    )


def test_leftovers_fail_the_test_that_made_them_and_no_other(run: Run):
    result = run(
        """
import tests.guards.leftover_guard as guard
guard.PATIENCE_S = 0.1
stop = threading.Event()
children = []

@pytest.fixture(scope="module")
def wide():
    thread = threading.Thread(target=stop.wait, name="owned by a fixture")
    thread.start()
    yield
    stop.set()
    thread.join()
    for child in children:
        child.kill()
        child.wait()

def test_thread(wide): threading.Thread(target=stop.wait, name="forgotten", daemon=True).start()
def test_process(wide): children.append(subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE))
def test_silent(wide): pass
"""
    )
    result.assert_outcomes(passed=3, errors=2)
    result.stdout.fnmatch_lines_random(
        [
            "*the thread “forgotten” is still alive*",
            "*the process * is still alive*",
            "PASSED test_inner.py::test_silent",
        ]
    )


def test_a_fixture_that_never_stops_its_thread_is_found_at_the_end(run: Run):
    result = run(
        """
import tests.guards.leftover_guard as guard
guard.PATIENCE_S = 0.1

@pytest.fixture(scope="session")
def careless(): threading.Thread(target=threading.Event().wait, name="never stopped", daemon=True).start()

def test_first(careless): pass
def test_last(careless): pass
"""
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*ERROR at teardown of test_last*", "*never stopped*"])


def test_noise_is_allowed_by_kind_and_with_a_reason(run: Run):
    result = run(
        """
@pytest.mark.allows("log", "stderr", "network", "qt", reason="to show that it can be")
def test_noisy():
    from PySide6.QtCore import qWarning
    qWarning("from Qt")
    logging.getLogger("x").error("meant")
    print("meant", file=sys.stderr)
    with pytest.raises(OSError): socket.create_connection(("192.0.2.1", 80))

def test_next_one_is_not(): logging.getLogger("x").error("not meant")
"""
    )
    result.assert_outcomes(passed=2, errors=1)


@pytest.mark.allows("stderr", reason="the inner pytest says there how it was used wrongly")
@pytest.mark.parametrize("marker", ['"log"', '"log", reason=" "', '"noise", reason="r"', 'reason="r"'])
def test_an_allowance_without_reason_or_kind_stops_the_run(run: Run, marker: str):
    result = run(f"@pytest.mark.allows({marker})\ndef test_x(): pass\n")
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_each_test_has_a_home_of_its_own(run: Run):
    result = run(
        """
seen = []
@pytest.mark.parametrize("number", [1, 2])
def test_home(number):
    home = Path(os.environ["VIVAVOCE_HOME"])
    assert not home.exists() and home not in seen and Path.home() in home.parents
    assert "vivavoce-tests-" in str(Path.home())
    seen.append(home)
"""
    )
    result.assert_outcomes(passed=2)
