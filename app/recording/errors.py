"""The troubles of recording that only the desktop has; the root of the tree is in ``engine/contract/errors.py``.

VivavoceError
└── RecordingInProgress     something is being recorded already

"""

from dataclasses import dataclass

from engine.contract.errors import VivavoceError


@dataclass(eq=False)
class RecordingInProgress(VivavoceError):
    """There is one recording at a time."""

    title: str
    """Of the meeting that is being recorded."""

    @property
    def sentence(self) -> str:
        return f"“{self.title}” is being recorded. Stop it first, then start the next one."
