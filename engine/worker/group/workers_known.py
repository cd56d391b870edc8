"""The workers of a group, as a front knows them: by what each says of itself every second.

On a front's event loop; used by ``front.py``. Nothing of it is kept: a front that begins calls the roll. A session is
admitted by the worker that has most room, by its own measured capacity, so that together they take on as many live
sessions as they hold.
"""

import asyncio
import logging
import time
from dataclasses import dataclass

import nats.errors
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg

from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, Standing
from engine.remote.wire_answers import read_description, read_health, read_opened, read_refusal
from engine.remote.wire_format import PROTOCOLS, Opening, opening_message
from engine.worker.group import subjects
from engine.worker.group.membership import Membership

GONE_AFTER_S = 5.0
"""A worker that says nothing for so long is not counted on."""

SOMEBODY_WITHIN_S = 5.0
"""A front whose group has no worker waits so long for one."""

OPENED_WITHIN_S = 30.0
"""It may have to load a speech model."""

DECODED_WITHIN_S = 35.0
_LOOK_EVERY_S = 0.05

HERE, LEFT = b"here", b"left"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KnownWorker:
    """One of them."""

    name: str
    standing: Standing
    heard_s: float


class WorkersKnown:
    """See above."""

    def __init__(self, member: Membership) -> None:
        self._member = member
        self._known: dict[str, KnownWorker] = {}

    @property
    def now(self) -> tuple[KnownWorker, ...]:
        """Those that are there, the one with most room first."""
        since_s = time.monotonic() - GONE_AFTER_S
        here = [each for each in self._known.values() if each.heard_s >= since_s]
        return tuple(sorted(here, key=lambda each: (-each.standing.free_streams, each.standing.waiting, each.name)))

    async def start(self) -> None:
        """Listen, and ask all to say that they are there. Raises what NATS raises."""
        await self._member.hear(subjects.ALL_STANDINGS, self._on_standing)
        await self._member.client.publish(subjects.ROLL_CALL)

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        """Have a session admitted.

        Raises:
            Refused: as the last one that was asked refused, or nobody is there.
        """
        opening = opening_message(Opening(PROTOCOLS[-1], options))
        asked = wire.GroupOpening(session_id=session_id, opening=opening).SerializeToString()
        refused = Refused(RefusalReason.BUSY, "no worker of the group is there")
        for worker in await self._somebody():
            try:
                reply = await self._ask(subjects.opening_subject(worker.name), asked, within_s=OPENED_WITHIN_S)
                result = wire.TranscribeResult.FromString(reply)
            except (nats.errors.Error, OSError, DecodeError) as error:
                log.info("A worker did not admit a session: %s", type(error).__name__)
                continue
            if result.HasField("opened"):
                return read_opened(result.opened, worker="")
            refused = read_refusal(result.refusal)
        raise refused

    async def decode_ms(self) -> float:
        """Whether any worker decodes. Raises ``Refused`` if none does."""
        refused = Refused(RefusalReason.RECOGNISER_FAILED, "no worker of the group is there")
        for worker in await self._somebody():
            try:
                reply = await self._ask(subjects.health_subject(worker.name), b"", within_s=DECODED_WITHIN_S)
                health = read_health(wire.HealthReport.FromString(reply))
            except (nats.errors.Error, OSError, DecodeError) as error:
                refused = Refused(RefusalReason.RECOGNISER_FAILED, f"{worker.name}: {type(error).__name__}")
                continue
            if health.decodes:
                return health.decode_ms
            refused = Refused(RefusalReason.RECOGNISER_FAILED, f"{worker.name}: {health.reason}")
        raise refused

    def standing(self, *, live_streams: int, is_draining: bool) -> Standing:
        """All of them together, as one worker would say it."""
        here = [each.standing for each in self.now]
        return Standing(
            device=here[0].device if here else DeviceReport("", "", ""),
            models=tuple(dict.fromkeys(model for each in here for model in each.models)),
            capacity=sum(each.capacity for each in here),
            live_streams=live_streams,
            free_streams=0 if is_draining else sum(each.free_streams for each in here),
            waiting=sum(each.waiting for each in here),
            wait_ms=max((each.wait_ms for each in here), default=0.0),
        )

    async def say_here(self, session_id: str) -> None:
        """A session goes on. Raises what NATS raises."""
        await self._member.client.publish(subjects.here_subject(session_id), HERE)

    async def say_left(self, session_id: str) -> None:
        """A session ended. Raises what NATS raises."""
        await self._member.client.publish(subjects.here_subject(session_id), LEFT)

    async def _somebody(self) -> tuple[KnownWorker, ...]:
        """Those that are there; where nobody is, one may be on its way."""
        until_s = time.monotonic() + SOMEBODY_WITHIN_S
        while not self.now and time.monotonic() < until_s:
            await asyncio.sleep(_LOOK_EVERY_S)
        return self.now

    async def _ask(self, subject: str, data: bytes, *, within_s: float) -> bytes:
        return (await self._member.client.request(subject, data, timeout=within_s)).data

    async def _on_standing(self, message: Msg) -> None:
        try:
            described = read_description(wire.Description.FromString(message.data))
        except DecodeError:
            return
        # By the subject, which only its own certificate lets it use, and not by what it says.
        name = message.subject.rpartition(".")[2]
        self._known[name] = KnownWorker(name, described.standing, time.monotonic())
