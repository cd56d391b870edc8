"""The services of one run on the command line, and a library that is thrown away after it.

On the main thread of ``vivavoce transcribe``.
"""

import shutil
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from app.cli.interruption import undisturbed
from app.cli.progress_lines import ProgressLines
from app.composition import Services
from app.folders import Folders
from app.meetings.errors import LibraryInUse

Compose = Callable[[Folders], Services]

_DAY_S = 86_400


@contextmanager
def opened_services(compose: Compose, folders: Folders, lines: ProgressLines, *, keeps: bool) -> Generator[Services]:
    """The services of this computer; with a library for this once if the real one is not wanted or not free."""
    services: Services | None = None
    if keeps:
        try:
            services = compose(folders)
        except LibraryInUse:
            lines.note("Vivavoce is open with the library; these transcripts are not added to it.")
    once = None
    if services is None:
        once = _make_library_for_once(folders.cache)
        services = compose(replace(folders, library=once))
    try:
        yield services
    finally:
        with undisturbed():
            services.close()
            if once is not None:
                shutil.rmtree(once, ignore_errors=True)


def _make_library_for_once(cache: Path) -> Path:
    """An empty folder in the cache; what an earlier run that was killed left there goes after a day."""
    for old in cache.glob("once-*"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > _DAY_S:
                shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix="once-", dir=cache))
