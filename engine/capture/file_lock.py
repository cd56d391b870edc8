"""Whether somebody else has a file: a lock of the kernel, which ends with its owner however that ends.

A number of a process in a file would not do: after a kill it may be given to another, or belong to a zombie. Used on
rings and on recordings, on any thread. Windows has no such locks; there every lock is granted.
"""

import sys
from typing import Any


def take_lock(descriptor: int, *, is_shared: bool = False) -> bool:
    """Take the lock of an open file, if nobody else has it. It goes with the last copy of the descriptor."""
    if sys.platform == "win32":
        return True
    # Any: the module exists on POSIX alone, and so do its names in the stubs.
    fcntl: Any = __import__("fcntl")
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def leave_lock(descriptor: int) -> None:
    """Give the lock back before the file is closed."""
    if sys.platform != "win32":
        fcntl: Any = __import__("fcntl")
        fcntl.flock(descriptor, fcntl.LOCK_UN)
