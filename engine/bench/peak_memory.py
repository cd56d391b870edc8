"""The most memory a process ever held, as the system counted it.

``ru_maxrss`` is not used: on Linux a new process inherits there what its parent held, so a small child of a
large parent would look large.
"""

from pathlib import Path

import psutil


def peak_memory(pid: int) -> int:
    """Bytes; 0 when the process is gone. Where the system keeps no peak (macOS), what it holds now."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8", errors="replace")
    except OSError:
        return _asked_of_psutil(pid)
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:")), 0)


def _asked_of_psutil(pid: int) -> int:
    try:
        held = psutil.Process(pid).memory_info()
    except psutil.Error:
        return 0
    return int(getattr(held, "peak_wset", held.rss))  # peak_wset: Windows alone
