"""A group of workers on loopback, in the test's own process or as processes that can be killed."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any

from engine.contract.audio import SampleIndex, SpeechSpan
from engine.contract.engine import SpanAudio
from engine.contract.options import RecognitionOptions
from engine.remote.question import LinesTask, Priority, Question, WindowTask
from engine.worker.group import subjects
from engine.worker.group.front import Front
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace, GroupTls, Membership
from engine.worker.group.puller import Puller
from engine.worker.watching import Watching
from tests.builders.remote_values import sound
from tests.fakes.fake_answering import FakeAnswering

OPTIONS = RecognitionOptions(model="base", languages=("en",))
LIMIT_S = 40.0


def window(session_id: str, seq_id: int, *, samples: int = 16000, priority: Priority = Priority.LIVE_FINAL) -> Question:
    """A live question."""
    task = WindowTask(sound(samples, seed=seq_id), (), "en", careful=True)
    return Question(session_id, seq_id, priority, OPTIONS, task)


def lines(session_id: str, seq_id: int, *, samples: int = 16000, stretches: int = 1) -> Question:
    """A question of a file that a person waits for."""
    span = SpeechSpan(0, SampleIndex(0), SampleIndex(samples))
    one = SpanAudio((span,), sound(samples, seed=seq_id), (span,), True)
    return Question(session_id, seq_id, Priority.FOREGROUND_FILE, OPTIONS, LinesTask((one,) * stretches, "en"))


class Group:
    """Its members in this process; see ``in_group``."""

    def __init__(self, address: str, bounds: GroupBounds, identities: Mapping[str, GroupTls]) -> None:
        self._address = address
        self._identities = identities
        self.bounds = bounds
        self._members: list[Front | Puller] = []
        self._watcher: Membership | None = None

    def place(self, name: str) -> GroupPlace:
        return GroupPlace((self._address,), self._identities.get(name))

    async def front(self, name: str = "front-1") -> Front:
        front = Front(self.place(name), name=name, bounds=self.bounds)
        self._members.append(front)
        await front.start()
        return front

    async def worker(
        self, desk: FakeAnswering, name: str = "worker-1", *, places: int = 2, watching: Watching | None = None
    ) -> Puller:
        worker = Puller(
            self.place(name), desk=desk, name=name, live_places=places, bounds=self.bounds, watching=watching
        )
        self._members.append(worker)
        await worker.start()
        return worker

    async def kept(self) -> dict[str, int]:
        """Bytes in each stream."""
        watcher = await self.watch()
        return {str(each.config.name): each.state.bytes for each in await watcher.stream.streams_info()}

    async def holds(self, stream: str, count: int) -> bool:
        """Whether so many messages are in it."""
        return (await (await self.watch()).stream.stream_info(stream)).state.messages == count

    async def parked(self) -> list[bytes]:
        """What was noted of questions that nobody could answer."""
        stream = (await self.watch()).stream
        count = (await stream.stream_info(subjects.PARKED)).state.messages
        return [(await stream.get_msg(subjects.PARKED, seq=number + 1)).data or b"" for number in range(count)]

    async def watch(self) -> Membership:
        """A member that only looks."""
        if self._watcher is None:
            self._watcher = Membership(self.place("watcher"), name="watcher", bounds=self.bounds)
            await self._watcher.join(lays_out=True)
        return self._watcher

    async def is_empty(self, stream: str) -> bool:
        """Whether nothing is in it."""
        return (await self.kept())[stream] == 0

    async def is_kept(self, stream: str) -> bool:
        """Whether something is in it."""
        return not await self.is_empty(stream)

    async def close(self) -> None:
        if self._watcher is not None:
            await self._watcher.leave()
        for member in reversed(self._members):
            await member.close()


@asynccontextmanager
async def in_group(address: str, bounds: GroupBounds, identities: Mapping[str, GroupTls]) -> AsyncGenerator[Group]:
    """A group that ends with the block."""
    group = Group(address, bounds, identities)
    try:
        yield group
    finally:
        await group.close()


def run_in_group(
    address: str,
    work: Callable[[Group], Coroutine[Any, Any, None]],
    *,
    bounds: GroupBounds | None = None,
    identities: Mapping[str, GroupTls] | None = None,
) -> None:
    """Run a test's work with a group, for a bounded time."""

    async def bounded() -> None:
        async with asyncio.timeout(LIMIT_S), in_group(address, bounds or GroupBounds(), identities or {}) as group:
            await work(group)

    asyncio.run(bounded())


async def until_async(is_so: Callable[[], Coroutine[Any, Any, bool]]) -> None:
    """Wait until it is so; what runs the test bounds it."""
    while not await is_so():
        await asyncio.sleep(0.02)
