"""Puts together what answers on this machine: its speech models, its devices, its schedule.

Called by whoever starts a worker: ``vivavoce worker serve``, a member of a group, a measurement.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from engine.contract.engine import DeviceReport
from engine.contract.options import DEFAULT_MODEL
from engine.recognition.speech_model_store import ModelState, SpeechModelStore
from engine.worker.desk import Desk
from engine.worker.known_lines import SiteLines
from engine.worker.meetings_known import MeetingsKnown
from engine.worker.model_loader import ModelLoader
from engine.worker.model_shelf import Canary, ModelShelf
from engine.worker.schedule import Turns

MEMORY_PART = 0.6
"""Of the machine's memory, what speech models may take."""


def make_desk(
    *,
    store: SpeechModelStore,
    state: Path,
    default_model: str = DEFAULT_MODEL,
    threads: int = 0,
    most_bytes: int = 0,
    canaries: Sequence[Canary] = (),
    device: DeviceReport | None = None,
    schedule: Turns | None = None,
    meetings: MeetingsKnown | None = None,
    site: SiteLines | None = None,
    has_full_window: bool = False,
    on_loaded: Callable[[str, float], None] = lambda _model, _seconds: None,
) -> Desk:
    """A desk that has not started yet.

    Args:
        store: The speech models of this machine.
        state: The worker's own folder; what was found about devices is kept there.
        default_model: Loaded at the start.
        threads: Processor threads to use; 0 for all that this process may.
        most_bytes: Memory for speech models; 0 for a part of the machine's.
        canaries: Speech models that some sessions get instead of the one they want.
        device: Use this one, untried; else the best that decodes.
        schedule: Whose turn it is; the worker's own if none is given.
        meetings: What desktops told of their meetings; in memory if none is given. Closed with the desk.
        site: What any worker of the site understood before, where that is kept; stays open.
        has_full_window: Read live windows in Whisper's own 30 s, to measure what the short ones save.
        on_loaded: Told each speech model that was loaded and the seconds it took, on the event loop.
    """
    loader = ModelLoader(
        store=store,
        state=state,
        threads=threads or usable_processors(),
        device=device,
        site=site,
        has_full_window=has_full_window,
    )
    shelf = ModelShelf(
        loader=loader,
        most_bytes=most_bytes or int(MEMORY_PART * psutil.virtual_memory().total),
        canaries=canaries,
        on_loaded=on_loaded,
    )
    return Desk(
        shelf=shelf,
        default_model=default_model,
        models=lambda: tuple(each.name for each in store.installed() if each.state is ModelState.MATCHES),
        schedule=schedule,
        meetings=meetings,
        site=site,
    )


def usable_processors() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
