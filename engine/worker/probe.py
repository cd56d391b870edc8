"""How much a worker can really do: real speech, understood as live windows are, on all slots at once.

Run by ``model_loader.py`` on its thread after a speech model was loaded: a few seconds once, then remembered for the
same device, driver, libraries and weights, like the device itself. A batch is only as large as pays: the windows of a
batch end together, so each waits for the slowest.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from pydantic import TypeAdapter

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.options import RecognitionOptions
from engine.contract.places import RESOURCES
from engine.recognition.findings_file import FindingsFile
from engine.recognition.window_reader import LiveWindow, WindowReader
from engine.worker.loaded_model import Measured

SOUND = RESOURCES / "samples" / "lecture.flac"

WINDOW_S = 7.0
"""Sound in a window of the probe: about what the mean live one holds."""

BATCHES = {"cpu": (1, 2), "cuda": (1, 4, 8, 16, 32)}
"""Sizes that are tried. On a processor batches of more than two never paid."""

SPOKEN = 0.01
"""Root mean square from which on most of a window is speech."""

PAYS = 1.1
"""A larger batch must understand so much more in the same time."""

SLOWEST_S = 0.35
"""A batch that takes longer keeps final words waiting, however much it understands."""

CALLS = 3
"""On each slot and for each size."""


def measure_capacity(
    reader: WindowReader,
    *,
    options: RecognitionOptions,
    language: str,
    slots: int,
    sizes: Sequence[int],
    windows: Sequence[Samples],
    clock: Callable[[], float] = time.perf_counter,
) -> Measured:
    """The best size, and what all slots understand with it.

    Args:
        reader: Reads on the device.
        options: Of the speech model; the full beam is used, as for final words.
        language: Whisper code of what is said.
        slots: Calls at a time.
        sizes: Batches to try, from the smallest.
        windows: Real speech.
        clock: Seconds.
    """

    def read(size: int, first: int) -> None:
        chosen = [LiveWindow(windows[(first + at) % len(windows)]) for at in range(size)]
        reader.read(chosen, language=language, options=options, careful=True)

    def warm_up(slot: int) -> None:
        read(1, slot)

    best: Measured | None = None
    final_s = 0.0
    with ThreadPoolExecutor(max_workers=slots, thread_name_prefix="probe") as pool:
        list(pool.map(warm_up, range(slots)))  # what the first call costs is not counted
        for size in sizes:
            calls = slots * CALLS
            begun = clock()
            list(pool.map(read, [size] * calls, range(0, calls * size, size)))
            took_s = max(clock() - begun, 1e-6)
            if size == 1:
                final_s = took_s / CALLS
            capacity = calls * size * len(windows[0]) / SAMPLE_RATE_HZ / took_s
            if best is not None and (capacity < PAYS * best.capacity or took_s / CALLS > SLOWEST_S):
                break
            best = Measured(capacity, size, final_s)
    assert best is not None
    return best


def probe_windows() -> list[Samples]:
    """Windows of real speech, all of one length, one behind the other; what is silent costs less and is left out."""
    sound = _sound()
    length = int(WINDOW_S * SAMPLE_RATE_HZ)
    windows = [sound[first : first + length] for first in range(0, len(sound) - length, length)]
    return [window for window in windows if float(np.sqrt(np.mean(np.square(window)))) >= SPOKEN]


class CapacityMemory(FindingsFile[Measured]):
    """What was measured, by device and weights, in a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, kind=TypeAdapter(dict[str, Measured]))


def _sound() -> Samples:
    # Imported here: who has measured before needs no decoder.
    import av  # noqa: PLC0415

    resampler = av.AudioResampler("s16", "mono", SAMPLE_RATE_HZ)
    with av.open(str(SOUND)) as container:
        pieces = [piece.to_ndarray()[0] for frame in container.decode(audio=0) for piece in resampler.resample(frame)]
    return np.concatenate(pieces).astype(np.float32) / np.float32(32768)
