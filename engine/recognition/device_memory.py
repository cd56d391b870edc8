"""What was found out about this computer's devices, so that a second start does not try again.

A small JSON file in the cache folder, read and written by ``device.py`` only. Its key holds everything
that could change the outcome: the CTranslate2 version, the driver, the cards, the speech model. A failed
step is thereby remembered until one of these changes (failures 91).
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.contract.whole_file import write_whole
from engine.recognition.device_refusals import DeviceStep, Refusal

_MOST_ENTRIES = 40


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome for one key."""

    chosen: DeviceStep | None = None
    """The step that decoded; ``None`` if none did."""
    refusals: tuple[Refusal, ...] = ()
    absent: tuple[str, ...] = ()
    """Devices that are not there at all."""


class DeviceMemory:
    """Findings by key in a file; a file that cannot be read is the same as none."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def recall(self, key: str) -> Finding | None:
        """What is known for this key."""
        return self._read().get(key)

    def remember(self, key: str, finding: Finding) -> None:
        """Keep a finding, the newest last. A cache folder that cannot be written costs a probe next time."""
        entries = {known: entry for known, entry in self._read().items() if known != key}
        kept = dict(list(entries.items())[-_MOST_ENTRIES + 1 :])
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, _FINDINGS.dump_json({**kept, key: finding}, indent=2))

    def forget(self) -> None:
        """Try everything again at the next choice."""
        self._file.unlink(missing_ok=True)

    def _read(self) -> Mapping[str, Finding]:
        try:
            return _FINDINGS.validate_json(self._file.read_bytes())
        except (OSError, ValidationError):
            return {}


_FINDINGS: TypeAdapter[dict[str, Finding]] = TypeAdapter(dict[str, Finding])
