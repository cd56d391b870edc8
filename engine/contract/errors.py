"""The known troubles of the engine, as a tree.

    VivavoceError
    ├── MediaError            a file cannot be read as sound
    │   ├── MediaNotFound       there is no such file, or it is a folder
    │   ├── NoAudioFound        it holds no sound (a picture, a text, a silent film)
    │   ├── MediaUnfinished     its recording was never finished, the index is missing
    │   ├── MediaRefused        it is a playlist or points to other files
    │   └── MediaNotReadable    FFmpeg cannot make sense of it, or may not open it
    ├── SpeechModelError      the weights on disk
    │   ├── SpeechModelUnknown  no such name in the catalogue
    │   ├── SpeechModelMissing  not installed here
    │   ├── SpeechModelDamaged  installed, but not what was published
    │   ├── SpeechModelFetchFailed  no source could deliver it
    │   └── ArchiveRefused      a picked folder or zip is not a speech model, or is unsafe
    ├── DeviceUnusable        neither the graphics card nor the processor could decode
    ├── RecogniserFailed      a device that was proved failed at work
    ├── SpeakerModelMissing   what tells voices apart is not installed here
    ├── SpeakerModelDamaged   it is installed, but not what was published
    ├── SpeakersNotTold       looking for the speakers could not go on, for want of memory above all
    ├── EngineDied            the engine process ended by itself
    ├── WorkerError           a machine of the local network that was asked to understand
    │   ├── WorkerUnreachable   it does not answer, or not in time
    │   ├── WorkerRefused       it answers that it will not, or cannot
    │   ├── WorkerNotTrusted    it is not the machine that was paired, or no longer knows this one
    │   └── WorkerTooOld        it and this computer know no common version of the protocol
    ├── NoWordsFound          speech was heard, and not one word understood
    ├── RecordingNotSaved     what is heard cannot be written, though there is room
    └── DiskFull              there is no room left

Each error carries its data as fields and says one plain English sentence as ``str(error)``: what
happened and what to do. The window translates by type and fields (``ui/messages/error_messages.py``).
Errors cross the process border as ``ErrorReport`` (``error_report.py``).

The classes are dataclasses but not frozen: Python itself writes the traceback into a raised error.

To add one: a dataclass here with a docstring and a ``sentence``, its line in the tree above,
and its translation in ``ui/messages/error_messages.py``.
"""

from dataclasses import dataclass

from engine.contract.exit_codes import ENGINE_DIED, SPEAKERS_NOT_TOLD, end_cause


@dataclass(eq=False)
class VivavoceError(Exception):
    """A trouble that is known, carries its data, and can be explained to a person."""

    @property
    def sentence(self) -> str:
        """What happened and what to do, in one plain English sentence."""
        return "Something went wrong."

    def __str__(self) -> str:
        return self.sentence


@dataclass(eq=False)
class MediaError(VivavoceError):
    """A file cannot be read as sound."""

    name: str
    """File name as the person knows it, without its folder."""


@dataclass(eq=False)
class MediaNotFound(MediaError):
    """There is no such file, or it is a folder."""

    @property
    def sentence(self) -> str:
        return f"“{self.name}” is not there, or is not a file. Check the name and try again."


@dataclass(eq=False)
class NoAudioFound(MediaError):
    """The file opens but holds no sound."""

    @property
    def sentence(self) -> str:
        return f"No audio was found in “{self.name}”. Choose an audio file, or a video with sound."


@dataclass(eq=False)
class MediaUnfinished(MediaError):
    """The recording program never wrote the file's index."""

    @property
    def sentence(self) -> str:
        return (
            f"The recording of “{self.name}” was not finished, so it cannot be read. "
            "Open it once in the program that recorded it, or use a repair tool."
        )


@dataclass(eq=False)
class MediaRefused(MediaError):
    """The file is a playlist or points to other files or addresses."""

    @property
    def sentence(self) -> str:
        return f"“{self.name}” is a list of other files, not a recording. Choose the recording itself."


@dataclass(eq=False)
class MediaNotReadable(MediaError):
    """FFmpeg cannot make sense of the file, or the system does not let us open it."""

    detail: str
    """What the decoder said, for the log."""

    @property
    def sentence(self) -> str:
        return f"“{self.name}” could not be read. It may be damaged, or not a recording at all."


@dataclass(eq=False)
class SpeechModelError(VivavoceError):
    """A trouble with the weights on disk."""

    model: str
    """Catalogue name of the speech model."""


@dataclass(eq=False)
class SpeechModelUnknown(SpeechModelError):
    """The catalogue has no such name."""

    @property
    def sentence(self) -> str:
        return f"There is no speech model called “{self.model}”. “vivavoce models list” shows them all."


@dataclass(eq=False)
class SpeechModelMissing(SpeechModelError):
    """The speech model is not installed here."""

    @property
    def sentence(self) -> str:
        return f"The speech model “{self.model}” is not on this computer yet. Download it in Settings, Recognition."


@dataclass(eq=False)
class SpeechModelDamaged(SpeechModelError):
    """A file of the speech model is not what was published."""

    file: str
    """Name of the first file that does not match."""

    @property
    def sentence(self) -> str:
        return f"The speech model “{self.model}” is damaged ({self.file}). Repair it in Settings, Recognition."


@dataclass(eq=False)
class SpeechModelFetchFailed(SpeechModelError):
    """No source could deliver the speech model."""

    detail: str
    """What each source answered, for the log."""

    @property
    def sentence(self) -> str:
        return (
            f"The speech model “{self.model}” could not be downloaded. Check the network and try again: "
            "what is already here is kept. You can also import it from a folder."
        )


@dataclass(eq=False)
class ArchiveRefused(VivavoceError):
    """A folder or zip that a person picked is not what it should be, or is unsafe to unpack."""

    name: str
    reason: str
    """Why, as the second half of a plain sentence."""

    @property
    def sentence(self) -> str:
        return f"“{self.name}” cannot be used: {self.reason}. Nothing was changed."


@dataclass(eq=False)
class DeviceUnusable(VivavoceError):
    """No device and precision could decode one second of real speech."""

    detail: str

    @property
    def sentence(self) -> str:
        return (
            "Neither the graphics card nor the processor could understand the test sentence. "
            "Settings, Recognition shows what was tried."
        )


@dataclass(eq=False)
class RecogniserFailed(VivavoceError):
    """A device that had been proved failed at work, for want of memory above all."""

    device: str
    """``cuda`` or ``cpu``."""
    detail: str
    """What it said, for the log."""

    @property
    def sentence(self) -> str:
        if self.device == "cuda":
            return "The graphics card could not go on. What is understood is saved; choose Try again to continue."
        return (
            "The recognition could not go on, probably because memory ran out. What is understood is saved; "
            "close other programs, or choose a smaller speech model, and try again."
        )


@dataclass(eq=False)
class SpeakerModelMissing(VivavoceError):
    """What tells voices apart is not installed here."""

    model: str
    """``segmentation`` or ``encoder``."""

    @property
    def sentence(self) -> str:
        return (
            "Speakers cannot be told apart: a part of Vivavoce that is needed for it is not on this computer. "
            "The text is complete; start Vivavoce once with a network connection and try again."
        )


@dataclass(eq=False)
class SpeakerModelDamaged(VivavoceError):
    """What tells voices apart is installed, but not what was published."""

    model: str
    """``segmentation`` or ``encoder``."""
    file: str
    """Name of the file that does not match."""

    @property
    def sentence(self) -> str:
        return (
            f"Speakers cannot be told apart: a part of Vivavoce is damaged ({self.file}). "
            "The text is complete; install Vivavoce again and try again."
        )


@dataclass(eq=False)
class SpeakersNotTold(VivavoceError):
    """Looking for the speakers could not go on, for want of memory above all."""

    detail: str
    """What it said, for the log."""
    exit_code: int | None = None
    """Of the process that ended by itself over it."""

    @property
    def sentence(self) -> str:
        return SPEAKERS_NOT_TOLD[end_cause(self.exit_code)]


@dataclass(eq=False)
class EngineDied(VivavoceError):
    """The engine process ended by itself more often than it may be restarted."""

    exit_code: int | None

    @property
    def sentence(self) -> str:
        return ENGINE_DIED[end_cause(self.exit_code)]


@dataclass(eq=False)
class WorkerError(VivavoceError):
    """A trouble with a machine of the local network that was asked to understand."""

    worker: str
    """Its name, as the person knows it."""


@dataclass(eq=False)
class WorkerUnreachable(WorkerError):
    """It does not answer, or not in time."""

    detail: str = ""
    """What the network said, for the log."""

    @property
    def sentence(self) -> str:
        return f"The worker “{self.worker}” does not answer. Check that it is on, and in the same network."


@dataclass(eq=False)
class WorkerRefused(WorkerError):
    """It answers that it will not, or cannot."""

    reason: str
    """``busy``, ``draining``, ``model_missing`` and so on; see ``RefusalReason``."""
    detail: str = ""
    """What it said, for the log."""

    @property
    def is_busy(self) -> bool:
        """It has other work at this very moment."""
        return self.reason == "busy"

    @property
    def is_full(self) -> bool:
        """Nothing is wrong with it: it has no room now."""
        return self.reason in {"busy", "draining", "too_much"}

    @property
    def sentence(self) -> str:
        if self.is_full:
            return f"The worker “{self.worker}” has no room at the moment. Try again later."
        if self.reason == "model_missing":
            return f"The worker “{self.worker}” does not have this speech model. Install it there."
        return f"The worker “{self.worker}” could not understand this. Its log tells why."


@dataclass(eq=False)
class WorkerNotTrusted(WorkerError):
    """It is not the machine that was paired, or it no longer knows this one."""

    detail: str = ""
    """What was wrong, for the log."""

    @property
    def sentence(self) -> str:
        return (
            f"The worker “{self.worker}” and this computer do not trust each other any more. "
            "Pair them again in Settings, Other computers."
        )


@dataclass(eq=False)
class WorkerTooOld(WorkerError):
    """It and this computer know no common version of the protocol."""

    is_newer: bool
    """It is the worker that is ahead."""

    @property
    def sentence(self) -> str:
        if self.is_newer:
            return f"The worker “{self.worker}” has a newer Vivavoce than this one understands. Update it here."
        return f"The worker “{self.worker}” has an older Vivavoce than this one understands. Update it there."


@dataclass(eq=False)
class NoWordsFound(VivavoceError):
    """Speech was heard, and not one word understood."""

    speech_s: float
    """Seconds of speech that the voice detector heard."""

    @property
    def sentence(self) -> str:
        return (
            f"{self.speech_s:.0f} s of speech were heard but no words understood. The sound is safe; "
            "try again with another language or speech model."
        )


@dataclass(eq=False)
class RecordingNotSaved(VivavoceError):
    """What is heard cannot be written, and not for want of room: the disk is gone, or refuses."""

    folder: str
    detail: str
    """What the system said."""
    has_begun: bool
    """Whether something was recorded before; if so, it is tried again and again."""

    @property
    def sentence(self) -> str:
        if self.has_begun:
            return (
                f"The sound cannot be saved ({self.detail}). What is saved is safe; "
                f"the recording goes on as soon as {self.folder} can be written again."
            )
        return (
            f"The recording could not begin ({self.detail}). Nothing was recorded. "
            f"Check whether {self.folder} can be written, and try again."
        )


@dataclass(eq=False)
class DiskFull(VivavoceError):
    """There is no room left where the sound or the library lies."""

    folder: str

    @property
    def sentence(self) -> str:
        return f"The disk is full ({self.folder}). Free some room and try again; what was done so far is kept."
