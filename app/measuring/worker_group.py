"""``vivavoce measure worker --part group``: a group of workers of which one is killed at random, and what it adds.

Three workers and two fronts are processes on this machine, joined by a real NATS server; one of the five is killed
without a word while lectures and live sessions ask; then they meet at three servers, of which the leading one is
killed. Called by ``worker.py`` on the main thread of a command.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from app.measuring.group_desktop import GroupDesktop
from app.measuring.group_member import MODEL
from app.measuring.group_stage import LEADER, GroupStage
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.pipeline.engine_store import probe_sound
from engine.remote.session_name import COURSE_END
from engine.remote.wire_format import to_pcm

UTTERANCES, QUICK_UTTERANCES = 200, 80
ROUNDS, QUICK_ROUNDS = 20, 2
"""In each, one member is killed."""

LEADER_UTTERANCES = 104
LEADER_ROUNDS, QUICK_LEADER_ROUNDS = 5, 1
"""The same, where the server that leads is killed."""

COURSES, LIVE = 4, 4
TAKES_S = 0.03
"""A worker's stand-in for a recogniser takes so long."""

WITHIN_S = 120.0
"""A round that is not over by then has lost something."""

COMPARED, QUICK_COMPARED = 300, 60
MOST_ADDED_MS = 20.0
_AWAY_S, _LEADER_AWAY_S = 0.5, 15.0


@dataclass(frozen=True, slots=True)
class Round:
    """What one killing led to."""

    killed: str
    asked: int
    unanswered: int
    wrong: int
    twice: int
    """Questions that were understood more than once, though whoever understood them first lived on."""
    again: int
    """Questions whose worker was killed after it had understood them, and before it could say so."""
    out_of_order: int
    """Of lectures, answers that came before an earlier one of their course."""
    longest_ms: float
    """Of all waits, the one that the killing made longest."""


@dataclass(frozen=True, slots=True, eq=False)
class Computed:
    """A question that a worker understood to its end."""

    session: str
    number: int
    worker: str


@dataclass(slots=True)
class Added:
    """Waits for one question after the other, in a group and without one."""

    group_ms: list[float] = field(default_factory=list[float])
    alone_ms: list[float] = field(default_factory=list[float])

    @property
    def added_ms(self) -> float:
        """In the median."""
        return median(self.group_ms) - median(self.alone_ms)


def measure_worker_group(workbench: Workbench, *, quick: bool = False) -> Measurement:
    """Measure it. Raises ``CannotMeasure`` where a group does not start."""
    utterances, times = (QUICK_UTTERANCES, QUICK_ROUNDS) if quick else (UTTERANCES, ROUNDS)
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="vivavoce-worker-group-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        rounds: list[Round] = []
        for number in range(times):
            place = folder / f"round-{number}"
            place.mkdir()
            with GroupStage(place, takes_s=TAKES_S) as stage:
                chance = random.Random(f"group{number}")
                killed = chance.choice(stage.names)
                workbench.tell(f"Group: {killed} is killed, {number + 1} of {times}")
                rounds.append(run_round(stage, killed, utterances=utterances, chance=chance))
        leaders: list[Round] = []
        for number in range(QUICK_LEADER_ROUNDS if quick else LEADER_ROUNDS):
            place = folder / f"leader-{number}"
            place.mkdir()
            workbench.tell(f"Group: the leading one of three servers is killed, {number + 1}")
            with GroupStage(place, takes_s=TAKES_S, has_three_servers=True) as stage:
                chance = random.Random(f"leader{number}")
                leaders.append(run_round(stage, LEADER, utterances=LEADER_UTTERANCES, chance=chance))
        workbench.tell("Group: what it adds")
        place = folder / "added"
        place.mkdir()
        with GroupStage(place, takes_s=0.0) as stage:
            added = compare(stage, count=QUICK_COMPARED if quick else COMPARED)
    minutes = (time.monotonic() - begun_s) / 60
    setting = (
        f"{times} rounds of {utterances} questions to 3 workers and 2 fronts, one of the five killed in each, "
        f"stand-ins that take {TAKES_S * 1000:.0f} ms; {len(leaders)} rounds of {LEADER_UTTERANCES} with three "
        f"servers, the leading one killed; {minutes:.1f} min"
    )
    figures = (*figures_of(rounds, added), *figures_of_leaders(leaders))
    return Measurement("worker group", workbench.machine, figures, setting, tuple(details_of([*rounds, *leaders])))


def run_round(stage: GroupStage, killed: str, *, utterances: int, chance: random.Random) -> Round:
    """Ask, kill one, and count."""
    sound = to_pcm(probe_sound())
    each = utterances // (COURSES + LIVE)
    desktops = [
        GroupDesktop(
            session_id=f"course-{number}{COURSE_END}lecture/0" if number < COURSES else f"live-{number}/0",
            fronts=lambda: stage.fronts,
            model=MODEL,
            sound=sound,
            count=each,
            is_lecture=number < COURSES,
        )
        for number in range(COURSES + LIVE)
    ]
    asyncio.run(_run(stage, killed, desktops, chance))
    computed = read_log(stage.log.read_text("utf-8"))
    twice, again = understood_twice(computed, killed=killed)
    return Round(
        killed=killed,
        asked=each * len(desktops),
        unanswered=sum(each - len(desktop.waits_ms) for desktop in desktops),
        wrong=sum(desktop.wrong for desktop in desktops),
        twice=twice,
        again=again,
        out_of_order=out_of_order([(each.session, each.number) for each in computed if COURSE_END in each.session]),
        longest_ms=max((wait for desktop in desktops for wait in desktop.waits_ms.values()), default=0.0),
    )


async def _run(stage: GroupStage, killed: str, desktops: Sequence[GroupDesktop], chance: random.Random) -> None:
    asking = [asyncio.create_task(desktop.run(first=number)) for number, desktop in enumerate(desktops)]
    everything = sum(desktop.count for desktop in desktops)
    mark = chance.uniform(0.1, 0.8) * everything
    try:
        async with asyncio.timeout(WITHIN_S):
            while sum(len(desktop.waits_ms) for desktop in desktops) < mark:
                await asyncio.sleep(0.005)
            await asyncio.to_thread(stage.kill, killed)
            # The other servers have to find another leader, which takes them seconds: this one does not come back soon.
            await asyncio.wait(asking, timeout=_LEADER_AWAY_S if killed == LEADER else _AWAY_S)
            await asyncio.to_thread(stage.start_again, killed)
            await asyncio.to_thread(stage.wait_for, killed)
            await asyncio.gather(*asking)
    except TimeoutError:
        pass  # what is unanswered is counted
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


def read_log(text: str) -> list[Computed]:
    """What the workers wrote down, in the order of its end."""
    found: list[Computed] = []
    for line in text.splitlines():
        session, number, worker = line.split("\t")
        found.append(Computed(session, int(number), worker))
    return found


def understood_twice(computed: Sequence[Computed], *, killed: str) -> tuple[int, int]:
    """Questions understood more than once: without need, and because the first worker was killed just then.

    While no server leads, nothing can be said to be answered, so what waits for that is handed out again.
    """
    first: dict[tuple[str, int], Computed] = {}
    twice = again = 0
    for each in computed:
        before = first.setdefault((each.session, each.number), each)
        if before is not each:
            is_needed = killed in (before.worker, LEADER)
            again += is_needed
            twice += not is_needed
    return twice, again


def out_of_order(computed: Sequence[tuple[str, int]]) -> int:
    """Of sessions and numbers as they were computed, how many came after a later one of their session."""
    furthest: dict[str, int] = {}
    late = 0
    for session, number in computed:
        late += number < furthest.get(session, 0)
        furthest[session] = max(number, furthest.get(session, 0))
    return late


def compare(stage: GroupStage, *, count: int) -> Added:
    """One live question after the other, to a worker alone and to the group, in turn."""
    added = Added()
    alone = stage.alone()
    sound = to_pcm(probe_sound())
    for part in range(4):
        for ports, waits in (([alone], added.alone_ms), (stage.fronts[:1], added.group_ms)):
            desktop = GroupDesktop(
                session_id=f"compared-{part}/0",
                fronts=lambda ports=ports: ports,
                model=MODEL,
                sound=sound,
                count=count // 4,
                is_lecture=False,
                outstanding=1,
            )
            asyncio.run(asyncio.wait_for(desktop.run(), WITHIN_S))
            waits.extend(desktop.waits_ms.values())
    if not added.group_ms or not added.alone_ms:
        raise CannotMeasure("The group did not answer.")
    return added


def figures_of(rounds: Sequence[Round], added: Added) -> tuple[Figure, ...]:
    """The figures of all rounds."""
    return (
        _figure("asked", "questions", sum(each.asked for each in rounds)),
        _figure("unanswered", "not answered", sum(each.unanswered for each in rounds), 0),
        _figure("wrong", "answered with something else", sum(each.wrong for each in rounds), 0),
        _figure("twice", "understood twice", sum(each.twice for each in rounds), 0),
        _figure("again", "understood, its worker killed before it said so", sum(each.again for each in rounds)),
        _figure("out_of_order", "out of the order of their course", sum(each.out_of_order for each in rounds), 0),
        _figure("longest_wait_ms", "longest wait, ms", max(each.longest_ms for each in rounds)),
        _figure("added_ms", "added by the group, median, ms", added.added_ms, MOST_ADDED_MS, digits=1),
    )


def figures_of_leaders(rounds: Sequence[Round]) -> tuple[Figure, ...]:
    """The figures of the rounds without the server that led."""
    return (
        _figure("leader_asked", "leader killed: questions", sum(each.asked for each in rounds)),
        _figure("leader_unanswered", "leader killed: not answered", sum(each.unanswered for each in rounds), 0),
        _figure("leader_wrong", "leader killed: answered with something else", sum(each.wrong for each in rounds), 0),
        _figure("leader_again", "leader killed: understood again", sum(each.again for each in rounds)),
        _figure("leader_longest_ms", "leader killed: longest wait, ms", max(each.longest_ms for each in rounds)),
    )


def details_of(rounds: Sequence[Round]) -> list[str]:
    """A line for each kind of member, and for each round in which something was wrong."""
    lines: list[str] = []
    for role in ("front", "worker", LEADER):
        own = [each for each in rounds if each.killed.startswith(role)]
        if own:
            longest = max(each.longest_ms for each in own) / 1000
            lines.append(f"a {role} killed: {len(own)} rounds, longest wait {longest:.1f} s")
    lines += [
        f"{each.killed}: {each.unanswered} not answered, {each.twice} twice, {each.out_of_order} out of order"
        for each in rounds
        if each.unanswered or each.twice or each.out_of_order
    ]
    return lines


def _figure(key: str, title: str, value: float, goal: float | None = None, *, digits: int = 0) -> Figure:
    return Figure(key, title, value, None, None, goal, GoalOn.OURS, digits)
