"""Which speech model suits this computer, for the first start. Pure but for ``look``, which runs in the background.

The steps are careful: a lecture must be understood as fast as it is spoken, with room to spare. ``base`` does that on
two processors (README, figures); ``small`` has three times its weights, the large ones need a graphics card.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.contract.options import DEFAULT_MODEL

_GIB = 1 << 30
_FOR_SMALL_BYTES = 6 * _GIB
_FOR_SMALL_PROCESSORS = 8


class Device(Protocol):
    """A processor or a graphics card; the processor comes last."""

    @property
    def is_usable(self) -> bool | None:
        """Whether it decoded real speech; ``None`` if that was not tried."""
        ...


@dataclass(frozen=True, slots=True)
class Machine:
    """What was found out about this computer."""

    has_card: bool
    """A graphics card that decoded real speech."""
    processors: int
    memory_bytes: int


def suggested_model(machine: Machine) -> str:
    """The speech model with the best words that this computer keeps up with."""
    if machine.has_card:
        return "large-v3-turbo"
    if machine.processors >= _FOR_SMALL_PROCESSORS and machine.memory_bytes >= _FOR_SMALL_BYTES:
        return "small"
    return DEFAULT_MODEL


def look(describe_devices: Callable[[], Sequence[Device]]) -> Machine:
    """Find out. Slow: the devices are asked."""
    import psutil  # noqa: PLC0415 - not on the way to the first window

    devices = describe_devices()
    return Machine(
        has_card=any(device.is_usable for device in devices[:-1]),
        processors=os.cpu_count() or 1,
        memory_bytes=int(psutil.virtual_memory().total),
    )
