import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.caching.cache_file import DATABASE, FORMAT
from engine.caching.disk_store import DiskStore
from engine.contract.child_environment import child_environment

WRITER = """
import sys
from pathlib import Path
from engine.caching.disk_store import DiskStore
store = DiskStore(Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    store.put(f"{sys.argv[3]}/{number}", (f"{sys.argv[3]} {number} " * 500).encode())
    print(number, flush=True)
"""


def database(folder: Path) -> Path:
    return folder / f"format-{FORMAT}" / DATABASE


def filled(folder: Path) -> None:
    store = DiskStore(folder)
    for number in range(50):
        store.put(f"a/{number}", f"words {number} ".encode() * 200)
    store.close()


def writer(folder: Path, count: int, name: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), str(count), name],
        stdout=subprocess.PIPE,
        env=child_environment(),
    )


def test_it_survives_a_restart(tmp_path: Path):
    filled(tmp_path)
    store = DiskStore(tmp_path)
    assert store.get("a/7") == b"words 7 " * 200
    store.close()


@pytest.mark.parametrize("damage", [b"", b"no database at all " * 500])
def test_a_file_that_is_no_store_is_an_empty_store(tmp_path: Path, damage: bytes):
    filled(tmp_path)
    database(tmp_path).write_bytes(damage)
    store = DiskStore(tmp_path)
    assert store.get("a/7") is None
    store.put("b", b"new")
    assert store.get("b") == b"new"
    store.close()


def test_pages_that_are_damaged_give_no_other_words(tmp_path: Path):
    filled(tmp_path)
    path = database(tmp_path)
    raw = bytearray(path.read_bytes())
    for at in range(8192, len(raw), 4096):
        raw[at : at + 64] = os.urandom(64)
    path.write_bytes(raw)
    store = DiskStore(tmp_path)
    for number in range(50):
        assert store.get(f"a/{number}") in {None, f"words {number} ".encode() * 200}
    store.put("b", b"new")
    store.put("b", b"new")
    assert store.get("b") == b"new"
    store.close()


def test_another_format_is_removed(tmp_path: Path):
    old = tmp_path / "format-0"
    old.mkdir()
    (old / DATABASE).write_bytes(b"of an older version")
    store = DiskStore(tmp_path)
    store.put("a", b"1")
    assert not old.exists()
    store.close()


def test_a_row_that_would_have_to_be_unpickled_is_not(tmp_path: Path):
    filled(tmp_path)
    with sqlite3.connect(database(tmp_path)) as connection:
        trap = pickle.dumps(print)
        connection.execute("UPDATE Cache SET mode = 4, value = ? WHERE key = 'v/a/7'", (trap,))
    connection.close()
    store = DiskStore(tmp_path)
    assert store.get("a/7") is None
    store.close()


def test_a_folder_that_a_person_emptied_is_filled_anew(tmp_path: Path):
    store = DiskStore(tmp_path)
    store.put("a", b"1")
    for path in database(tmp_path).parent.iterdir():
        path.unlink()
    store.put("b", b"2")
    store.close()
    again = DiskStore(tmp_path)
    again.put("c", b"3")
    assert again.get("c") == b"3"
    again.close()


def test_without_the_right_to_write_nothing_is_kept_and_nothing_fails(tmp_path: Path):
    blocked = tmp_path / "a file"
    blocked.write_bytes(b"")
    store = DiskStore(blocked)
    store.put("a", b"1")
    assert store.get("a") is None
    assert store.usage().entries == 0
    store.close()


@pytest.mark.slow
def test_two_processes_write_at_once(tmp_path: Path):
    writers = [writer(tmp_path, 40, name) for name in ("one", "two")]
    for each in writers:
        each.communicate()
        assert each.returncode == 0
    store = DiskStore(tmp_path)
    for name in ("one", "two"):
        for number in range(40):
            assert store.get(f"{name}/{number}") in {None, (f"{name} {number} " * 500).encode()}
    assert len(store.keys()) >= 40
    store.close()


@pytest.mark.slow
def test_killed_in_mid_write_it_holds_whole_entries_alone(tmp_path: Path):
    process = writer(tmp_path, 100_000, "k")
    assert process.stdout is not None
    for _ in range(20):
        process.stdout.readline()
    time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    store = DiskStore(tmp_path)
    keys = store.keys()
    assert len(keys) >= 20
    for key in keys:
        assert store.get(key) == (f"k {key[2:]} " * 500).encode()
    store.close()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a limit on the size of files stands for a full disk")
def test_a_full_disk_keeps_what_is_there_and_loses_the_rest(tmp_path: Path):
    filled(tmp_path)
    limited = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n" + WRITER
    done = subprocess.run(
        [sys.executable, "-c", limited, str(tmp_path), "100", "late"],
        capture_output=True,
        env=child_environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    store = DiskStore(tmp_path)
    assert len(store.keys()) < 150
    for number in range(50):
        assert store.get(f"a/{number}") in {None, f"words {number} ".encode() * 200}
    for number in range(100):
        assert store.get(f"late/{number}") in {None, (f"late {number} " * 500).encode()}
    store.close()
