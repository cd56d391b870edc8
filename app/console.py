"""The console as we need it: UTF-8 whatever the system's code page, and somewhere harmless where there is none.

Called first thing by ``main.py`` and ``cli/main.py``. A windowed build has no streams at all (failures 69), and a code
page must not turn a name into an error (failures 81). Libraries are told here to be silent to the world, and modest.
"""

import contextlib
import os
import sys
from pathlib import Path
from typing import TextIO

from engine.contract.child_environment import FOR_LIBRARIES


def prepare_console() -> None:
    """Make standard output and standard error safe to write any text to."""
    sys.stdout = _safe(sys.stdout)
    sys.stderr = _safe(sys.stderr)
    os.environ.update(FOR_LIBRARIES)
    # gRPC tells of refused handshakes and taken ports there, which are answers to us.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")


def empty_console() -> bool:
    """Write what still waits for standard output; whether it took all. Called last thing.

    What a full disk or a closed pipe did not take is dropped: else the interpreter tries again when it ends, and gives
    an exit code of its own.
    """
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # the second where it is closed
        with contextlib.suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
        return False
    return True


def is_terminal(stream: TextIO) -> bool:
    """Whether a person looks at the stream."""
    try:
        return stream.isatty()
    except ValueError:
        return False  # closed


def _safe(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8", errors="replace")
    reconfigure = getattr(stream, "reconfigure", None)  # not there on what a test or a notebook puts in its place
    if reconfigure is not None:
        reconfigure(encoding="utf-8", errors="replace")
    return stream
