"""The speech models of a worker: loaded when wanted, freed when they were not used for long or room is needed.

On the worker's event loop; loading and freeing happens on one thread of its own, one at a time. A canary puts a new
speech model beside the wanted one for a part of the sessions, always the same ones: by a hash of the session's name.
"""

import asyncio
import time
import zlib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.contract.errors import (
    DeviceUnusable,
    RecogniserFailed,
    SpeechModelDamaged,
    SpeechModelMissing,
    SpeechModelUnknown,
)
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.loaded_model import LoadedModel

IDLE_S = 1800.0
"""A speech model that nobody used for so long is freed, unless it is the only one."""

_SHARES = 10_000

T = TypeVar("T")


class LoadsModels(Protocol):
    """Where speech models come from; see ``ModelLoader``. Called on the shelf's thread."""

    def size_of(self, name: str) -> int:
        """Bytes that it would take, about.

        Raises:
            SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: it cannot be used.
        """
        ...

    def load(self, name: str) -> LoadedModel:
        """Load it on the best device that decodes.

        Raises:
            SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged: the weights cannot be used.
            DeviceUnusable, RecogniserFailed: no device decodes.
        """
        ...

    def give_up(self, loaded: LoadedModel, failure: RecogniserFailed) -> bool:
        """Remember that its device failed at work; whether there is a lesser one."""
        ...


@dataclass(frozen=True, slots=True)
class Canary:
    """A speech model that some sessions get instead of the one they want."""

    wanted: str
    instead: str
    percent: float
    """Of the sessions, 0..100."""

    def takes(self, session_id: str) -> bool:
        """Whether it is this session's; the same answer every time."""
        return zlib.crc32(session_id.encode()) % _SHARES < self.percent * _SHARES / 100


@dataclass(slots=True)
class _Place:
    loaded: LoadedModel
    used_s: float
    users: int = 0


class ModelShelf:
    """See the top of this file."""

    def __init__(
        self,
        *,
        loader: LoadsModels,
        most_bytes: int,
        canaries: Sequence[Canary] = (),
        idle_s: float = IDLE_S,
        clock: Callable[[], float] = time.monotonic,
        on_loaded: Callable[[str, float], None] = lambda _model, _seconds: None,
    ) -> None:
        """Get ready. ``on_loaded`` is told each speech model that was loaded and how long that took."""
        self._loader = loader
        self._on_loaded = on_loaded
        self._most_bytes = most_bytes
        self._canaries = tuple(canaries)
        self._idle_s = idle_s
        self._clock = clock
        self._places: dict[str, _Place] = {}
        self._retired: list[_Place] = []
        """Their device failed; freed when the last one who uses them is done."""
        self._coming: dict[str, asyncio.Task[LoadedModel]] = {}
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="speech-models")

    @property
    def loaded(self) -> tuple[LoadedModel, ...]:
        """What is in memory, the last used one first."""
        places = sorted(self._places.values(), key=lambda place: -place.used_s)
        return tuple(place.loaded for place in places)

    def name_for(self, session_id: str, wanted: str) -> str:
        """The speech model of a session that wants this one."""
        taken = (each.instead for each in self._canaries if each.wanted == wanted and each.takes(session_id))
        return next(taken, wanted)

    async def get(self, name: str) -> LoadedModel:
        """The speech model, loaded if it is not.

        Raises:
            Refused: ``MODEL_MISSING``, ``RECOGNISER_FAILED`` where no device decodes, or ``BUSY`` where others that
                are in use leave no room.
        """
        place = self._places.get(name)
        if place is not None:
            place.used_s = self._clock()
            return place.loaded
        coming = self._coming.get(name)
        if coming is None:
            coming = asyncio.get_running_loop().create_task(self._bring(name))
            self._coming[name] = coming
            coming.add_done_callback(lambda _: self._coming.pop(name, None))
        # One who no longer waits must not stop the loading for the others.
        return await asyncio.shield(coming)

    @contextmanager
    def using(self, loaded: LoadedModel) -> Generator[None]:
        """Keep a speech model in memory as long as somebody works with it."""
        place = self._place_of(loaded)
        place.users += 1
        try:
            yield
        finally:
            place.users -= 1
            place.used_s = self._clock()
            if place in self._retired and not place.users:
                self._retired.remove(place)
                self._free(place)

    def tidy(self) -> None:
        """Free what nobody used for long."""
        now = self._clock()
        for name, place in sorted(self._places.items(), key=lambda each: each[1].used_s):
            if len(self._places) > 1 and not place.users and now - place.used_s > self._idle_s:
                self._free(self._places.pop(name))

    async def step_down(self, loaded: LoadedModel, failure: RecogniserFailed) -> LoadedModel:
        """Another one in place of one whose device failed at work, on a lesser device.

        Raises:
            Refused: there is none.
        """
        if self._has(loaded) and not await self._on_thread(lambda: self._loader.give_up(loaded, failure)):
            raise Refused(RefusalReason.RECOGNISER_FAILED, failure.detail)
        if self._has(loaded):  # several may have failed with it, and another was faster
            place = self._places.pop(loaded.name)
            if place.users:
                self._retired.append(place)
            else:
                self._free(place)
        return await self.get(loaded.name)

    def close(self) -> None:
        """Free everything. Nobody may be at work."""
        for place in (*self._places.values(), *self._retired):
            self._free(place)
        self._places.clear()
        self._retired.clear()
        self._pool.shutdown()

    async def _bring(self, name: str) -> LoadedModel:
        try:
            size = await self._on_thread(lambda: self._loader.size_of(name))
            self._make_room(size)
            began_s = self._clock()
            loaded = await self._on_thread(lambda: self._loader.load(name))
        except (SpeechModelUnknown, SpeechModelMissing, SpeechModelDamaged) as error:
            raise Refused(RefusalReason.MODEL_MISSING, str(error)) from error
        except (DeviceUnusable, RecogniserFailed) as error:
            raise Refused(RefusalReason.RECOGNISER_FAILED, str(error)) from error
        self._places[name] = _Place(loaded, self._clock())
        self._on_loaded(name, self._clock() - began_s)
        return loaded

    def _make_room(self, size: int) -> None:
        for name, place in sorted(self._places.items(), key=lambda each: each[1].used_s):
            if self._held() + size <= self._most_bytes:
                return
            if not place.users:
                self._free(self._places.pop(name))
        if self._places and self._held() + size > self._most_bytes:
            raise Refused(RefusalReason.BUSY, "there is no memory for another speech model")

    def _has(self, loaded: LoadedModel) -> bool:
        place = self._places.get(loaded.name)
        return place is not None and place.loaded is loaded

    def _held(self) -> int:
        return sum(place.loaded.size for place in (*self._places.values(), *self._retired))

    def _place_of(self, loaded: LoadedModel) -> _Place:
        known = (*self._places.values(), *self._retired)
        found = next((place for place in known if place.loaded is loaded), None)
        if found is None:
            found = _Place(loaded, self._clock())
            self._retired.append(found)
        return found

    def _free(self, place: _Place) -> None:
        self._pool.submit(place.loaded.close)

    async def _on_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)
