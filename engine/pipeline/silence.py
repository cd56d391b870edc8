"""How long a process of ours has said nothing, and whether anything will come from it any more.

Pure; asked by whoever listens to an engine or a recorder process (``child_process.py``), on the thread that listens.
"""

from dataclasses import dataclass
from typing import Final

LONGEST_STEP_S: Final = 1.0
"""A computer that slept in between did not wait."""


@dataclass(slots=True)
class Silence:
    """The silence of one process."""

    allowed_s: float
    """Whoever says nothing for longer is taken for hung."""
    lasted_s: float = 0.0

    @property
    def is_too_long(self) -> bool:
        """Whether nothing will come any more."""
        return self.lasted_s > self.allowed_s

    def wait(self, seconds: float) -> None:
        """Nothing came for so long."""
        self.lasted_s += min(seconds, LONGEST_STEP_S)

    def end(self) -> None:
        """Something came, or a process was asked anew."""
        self.lasted_s = 0.0
