"""What is left of a bug: where it was, without what was being said.

``main.py`` and ``cli/main.py`` install it for every thread. A report names the exception and the lines of our code it
came through; never its message or any value, because those may hold a transcript, a file name or a key (failures 98).
"""

import platform
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from types import TracebackType

_KEPT = 20


class CrashReports:
    """Writes reports into the folder of logs."""

    def __init__(
        self,
        folder: Path,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        on_report: Callable[[Path], None] | None = None,
    ) -> None:
        self._folder = folder
        self._now = now
        self._on_report = on_report

    def install(self) -> None:
        """From now on, report every exception that nobody caught, on any thread."""
        sys.excepthook = self.on_exception
        threading.excepthook = self.on_thread_exception

    def on_exception(self, kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        """An exception on the main thread, or in a Qt slot."""
        if issubclass(kind, KeyboardInterrupt):
            return
        path = self.write(error)
        if path is not None and self._on_report is not None:
            self._on_report(path)

    def on_thread_exception(self, what: threading.ExceptHookArgs) -> None:
        """An exception on another thread."""
        if what.exc_value is not None and what.exc_type is not SystemExit:
            self.on_exception(what.exc_type, what.exc_value, what.exc_traceback)

    def write(self, error: BaseException) -> Path | None:
        """Write a report; ``None`` if there is no place for it."""
        moment = self._now()
        path = self._folder / f"crash-{moment:%Y%m%d-%H%M%S-%f}.txt"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)
            path.write_text(describe(error, moment), "utf-8")
            for old in sorted(self._folder.glob("crash-*.txt"))[:-_KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            return None
        return path


def describe(error: BaseException, moment: datetime) -> str:
    """The report as text."""
    lines = [
        f"Vivavoce {version()}, Python {platform.python_version()}, {platform.platform()}",
        moment.isoformat(timespec="seconds"),
        "",
    ]
    seen: set[int] = set()
    each: BaseException | None = error
    while each is not None and id(each) not in seen:
        seen.add(id(each))
        number = f" {each.errno}" if isinstance(each, OSError) and each.errno else ""
        lines.append(f"{type(each).__module__}.{type(each).__qualname__}{number}")
        for frame in traceback.extract_tb(each.__traceback__):
            lines.append(f"  {_short(frame.filename)}:{frame.lineno} {frame.name}")
        each = each.__cause__ or each.__context__
        if each is not None:
            lines.append("after")
    return "\n".join(lines) + "\n"


def version() -> str:
    """Of the application."""
    try:
        return metadata.version("vivavoce")
    except metadata.PackageNotFoundError:
        return "unknown"


def _short(name: str) -> str:
    """A path without the person's folders."""
    parts = Path(name).parts
    for mark in ("site-packages", "app", "ui", "engine"):
        if mark in parts:
            return "/".join(parts[len(parts) - parts[::-1].index(mark) - 1 :])
    return parts[-1] if parts else name
