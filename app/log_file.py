"""The application's own log: a small rotating file, with nothing in it that somebody said (failures 98).

Set up once by ``main.py`` and ``cli/main.py``, before anything else runs.
"""

import logging
import logging.handlers
import os
from io import TextIOWrapper
from pathlib import Path
from typing import cast

NAME = "vivavoce.log"
_LARGEST = 1 << 20
_KEPT = 3


class _PrivateFile(logging.handlers.RotatingFileHandler):
    """A rotating log that only its owner may read."""

    def _open(self) -> TextIOWrapper:
        def private(name: str, flags: int) -> int:
            return os.open(name, flags, 0o600)

        return cast(
            TextIOWrapper, open(self.baseFilename, self.mode, encoding="utf-8", errors="replace", opener=private)
        )


def keep_log(folder: Path) -> None:
    """Let all that is logged from INFO on go to the file, and nothing to the console."""
    logging.raiseExceptions = False  # a log that cannot be written is no reason to stop
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = _PrivateFile(
            folder / NAME, maxBytes=_LARGEST, backupCount=_KEPT, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root.addHandler(handler)
    # Libraries tell more than we may keep: addresses, statements, words.
    for name in ("sqlalchemy", "alembic", "httpx2", "urllib3", "huggingface_hub", "faster_whisper", "PIL"):
        logging.getLogger(name).setLevel(logging.ERROR)
