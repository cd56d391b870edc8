"""The speech models that Vivavoce knows: what each consists of and where it can come from.

Pure values read from ``resources/speech_models.json``; used by the store, the command line and the
settings page, on any thread.

To add one: an entry in ``speech_models.json``. Give each file's size and sha256 if you have them from a
copy you checked; leave them ``null`` otherwise (the file's ``about`` says what that means).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from engine.contract.errors import SpeechModelUnknown
from engine.contract.places import RESOURCES

CATALOGUE_FILE = RESOURCES / "speech_models.json"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One file of a speech model, as it was published."""

    name: str
    size: int | None = None
    """Bytes; ``None`` where the catalogue does not know."""
    sha256: str | None = None
    """Lower-case hexadecimal; ``None`` where the catalogue does not know for certain."""


@dataclass(frozen=True, slots=True)
class PackagePiece:
    """A data file inside a Python package; several of them joined make one file of a speech model."""

    package: str
    member: str
    """Path inside the package's archive, with forward slashes."""


@dataclass(frozen=True, slots=True)
class PackageOrigin:
    """Python packages that carry the weights as data. Nothing of them is ever imported."""

    packages: Mapping[str, str]
    """Package name to its pinned version."""
    files: Mapping[str, tuple[PackagePiece, ...]]
    """File of the speech model to the pieces that make it, in order."""
    kind: Literal["package"] = "package"

    @property
    def label(self) -> str:
        """The origin as a person reads it."""
        return "Python package " + ", ".join(f"{name} {version}" for name, version in self.packages.items())


@dataclass(frozen=True, slots=True)
class HubOrigin:
    """A repository on a model hub."""

    repository: str
    """Owner and name, such as ``Systran/faster-whisper-base``."""
    revision: str = "main"
    kind: Literal["hub"] = "hub"


Origin = Annotated[PackageOrigin | HubOrigin, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class SpeechModel:
    """A speech model as the catalogue describes it."""

    name: str
    title: str
    """The name as a person reads it."""
    languages: Literal["multilingual"] | tuple[str, ...]
    """Whisper codes of the languages it understands."""
    size: int
    """Bytes on disk; rounded where ``is_size_exact`` says no."""
    licence: str
    files: tuple[ModelFile, ...]
    sources: tuple[Origin, ...]
    """Where it can come from, first choice first."""

    @property
    def is_size_exact(self) -> bool:
        """Whether the catalogue knows the size of every file."""
        return all(file.size is not None for file in self.files)

    @property
    def is_pinned(self) -> bool:
        """Whether the catalogue knows the hash of every file."""
        return all(file.sha256 is not None for file in self.files)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All known speech models, in the order they are shown."""

    models: tuple[SpeechModel, ...]
    hubs: tuple[str, ...] = ("https://huggingface.co",)
    """Addresses that publish the weights; ``HF_ENDPOINT`` takes their place."""
    mirrors: tuple[str, ...] = ()
    """Addresses of others that carry copies; asked only for files whose hash is known."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all speech models."""
        return tuple(model.name for model in self.models)

    def __iter__(self) -> Iterator[SpeechModel]:
        return iter(self.models)

    def __contains__(self, name: object) -> bool:
        return any(model.name == name for model in self.models)

    def get(self, name: str) -> SpeechModel:
        """The speech model of that name.

        Raises:
            SpeechModelUnknown: there is none.
        """
        for model in self.models:
            if model.name == name:
                return model
        raise SpeechModelUnknown(name)


def read_catalogue(path: Path = CATALOGUE_FILE) -> Catalogue:
    """Read the catalogue that ships with the application."""
    return _CATALOGUE.validate_json(path.read_bytes())


_CATALOGUE: TypeAdapter[Catalogue] = TypeAdapter(Catalogue)
