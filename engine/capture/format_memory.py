"""How the devices of this computer behaved when they were opened, so that a crash is not repeated (failures 4).

Some drivers say yes to a format and then end the whole process. So what is about to be tried is written down first:
when the next recorder finds a try without an outcome, that format is left alone from then on. A format that worked
before gets a second chance, since the process may have been killed by somebody else just then. Asked by
``microphone.py`` under its lock. The file can be deleted at any time: everything is then tried again.
"""

import contextlib
import json
from pathlib import Path
from typing import Any, cast

from engine.contract.whole_file import write_whole

Format = tuple[int, int]
"""Rate and channels."""

_MOST_STRIKES = 2


class FormatMemory:
    """What is remembered of all devices."""

    def __init__(self, path: Path | None = None) -> None:
        """Without a path nothing outlives the process, and nothing needs to: a crash ends the process."""
        self._path = path

    def order(self, device: str, formats: list[Format]) -> list[Format]:
        """The formats worth trying: the one that worked last time first, and none that ended a process."""
        known = self._read().get(device, {})
        worked = _format_of(known.get("worked"))
        left = [each for each in formats if not self._is_barred(known, each)]
        return sorted(left, key=lambda each: each != worked)

    def begin(self, device: str, tried: Format) -> None:
        """About to try."""
        content = self._read()
        strikes = content.setdefault(device, {}).setdefault("strikes", {})
        strikes[_name(tried)] = int(strikes.get(_name(tried), 0)) + 1
        self._write(content)

    def end(self, device: str, tried: Format, *, has_opened: bool) -> None:
        """It opened, or was refused in an orderly way."""
        content = self._read()
        known = content.setdefault(device, {})
        known.setdefault("strikes", {}).pop(_name(tried), None)
        if has_opened:
            known["worked"] = list(tried)
        self._write(content)

    def _is_barred(self, known: dict[str, Any], tried: Format) -> bool:
        strikes = int(known.get("strikes", {}).get(_name(tried), 0))
        return strikes >= (_MOST_STRIKES if _format_of(known.get("worked")) == tried else 1)

    def _read(self) -> dict[str, dict[str, Any]]:
        if self._path is None:
            return {}
        try:
            content: Any = json.loads(self._path.read_bytes())
            for known in content.values():
                if not all(isinstance(count, int) for count in known.get("strikes", {}).values()):
                    return {}
            return cast("dict[str, dict[str, Any]]", content)
        except (OSError, ValueError, AttributeError):
            return {}  # nothing yet, or nothing of ours

    def _write(self, content: dict[str, dict[str, Any]]) -> None:
        """Where nothing can be written, nothing is remembered; recording matters more."""
        if self._path is None:
            return
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, json.dumps(content, ensure_ascii=False).encode())


def _name(tried: Format) -> str:
    return f"{tried[0]}/{tried[1]}"


def _format_of(value: Any) -> Format | None:
    match value:
        case [int() as rate_hz, int() as channels]:
            return rate_hz, channels
        case _:
            return None
