"""The pytest plugin: makes a test that is noisy or leaves something behind fail in its teardown.

The check runs when the report of the teardown is made: then every fixture of the test is torn down, and what it
wrote is captured. A test that failed already is not blamed again.

To add a guard: a kind in ``allowance.py``, a class beside the others, its line in ``_complaints``.
"""

import gc
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.fixtures import SubRequest

from tests.guards.allowance import MARKER, allowed_kinds
from tests.guards.leftover_guard import LeftoverGuard, live_processes, live_threads
from tests.guards.log_guard import LogGuard
from tests.guards.network_guard import NetworkGuard
from tests.guards.sandbox import Sandbox
from ui.bridge.garbage import collect_due

sandbox_key = pytest.StashKey[Sandbox]()
has_failed_key = pytest.StashKey[bool]()


def pytest_configure(config: pytest.Config) -> None:
    """Move into the sandbox before tests are imported, and begin to watch."""
    config.addinivalue_line("markers", MARKER)
    sandbox = Sandbox()
    sandbox.enter()
    config.stash[sandbox_key] = sandbox
    config.pluginmanager.register(GuardPlugin(sandbox), "vivavoce-guards")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing in the temporary folder."""
    if sandbox := config.stash.get(sandbox_key, None):
        sandbox.leave()


@pytest.fixture(scope="session")
def speech_models(request: pytest.FixtureRequest) -> Path:
    """The folder of real speech models, ``base`` and ``tiny.en`` in it. For tests marked ``slow``; read only."""
    folder = request.config.stash[sandbox_key].speech_models
    missing = [name for name in ("base", "tiny.en") if not (folder / name / "model.bin").is_file()]
    if missing:
        pytest.fail(
            f"The speech models {' and '.join(missing)} are not in {folder}. "
            "Run “bash installers/test.sh” once: it fetches them.",
            pytrace=False,
        )
    return folder


class GuardPlugin:
    """The hooks. One for the run."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._log = LogGuard()
        self._network = NetworkGuard()
        self._leftovers = LeftoverGuard()
        self._is_last_test = False

    def pytest_sessionstart(self) -> None:
        """Begin to watch. Garbage is collected between tests: no Qt object may die on another thread than its own."""
        gc.disable()
        self._log.install()
        self._network.install()

    def pytest_runtest_logfinish(self) -> None:
        """Collect what the test left, on the thread of the tests."""
        collect_due()

    def pytest_sessionfinish(self) -> None:
        """Stop watching."""
        gc.enable()
        self._log.remove()
        self._network.is_active = False

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Check the markers, and hand pytest-qt its part of them."""
        for item in items:
            if "qt" in allowed_kinds(item):
                item.add_marker(pytest.mark.qt_log_level_fail("NO"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None, object, object]:
        """Take what lives now for granted, and move to an empty home."""
        self._sandbox.move_on()
        self._leftovers.remember()
        self._log.take_complaints()
        self._network.take_complaints()
        item.stash[has_failed_key] = False
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, request: SubRequest) -> Generator[None, object, object]:
        """What a fixture wider than one test starts, it stops; only the end of the session asks whether it did."""
        if request.scope == "function":
            return (yield)
        threads, processes = live_threads(), live_processes()
        try:
            return (yield)
        finally:
            self._leftovers.excuse(live_threads() - threads, live_processes() - processes)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        """Remember whether anything comes after this test."""
        self._is_last_test = nextitem is None

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """After the teardown, look at what the test left."""
        report = yield
        if report.failed:
            item.stash[has_failed_key] = True
        if call.when == "teardown" and not item.stash.get(has_failed_key, False):
            complaints = self._complaints(item, report)
            if complaints:
                report.outcome = "failed"
                report.longrepr = "\n".join(f"Not silent: {text}" for text in complaints)
        return report

    def _complaints(self, item: pytest.Item, report: pytest.TestReport) -> list[str]:
        allowed = allowed_kinds(item)
        found = {
            "log": self._log.take_complaints(),
            "network": self._network.take_complaints(),
            "stderr": [f"it wrote to standard error: {report.capstderr.strip()}"] if report.capstderr.strip() else [],
        }
        if "threads" not in allowed:
            found["threads"] = self._leftovers.thread_complaints(is_last_test=self._is_last_test)
        if "processes" not in allowed:
            found["processes"] = self._leftovers.process_complaints(is_last_test=self._is_last_test)
        return [f"{text} [{kind}]" for kind, texts in found.items() if kind not in allowed for text in texts]
