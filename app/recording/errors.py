"""The troubles of recording that only the desktop has; the root of the tree is in ``engine/contract/errors.py``.

VivavoceError
├── RecordingInProgress     something is being recorded already
├── NotRecordedHere         a meeting came from a file, and cannot be recorded on
├── RecorderKeepsEnding     the recorder process cannot be kept alive
├── CheckNotRecorded        the check before a recording heard nothing (``preflight_status.py``)
└── CheckNotUnderstood      the check heard no answer of the engine (``preflight_status.py``)
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


@dataclass(eq=False)
class NotRecordedHere(VivavoceError):
    """The sound of a file does not go on."""

    title: str

    @property
    def sentence(self) -> str:
        return f"“{self.title}” was not recorded here, so it cannot be recorded on. Start a new recording."


@dataclass(eq=False)
class RecorderKeepsEnding(VivavoceError):
    """The recorder process ended again and again, without recording anything in between."""

    exit_code: int | None

    @property
    def sentence(self) -> str:
        return (
            "The recorder stopped unexpectedly and could not be started again, so nothing more is recorded. "
            "What was recorded before is safe. Check the sound devices and try again."
        )
