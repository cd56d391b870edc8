"""Answers a front door's questions by a group of workers: publishes each, and reads its answer back.

On the event loop of a front, behind ``service.py``. It keeps nothing that another front would miss: a question is
published with an id that is the same at every front, and an answer is found by its subject, also when the front that
asked has died. While somebody waits here, a question that the server lost is published again.
"""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from engine.contract.options import RecognitionOptions
from engine.remote.question import Question
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, Standing
from engine.worker.answering import Answered
from engine.worker.group import subjects
from engine.worker.group.asking import Asking
from engine.worker.group.context_store import ContextStore
from engine.worker.group.group_format import read_answer
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace, Membership
from engine.worker.group.nats_contexts import NatsContexts
from engine.worker.group.parcels import Parcels
from engine.worker.group.subjects import lane_of
from engine.worker.group.workers_known import WorkersKnown
from engine.worker.meetings_known import MeetingsKnown

LOOK_EVERY_S = 1.0
"""An answer is told at once; it is looked for so often besides, in case the telling was lost."""

LOOKS_BEFORE_QUESTION = 5
"""So many looks for an answer before it is looked whether the question is still there."""

HERE_EVERY_S = 20.0
"""How often workers are told that a session goes on."""

log = logging.getLogger(__name__)


class Front:
    """See ``Answering`` and ``Startable``."""

    def __init__(
        self,
        place: GroupPlace,
        *,
        name: str,
        bounds: GroupBounds | None = None,
        meetings: MeetingsKnown | None = None,
    ) -> None:
        """Get ready.

        Args:
            place: Where the group meets.
            name: Unique in the group.
            bounds: Of the group.
            meetings: What desktops told of their meetings; in the group's NATS if none is given. Closed with this.
        """
        self._bounds = bounds or GroupBounds()
        self._member = Membership(place, name=name, bounds=self._bounds)
        self._workers = WorkersKnown(self._member)
        self._meetings = meetings or MeetingsKnown(NatsContexts(self._member.stream))
        self._contexts = ContextStore(self._member.stream, lives_s=self._bounds.context_lives_s)
        self._parcels = Parcels(self._member.stream, most_bytes=0)
        self._listening: dict[str, Subscription] = {}
        self._live: set[str] = set()
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, list[asyncio.Future[bytes]]] = defaultdict(list)
        self._open = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_draining = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Join the group, and learn who is there.

        Raises:
            Refused: the group's server does not answer.
        """
        await self._member.join(lays_out=True)
        self._parcels = Parcels(self._member.stream, most_bytes=self._member.client.max_payload)
        await self._workers.start()
        self._begin(self._tell_who_is_here())

    async def close(self) -> None:
        """Leave the group. Questions that are not answered are still in it."""
        self._is_draining = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._meetings.close()
        await self._member.leave()

    # Answering

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        """See ``Answering``. The worker with most room admits it; whichever is free then answers its questions."""
        if self._is_draining:
            raise Refused(RefusalReason.DRAINING)
        opened = await self._workers.open(session_id, options)
        await self._listen(session_id)
        self._live.add(session_id)
        return opened

    async def answer(self, question: Question) -> Answered:
        """See ``Answering``."""
        if self._is_draining:
            raise Refused(RefusalReason.DRAINING)
        self._open += 1
        self._idle.clear()
        try:
            return await self._answer(question)
        except (nats.errors.Error, OSError) as error:
            raise Refused(RefusalReason.BUSY, f"the group's server is away: {type(error).__name__}") from error
        finally:
            self._open -= 1
            if not self._open:
                self._idle.set()

    async def remember(self, meeting: str, document: str) -> str:
        """See ``Answering``: every front of the group knows what one was told."""
        return await self._meetings.meet(meeting, document)

    async def leave(self, session_id: str) -> None:
        """See ``Answering``."""
        self._live.discard(session_id)
        self._turns.pop(session_id, None)
        listening = self._listening.pop(session_id, None)
        if listening is not None and not self._member.client.is_closed:
            try:
                await listening.unsubscribe()
                await self._workers.say_left(session_id)
            except (nats.errors.Error, OSError) as error:
                log.info("The group was not told of a session's end: %s", type(error).__name__)

    async def decode_ms(self) -> float:
        """See ``Answering``: whether any worker decodes."""
        return await self._workers.decode_ms()

    def standing(self) -> Standing:
        """See ``Answering``: of all workers together."""
        return self._workers.standing(live_streams=len(self._live), is_draining=self._is_draining)

    async def drain(self) -> None:
        """See ``Answering``."""
        self._is_draining = True
        await self._idle.wait()

    # A question

    async def _answer(self, question: Question) -> Answered:
        await self._listen(question.session_id)
        subject = subjects.answer_subject(question.session_id, question.seq_id)
        told: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[subject].append(told)
        asking = Asking(question, member=self._member, contexts=self._contexts, parcels=self._parcels)
        try:
            async with self._in_turn(question):
                payload = await asking.ask()
            if payload is None:
                payload = await self._wait(asking, told)
            return read_answer(await self._parcels.unpack(payload), task=question.task)
        except asyncio.CancelledError:
            self._begin(asking.take_back())
            raise
        finally:
            self._waiting[subject].remove(told)
            if not self._waiting[subject]:
                del self._waiting[subject]

    def _in_turn(self, question: Question) -> AbstractAsyncContextManager[object]:
        """Lectures are published one after the other, so that they are answered in the order they were asked."""
        if not lane_of(question).is_in_order:
            return nullcontext()
        return self._turns.setdefault(question.session_id, asyncio.Lock())

    async def _wait(self, asking: Asking, told: "asyncio.Future[bytes]") -> bytes:
        until_s = time.monotonic() + self._bounds.question_lives_s
        looks = 0
        while time.monotonic() < until_s:
            await asyncio.wait([told], timeout=LOOK_EVERY_S)
            if told.done():
                return told.result()
            looks += 1
            try:
                found = await asking.find()
                if found is not None:
                    return found
                if looks % LOOKS_BEFORE_QUESTION == 0:
                    await asking.ask_again_if_lost()
            except (nats.errors.Error, OSError) as error:
                log.info("The group's server did not say whether there is an answer: %s", type(error).__name__)
        raise Refused(RefusalReason.BUSY, "no worker took it in time")

    async def _listen(self, session_id: str) -> None:
        if session_id not in self._listening:
            self._listening[session_id] = await self._member.hear(
                subjects.answer_subject(session_id, "*"), self._on_answer
            )

    async def _on_answer(self, message: Msg) -> None:
        for told in self._waiting.get(message.subject, ()):
            if not told.done():
                told.set_result(message.data)

    async def _tell_who_is_here(self) -> None:
        while True:
            await asyncio.sleep(HERE_EVERY_S)
            for session_id in list(self._live):
                try:
                    await self._workers.say_here(session_id)
                except (nats.errors.Error, OSError) as error:
                    log.info("The group was not told of a session: %s", type(error).__name__)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
