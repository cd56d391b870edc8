"""One stream of a peer, from its first message to its end: sound and questions in, answers out.

On the worker's event loop; made by ``service.py`` for each call of ``Transcribe``. A task reads and a task writes, and
neither waits for the other longer than the bounds in ``limits.py`` say: a peer that does not read is not read from.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import grpc
import grpc.aio
from google.protobuf.message import DecodeError

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.remote import transcription_pb2 as wire
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession
from engine.remote.wire_answers import answer_messages, opened_message, refusal_message
from engine.remote.wire_format import (
    PROTOCOLS,
    read_context_json,
    read_opening,
    read_question,
    read_session_id,
    read_sound,
)
from engine.worker.answering import Answered
from engine.worker.limits import Limits, PeerUse
from engine.worker.session import Session
from engine.worker.session_outbox import Outbox, Reply
from engine.worker.sessions import Sessions
from engine.worker.watching import Watching

TELL_ACKNOWLEDGED_EVERY = 2 * SAMPLE_RATE_HZ
"""So much new sound is worth a message of its own where there is nothing else to say."""

TELL_OPENING_EVERY_S = 0.5
"""A peer that waits for its session to be opened, while a speech model loads, hears so often that somebody is there: it
takes a worker that says nothing for one that is gone."""


class StreamOver(Exception):
    """The stream ends before its peer wants it to."""

    def __init__(self, code: grpc.StatusCode, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        """One plain sentence."""


class Wire(Protocol):
    """The two directions of a call."""

    async def read(self) -> wire.AudioChunk | None:
        """The next message; ``None`` when the peer has said all. Raises ``Refused`` for one that is no message."""
        ...

    async def write(self, message: wire.TranscribeResult) -> None:
        """Hand a message on; returns when there is room for another."""
        ...


class SessionStream:
    """See above."""

    def __init__(
        self,
        *,
        call: Wire,
        use: PeerUse,
        sessions: Sessions,
        limits: Limits,
        watching: Watching,
        is_trusted: Callable[[], bool],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Get ready. ``is_trusted`` is asked at every message: trust may end while the stream lasts."""
        self._call = call
        self._use = use
        self._sessions = sessions
        self._limits = limits
        self._watching = watching
        self._is_trusted = is_trusted
        self._now_s = now_s
        self._outbox = Outbox()
        self._session: Session | None = None
        self._session_id = ""
        self._meeting = ""
        self._is_over = False
        """Its peer said that the session ends."""
        self._faults = 0
        self._told_hole_at = -1
        self._acknowledged_to = 0

    async def run(self) -> None:
        """Serve it to its end. Raises ``StreamOver``."""
        loop = asyncio.get_running_loop()
        reading, writing = loop.create_task(self._read()), loop.create_task(self._write())
        is_whole = False
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
            if reading.done():
                reading.result()
            await writing
            if not reading.done():
                raise StreamOver(grpc.StatusCode.ABORTED, "The session goes on in another stream.")
            # gRPC says that all is said also where the line broke, and not always that it did.
            is_whole = self._is_over
        finally:
            for task in (reading, writing):
                task.cancel()
            # What they end with was raised above, or is of no interest beside it.
            await asyncio.gather(reading, writing, return_exceptions=True)
            if self._session is not None:
                leave = self._sessions.end if is_whole else self._sessions.break_off
                leave(self._session, self._outbox)

    async def _read(self) -> None:
        first = await self._next(self._limits.opening_within_s, "The stream was not opened.")
        if first is None:
            self._outbox.close()
            return
        try:
            session = await self._open(first)
        except Refused as refused:
            await self._refuse(refused)
            self._outbox.close()
            return
        chunk: wire.AudioChunk | None = first
        while chunk is not None:
            await self._take(session, chunk)
            chunk = await self._next(self._limits.silent_s, "Nothing came for too long.")
        await session.until_answered()
        self._outbox.close()

    async def _next(self, within_s: float, too_late: str) -> wire.AudioChunk | None:
        while True:
            try:
                async with asyncio.timeout(within_s):
                    chunk = await self._call.read()
            except TimeoutError:
                raise StreamOver(grpc.StatusCode.DEADLINE_EXCEEDED, too_late) from None
            except Refused as refused:
                await self._slow_down(0)
                await self._refuse(refused)
                continue
            if chunk is not None:
                await self._slow_down(len(chunk.pcm16) + len(chunk.context_json))
            if not self._is_trusted():
                raise StreamOver(grpc.StatusCode.PERMISSION_DENIED, "This desktop is not paired any more.")
            return chunk

    async def _slow_down(self, message_bytes: int) -> None:
        pause_s = self._use.pause_s(message_bytes=message_bytes, now_s=self._now_s())
        if pause_s:
            await asyncio.sleep(pause_s)

    async def _open(self, first: wire.AudioChunk) -> Session:
        self._session_id = read_session_id(first)
        if not first.HasField("opening"):
            raise Refused(RefusalReason.NOT_UNDERSTOOD, "a stream begins with an opening")
        opening = read_opening(first.opening)
        if opening.protocol not in PROTOCOLS:
            raise Refused(RefusalReason.NOT_UNDERSTOOD, f"protocol {opening.protocol} is not spoken here")
        telling = asyncio.get_running_loop().create_task(self._tell_that_it_opens())
        try:
            known = await self._sessions.remember(use=self._use, meeting=opening.meeting, document=opening.context_json)
            session = self._session = await self._sessions.attach(
                use=self._use, session_id=self._session_id, options=opening.options, outbox=self._outbox, known=known
            )
            self._meeting = opening.meeting
        finally:
            telling.cancel()
        self._acknowledged_to = session.sound.stop
        return session

    async def _tell_that_it_opens(self) -> None:
        while True:
            await asyncio.sleep(TELL_OPENING_EVERY_S)
            if self._outbox.is_empty:
                self._outbox.put_now(Reply(None))

    async def _take(self, session: Session, chunk: wire.AudioChunk) -> None:
        """One message: what it takes back, then its sound, then its question."""
        if session.outbox is not self._outbox:
            raise StreamOver(grpc.StatusCode.ABORTED, "The session goes on in another stream.")
        has_question, seq_id = chunk.HasField("question"), chunk.question.seq_id
        try:
            self._check_session(chunk)
            if chunk.context_json and self._meeting:
                document = read_context_json(chunk)
                self._sessions.remember_soon(use=self._use, meeting=self._meeting, document=document)
            if chunk.cancel_seq_id:
                session.take_back(chunk.cancel_seq_id)
            pcm16 = read_sound(chunk)
            if not pcm16 or chunk.start > session.sound.stop:
                session.sound.skip_to(chunk.keep_from)
            self._is_over = self._is_over or chunk.is_over
            if pcm16:
                self._watching.sound_came(session.sound.add(chunk.start, pcm16) / SAMPLE_RATE_HZ)
            if has_question and not session.repeat(seq_id):
                session.ask(
                    read_question(
                        chunk.question, session_id=session.name, options=session.options, sound=session.cutter()
                    )
                )
            session.sound.forget_before(chunk.keep_from)
        except Refused as refused:
            await self._refuse(refused, session=session, seq_id=seq_id)
        self._acknowledge(session)

    def _check_session(self, chunk: wire.AudioChunk) -> None:
        if chunk.session_id not in ("", self._session_id):
            raise Refused(RefusalReason.NOT_UNDERSTOOD, "a stream is of one session")

    def _acknowledge(self, session: Session) -> None:
        if session.sound.stop - self._acknowledged_to >= TELL_ACKNOWLEDGED_EVERY and self._outbox.is_empty:
            self._outbox.put_now(Reply(None))

    async def _refuse(self, refused: Refused, *, session: Session | None = None, seq_id: int = 0) -> None:
        self._watching.refused(refused.reason)
        if refused.reason is RefusalReason.NOT_UNDERSTOOD:
            self._faults += 1
            if self._faults > self._limits.faults:
                raise StreamOver(grpc.StatusCode.INVALID_ARGUMENT, "Too many messages broke the protocol.")
        if session is not None and refused.reason is RefusalReason.SOUND_MISSING and not seq_id:
            # All that was sent after a lost chunk is beyond the hole: said once, it is enough.
            if self._told_hole_at == session.sound.stop:
                return
            self._told_hole_at = session.sound.stop
        await self._outbox.put(Reply(refused, seq_id))

    async def _write(self) -> None:
        while (reply := await self._outbox.take()) is not None:
            for message in self._messages(reply):
                try:
                    async with asyncio.timeout(self._limits.unread_s):
                        await self._call.write(message)
                except TimeoutError:
                    raise StreamOver(grpc.StatusCode.DEADLINE_EXCEEDED, "The answers are not read.") from None
            if self._session is not None:
                self._session.was_sent(reply)

    def _messages(self, reply: Reply) -> Iterator[wire.TranscribeResult]:
        session_id = self._session_id
        to = self._acknowledged_to = self._session.sound.stop if self._session is not None else 0
        match reply.what:
            case OpenedSession() as opened:
                yield opened_message(opened, session_id=session_id, acknowledged_to=to)
            case Refused() as refused:
                yield refusal_message(refused, session_id=session_id, seq_id=reply.seq_id, acknowledged_to=to)
            case Answered(answer=answer, waited_ms=waited_ms):
                yield from answer_messages(
                    answer,
                    session_id=session_id,
                    seq_id=reply.seq_id,
                    acknowledged_to=to,
                    worker_ms=reply.worker_ms,
                    waited_ms=waited_ms,
                )
            case None:
                yield wire.TranscribeResult(session_id=session_id, acknowledged_to=to)


class GrpcCall:
    """A call of gRPC's as ``Wire``: what cannot be parsed is refused, and not an error of gRPC's."""

    def __init__(self, context: "grpc.aio.ServicerContext[Any, wire.TranscribeResult]") -> None:
        self._context = context

    async def read(self) -> wire.AudioChunk | None:
        """See ``Wire``."""
        data: object = await self._context.read()
        if not isinstance(data, bytes):
            return None  # grpc.aio.EOF, which has no type
        try:
            return wire.AudioChunk.FromString(data)
        except DecodeError as error:
            raise Refused(RefusalReason.NOT_UNDERSTOOD, "not a message of this protocol") from error

    async def write(self, message: wire.TranscribeResult) -> None:
        """See ``Wire``."""
        await self._context.write(message)
