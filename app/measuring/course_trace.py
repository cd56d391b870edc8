"""What a term asks of the cache, one import after the other: the trace on which ways to drive out are compared.

Made up, and drawn anew from the same seed every time. A term of fourteen weeks with four courses: each week a lecture
of each is imported; some are run again with another glossary, previewed before they are imported, or imported once more
in another container, mostly soon, some before the examination; a jingle and an announcement come in each. In between
stand files that are imported once and never again, as many as all the rest. What a real term asked can be read in its
place (``engine/caching/recorded_store.py`` writes it down).
"""

import random
from dataclasses import dataclass
from pathlib import Path

from engine.bench.cannot_measure import CannotMeasure
from engine.caching.lru_k import History, LruKRules, used, victims

WEEK_S = 7 * 86_400.0
WEEKS = 14
COURSES = 4
LECTURE_BLOCKS = 120
"""Of 30 s, an hour."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something that is asked of the cache."""

    at_s: float
    key: str


def term_of_lectures(seed: int = 1) -> list[Request]:
    """Requests in order, block by block."""
    chance = random.Random(seed)
    found: list[Request] = []

    def ask(name: str, at_s: float, blocks: int = LECTURE_BLOCKS, first: int = 0) -> None:
        found.extend(Request(at_s + 0.1 * number, f"{name}/{first + number}") for number in range(blocks))

    lectures: list[str] = []
    for week in range(WEEKS):
        for course in range(COURSES):
            name, at_s = f"lecture {course} {week}", week * WEEK_S + course * 86_400.0
            lectures.append(name)
            if chance.random() < 0.3:
                ask(name, at_s - 7200, blocks=4)  # a preview of two minutes
            ask(name, at_s)
            ask(f"jingle {course}", at_s, blocks=1)
            ask("announcement", at_s, blocks=1)
            while chance.random() < 0.35:  # another container, a better pass
                at_s += chance.expovariate(1 / (3 * 86_400.0))
                ask(name, at_s)
            if course == 0 and chance.random() < 0.6:  # the recording that everybody goes back to
                ask("lecture 0 0", at_s + 3600)
        for number in range(COURSES + 2):  # what is imported once
            ask(f"once {week} {number}", week * WEEK_S + chance.random() * WEEK_S, blocks=chance.randint(20, 160))
    for name in chance.sample(lectures, len(lectures) // 3):  # before the examination
        ask(name, WEEKS * WEEK_S + chance.random() * WEEK_S)
    return sorted(found, key=lambda request: request.at_s)


def read_trace(path: Path) -> list[Request]:
    """What was asked on a real computer, in order. Raises ``CannotMeasure`` if it is no such file, or an empty one."""
    try:
        rows = [line.split() for line in path.read_text("ascii").splitlines()]
        found = [Request(float(at_s), key) for at_s, key in rows]
    except (OSError, ValueError) as error:
        raise CannotMeasure(f"“{path.name}” is no recorded trace.") from error
    if not found:
        raise CannotMeasure(f"Nothing was asked in “{path.name}”.")
    return sorted(found, key=lambda request: request.at_s)


def hit_rate(requests: list[Request], *, room: int | None, rules: LruKRules) -> float:
    """Share of the requests that are answered by a cache with room for so many blocks; ``None`` for any number.

    ``rules`` with ``k=1`` and nothing remembered is LRU. Driven out a sixteenth at a time, as the stores do it.
    """
    there: set[str] = set()
    histories: dict[str, History] = {}
    hits = 0
    for request in requests:
        if request.key in there:
            hits += 1
        histories[request.key] = used(histories.get(request.key), request.at_s, rules)
        there.add(request.key)
        if room is not None and len(there) > room:
            order = victims({key: histories[key] for key in there}, request.at_s, rules)
            there.difference_update(order[: max(1, room // 16)])
    return hits / len(requests)
