"""The child processes that a test itself started: a sound card or screen of the session is none of them."""

import psutil


class NewProcesses:
    """Looks for child processes that were not there when it was made."""

    def __init__(self) -> None:
        self._before = set(psutil.Process().children(recursive=True))

    def find(self) -> list[psutil.Process]:
        """Those that are there now, with their own children."""
        return [child for child in psutil.Process().children(recursive=True) if child not in self._before]
