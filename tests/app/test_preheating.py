import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from app.background import Background
from app.meeting_sound import StoredSound
from app.meetings.identifiers import MeetingId
from app.peak_file import NAME
from app.preheating import (
    FIRST_PAUSE_S,
    MOST_AT_ONCE,
    MOST_TRIES,
    Failed,
    Preheater,
    cold_meetings,
    due,
    warm_loudness,
)
from engine.contract.audio import TrackKind
from tests.builders.assembled import recorded
from tests.builders.library import a_job, a_meeting, open_library
from tests.builders.waiting import wait_until

MONDAY, TUESDAY = MeetingId("monday"), MeetingId("tuesday")


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def nothing(name: MeetingId, check: Callable[[], None]) -> None:
    """Work that is done at once."""


class Stage:
    """A preheater whose work a test does."""

    def __init__(self, background: Background, *names: MeetingId, scan_s: float = 3600.0) -> None:
        self.names = list(names)
        self.warmed: list[MeetingId] = []
        self.is_busy = False
        self.work: Callable[[MeetingId, Callable[[], None]], None] = nothing
        self.clock = Clock()
        self.preheater = Preheater(
            likely=lambda: [name for name in self.names if name not in self.warmed],
            warm=self._warm,
            background=background,
            is_busy=lambda: self.is_busy,
            scan_s=scan_s,
            clock=self.clock,
        )

    def _warm(self, name: MeetingId, check: Callable[[], None]) -> None:
        self.work(name, check)
        check()
        self.warmed.append(name)


@pytest.fixture
def background() -> Iterator[Background]:
    background = Background()
    yield background
    background.close()


def test_a_meeting_that_was_made_ready_is_opened_without_its_sound_being_read(tmp_path: Path, background: Background):
    library = open_library(tmp_path)
    names = [
        recorded(library, title, seconds=3.0, seed=number, kinds=(TrackKind.MICROPHONE,), minutes=number).meeting.id
        for number, title in enumerate(("old", "new"))
    ]
    assert cold_meetings(library) == names[::-1]
    preheater = Preheater(
        likely=partial(cold_meetings, library),
        warm=partial(warm_loudness, library.meeting_folder),
        background=background,
        is_busy=lambda: False,
    )
    assert preheater.look() == 2
    assert cold_meetings(library) == []
    for name in names:
        folder = library.meeting_folder(name)
        expected = (folder / NAME).read_bytes()
        read: list[int] = []
        StoredSound(folder).read_loudness(check=partial(read.append, 1))
        assert read == []
        assert (folder / NAME).read_bytes() == expected
    assert preheater.look() == 0
    preheater.close()
    library.close()


def test_what_is_being_understood_comes_first_and_what_is_not_there_not_at_all(tmp_path: Path):
    library = open_library(tmp_path)
    old = recorded(library, "old", seconds=3.0, seed=1, kinds=(TrackKind.MICROPHONE,)).meeting
    new = recorded(library, "new", seconds=3.0, seed=2, kinds=(TrackKind.MICROPHONE,), minutes=5).meeting
    without = a_meeting("no sound yet")
    library.add_import(without, a_job(without)).result()
    library.start_job(a_job(old)).result()
    assert cold_meetings(library) == [old.id, new.id]
    library.close()


def test_no_more_than_eight_in_one_look():
    likely = [MeetingId(str(number)) for number in range(30)]
    assert due(likely, {}, now_s=0.0) == likely[:MOST_AT_ONCE]


def test_what_failed_waits_and_at_last_is_let_alone():
    failed = {MONDAY: Failed(2, 100.0)}
    assert due([MONDAY, TUESDAY], failed, now_s=99.0) == [TUESDAY]
    assert due([MONDAY, TUESDAY], failed, now_s=100.0) == [MONDAY, TUESDAY]
    assert due([MONDAY], {MONDAY: Failed(MOST_TRIES, 0.0)}, now_s=1e9) == []


def test_what_fails_is_tried_again_after_longer_pauses(background: Background):
    stage, tries = Stage(background, MONDAY), list[float]()

    def fail(name: MeetingId, check: Callable[[], None]) -> None:
        tries.append(stage.clock.now)
        raise OSError

    stage.work = fail
    for _ in range(2000):
        stage.preheater.look()
        stage.clock.now += 30.0
    assert [later - before for before, later in pairwise(tries)] == [
        FIRST_PAUSE_S * 2**number for number in range(MOST_TRIES - 1)
    ]


def test_it_does_not_begin_while_a_meeting_is_recorded(background: Background):
    stage = Stage(background, MONDAY)
    stage.is_busy = True
    assert stage.preheater.look() == 0
    stage.is_busy = False
    assert stage.preheater.look() == 1


def test_a_recording_that_begins_stops_it_at_once_and_later_it_is_done(background: Background):
    stage = Stage(background, MONDAY, TUESDAY)

    def record(name: MeetingId, check: Callable[[], None]) -> None:
        stage.is_busy = True

    stage.work = record
    assert stage.preheater.look() == 0
    assert stage.warmed == []
    stage.is_busy, stage.work = False, nothing
    assert stage.preheater.look() == 2


def test_it_looks_by_itself_and_stops_in_the_middle_of_its_work(background: Background):
    stage, at_work = Stage(background, MONDAY, scan_s=0.01), threading.Event()

    def long_work(name: MeetingId, check: Callable[[], None]) -> None:
        while True:
            at_work.set()
            check()

    stage.work = long_work
    stage.preheater.start()
    wait_until(at_work.is_set)
    stage.preheater.close()
    stage.preheater.close()
    assert stage.warmed == []
