"""One session of a peer: its sound, its questions, and their answers until they are read.

On the worker's event loop; made by ``sessions.py``, used by ``session_stream.py``. It outlives a stream that broke:
questions go on being answered, and the stream that comes back is told what it missed. When it is left, nothing of it
remains.
"""

import asyncio
import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.options import RecognitionOptions
from engine.remote.question import Priority, Question
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession
from engine.worker.answering import Answered, Answering
from engine.worker.limits import Limits, PeerUse
from engine.worker.session_outbox import Outbox, Reply
from engine.worker.session_sound import SessionSound
from engine.worker.watching import ANSWERED, TAKEN_BACK, QuestionEnd, Watching, kind_of

REPLAYED_S = 20.0
"""What was sent so shortly before a stream broke may have been lost on its way, and is sent again. Keepalive takes up
to 15 s to notice that nobody is there."""

_REMEMBERED = 4096
"""Numbers of questions that are over; everything before them is over as well."""

log = logging.getLogger(__name__)


@dataclass(slots=True, eq=False)
class _Asked:
    """A question, from its arrival until its answer is forgotten."""

    seq_id: int
    priority: Priority
    kind: str
    samples: int
    arrived_s: float
    arrived_ns: int
    answering: "asyncio.Task[None] | None" = None
    reply: Reply | None = None
    """The answer; ``None`` while there is none."""
    end: QuestionEnd | None = None
    ended_s: float = 0.0
    is_queued: bool = False
    """Its answer waits in the outbox."""
    sent_s: float | None = None
    forgetting: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        """Its answer was not given, or not read."""
        return self.sent_s is None


class Session:
    """See above. ``name`` is unique among all peers."""

    def __init__(
        self,
        *,
        name: str,
        use: PeerUse,
        options: RecognitionOptions,
        answering: Answering,
        limits: Limits,
        watching: Watching,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.use = use
        self.options = options
        self.sound = SessionSound(use=use, limits=limits)
        self.opened: OpenedSession | None = None
        """What its peer was told; ``None`` while it is being admitted."""
        self.outbox: Outbox | None = None
        """Of the stream it has; ``None`` while there is none."""
        self._answering = answering
        self._limits = limits
        self._watching = watching
        self._now_s = now_s
        self._asked: dict[int, _Asked] = {}
        self._over: dict[int, None] = {}
        self._over_to = 0

    @property
    def open_questions(self) -> int:
        """Questions that are not answered, or whose answer was not read."""
        return sum(asked.is_open for asked in self._asked.values())

    @property
    def unanswered(self) -> int:
        """Questions that wait or are worked at."""
        return sum(asked.reply is None for asked in self._asked.values())

    @property
    def is_empty(self) -> bool:
        """Neither sound nor a question nor an answer is held."""
        return not self._asked and self.sound.start == self.sound.stop

    def go_on_with(self, outbox: Outbox, *, opened: OpenedSession) -> None:
        """A stream is there; another one it had ends. What the peer may not have read is sent again."""
        if self.outbox is not None:
            self.outbox.give_up()
        self.outbox = outbox
        outbox.put_now(Reply(opened))
        since = self._now_s() - REPLAYED_S
        for asked in self._asked.values():
            asked.is_queued = False
            if asked.reply is not None and (asked.sent_s is None or asked.sent_s >= since):
                self._send(asked)

    def repeat(self, seq_id: int) -> bool:
        """Whether the question is known; then it is not asked again, and its answer comes once more if there is one.

        Raises:
            Refused: it was answered so long ago that the answer is forgotten, or its number is none.
        """
        asked = self._asked.get(seq_id)
        if asked is None:
            if 0 < seq_id <= self._over_to or seq_id in self._over:
                raise Refused(RefusalReason.NOT_UNDERSTOOD, "this question is over")
            return False
        if asked.reply is not None and not asked.is_queued:
            self._send(asked)
        return True

    def cutter(self) -> Callable[[int, int], Samples]:
        """Cuts a new question's sound from one offset to another; raises ``Refused`` before it becomes too much."""
        if self.open_questions >= self._limits.questions:
            raise Refused(RefusalReason.TOO_MUCH, "too many questions are open")
        left = int(self._limits.asked_s * SAMPLE_RATE_HZ) - sum(
            asked.samples for asked in self._asked.values() if asked.reply is None
        )

        def cut(at: int, stop: int) -> Samples:
            nonlocal left
            left -= stop - at
            if left < 0:
                raise Refused(RefusalReason.TOO_MUCH, "too much sound of this session waits to be understood")
            return self.sound.cut(at, stop)

        return cut

    def ask(self, question: Question) -> None:
        """Have a question answered; the answer goes to the stream that the session has then.

        Raises:
            Refused: too much is asked at a time.
        """
        samples = round(question.seconds * SAMPLE_RATE_HZ)
        self.use.ask(samples)
        asked = _Asked(
            seq_id=question.seq_id,
            priority=question.priority,
            kind=kind_of(question.task),
            samples=samples,
            arrived_s=self._now_s(),
            arrived_ns=time.time_ns(),
        )
        self._asked[question.seq_id] = asked
        self._watching.question_arrived(question.priority)
        asked.answering = asyncio.get_running_loop().create_task(self._answer(asked, question))

    def take_back(self, seq_id: int) -> None:
        """Nobody waits for this answer any more."""
        asked = self._asked.pop(seq_id, None)
        if asked is not None:
            self._drop(asked)
            self._note_over(seq_id)

    def was_sent(self, reply: Reply) -> None:
        """The peer has taken this answer; it is kept a while longer, in case the stream breaks just now."""
        asked = self._asked.get(reply.seq_id)
        if asked is None or asked.reply is not reply:
            return
        asked.is_queued = False
        is_first = asked.sent_s is None
        asked.sent_s = self._now_s()
        if is_first and asked.end is not None:
            self._watching.answer_left(asked.end, sending_ms=(asked.sent_s - asked.ended_s) * 1000)
        if isinstance(reply.what, Refused):
            self._forget(reply.seq_id, is_over=False)  # it may be asked again: it was never answered

    async def until_answered(self) -> None:
        """Return when nothing is unanswered."""
        while waiting := [asked.answering for asked in self._asked.values() if asked.answering is not None]:
            await asyncio.wait(waiting)

    def leave(self) -> None:
        """Drop everything."""
        for asked in self._asked.values():
            self._drop(asked)
        self._asked.clear()
        self.sound.clear()
        if self.outbox is not None:
            self.outbox.give_up()
            self.outbox = None

    async def _answer(self, asked: _Asked, question: Question) -> None:
        try:
            what = await self._answering.answer(question)
        except Refused as refused:
            what = refused
        except asyncio.CancelledError:
            if asked.answering is None:
                raise  # taken back
            what = Refused(RefusalReason.RECOGNISER_FAILED, "it was given up")
        except Exception as error:
            # A bug: its peer is not left waiting. Its message and its trace may hold what was said.
            log.error("A question could not be answered: %s at %s", type(error).__name__, _place(error))  # noqa: TRY400
            what = Refused(RefusalReason.RECOGNISER_FAILED, type(error).__name__)
        if asked.answering is None:
            return  # taken back, and answered all the same
        asked.answering = None
        self.use.unask(asked.samples)
        asked.ended_s = self._now_s()
        total_ms = (asked.ended_s - asked.arrived_s) * 1000
        asked.reply = Reply(what, asked.seq_id, total_ms)
        waited_ms = min(what.waited_ms, total_ms) if isinstance(what, Answered) else total_ms
        outcome = ANSWERED if isinstance(what, Answered) else what.reason.value
        self._end(asked, outcome, waited_ms=waited_ms, computed_ms=total_ms - waited_ms)
        asked.forgetting = asyncio.get_running_loop().call_later(self._limits.linger_s, self._forget, asked.seq_id)
        if self.outbox is not None:
            self._send(asked)

    def _send(self, asked: _Asked) -> None:
        if self.outbox is not None and asked.reply is not None:
            asked.is_queued = True
            self.outbox.put_now(asked.reply)

    def _forget(self, seq_id: int, *, is_over: bool = True) -> None:
        asked = self._asked.pop(seq_id, None)
        if asked is not None:
            self._drop(asked)
            if is_over:
                self._note_over(seq_id)

    def _drop(self, asked: _Asked) -> None:
        if asked.forgetting is not None:
            asked.forgetting.cancel()
        if asked.answering is not None:
            asked.answering.cancel()
            asked.answering = None
            self.use.unask(asked.samples)
            self._end(asked, TAKEN_BACK, waited_ms=(self._now_s() - asked.arrived_s) * 1000, computed_ms=0.0)
        if asked.sent_s is None and asked.end is not None:
            self._watching.answer_left(asked.end, sending_ms=None)
        asked.reply = None

    def _end(self, asked: _Asked, outcome: str, *, waited_ms: float, computed_ms: float) -> None:
        asked.end = QuestionEnd(
            priority=asked.priority,
            kind=asked.kind,
            sound_s=asked.samples / SAMPLE_RATE_HZ,
            outcome=outcome,
            arrived_ns=asked.arrived_ns,
            waited_ms=waited_ms,
            computed_ms=computed_ms,
        )
        self._watching.question_ended(asked.end)

    def _note_over(self, seq_id: int) -> None:
        self._over[seq_id] = None
        while len(self._over) > _REMEMBERED:
            oldest = next(iter(self._over))
            del self._over[oldest]
            self._over_to = max(self._over_to, oldest)


def _place(error: BaseException) -> str:
    """Where it was raised, without what was said there."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno}" if frames else "?"
