"""Writes a copy that can be given away, reads it back, and gives it out only if it is what it should be.

Runs on a background thread or in the command line. Everything is written into a folder of its own first; nothing
appears at its place before all of it was read back: the texts hold none of the names, the sound is silent where it must
be and unchanged elsewhere.
"""

import secrets
import shutil
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.exporting.destination import export_files, safe_file_name
from app.exporting.document import ExportDocument
from app.exporting.not_safe import NotSafe
from app.exporting.profile import ExportProfile
from app.exporting.safe_copy import LABEL, HiddenName, make_safe, names_in
from app.exporting.safe_sound import is_proven, write_silenced
from app.meetings.errors import DestinationNotWritable
from app.meetings.identifiers import SpeakerId
from engine.contract.cancellation import Cancellation
from engine.contract.errors import DiskFull

SOUND = ".flac"


@dataclass(frozen=True, slots=True)
class SafeFiles:
    """What was written and proven."""

    paths: tuple[Path, ...]
    silenced_ms: int
    stretches: int
    names: int
    """Forms of names that were looked for and not found."""


def share_safely(
    document: ExportDocument,
    hidden: Sequence[SpeakerId],
    profile: ExportProfile,
    folder: Path,
    *,
    sound: Path | None,
    label: str = LABEL,
    cancellation: Cancellation | None = None,
) -> SafeFiles:
    """Write the meeting in each format of the profile, and its sound, without the chosen speakers.

    Args:
        document: The meeting as it is.
        hidden: The chosen speakers.
        profile: Formats and layout.
        folder: Where the files go.
        sound: The whole sound as FLAC; ``None`` writes texts alone.
        label: What stands for a name, with ``{number}`` in it.
        cancellation: Looked at between pieces of sound.

    Raises:
        NotSafe: what was written told a name, or was not silent; it is gone again.
        DestinationNotWritable, DestinationExists, DiskFull: it could not be written.
        Cancelled: stopping was requested; nothing is there.
    """
    cancellation = cancellation or Cancellation()
    safe = make_safe(document, hidden, label=label)
    scratch = folder / f".vivavoce-{secrets.token_hex(6)}"
    try:
        scratch.mkdir(parents=True)
        written = export_files(safe.document, profile, scratch)
        for path in written:
            _check_text(path, safe.names)
        if sound is not None:
            copy = scratch / safe_file_name(safe.document.meeting.title, SOUND)
            write_silenced(sound, copy, safe.silences, cancellation)
            if not is_proven(sound, copy, safe.silences, cancellation):
                raise NotSafe(copy.name)
            written.append(copy)
        paths = _move(written, folder)
    except OSError as error:
        if error.errno == 28:
            raise DiskFull(str(folder)) from error
        raise DestinationNotWritable(folder.name, str(error)) from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    silenced = sum(end - start for start, end in safe.silences)
    return SafeFiles(tuple(paths), silenced, len(safe.silences), len(safe.names))


def readable_text(path: Path) -> str:
    """All text in an exported file, also what is hidden in its properties."""
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            parts = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        # Without its tags, so that a name that goes over two runs is found as well.
        return "\n".join(parts) + "\n" + "\n".join(_untagged(part) for part in parts)
    return path.read_text("utf-8-sig")


def _check_text(path: Path, names: Sequence[HiddenName]) -> None:
    if names_in(path.name, names) or names_in(readable_text(path), names):
        raise NotSafe(path.name)


def _untagged(part: str) -> str:
    text: list[str] = []
    is_tag = False
    for character in part:
        if character == "<":
            is_tag = True
        elif character == ">":
            is_tag = False
        elif not is_tag:
            text.append(character)
    return "".join(text)


def _move(written: Sequence[Path], folder: Path) -> list[Path]:
    """To their place, all with the same number where a name is taken."""
    stem = written[0].stem if written else ""
    for number in range(1, 10_000):
        targets = [folder / safe_file_name(stem, path.suffix, number=number) for path in written]
        if not any(target.exists() for target in targets):
            for source, target in zip(written, targets, strict=True):
                source.rename(target)
            return targets
    raise DestinationNotWritable(folder.name, "every name is taken")
