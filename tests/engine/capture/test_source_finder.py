import threading
import time
from collections.abc import Callable

from engine.capture.sound_source import NothingLeft, SoundBlock, SoundSource
from engine.capture.source_finder import Found, Refused, SourceFinder
from tests.fakes.scripted_source import ScriptedSource

PATIENCE_S = 30.0


class Row:
    """Hands out sources by their rank, and looks on while they are opened."""

    def __init__(self, make: Callable[[int], ScriptedSource]) -> None:
        self.made: list[ScriptedSource] = []
        self.ranks: list[int] = []
        self.refused = 0
        self._make = make
        self.delivered: list[tuple[SoundSource, SoundBlock]] = []
        self.finder = SourceFinder(
            new_source=self.new_source, deliver=lambda source, block: self.delivered.append((source, block))
        )
        self.now_s = 100.0

    def new_source(self, _at: int, rank: int) -> ScriptedSource:
        self.ranks.append(rank)
        self.made.append(self._make(rank))
        return self.made[-1]

    def look(self, *, step_s: float = 0.05) -> Found | Refused | None:
        self.now_s += step_s
        time.sleep(0.002)
        answer = self.finder.look(self.now_s, 0)
        self.refused += isinstance(answer, Refused)
        return answer

    def look_until_found(self, *, step_s: float = 0.05, sources: int = 100) -> Found:
        """The clock stands still once so many sources are being opened: that is a matter of threads."""
        stop = time.monotonic() + PATIENCE_S
        while not isinstance(found := self.look(step_s=step_s if len(self.made) < sources else 0.0), Found):
            assert time.monotonic() < stop
        return found


class Missing(ScriptedSource):
    """A rank that this computer has not."""

    def open(self, deliver: object) -> object:  # type: ignore[override]
        raise NothingLeft("no more")


def test_the_chosen_one_is_taken_if_it_opens():
    row = Row(lambda _: ScriptedSource())
    row.finder.begin(is_lost=False)
    assert row.look_until_found().source is row.made[0]
    assert row.ranks == [0]


def test_where_another_one_is_open_only_the_chosen_one_is_tried_and_once():
    row = Row(lambda _: ScriptedSource(refuses=True))
    row.finder.begin_with_chosen()
    stop = time.monotonic() + PATIENCE_S
    while not isinstance(row.look(step_s=0.0), Refused):
        assert time.monotonic() < stop
    assert row.ranks == [0]


def test_the_next_best_is_tried_at_once_where_one_refuses():
    """Case 1."""
    row = Row(lambda rank: ScriptedSource(refuses=rank < 2))
    row.finder.begin(is_lost=True)
    row.look_until_found(step_s=0.0)
    assert row.ranks == [0, 1, 2]


def test_when_nothing_is_left_it_begins_again_with_the_chosen_one_after_a_second():
    """Case 2: until it is plugged in."""
    row = Row(lambda rank: ScriptedSource(refuses=True) if rank == 0 and len(row.made) < 3 else Missing())
    row.finder.begin(is_lost=True)
    stop = time.monotonic() + PATIENCE_S
    while len(row.ranks) < 5:
        is_being_opened = row.refused < len(row.made)
        row.look(step_s=0.0 if is_being_opened else 0.05)
        assert time.monotonic() < stop
    assert row.ranks == [0, 1, 0, 1, 0]
    assert row.now_s > 101


def test_beside_one_that_hangs_the_next_best_is_opened_and_the_other_closed():
    """Case 1: within two seconds."""
    driver = threading.Event()

    class Hanging(ScriptedSource):
        def open(self, deliver: Callable[[SoundBlock], None]):
            driver.wait()
            return super().open(deliver)

    row = Row(lambda rank: Hanging() if rank == 0 else ScriptedSource())
    row.finder.begin(is_lost=True)
    began_s = row.now_s
    assert row.look_until_found(sources=2).source is row.made[1]
    assert row.now_s - began_s < 2.0
    driver.set()
    assert row.made[0].is_closed.wait(PATIENCE_S)
    row.finder.abandon()


def test_what_a_source_delivers_before_it_is_open_is_kept():
    gate = threading.Event()

    class Eager(ScriptedSource):
        def open(self, deliver: Callable[[SoundBlock], None]):
            opened = super().open(deliver)
            self.deliver(0.5, seconds=0.1, at_s=1.0)
            gate.wait()
            return opened

    row = Row(lambda _: Eager())
    row.finder.begin(is_lost=False)
    stop = time.monotonic() + PATIENCE_S
    while not row.delivered:
        row.look()
        assert time.monotonic() < stop
    source, block = row.delivered[0]
    assert row.finder.keep_early(source, block)
    gate.set()
    assert row.look_until_found().early == (block,)
    assert not row.finder.keep_early(source, block)
