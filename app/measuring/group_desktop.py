"""A desktop that asks a group: when its front dies, it asks the same questions at another.

On the event loop of ``worker_group.py``. One session, whose questions are asked in order, a few at a time.
"""

import asyncio
import time
import zlib
from collections.abc import AsyncGenerator, Callable, Sequence

import grpc
import grpc.aio

from engine.remote import transcription_pb2 as wire
from engine.remote.transcription_pb2_grpc import SpeechWorkerStub
from engine.remote.wire_format import PROTOCOLS

OPTIONS: Sequence[tuple[str, int]] = (("grpc.max_reconnect_backoff_ms", 200),)
OUTSTANDING = 3
_PAUSE_S = 0.1
_BUSY_PAUSE_S = 0.2


class GroupDesktop:
    """See above."""

    def __init__(
        self,
        *,
        session_id: str,
        fronts: Callable[[], Sequence[int]],
        model: str,
        sound: bytes,
        count: int,
        is_lecture: bool,
        outstanding: int = OUTSTANDING,
    ) -> None:
        """Get ready.

        Args:
            session_id: Of all its questions.
            fronts: Ports of the fronts that are there now.
            model: Speech model it wants.
            sound: 16 bit, 16 kHz; all questions are about it.
            count: Questions to ask, numbered from 1.
            is_lecture: Asks for whole lines of a file; else for words somebody has just spoken.
            outstanding: Questions at a time.
        """
        self.session_id = session_id
        self.waits_ms: dict[int, float] = {}
        """From each question that was answered to its answer."""
        self.wrong = 0
        """Answers to something else."""
        self.lost_fronts = 0
        self._fronts = fronts
        self._model = model
        self._sound = sound
        self.count = count
        """Questions to ask."""
        self._is_lecture = is_lecture
        self._outstanding = outstanding
        self._asked_s: dict[int, float] = {}
        self._turn = asyncio.Event()

    @property
    def is_answered(self) -> bool:
        """Whether all are."""
        return len(self.waits_ms) == self.count

    async def run(self, *, first: int = 0) -> None:
        """Ask until everything is answered; begins with the front of this number."""
        number = first
        while not self.is_answered:
            ports = self._fronts()
            if ports:
                try:
                    await self._ask(ports[number % len(ports)])
                except grpc.aio.AioRpcError:
                    self.lost_fronts += 1
            number += 1
            if not self.is_answered:
                await asyncio.sleep(_PAUSE_S)

    async def _ask(self, port: int) -> None:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=OPTIONS) as channel:
            call = SpeechWorkerStub(channel).Transcribe(self._chunks())
            async for result in call:
                if result.HasField("refusal"):
                    # Asked again with a new stream: it is not over for the session.
                    await asyncio.sleep(_BUSY_PAUSE_S)
                    call.cancel()
                    return
                if result.seq_id:
                    self._take(result)
                    if self.is_answered:
                        self._turn.set()

    def _take(self, result: wire.TranscribeResult) -> None:
        lines = result.lines.lines
        said = lines[0].text if lines else result.window.words[0].text if result.window.words else ""
        self.wrong += said.strip() != str(result.seq_id)
        waited_ms = (time.monotonic() - self._asked_s[result.seq_id]) * 1000
        self.waits_ms.setdefault(result.seq_id, waited_ms)
        self._turn.set()

    async def _chunks(self) -> AsyncGenerator[wire.AudioChunk]:
        opening = wire.Opening(protocol=PROTOCOLS[-1], model=self._model, languages=["en"])
        yield wire.AudioChunk(session_id=self.session_id, opening=opening)
        yield wire.AudioChunk(session_id=self.session_id, start=0, pcm16=self._sound, crc32=zlib.crc32(self._sound))
        asked = [number for number in range(1, self.count + 1) if number not in self.waits_ms]
        for place, number in enumerate(asked):
            while place - sum(each in self.waits_ms for each in asked) >= self._outstanding:
                self._turn.clear()
                await self._turn.wait()
            self._asked_s.setdefault(number, time.monotonic())
            yield wire.AudioChunk(session_id=self.session_id, question=self._question(number))
        while not self.is_answered:
            self._turn.clear()
            await self._turn.wait()
        yield wire.AudioChunk(session_id=self.session_id, is_over=True)

    def _question(self, number: int) -> wire.Question:
        samples = len(self._sound) // 2
        if not self._is_lecture:
            window = wire.Window(at=0, stop=samples, language="en", careful=True)
            return wire.Question(seq_id=number, priority=wire.LIVE_FINAL, window=window)
        piece = wire.Piece(start=0, stop=samples)
        stretch = wire.Stretch(parts=[piece], speech=[piece], is_whole=True, at=0)
        lines = wire.Lines(stretches=[stretch], language="en")
        return wire.Question(seq_id=number, priority=wire.FOREGROUND_FILE, lines=lines)
