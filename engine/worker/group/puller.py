"""A worker of a group: pulls questions when it is free, has its own desk answer them, and publishes the answers.

On the event loop of a worker. It keeps nothing: a question is taken from the group only when its answer is published,
and whoever holds one says so all the time (``in_progress``). If that stops, another gets it. Live words are pulled by
places of their own; a file only where no place is taken by them, a lecture before everything that has time.
"""

import asyncio
import logging
import random
import time
from collections.abc import Coroutine
from typing import Any

import nats.errors
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg

from engine.remote import transcription_pb2 as wire
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import WorkerDescription, WorkerHealth
from engine.remote.wire_answers import description_message, health_message, opened_message, refusal_message
from engine.remote.wire_format import PROTOCOLS, read_opening
from engine.worker.answering import Answering
from engine.worker.group import subjects
from engine.worker.group.context_store import ContextStore
from engine.worker.group.held_question import HeldQuestion
from engine.worker.group.lane_reader import LaneReader
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace, Membership
from engine.worker.group.parcels import Parcels
from engine.worker.group.subjects import Lane
from engine.worker.group.workers_known import LEFT
from engine.worker.watching import Watchers, Watching

LIVE_WAIT_S = 2.0
"""A place waits so long at the server before it asks anew."""

GLANCE_S = 0.01
"""So long it is waited at each lane of files."""

FILES_EVERY_S = 0.1
"""Between two rounds where nothing was."""

AWAY_S = 0.5
"""Until it is tried again after the server was away."""

SAYS_EVERY_S = 1.0
LEFT_AFTER_S = 90.0
"""A session of which no front says any more that it goes on has ended."""

log = logging.getLogger(__name__)


class Puller:
    """See above."""

    def __init__(
        self,
        place: GroupPlace,
        *,
        desk: Answering,
        name: str,
        live_places: int,
        file_places: int = 1,
        bounds: GroupBounds | None = None,
        watching: Watching | None = None,
    ) -> None:
        """Get ready.

        Args:
            place: Where the group meets.
            desk: Answers, on this machine.
            name: Of this worker, unique in the group.
            live_places: Live questions worth having at a time: slots of the device times its batch.
            file_places: Questions about files worth having at a time.
            bounds: Of the group.
            watching: Is told what happens.
        """
        self._bounds = bounds or GroupBounds()
        self._watching = watching or Watchers()
        self._member = Membership(place, name=name, bounds=self._bounds)
        self._desk = desk
        self._name = name
        self._live_places = live_places
        self._file_places = file_places
        self._contexts = ContextStore(self._member.stream, lives_s=self._bounds.context_lives_s)
        self._parcels = Parcels(self._member.stream, most_bytes=0)
        self._held: dict[str, HeldQuestion] = {}
        self._live_held = 0
        self._sessions: dict[str, tuple[str, float]] = {}
        self._is_draining = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._pulling: list[asyncio.Task[None]] = []

    @property
    def held(self) -> int:
        """Questions it has now."""
        return len(self._held)

    async def start(self) -> None:
        """Join the group and begin. Raises ``Refused`` if the group's server does not answer."""
        await self._member.join(lays_out=False)
        member = self._member
        self._parcels = Parcels(member.stream, most_bytes=member.client.max_payload)
        await member.hear(subjects.ALL_TAKEN_BACK, self._on_taken_back)
        await member.hear(subjects.ALL_HERE, self._on_here)
        await member.hear(subjects.ROLL_CALL, self._on_roll_call)
        await member.hear(subjects.opening_subject(self._name), self._on_opening)
        await member.hear(subjects.health_subject(self._name), self._on_health)
        pulls = [
            *(self._pull_live(lane) for lane in (subjects.LIVE, subjects.TENTATIVE) for _ in range(self._live_places)),
            *(self._pull_files() for _ in range(self._file_places)),
        ]
        self._pulling = [self._begin(pull) for pull in pulls]
        self._begin(self._say_standing())

    async def drain(self) -> None:
        """Take nothing new, answer what it has."""
        self._is_draining = True
        # A place that waits at the server may still be handed a question: it answers that, and ends.
        await asyncio.gather(*self._pulling, return_exceptions=True)

    async def close(self) -> None:
        """Leave the group; what it has, others answer."""
        self._is_draining = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._member.leave()

    # Pulling

    async def _pull_live(self, lane: Lane) -> None:
        reader = LaneReader(self._member, lane)
        while not self._is_draining:
            message = await self._read(reader, wait_s=LIVE_WAIT_S)
            if message is not None:
                self._live_held += 1
                try:
                    await self._hold(message)
                finally:
                    self._live_held -= 1

    async def _pull_files(self) -> None:
        readers = [LaneReader(self._member, lane) for lane in subjects.LECTURES]
        last = LaneReader(self._member, subjects.BACKGROUND)
        while not self._is_draining:
            # Every worker begins with another course, so that none is always the last.
            random.shuffle(readers)
            message = None
            for reader in (*readers, last):
                if self._live_held >= self._live_places or self._is_draining:
                    break
                message = await self._read(reader, wait_s=GLANCE_S)
                if message is not None:
                    break
            if message is None:
                await asyncio.sleep(FILES_EVERY_S)
            else:
                await self._hold(message)

    async def _read(self, reader: LaneReader, *, wait_s: float) -> Msg | None:
        try:
            return await reader.read(wait_s=wait_s)
        except (nats.errors.Error, OSError) as error:
            log.info("The group's server is away: %s", type(error).__name__)
            await asyncio.sleep(AWAY_S)
            return None

    async def _hold(self, message: Msg) -> None:
        held = HeldQuestion(
            message,
            member=self._member,
            desk=self._desk,
            contexts=self._contexts,
            parcels=self._parcels,
            watching=self._watching,
        )
        try:
            await held.answer(register=self._register)
        except (nats.errors.Error, OSError) as error:
            # It is not acknowledged, so another worker gets it.
            log.info("A question goes back to the group: %s", type(error).__name__)
        finally:
            self._held.pop(held.key, None)

    def _register(self, held: HeldQuestion) -> None:
        self._held[held.key] = held

    # What others say

    async def _on_taken_back(self, message: Msg) -> None:
        held = self._held.get(message.subject.removeprefix(f"{subjects.ROOT}.back."))
        if held is not None:
            held.take_back()

    async def _on_here(self, message: Msg) -> None:
        token = message.subject.rpartition(".")[2]
        known = self._sessions.get(token)
        if known is None:
            return
        if message.data == LEFT:
            await self._leave(token)
        else:
            self._sessions[token] = (known[0], time.monotonic())

    async def _on_opening(self, message: Msg) -> None:
        # Beside what else comes: it may have to load a speech model.
        self._begin(self._open(message))

    async def _open(self, message: Msg) -> None:
        session_id = ""
        try:
            asked = wire.GroupOpening.FromString(message.data)
            session_id = asked.session_id
            if self._is_draining:
                raise Refused(RefusalReason.DRAINING)  # noqa: TRY301 - as the desk would
            opened = await self._desk.open(session_id, read_opening(asked.opening).options)
            self._sessions[subjects.session_token(session_id)] = (session_id, time.monotonic())
            reply = opened_message(opened, session_id=session_id)
        except Refused as refused:
            reply = refusal_message(refused, session_id=session_id)
        except DecodeError:
            reply = refusal_message(Refused(RefusalReason.NOT_UNDERSTOOD, "no opening"), session_id=session_id)
        await self._reply(message, reply.SerializeToString())

    async def _on_health(self, message: Msg) -> None:
        self._begin(self._tell_health(message))

    async def _tell_health(self, message: Msg) -> None:
        try:
            health = WorkerHealth(True, await self._desk.decode_ms())
        except Refused as refused:
            health = WorkerHealth(False, 0.0, str(refused))
        await self._reply(message, health_message(health).SerializeToString())

    async def _reply(self, message: Msg, data: bytes) -> None:
        try:
            await message.respond(data)
        except (nats.errors.Error, OSError) as error:
            log.info("A front was not answered: %s", type(error).__name__)

    async def _on_roll_call(self, _message: Msg) -> None:
        await self._tell_standing()

    async def _say_standing(self) -> None:
        while True:
            await self._tell_standing()
            since_s = time.monotonic() - LEFT_AFTER_S
            for token in [token for token, (_, heard_s) in self._sessions.items() if heard_s < since_s]:
                await self._leave(token)
            await asyncio.sleep(SAYS_EVERY_S)

    async def _tell_standing(self) -> None:
        if self._is_draining:
            return
        described = WorkerDescription(PROTOCOLS, self._name, "", self._desk.standing())
        try:
            await self._member.client.publish(
                subjects.standing_subject(self._name), description_message(described).SerializeToString()
            )
        except (nats.errors.Error, OSError) as error:
            log.info("The group did not hear from this worker: %s", type(error).__name__)

    async def _leave(self, token: str) -> None:
        session_id, _ = self._sessions.pop(token)
        await self._desk.leave(session_id)

    def _begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
