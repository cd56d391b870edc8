"""One session with a worker: one stream that sound and questions go up and answers come down, and that may break.

A thread of its own (``worker-stream``) opens the stream and reads it; gRPC's takes what is to be sent from
``_outgoing``; whoever asks waits on its own thread. When the stream breaks and something is still wanted, it is opened
again under the same session: sound goes on from where the worker says it is, questions go up again under their
numbers, so that nothing is sent, computed or answered twice. A question that is not answered in time raises, and the
worker is told that nobody waits for it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, overload

import grpc

from engine.contract.cancellation import Cancellation
from engine.contract.engine import LanguageGuess
from engine.contract.errors import WorkerError, WorkerUnreachable
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.patience import Patience
from engine.remote.question import (
    Answer,
    LanguageTask,
    LinesFound,
    LinesTask,
    Priority,
    Question,
    Task,
    WindowTask,
    sounds_of,
)
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.remote_errors import from_refusal
from engine.remote.sound_stream import SoundStream
from engine.remote.standing import OpenedSession
from engine.remote.wire_answers import AnswerReader, read_opened, read_refusal
from engine.remote.wire_format import Opening, chunk_message, opening_message, question_message, to_pcm

LOOK_S = 0.05
"""How soon a question that was cancelled is given up."""

FIRST_PAUSE_S = 0.05
"""Before a broken stream is opened again; twice as long each time."""

LONGEST_PAUSE_S = 1.0

MOST_RESENDS = 5
"""So often sound is sent again for one question; a line that damages it each time will not mend."""

_LOST = {RefusalReason.SOUND_MISSING, RefusalReason.SOUND_DAMAGED}


class Stream(Protocol):
    """A call of ``Transcribe``."""

    def __iter__(self) -> Iterator[wire.TranscribeResult]:
        """What comes down. Raises ``grpc.RpcError``."""
        ...

    def cancel(self) -> object:
        """End it at once."""
        ...


Transcribe = Callable[[Iterator[wire.AudioChunk]], Stream]
"""Begins a stream; what is sent is taken from the iterator on another thread."""


@dataclass(slots=True, eq=False)
class _Asked:
    """A question that somebody waits for."""

    message: wire.Question
    start: int
    stop: int
    """Its sound, as offsets in what the session sends."""
    reader: AnswerReader
    sent_in: int = 0
    """The stream it went up in; 0 for none."""
    resends: int = 0
    answer: Answer | None = None
    error: WorkerError | None = None

    @property
    def is_over(self) -> bool:
        return self.answer is not None or self.error is not None


class RemoteSession:
    """See the top of this file. ``ask`` may be called by any number of threads."""

    def __init__(
        self,
        *,
        transcribe: Transcribe,
        session_id: str,
        options: RecognitionOptions,
        worker: str,
        translate: Callable[[grpc.RpcError], WorkerError],
        protocol: int,
        patience: Patience,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Get ready; ``open`` begins.

        Args:
            transcribe: Begins a stream on the connection.
            session_id: Unique for ever.
            options: How to understand it.
            worker: Its name, as the person knows it.
            translate: Says what an error of gRPC means.
            protocol: The version both peers know.
            patience: How long to wait for what.
            clock: Monotonic seconds.
        """
        self._transcribe = transcribe
        self._id = session_id
        self._options = options
        self._worker = worker
        self._translate = translate
        self._opening = opening_message(Opening(protocol, options))
        self._patience = patience
        self._clock = clock
        self._changed = threading.Condition()
        self._sound = SoundStream()
        self._asked: dict[int, _Asked] = {}
        self._taken_back: deque[int] = deque()
        self._numbers = 0
        self._opened: OpenedSession | None = None
        self._is_wanted = False
        """It is to be opened, though nothing is asked yet."""
        self._is_closed = False
        self._streams = 0
        """Streams begun; the number of the one there is, or is to be."""
        self._is_open = False
        self._call: Stream | None = None
        self._broken_at_s: float | None = None
        """Since when something is asked and there is no stream for it."""
        self._pause_s = FIRST_PAUSE_S
        self._refusal: WorkerError | None = None
        """Why the worker does not take this stream."""
        self._trouble: WorkerError | None = None
        """Why the last stream ended."""
        self._thread = threading.Thread(target=self._run, name="worker-stream", daemon=True)
        self._thread.start()

    @property
    def opened(self) -> OpenedSession | None:
        """What the worker said of itself when the session began; ``None`` before."""
        return self._opened

    def open(self) -> OpenedSession:
        """Begin it, unless it has begun.

        Raises:
            WorkerError: the worker does not take it, or does not say so in time.
        """
        until_s = self._clock() + self._patience.open_s
        with self._changed:
            self._is_wanted = True
            self._changed.notify_all()
            while self._opened is None:
                if self._is_closed:
                    raise self._gone("the session was closed")
                if not self._is_wanted:
                    raise self._trouble or self._gone("the session was not opened")
                if not self._changed.wait(until_s - self._clock()):
                    self._is_wanted = False
                    self._end_stream()
                    raise self._gone("the session was not opened in time")
            self._is_wanted = False
            return self._opened

    @overload
    def ask(
        self, task: LinesTask, *, priority: Priority, within_s: float = 0.0, cancellation: Cancellation | None = None
    ) -> LinesFound: ...

    @overload
    def ask(
        self, task: WindowTask, *, priority: Priority, within_s: float = 0.0, cancellation: Cancellation | None = None
    ) -> Heard: ...

    @overload
    def ask(
        self, task: LanguageTask, *, priority: Priority, within_s: float = 0.0, cancellation: Cancellation | None = None
    ) -> LanguageGuess: ...

    def ask(
        self, task: Task, *, priority: Priority, within_s: float = 0.0, cancellation: Cancellation | None = None
    ) -> Answer:
        """Ask, and wait for the answer.

        Args:
            task: What is to be understood.
            priority: Whose turn it is.
            within_s: What would be liked, for the worker; how long is waited says ``Patience``.
            cancellation: Looked at while waiting.

        Raises:
            Cancelled: stopping was requested; the worker is told.
            WorkerError: no answer came.
        """
        sounds = [to_pcm(each) for each in sounds_of(task)]
        with self._changed:
            self._numbers += 1
            question = Question(self._id, self._numbers, priority, self._options, task, within_s)
            asked = self._asked[self._numbers] = self._place(question, sounds)
            if not self._is_open and self._broken_at_s is None:
                self._broken_at_s = self._clock()
            self._let_go()
            self._changed.notify_all()
            try:
                return self._wait_for(asked, self._patience.for_answer(question.seconds), cancellation)
            finally:
                del self._asked[question.seq_id]
                if not asked.is_over and asked.sent_in:
                    self._taken_back.append(question.seq_id)
                if not self._asked and not self._is_open:
                    self._broken_at_s = None
                self._let_go()
                self._changed.notify_all()

    def close(self) -> None:
        """End it; whoever waits for an answer gets ``WorkerUnreachable``. Closing twice is harmless."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(self._patience.close_s)
        if self._thread.is_alive():
            with self._changed:
                self._end_stream()
            self._thread.join(self._patience.close_s)

    # Asking

    def _place(self, question: Question, sounds: Sequence[bytes]) -> _Asked:
        """Put a question's sound in line, where it is not there already."""
        places = [self._sound.put(pcm) for pcm in sounds]
        return _Asked(
            question_message(question, places=places),
            start=min(places, default=self._sound.stop),
            stop=max((place + len(pcm) // 2 for place, pcm in zip(places, sounds, strict=True)), default=0),
            reader=AnswerReader(question.task),
        )

    def _wait_for(self, asked: _Asked, patience_s: float, cancellation: Cancellation | None) -> Answer:
        until_s = self._clock() + patience_s
        while asked.answer is None:
            if asked.error is not None:
                raise asked.error
            if cancellation is not None:
                cancellation.check()
            if self._is_closed:
                raise self._gone("the session was closed")
            now_s = self._clock()
            if now_s >= until_s:
                raise self._gone(f"no answer within {patience_s:.0f} s")
            if self._broken_at_s is not None and now_s >= self._broken_at_s + self._patience.resume_s:
                raise self._trouble or self._gone("the connection broke")
            self._changed.wait(min(LOOK_S, until_s - now_s))
        return asked.answer

    def _let_go(self) -> None:
        """Of sound that nobody asks about, keep the last of it only."""
        self._sound.let_go(asked_from=min((asked.start for asked in self._asked.values()), default=None))

    # Sending, on gRPC's thread

    def _outgoing(self, stream: int) -> Iterator[wire.AudioChunk]:
        yield wire.AudioChunk(session_id=self._id, opening=self._opening)
        while True:
            with self._changed:
                while (message := self._next_message(stream)) is None:
                    if stream != self._streams:
                        return
                    self._changed.wait()
                message.keep_from = self._sound.keep_from
            yield message
            if message.is_over:
                return

    def _next_message(self, stream: int) -> wire.AudioChunk | None:
        """What is taken back, then sound as far as a question needs it, then the question; at last that it is over."""
        if stream != self._streams or not self._is_open:
            return None
        if self._taken_back:
            return wire.AudioChunk(session_id=self._id, cancel_seq_id=self._taken_back.popleft())
        if self._is_closed:
            return None if self._asked else wire.AudioChunk(session_id=self._id, is_over=True)
        asked = next((each for each in self._asked.values() if each.sent_in != stream and not each.is_over), None)
        if asked is None:
            return None
        chunk = self._sound.next_chunk(to=asked.stop)
        if chunk is None:
            message = wire.AudioChunk(session_id=self._id)
        else:
            message = chunk_message(self._id, start=chunk.start, pcm=chunk.pcm)
        if self._sound.sent_to >= asked.stop:
            message.question.CopyFrom(asked.message)
            asked.sent_in = stream
        return message

    # Receiving, on the thread of this session

    def _run(self) -> None:
        while (stream := self._await_work()) is not None:
            try:
                call = self._transcribe(self._outgoing(stream))
                with self._changed:
                    self._call = call
                for result in call:
                    with self._changed:
                        self._take(result)
                        self._changed.notify_all()
                trouble: WorkerError = self._gone("the worker ended the stream")
            except grpc.RpcError as error:
                trouble = self._translate(error)
            except ValueError as error:  # gRPC's for a connection that was closed here
                trouble = self._gone(str(error))
            with self._changed:
                self._on_ended(trouble)
                self._changed.notify_all()

    def _await_work(self) -> int | None:
        """Wait until a stream is wanted; its number, or ``None`` when the session was closed."""
        with self._changed:
            if self._broken_at_s is not None:
                self._changed.wait_for(lambda: self._is_closed, self._pause_s)
                self._pause_s = min(LONGEST_PAUSE_S, 2 * self._pause_s)
            self._changed.wait_for(lambda: self._is_closed or self._is_wanted or bool(self._asked))
            if self._is_closed:
                return None
            self._streams += 1
            self._refusal = None
            return self._streams

    def _take(self, result: wire.TranscribeResult) -> None:
        self._sound.acknowledge(result.acknowledged_to)
        if self._broken_at_s is not None:
            self._broken_at_s = self._clock()  # it is there, and gets ready; how long an answer may take is bounded too
        asked = self._asked.get(result.seq_id)
        if result.HasField("opened"):
            self._on_opened(read_opened(result.opened, worker=self._worker), result.acknowledged_to)
        elif asked is not None and not asked.is_over:
            try:
                asked.answer = asked.reader.take(result)
            except Refused as refused:
                self._on_refused([asked], refused, result.acknowledged_to)
        elif result.HasField("refusal") and not result.seq_id:
            refused = read_refusal(result.refusal)
            if not self._is_open:
                self._refusal = from_refusal(refused, worker=self._worker)
            self._on_refused(list(self._asked.values()), refused, result.acknowledged_to)

    def _on_opened(self, opened: OpenedSession, acknowledged_to: int) -> None:
        self._opened = opened
        self._is_open = True
        self._broken_at_s = None
        self._pause_s = FIRST_PAUSE_S
        self._sound.go_on_from(acknowledged_to)
        for asked in self._asked.values():
            asked.reader.begin_anew()

    def _on_refused(self, askers: Sequence[_Asked], refused: Refused, acknowledged_to: int) -> None:
        """Sound that got lost is sent again, and the question asked again; everything else is the answer."""
        is_lost = refused.reason in _LOST and self._is_open
        if is_lost:
            self._sound.go_on_from(acknowledged_to)
        for asked in askers:
            asked.resends += 1
            if is_lost and asked.resends <= MOST_RESENDS:
                asked.sent_in = 0
            else:
                asked.error = from_refusal(refused, worker=self._worker)

    def _on_ended(self, trouble: WorkerError) -> None:
        self._streams += 1
        self._call = None
        self._is_open = False
        self._trouble = self._refusal or trouble
        if self._opened is None or not isinstance(self._trouble, WorkerUnreachable):
            # Nothing that another try would mend.
            self._is_wanted = False
            for asked in self._asked.values():
                asked.error = asked.error or self._trouble
        elif self._asked and self._broken_at_s is None:
            self._broken_at_s = self._clock()

    def _end_stream(self) -> None:
        if self._call is not None:
            self._call.cancel()

    def _gone(self, detail: str) -> WorkerUnreachable:
        return WorkerUnreachable(self._worker, detail)
