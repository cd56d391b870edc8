"""How a front or a worker is connected to its group, and how it publishes what must not be lost.

On the event loop of its process; one connection each. The connection comes back by itself, for ever. To publish again
what was published already is harmless: a message id makes it the same.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# nats-py leaves a few of its parameters and headers without types.

import asyncio
import contextlib
import logging
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import nats
import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext
from nats.js.api import Header, PubAck, RawStreamMsg

from engine.remote.refusal import RefusalReason, Refused
from engine.worker.group import subjects
from engine.worker.group.layout import GroupBounds, is_laid_out, lay_out

PATIENCE_S = 10.0
"""Publishing is tried for so long. A lost leader of a cluster was measured to pause it for 6 s."""

ANSWERED_WITHIN_S = 2.0
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.05, 0.5
_STORE_FAILED = 10077
"""JetStream's number for “maximum messages per subject exceeded” and “maximum bytes exceeded”."""

_CONNECT_S = 5
_RECONNECT_EVERY_S = 0.25

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GroupTls:
    """A member's certificate by which the server knows what it may do."""

    authority: Path
    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class GroupPlace:
    """Where a group meets."""

    servers: tuple[str, ...]
    """Addresses as ``nats://127.0.0.1:4222``."""
    tls: GroupTls | None = None
    """Without it, only on this machine."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A message that a stream keeps."""

    data: bytes
    number: int
    """In its stream."""
    headers: Mapping[str, str]


class Membership:
    """One member's connection. ``name`` is unique in its group and good as a part of a subject."""

    def __init__(self, place: GroupPlace, *, name: str, bounds: GroupBounds) -> None:
        self.name = name
        self.bounds = bounds
        self.client = Client()
        self.stream: JetStreamContext = self.client.jetstream(timeout=ANSWERED_WITHIN_S)
        self._place = place

    async def join(self, *, lays_out: bool, patience_s: float = PATIENCE_S) -> None:
        """Connect; a front makes what is not there, a worker waits until one did.

        Raises:
            Refused: nobody answers at that address, or not who should.
        """
        try:
            async with asyncio.timeout(patience_s):
                await self._connect()
            if lays_out:
                await lay_out(self.stream, self.bounds)
            while not await is_laid_out(self.stream):
                await asyncio.sleep(_FIRST_PAUSE_S)
        except (nats.errors.Error, OSError, TimeoutError) as error:
            await self.leave()
            raise Refused(RefusalReason.BUSY, f"the group's server does not answer: {error}") from error

    async def leave(self) -> None:
        """Disconnect."""
        if not self.client.is_closed:
            with contextlib.suppress(OSError):  # the server was gone first
                await self.client.close()

    async def publish(
        self,
        subject: str,
        payload: bytes,
        *,
        message_id: str,
        headers: Mapping[str, str] | None = None,
        mend: Callable[[], Awaitable[None]] | None = None,
    ) -> PubAck:
        """Publish for good, for as long as it takes a cluster to find a new leader.

        Args:
            subject: Where.
            payload: What.
            message_id: The same for the same message.
            headers: Besides.
            mend: Called when the server does not know the stream any more.

        Raises:
            Refused: with ``BUSY``; there is no room, or the server is away.
        """
        until_s = time.monotonic() + PATIENCE_S
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                return await self.stream.publish(
                    subject, payload, timeout=ANSWERED_WITHIN_S, headers={**(headers or {}), Header.MSG_ID: message_id}
                )
            except nats.js.errors.APIError as error:
                if error.err_code == _STORE_FAILED:
                    raise Refused(RefusalReason.BUSY, error.description or "the group takes no more") from error
                trouble: Exception = error
            except (nats.errors.Error, OSError, TimeoutError) as error:
                trouble = error
            if time.monotonic() + pause_s >= until_s:
                raise Refused(RefusalReason.BUSY, f"the group's server is away: {type(trouble).__name__}") from trouble
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
            if mend is not None and isinstance(trouble, nats.js.errors.NoStreamResponseError):
                try:
                    await mend()
                except (nats.errors.Error, OSError, TimeoutError) as error:
                    log.info("The streams could not be made anew: %s", type(error).__name__)

    async def hear(self, subject: str, on_message: Callable[[Msg], Awaitable[None]] | None = None) -> Subscription:
        """Have ``on_message`` called with each message, or read them from what this gives. Raises what NATS raises."""
        return await self.client.subscribe(subject, cb=on_message)

    async def last_answer(self, session_id: str, seq_id: int) -> Kept | None:
        """The answer to a question, or why there is none. Raises what NATS raises."""
        subject = subjects.answer_subject(session_id, seq_id)
        try:
            return _kept(await self.stream.get_last_msg(subjects.ANSWERS, subject, direct=True))
        except nats.js.errors.NotFoundError:
            return None

    async def question_at(self, number: int) -> Kept | None:
        """What is kept under this number in the stream of questions. Raises what NATS raises."""
        try:
            return _kept(await self.stream.get_msg(subjects.QUESTIONS, seq=number, direct=True))
        except (nats.js.errors.NotFoundError, nats.errors.NoRespondersError):
            return None

    async def _connect(self) -> None:
        await self.client.connect(
            list(self._place.servers),
            name=self.name,
            tls=_context(self._place.tls) if self._place.tls is not None else None,
            # Answers to this member alone: its certificate lets it hear nobody else's.
            inbox_prefix=subjects.inbox_of(self.name).encode(),
            allow_reconnect=True,
            connect_timeout=_CONNECT_S,
            max_reconnect_attempts=-1,
            reconnect_time_wait=_RECONNECT_EVERY_S,  # pyright: ignore[reportArgumentType] - parts of a second are fine
            error_cb=_on_error,
        )


def _kept(message: RawStreamMsg) -> Kept:
    return Kept(message.data or b"", message.seq or 0, cast("Mapping[str, str]", message.headers or {}))


def _context(tls: GroupTls) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.SERVER_AUTH, cafile=str(tls.authority))
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(str(tls.certificate), str(tls.key))
    return context


async def _on_error(error: Exception) -> None:
    log.info("The group's server: %s", type(error).__name__)
