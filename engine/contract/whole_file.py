"""Small files that are there whole or not at all, also after a power cut; what makes no sense is kept aside.

On any thread of any process; several may write the same file, and one of them wins. Settings, lists of paired
computers, keys, manifests and what was found out about a machine are written so. Who may write when is the caller's
matter, and so is the folder.
"""

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, or leave the one that is there. Only its owner may read it, from its first moment.

    Raises:
        OSError: it cannot be written there; nothing of it is left behind.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(path)
    except BaseException:  # whatever happened, the half-written file must not stay
        Path(name).unlink(missing_ok=True)
        raise


def keep_aside(path: Path) -> None:
    """Let a file that makes no sense lie as ``….damaged``, so that a person can still look into it."""
    with contextlib.suppress(OSError):
        path.replace(path.with_name(f"{path.name}.damaged"))
