"""Processes are begun again when they die, and ended in their order."""

import sys
import threading
from pathlib import Path

from engine.contract.child_environment import child_environment
from engine.worker.group.household import Household, Wanted
from tests.builders.waiting import wait_until

LIVES = "import sys, time; open(sys.argv[1], 'a').write('begun\\n'); time.sleep(60)"
DIES_ONCE = LIVES.replace("time.sleep(60)", "time.sleep(60 if open(sys.argv[1]).read().count('b') > 1 else 0)")
DIES = "raise SystemExit(3)"


def wanted(name: str, code: str, *words: str) -> Wanted:
    return Wanted(name, [sys.executable, "-c", code, *words])


def begun(path: Path) -> int:
    return path.read_text("utf-8").count("begun") if path.is_file() else 0


def test_what_dies_is_begun_again_and_all_end_when_told(tmp_path: Path):
    told: list[str] = []
    first, second = tmp_path / "first", tmp_path / "second"
    household = Household(
        [wanted("front-1", LIVES, str(first)), wanted("worker-1", DIES_ONCE, str(second))],
        environment=child_environment(),
        tell=told.append,
    )
    ended: list[bool] = []
    running = threading.Thread(target=lambda: ended.append(household.run()))
    running.start()
    wait_until(lambda: begun(first) == 1 and begun(second) == 2)
    household.stop()
    running.join()
    assert ended == [True]
    assert told == ["worker-1 ended (0) and is started again; nothing it had is lost."]


def test_what_ends_again_and_again_is_given_up(tmp_path: Path):
    told: list[str] = []
    household = Household(
        [wanted("front-1", LIVES, str(tmp_path / "first")), wanted("worker-1", DIES)],
        environment=child_environment(),
        tell=told.append,
        again_after_s=0.0,
    )
    assert not household.run()
    assert told[-1] == "worker-1 ended again and again; the group is stopped."
