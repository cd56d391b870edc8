"""The troubles of recording that only the desktop has; the root of the tree is in ``engine/contract/errors.py``.

VivavoceError
├── RecordingInProgress     something is being recorded already
├── NotRecordedHere         a meeting came from a file, and cannot be recorded on
├── RecorderKeepsEnding     the recorder process cannot be kept alive
├── CheckNotRecorded        the check before a recording heard nothing
└── CheckNotUnderstood      the check heard no answer of the engine
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


@dataclass(eq=False)
class CheckNotRecorded(VivavoceError):
    """The recorder did not do what it was asked for, and did not say why."""

    @property
    def sentence(self) -> str:
        return "The test could not be recorded. Try again; if it happens again, restart the computer."


@dataclass(eq=False)
class CheckNotUnderstood(VivavoceError):
    """The engine did not do what it was asked for, and did not say why."""

    @property
    def sentence(self) -> str:
        return "The recognition did not answer. A recording would be safe, and could be understood later."
