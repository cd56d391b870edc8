"""The known troubles of the library and of exporting; the root of the tree is in ``engine/contract/errors.py``.

VivavoceError
├── LibraryError
│   ├── LibraryInUse        another Vivavoce has it open
│   ├── LibraryTooNew       written by a newer version
│   ├── LibraryDamaged      the check failed and no part could be saved
│   ├── LibraryNotWritable  the folder or file cannot be written
│   ├── MeetingNotFound     no such meeting
│   ├── MeetingIsRecorded   cannot be done while it is being recorded
│   ├── SoundIsMissing      its sound is not there, or does not read back
│   └── NothingToSplit      one of the two parts would be empty
└── ExportError
    ├── DestinationExists   a file of that name is there already
    ├── DestinationNotWritable
    └── NotATranscript      a file to import is not one of ours

"""

from dataclasses import dataclass

from engine.contract.errors import VivavoceError


@dataclass(eq=False)
class LibraryError(VivavoceError):
    """A trouble with the library."""

    folder: str
    """Where the library lies."""


@dataclass(eq=False)
class LibraryInUse(LibraryError):
    """Another Vivavoce has the library open."""

    @property
    def sentence(self) -> str:
        return "Vivavoce is already open with this library. Use that window, or close it first."


@dataclass(eq=False)
class LibraryTooNew(LibraryError):
    """A newer version of Vivavoce wrote the library."""

    version: str
    """Version that used it last, or its schema revision where that is all we know."""

    @property
    def sentence(self) -> str:
        return (
            f"This library was last used by a newer Vivavoce ({self.version}). Please update Vivavoce; "
            "nothing in the library was changed."
        )


@dataclass(eq=False)
class LibraryDamaged(LibraryError):
    """The check failed and nothing could be restored."""

    detail: str

    @property
    def sentence(self) -> str:
        return f"The library in {self.folder} is damaged and could not be restored. The damaged file was kept."


@dataclass(eq=False)
class LibraryNotWritable(LibraryError):
    """The folder or the file cannot be written."""

    @property
    def sentence(self) -> str:
        return f"Vivavoce may not write to {self.folder}. Check the folder's permissions, or choose another place."


@dataclass(eq=False)
class MeetingNotFound(VivavoceError):
    """There is no such meeting."""

    name: str

    @property
    def sentence(self) -> str:
        return f"There is no meeting “{self.name}” in the library. “vivavoce library list” shows them all."


@dataclass(eq=False)
class MeetingIsRecorded(VivavoceError):
    """Something that has to wait until a recording has ended."""

    name: str

    @property
    def sentence(self) -> str:
        return "This meeting is still being recorded. Stop the recording first, then try again."


@dataclass(eq=False)
class SoundIsMissing(VivavoceError):
    """The sound of a meeting is not there, or could not be read back."""

    name: str

    @property
    def sentence(self) -> str:
        return f"The sound of “{self.name}” could not be read. Nothing was changed."


@dataclass(eq=False)
class NothingToSplit(VivavoceError):
    """A recording cannot be cut where one of the parts would hold nothing."""

    name: str

    @property
    def sentence(self) -> str:
        return f"“{self.name}” cannot be divided there: choose a time at least one second inside of it."


@dataclass(eq=False)
class ExportError(VivavoceError):
    """A transcript could not be written or read."""

    name: str
    """File name as the person knows it."""


@dataclass(eq=False)
class DestinationExists(ExportError):
    """A file of that name is there already."""

    @property
    def sentence(self) -> str:
        return f"“{self.name}” is there already. Choose another name, or say that it may be replaced."


@dataclass(eq=False)
class DestinationNotWritable(ExportError):
    """The folder cannot be written."""

    detail: str

    @property
    def sentence(self) -> str:
        return f"“{self.name}” could not be written. Choose another folder, or check its permissions."


@dataclass(eq=False)
class NotATranscript(ExportError):
    """A file to import is not a transcript that we know."""

    reason: str
    """Why, as the second half of a plain sentence."""

    @property
    def sentence(self) -> str:
        return f"“{self.name}” is not a transcript that Vivavoce can read: {self.reason}."
