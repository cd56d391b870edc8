"""One question that a worker holds, from its delivery to its acknowledgement.

On a worker's event loop; made by ``puller.py``. The order is what keeps anything from being lost or done twice: look
whether it is answered already, answer, publish the answer, and only then acknowledge.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable

import nats.errors
from nats.aio.msg import Msg
from nats.js.api import Header

from engine.remote.question import Question
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.answering import Answered, Answering
from engine.worker.group import subjects
from engine.worker.group.context_store import ContextStore
from engine.worker.group.group_format import CarriedQuestion, carried_question, write_answer, write_refusal
from engine.worker.group.membership import Membership
from engine.worker.group.parcels import Parcels
from engine.worker.watching import ANSWERED, TAKEN_BACK, QuestionEnd, Watching, kind_of

OTHERS_MAY = (
    RefusalReason.DRAINING,
    RefusalReason.MODEL_MISSING,
    RefusalReason.RECOGNISER_FAILED,
    RefusalReason.SOUND_MISSING,
)
"""What another worker may not refuse."""

AGAIN_AFTER_S = 0.3
"""Until it is handed to another worker."""

log = logging.getLogger(__name__)


class HeldQuestion:
    """See above."""

    def __init__(
        self,
        message: Msg,
        *,
        member: Membership,
        desk: Answering,
        contexts: ContextStore,
        parcels: Parcels,
        watching: Watching,
    ) -> None:
        self.key = ""
        """Session and number, as ``taken_back_subject`` ends; known once it is read."""
        self._message = message
        self._member = member
        self._desk = desk
        self._contexts = contexts
        self._parcels = parcels
        self._watching = watching
        self._identity = (message.headers or {}).get(Header.MSG_ID, "")
        self._answering: asyncio.Task[None] | None = None
        self._is_taken_back = False

    @property
    def _deliveries(self) -> int:
        return self._message.metadata.num_delivered

    async def answer(self, *, register: "Callable[[HeldQuestion], None]") -> None:
        """Have it answered; ``register`` is called once it is known whose it is.

        Raises:
            nats.errors.Error: the server is away; it goes back to the group.
        """
        beating = asyncio.get_running_loop().create_task(self._beat())
        try:
            await self._answer(register)
        finally:
            beating.cancel()
            await asyncio.wait([beating])

    def take_back(self) -> None:
        """Nobody waits for the answer any more."""
        self._is_taken_back = True
        if self._answering is not None:
            self._answering.cancel()

    async def _answer(self, register: "Callable[[HeldQuestion], None]") -> None:
        try:
            carried = carried_question(await self._parcels.unpack(self._message.data))
        except Refused as refused:
            # Nobody can be told: whose it is, is not known.
            log.info("A question that cannot be read was thrown away: %s", refused)
            await self._message.term()
            return
        self.key = f"{subjects.session_token(carried.session_id)}.{carried.seq_id}"
        if await self._is_answered(carried):
            await self._end()
            return
        if self._deliveries > self._member.bounds.deliveries:
            trouble = Refused(RefusalReason.RECOGNISER_FAILED, f"{self._deliveries - 1} workers were lost over it")
            await self._park(carried, trouble)
            return
        self._answering = asyncio.get_running_loop().create_task(self._compute(carried))
        register(self)
        try:
            await self._answering
        except asyncio.CancelledError:
            if not self._is_taken_back:
                self._answering.cancel()
                raise
            await self._end()

    async def _compute(self, carried: CarriedQuestion) -> None:
        begun_s = time.monotonic()
        try:
            question = carried.read(await self._contexts.get(carried.context))
            answered, end = await self._answered(question)
        except Refused as refused:
            await self._refuse(carried, refused)
            return
        ended_s = time.monotonic()
        worker_ms = (ended_s - begun_s) * 1000
        data = write_answer(answered, session_id=carried.session_id, seq_id=carried.seq_id, worker_ms=worker_ms)
        await self._publish(carried, await self._parcels.pack(data, name=f"answer:{self._identity}"))
        self._watching.answer_left(end, sending_ms=(time.monotonic() - ended_s) * 1000)
        await self._end()

    async def _answered(self, question: Question) -> tuple[Answered, QuestionEnd]:
        """Have the desk answer, and tell how that went. Raises ``Refused``."""
        arrived_s, arrived_ns = time.monotonic(), time.time_ns()
        outcome, waited_ms = TAKEN_BACK, None
        self._watching.question_arrived(question.priority)
        try:
            answered = await self._desk.answer(question)
            outcome, waited_ms = ANSWERED, answered.waited_ms
        except Refused as refused:
            outcome = refused.reason.value
            raise
        finally:
            total_ms = (time.monotonic() - arrived_s) * 1000
            waited_ms = total_ms if waited_ms is None else min(waited_ms, total_ms)
            end = QuestionEnd(
                priority=question.priority,
                kind=kind_of(question.task),
                sound_s=question.seconds,
                outcome=outcome,
                arrived_ns=arrived_ns,
                waited_ms=waited_ms,
                computed_ms=total_ms - waited_ms,
            )
            self._watching.question_ended(end)
        return answered, end

    async def _refuse(self, carried: CarriedQuestion, refused: Refused) -> None:
        if refused.reason not in OTHERS_MAY:
            await self._publish(carried, await self._written(carried, refused), refused=refused)
            await self._end()
        elif self._deliveries < self._member.bounds.deliveries:
            log.info("Another worker is asked: %s", refused.reason.value)
            await self._message.nak(AGAIN_AFTER_S)
        else:
            await self._park(carried, refused)

    async def _park(self, carried: CarriedQuestion, refused: Refused) -> None:
        """Answer that nobody can, and note which and why; neither sound nor text."""
        log.warning("A question was parked after %d deliveries: %s", self._deliveries, refused.reason.value)
        note = {"question": self.key, "reason": refused.reason.value, "deliveries": self._deliveries}
        await self._member.publish(
            subjects.parked_subject(carried.session_id, carried.seq_id),
            json.dumps(note).encode(),
            message_id=self._identity,
        )
        await self._publish(carried, await self._written(carried, refused), refused=refused)
        await self._end()

    async def _written(self, carried: CarriedQuestion, refused: Refused) -> bytes:
        data = write_refusal(refused, session_id=carried.session_id, seq_id=carried.seq_id)
        return await self._parcels.pack(data, name=f"answer:{self._identity}")

    async def _publish(self, carried: CarriedQuestion, payload: bytes, *, refused: Refused | None = None) -> None:
        try:
            await self._member.publish(
                subjects.answer_subject(carried.session_id, carried.seq_id),
                payload,
                message_id=self._identity,
                headers={} if refused is None else {subjects.REFUSED: refused.reason.value},
            )
        except Refused as trouble:
            raise nats.errors.Error(trouble.detail) from trouble

    async def _end(self) -> None:
        """It is over: the group forgets it, and its sound."""
        await self._message.ack()
        await self._parcels.throw_away(self._message.data)

    async def _is_answered(self, carried: CarriedQuestion) -> bool:
        """Whether another worker answered it, and was lost before it could say so."""
        if self._deliveries == 1:
            return False
        found = await self._member.last_answer(carried.session_id, carried.seq_id)
        if found is None:
            return False
        return not subjects.says_refused(found.headers) or found.number > subjects.refused_before(self._identity)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._member.bounds.heard_of_within_s / 4)
            try:
                await self._message.in_progress()
            except (nats.errors.Error, OSError) as error:
                log.info("The group does not hear that a question is worked at: %s", type(error).__name__)
