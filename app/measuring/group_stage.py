"""A group of three workers and two fronts on loopback, each a process that can be killed at any moment.

Used by ``worker_group.py`` on the main thread of a command, and by tests. Whoever is killed is started again after a
moment, as a service would be. They meet at one NATS server, or at three that keep everything together.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from app.measuring.nats_cluster import SERVERS, NatsCluster
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.child_environment import child_environment
from engine.worker.group.nats_server import NatsServer

WORKERS, FRONTS = 3, 2
LEADER = "leader"
"""Whichever server leads the stream of questions, where there are three."""

_MODULE = "app.measuring.group_member"


@dataclass(slots=True)
class _Member:
    role: str
    name: str
    process: subprocess.Popen[str]
    port: int = 0


class GroupStage:
    """See above. A context manager: everything it started ends with it."""

    def __init__(
        self,
        folder: Path,
        *,
        takes_s: float,
        workers: int = WORKERS,
        fronts: int = FRONTS,
        has_three_servers: bool = False,
    ) -> None:
        """``takes_s`` is how long a worker takes for a question."""
        self.log = folder / "computed.tsv"
        self._folder = folder
        self._takes_s = takes_s
        self._cluster = NatsCluster(folder) if has_three_servers else None
        self._server = self._cluster or NatsServer(folder / "nats")
        self._lost = ""
        """Name of the server that was killed."""
        self._wanted = [("front", f"front-{number + 1}") for number in range(fronts)]
        self._wanted += [("worker", f"worker-{number + 1}") for number in range(workers)]
        self._members: dict[str, _Member] = {}

    @property
    def names(self) -> list[str]:
        """All of its members."""
        return [name for _, name in self._wanted]

    @property
    def fronts(self) -> list[int]:
        """Ports of the fronts that are there."""
        return [each.port for each in self._members.values() if each.role == "front" and each.port]

    def __enter__(self) -> Self:
        self._server.start()
        try:
            for role, name in self._wanted:
                self._begin(role, name)
            for name in self.names:
                self.wait_for(name)
        except CannotMeasure:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def alone(self) -> int:
        """Start a worker without a group, to compare with; its port."""
        self._begin("alone", "alone")
        return self.wait_for("alone")

    def kill(self, name: str) -> None:
        """End a member without a word, or the server that leads."""
        if name == LEADER and self._cluster is not None:
            self._lost = self._cluster.leader()
            self._cluster.kill(self._lost)
            return
        member = self._members[name]
        member.port = 0
        member.process.kill()
        member.process.wait()

    def start_again(self, name: str) -> None:
        """Start what was killed; ``wait_for`` says when it is there."""
        if name == LEADER and self._cluster is not None:
            self._cluster.start_again(self._lost)
            return
        member = self._members[name]
        self._begin(member.role, name)

    def wait_for(self, name: str) -> int:
        """Return its port when a member is there. Raises ``CannotMeasure`` if it does not start."""
        if name == LEADER:
            return 0  # it was waited for
        member = self._members[name]
        assert member.process.stdout is not None
        line = member.process.stdout.readline()
        if not line:
            raise CannotMeasure(f"{name} of the group does not start.")
        member.port = int(line)
        return member.port

    def close(self) -> None:
        """End everything."""
        for member in self._members.values():
            member.process.kill()
            member.process.wait()
            if member.process.stdout is not None:
                member.process.stdout.close()
        self._members.clear()
        self._server.stop()

    def _begin(self, role: str, name: str) -> None:
        former = self._members.get(name)
        if former is not None and former.process.stdout is not None:
            former.process.stdout.close()
        copies = SERVERS if self._cluster is not None else 1
        place = [self._server.address, str(copies)]
        command = [sys.executable, "-m", _MODULE, role, name, *place, str(self.log), str(self._takes_s)]
        with (self._folder / f"{name}.log").open("a", encoding="utf-8") as errors:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=child_environment(),
            )
        self._members[name] = _Member(role, name, process)
