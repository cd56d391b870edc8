"""Memory that lies free between what is in use goes back to the system.

The C library of Linux keeps freed memory wherever something still in use lies behind it, so a process that reads
windows of many lengths for hours holds what its worst minute needed, several times over. Asked for it, the library
gives every free page back; that takes some milliseconds, and what is needed again costs as little. Other systems do
it by themselves. Called on the thread of a job, now and then.
"""

import ctypes
import sys
from collections.abc import Callable


def find_trim() -> Callable[[int], int] | None:
    """What gives free pages back; ``None`` where the C library has nothing of that name."""
    if sys.platform != "linux":
        return None
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library, such as musl
        return None


def give_back_memory() -> None:
    """Give free pages back, where that is not done by itself."""
    if (trim := find_trim()) is not None:
        trim(0)
