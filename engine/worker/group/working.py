"""A worker of a group from its start to its end: its desk gets ready, it pulls, and finishes what it has when told.

On the event loop of ``vivavoce worker group --role worker``; the counterpart of ``serving.py`` for a machine that has
no door of its own.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from engine.contract.options import RecognitionOptions
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession, Standing
from engine.worker.group.layout import GroupBounds
from engine.worker.group.membership import GroupPlace
from engine.worker.group.puller import Puller
from engine.worker.server import DRAIN_S, CannotServe, on_stop_signal
from engine.worker.serving import Startable
from engine.worker.watching import Watching

_MOST_PLACES = 64


async def work_in_group(
    desk: Startable,
    place: GroupPlace,
    *,
    name: str,
    default_model: str,
    on_ready: Callable[[Standing], None],
    bounds: GroupBounds | None = None,
    watching: Watching | None = None,
    drain_s: float = DRAIN_S,
) -> None:
    """Answer questions of the group until SIGTERM or Ctrl-C.

    Args:
        desk: Answers, on this machine; started and closed here.
        place: Where the group meets.
        name: Of this worker, unique in the group.
        default_model: The speech model that the desk has from its start.
        on_ready: Called on the loop when it begins to pull.
        bounds: Of the group.
        watching: Is told what happens.
        drain_s: So long it finishes what it has, when told to stop.

    Raises:
        CannotServe: the desk has no speech model, no device decodes, or the group's server does not answer.
    """
    stop = asyncio.Event()
    end_signals = on_stop_signal(stop.set)
    try:
        if await _is_started(desk, stop):
            opened = await _opened(desk, name, default_model)
            puller = Puller(
                place,
                desk=desk,
                name=name,
                live_places=min(max(1, opened.parallel * opened.batch_size), _MOST_PLACES),
                file_places=max(1, opened.parallel),
                bounds=bounds,
                watching=watching,
            )
            await _pull(puller, stop, on_ready=lambda: on_ready(desk.standing()), drain_s=drain_s)
    except Refused as refused:
        raise CannotServe(_sentence(refused)) from refused
    finally:
        end_signals()
        await desk.close()


async def _is_started(desk: Startable, stop: asyncio.Event) -> bool:
    """Get the desk ready; whether nobody stopped it meanwhile."""
    return await _unless_stopped(desk.start(), stop)


async def _pull(puller: Puller, stop: asyncio.Event, *, on_ready: Callable[[], None], drain_s: float) -> None:
    try:
        # It waits for a front that lays everything out.
        if await _unless_stopped(puller.start(), stop):
            on_ready()
            await stop.wait()
            async with asyncio.timeout(drain_s):
                await puller.drain()
    except TimeoutError:
        pass  # what it still has goes back to the group
    finally:
        await puller.close()


async def _unless_stopped(work: Coroutine[Any, Any, None], stop: asyncio.Event) -> bool:
    loop = asyncio.get_running_loop()
    working, stopping = loop.create_task(work), loop.create_task(stop.wait())
    try:
        await asyncio.wait((working, stopping), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            await working
        return not stop.is_set()
    finally:
        for task in (working, stopping):
            task.cancel()
        await asyncio.gather(working, stopping, return_exceptions=True)


async def _opened(desk: Startable, name: str, model: str) -> OpenedSession:
    """How much at a time is worth it on this machine."""
    try:
        return await desk.open(name, RecognitionOptions(model=model))
    finally:
        await desk.leave(name)


def _sentence(refused: Refused) -> str:
    if refused.reason is RefusalReason.MODEL_MISSING:
        return refused.detail
    if refused.reason is RefusalReason.RECOGNISER_FAILED:
        return f"This machine does not decode: {refused.detail}."
    return f"The group cannot be joined: {refused.detail}."
