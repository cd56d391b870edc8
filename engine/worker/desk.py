"""Answers the questions of a worker's sessions on this machine's own speech models.

Lives on the worker's event loop; only the decoding runs on threads, as many as the device has slots. ``schedule.py``
says whose turn it is, ``admission.py`` who may join, ``model_shelf.py`` has the speech models; this brings them
together. A file is answered a slice at a time, so that words that are spoken wait for a slice at the most. Where there
are several slots, one is kept free of files while somebody speaks, and of tentative words once final ones have to wait.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import count

import numpy as np

from engine.caching.figures import LayerFigures
from engine.caching.memory_contexts import MemoryContexts
from engine.contract.cancellation import Cancelled
from engine.contract.engine import DeviceReport
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import probe_sound
from engine.remote.question import Answer, Priority, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, Standing
from engine.worker.admission import Admission, has_time_to_wait, most_in_time
from engine.worker.answering import Answered
from engine.worker.job import Job
from engine.worker.known_lines import SiteLines
from engine.worker.layers import layer_figures
from engine.worker.loaded_model import LoadedModel, batch_kind
from engine.worker.meetings_known import Awaited, MeetingsKnown
from engine.worker.model_shelf import ModelShelf
from engine.worker.schedule import FILES, LIVE, Schedule, Ticket, Turns, due_s

GATHER_S = 0.002
"""What comes so soon after a question may share its batch, where batches are worth it."""

SLICE_S = 0.3
"""While somebody speaks, a file is decoded in slices of about so long, or a stretch at a time."""

SPEAKING_S = 10.0
"""So long after a live question somebody may still speak."""

CROWDED_S = 0.05
"""If final words waited longer, tentative ones leave a slot to them."""

TENTATIVE = (Priority.LIVE_TENTATIVE,)

WAITS = 200
WAITS_S = 60.0
"""So many final words, and for so long, it is remembered how long they waited."""

HEALTH_S = 30.0
"""A second of speech that takes longer is not decoded at all."""

MOST_TRIES = 3
"""Devices that a question is tried on."""

MOST_SLOTS = 64

NOBODY = ""
"""The session that asks whether the device decodes."""

_FULL_STRETCH_S = 30.0


class Desk:
    """See ``Answering``."""

    def __init__(
        self,
        *,
        shelf: ModelShelf,
        default_model: str,
        models: Callable[[], tuple[str, ...]],
        meetings: MeetingsKnown | None = None,
        site: SiteLines | None = None,
        schedule: Turns | None = None,
        admission: Admission | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Get ready; ``start`` loads the first speech model.

        Args:
            shelf: Has the speech models; closed with the desk.
            default_model: The speech model that is there from the start, and proves that the device decodes.
            models: Names of what is installed; called on a thread, for it may read files.
            meetings: What desktops told of their meetings; in memory if none is given. Closed with the desk.
            site: What is known of files, where that is kept; its figures are told with the others.
            schedule: Whose turn it is.
            admission: Who may join.
            clock: Seconds.
        """
        self._shelf = shelf
        self._default_model = default_model
        self._find_models = models
        self._models: tuple[str, ...] = ()
        self._meetings = meetings or MeetingsKnown(Awaited(MemoryContexts(), waits=False))
        self._site = site
        self._schedule = schedule or Schedule()
        self._admission = admission or Admission()
        self._clock = clock
        self._numbers = count(1)
        self._jobs: dict[int, Job] = {}
        self._turns: set[asyncio.Task[None]] = set()
        self._at_work: Counter[Priority] = Counter()
        self._spoken_s = -SPEAKING_S
        self._waits: deque[tuple[float, float]] = deque(maxlen=WAITS)
        self._is_draining = False
        self._is_called = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._pool = ThreadPoolExecutor(max_workers=MOST_SLOTS, thread_name_prefix="decoding")

    @property
    def layers(self) -> tuple[LayerFigures, ...]:
        """How the layers of caching do. On the event loop."""
        return layer_figures(models=self._shelf.loaded, meetings=self._meetings, site=self._site)

    async def start(self) -> None:
        """Load the default speech model and decode with it once.

        Raises:
            Refused: it is not there, or no device decodes.
        """
        self._models = await asyncio.get_running_loop().run_in_executor(None, self._find_models)
        await self.decode_ms()

    async def close(self) -> None:
        """Give up what is unanswered and free everything; ``drain`` before this loses nothing."""
        self._is_draining = True
        for job in list(self._jobs.values()):
            self._refuse(job, RefusalReason.DRAINING, "")
        while self._turns:
            await asyncio.wait(self._turns)
        self._pool.shutdown()
        self._shelf.close()
        await self._meetings.close()

    # Answering

    async def open(self, session_id: str, options: RecognitionOptions) -> OpenedSession:
        """See ``Answering``."""
        self._check_taking()
        loaded = await self._shelf.get(self._shelf.name_for(session_id, options.model))
        if not self._admission.knows(session_id) and self._room(loaded) < 1:
            raise Refused(RefusalReason.BUSY, f"{self._admission.live} live sessions are as many as it holds")
        self._admission.join(session_id, self._clock())
        return OpenedSession(loaded.device, loaded.file_batch, loaded.slots, loaded.languages)

    async def answer(self, question: Question) -> Answered:
        """See ``Answering``."""
        self._check_taking()
        self._admission.asks(question.session_id, self._clock(), is_file=question.priority in FILES)
        loaded = await self._shelf.get(self._shelf.name_for(question.session_id, question.options.model))
        job = self._job(question, loaded)
        try:
            return await job.answered
        except asyncio.CancelledError:
            job.cancellation.request()
            self._schedule.take_back(job.ticket)
            raise
        finally:
            self._jobs.pop(job.ticket.number, None)
            self._tell_idle()

    async def remember(self, meeting: str, document: str) -> str:
        """See ``Answering``."""
        return await self._meetings.meet(meeting, document)

    async def leave(self, session_id: str) -> None:
        """See ``Answering``."""
        self._admission.leave(session_id)
        self._shelf.tidy()

    async def decode_ms(self) -> float:
        """See ``Answering``. It waits for its turn like final words, for whoever waits for ever is not healthy."""
        second = WindowTask(probe_sound(), (), "en", careful=False)
        options = RecognitionOptions(model=self._default_model, languages=("en",))
        loaded = await self._shelf.get(self._default_model)
        begun = self._clock()
        job = self._job(Question(NOBODY, 0, Priority.LIVE_FINAL, options, second), loaded)
        try:
            async with asyncio.timeout(HEALTH_S):
                heard = (await job.answered).answer
        except TimeoutError as error:
            raise Refused(RefusalReason.RECOGNISER_FAILED, f"a second took longer than {HEALTH_S:.0f} s") from error
        finally:
            self._schedule.take_back(job.ticket)
            self._jobs.pop(job.ticket.number, None)
            self._tell_idle()
        if not isinstance(heard, Heard) or not heard.words:
            # A card that computes nonsense answers in time; failures of this kind raise nothing.
            raise Refused(RefusalReason.RECOGNISER_FAILED, "nothing was understood of a second of speech")
        return (self._clock() - begun) * 1000

    def standing(self) -> Standing:
        """See ``Answering``."""
        loaded = next(iter(self._shelf.loaded), None)
        return Standing(
            device=loaded.device if loaded is not None else DeviceReport("", "", ""),
            models=self._models,
            capacity=loaded.measured.capacity if loaded is not None else 0.0,
            live_streams=self._admission.live,
            free_streams=0 if loaded is None or self._is_draining else self._room(loaded),
            waiting=len(self._schedule),
            wait_ms=self._wait_s * 1000,
        )

    async def drain(self) -> None:
        """See ``Answering``."""
        self._is_draining = True
        await self._idle.wait()

    # Turns

    @property
    def _slots(self) -> int:
        """Turns that run side by side: what the device has, which may change when it fails."""
        return max((loaded.slots for loaded in self._shelf.loaded), default=1)

    @property
    def _wait_s(self) -> float:
        since = self._clock() - WAITS_S
        waits = [waited_s for at_s, waited_s in self._waits if at_s >= since]
        return float(np.percentile(waits, 95)) if waits else 0.0

    def _room(self, loaded: LoadedModel) -> int:
        measured = loaded.measured
        most = most_in_time(final_s=measured.final_s, turns=loaded.slots * measured.live_batch)
        return self._admission.room(self._clock(), capacity=measured.capacity, wait_s=self._wait_s, most=most)

    def _check_taking(self) -> None:
        if self._is_draining:
            raise Refused(RefusalReason.DRAINING)

    def _job(self, question: Question, loaded: LoadedModel) -> Job:
        """Put a question into the schedule."""
        arrived_s = self._clock()
        priority, task = question.priority, question.task
        kind = batch_kind(question)
        ticket = Ticket(
            number=next(self._numbers),
            session_id=question.session_id,
            priority=priority,
            arrived_s=arrived_s,
            due_s=due_s(priority, arrived_s=arrived_s, within_s=question.answer_within_s),
            kind=None if kind is None else (loaded.name, *kind),
            size=loaded.frames_of(len(task.samples)) if isinstance(task, WindowTask) else 1,
        )
        loop = asyncio.get_running_loop()
        job = Job(question, ticket, loaded, loop.create_future())
        self._jobs[ticket.number] = job
        self._idle.clear()
        if priority in LIVE and question.session_id != NOBODY:
            self._spoken_s = arrived_s
        for older in self._schedule.add(ticket):
            self._refuse(self._jobs[older.number], RefusalReason.BUSY, "a newer question took its place")
        if priority is Priority.LIVE_TENTATIVE:
            loop.call_later(max(0.0, ticket.due_s - arrived_s) + GATHER_S, self._give_turns)
        self._call(GATHER_S if loaded.measured.live_batch > 1 else 0.0)
        return job

    def _call(self, after_s: float) -> None:
        """See to it that turns are given soon, once for all that comes meanwhile."""
        if not self._is_called:
            self._is_called = True
            asyncio.get_running_loop().call_later(after_s, self._on_call)

    def _on_call(self) -> None:
        self._is_called = False
        self._give_turns()

    def _give_turns(self) -> None:
        now = self._clock()
        for late in self._schedule.take_late(now):
            self._refuse(self._jobs[late.number], RefusalReason.BUSY, "it came too late to be worth it")
        most = max((loaded.measured.live_batch for loaded in self._shelf.loaded), default=1)
        while len(self._turns) < self._slots:
            batch = self._schedule.take(
                most=most, with_files=self._may_work(FILES, now), with_tentative=self._may_work(TENTATIVE, now)
            )
            if not batch:
                return
            self._at_work[batch[0].priority] += 1
            turn = asyncio.get_running_loop().create_task(self._turn([self._jobs[each.number] for each in batch]))
            self._turns.add(turn)
            turn.add_done_callback(self._end_turn)

    def _end_turn(self, turn: "asyncio.Task[None]") -> None:
        self._turns.discard(turn)
        turn.result()
        self._tell_idle()
        self._give_turns()

    async def _turn(self, jobs: Sequence[Job]) -> None:
        begun = self._clock()
        head = jobs[0]
        for job in jobs:
            if job.begun_s is None:
                job.begun_s = begun
        loaded = head.loaded
        questions = [job.next_slice(self._slice(loaded, begun)) for job in jobs]
        try:
            with self._shelf.using(loaded):
                answers = await asyncio.get_running_loop().run_in_executor(
                    self._pool, loaded.answer, questions, head.cancellation
                )
        except RecogniserFailed as failure:
            await self._go_on_elsewhere(jobs, failure)
        except Cancelled:
            pass  # whoever cancelled waits no longer
        except Exception as bug:
            for job in jobs:
                if job.is_wanted:
                    job.answered.set_exception(bug)
        else:
            for job, answer in zip(jobs, answers, strict=True):
                self._hand_over(job, answer)
        finally:
            self._at_work[head.ticket.priority] -= 1
            self._count(jobs, begun)

    def _may_work(self, priorities: Sequence[Priority], now_s: float) -> bool:
        """Whether one more turn of these leaves a slot for final words, where there are several and it is wanted."""
        if self._slots == 1:
            return True
        is_wanted = now_s - self._spoken_s < SPEAKING_S if priorities is FILES else self._is_tight
        if is_wanted and priorities is TENTATIVE and self._at_work[Priority.LIVE_FINAL]:
            return False  # two calls side by side slow each other down, and the final words have no time for that
        return not is_wanted or sum(self._at_work[each] for each in priorities) < self._slots - 1

    @property
    def _is_tight(self) -> bool:
        """Whether final words cannot wait for a turn of tentative ones, or had to wait too long already."""
        are_quick = all(has_time_to_wait(loaded.measured.final_s) for loaded in self._shelf.loaded)
        return not are_quick or self._wait_s > CROWDED_S

    def _slice(self, loaded: LoadedModel, now_s: float) -> int:
        """Stretches of a file for one turn."""
        if now_s - self._spoken_s >= SPEAKING_S:
            return loaded.file_batch
        return max(1, min(loaded.file_batch, int(SLICE_S * loaded.measured.capacity / _FULL_STRETCH_S)))

    def _hand_over(self, job: Job, answer: Answer) -> None:
        whole = job.take(answer)
        if not job.is_wanted:
            return
        if whole is None:
            self._schedule.put_back(job.ticket)
            return
        waited_s = (job.begun_s or job.ticket.arrived_s) - job.ticket.arrived_s
        if job.ticket.priority is Priority.LIVE_FINAL and job.question.session_id != NOBODY:
            self._waits.append((self._clock(), waited_s))
        job.answered.set_result(Answered(whole, waited_s * 1000))

    def _count(self, jobs: Sequence[Job], begun: float) -> None:
        took_s = self._clock() - begun
        self._schedule.spent(jobs[0].ticket.priority, took_s)
        for job in jobs:
            if job.ticket.priority is Priority.LIVE_FINAL:
                self._admission.spent(job.question.session_id, took_s / len(jobs) / self._slots, self._clock())

    async def _go_on_elsewhere(self, jobs: Sequence[Job], failure: RecogniserFailed) -> None:
        """Try again alone what failed in a batch, which takes more memory; what failed alone, on a lesser device."""
        failed = jobs[0].loaded
        if len(jobs) == 1:
            jobs[0].tries += 1
            try:
                if jobs[0].tries >= MOST_TRIES:
                    raise Refused(RefusalReason.RECOGNISER_FAILED, failure.detail)  # noqa: TRY301 - as if it had none
                loaded = await self._shelf.step_down(failed, failure)
            except Refused as refused:
                self._refuse(jobs[0], refused.reason, refused.detail)
                return
            for job in self._jobs.values():
                if job.loaded is failed:
                    job.loaded = loaded
        for job in jobs:
            if job.is_wanted:
                job.ticket = replace(job.ticket, kind=None)
                self._schedule.put_back(job.ticket)

    def _refuse(self, job: Job, reason: RefusalReason, detail: str) -> None:
        self._schedule.take_back(job.ticket)
        if job.is_wanted:
            job.answered.set_exception(Refused(reason, detail))

    def _tell_idle(self) -> None:
        if not self._jobs and not self._turns:
            self._idle.set()
