"""What was found out about this computer's devices, so that a second start does not try again.

A small JSON file in the cache folder, read and written by ``device.py`` only. Its key holds everything
that could change the outcome: the CTranslate2 version, the driver, the cards, the speech model. A failed
step is thereby remembered until one of these changes (failures 91).
"""

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from engine.recognition.device_refusals import DeviceStep, Refusal
from engine.recognition.findings_file import FindingsFile


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome for one key."""

    chosen: DeviceStep | None = None
    """The step that decoded; ``None`` if none did."""
    refusals: tuple[Refusal, ...] = ()
    absent: tuple[str, ...] = ()
    """Devices that are not there at all."""


class DeviceMemory(FindingsFile[Finding]):
    """Findings by key, in a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(file, kind=TypeAdapter(dict[str, Finding]))
