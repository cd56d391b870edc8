"""Which graphics cards this computer has, asked of NVIDIA's own driver library and nothing heavier.

NVML comes with the driver, needs no CUDA and cannot start a computation, so it is safe to ask in any
process and takes milliseconds. Whether a card can really be used is not for it to say: see ``device.py``.
"""

import contextlib
import ctypes
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LIBRARIES = ("nvml.dll",) if sys.platform == "win32" else ("libnvidia-ml.so.1",)
_DEVICE_NODES = ("/dev/nvidiactl", "/dev/dxg")


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    """One NVIDIA card."""

    name: str
    memory: int
    """Bytes in all."""
    free_memory: int
    """Bytes that no program uses now."""


@dataclass(frozen=True, slots=True)
class GraphicsCards:
    """What the driver says."""

    driver: str = ""
    """Its version; empty if there is none or it does not say."""
    cards: tuple[GraphicsCard, ...] = ()
    has_driver: bool = False
    """Whether trying CUDA makes sense at all; also true in a container that hides the driver's library."""


def find_graphics_cards() -> GraphicsCards:
    """Ask the driver. Never raises: without a driver there are no cards."""
    has_node = any(Path(node).exists() for node in _DEVICE_NODES)
    library = _load()
    if library is None or library.nvmlInit_v2() != 0:
        return GraphicsCards(has_driver=has_node)
    try:
        count = ctypes.c_uint()
        library.nvmlDeviceGetCount_v2(ctypes.byref(count))
        cards = tuple(_read_card(library, number) for number in range(count.value))
        driver = _text(library.nvmlSystemGetDriverVersion)
        return GraphicsCards(driver, cards, has_driver=has_node or bool(cards))
    finally:
        library.nvmlShutdown()


class _Memory(ctypes.Structure):
    _fields_ = (("total", ctypes.c_ulonglong), ("free", ctypes.c_ulonglong), ("used", ctypes.c_ulonglong))


def _load() -> Any:
    for name in _LIBRARIES:
        with contextlib.suppress(OSError):
            return ctypes.CDLL(name)
    return None


def _read_card(library: Any, number: int) -> GraphicsCard:
    handle = ctypes.c_void_p()
    library.nvmlDeviceGetHandleByIndex_v2(number, ctypes.byref(handle))
    memory = _Memory()
    library.nvmlDeviceGetMemoryInfo(handle, ctypes.byref(memory))
    name = _text(lambda buffer, size: library.nvmlDeviceGetName(handle, buffer, size))
    return GraphicsCard(name or "NVIDIA graphics card", int(memory.total), int(memory.free))


def _text(ask: Callable[[Any, int], int]) -> str:
    buffer = ctypes.create_string_buffer(96)
    return buffer.value.decode("utf-8", errors="replace") if ask(buffer, len(buffer)) == 0 else ""
