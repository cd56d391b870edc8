"""The version of our own steps between sound and words, for the keys of what is cached.

Not a number that somebody must remember to raise: the source of everything that has a hand in the words is part of the
key, with the versions of the libraries beneath. A changed comment empties the cache as well; that costs time once, and
a forgotten number would give out words that this version would not write.

What comes behind the cache (``engine/postprocess``, the quarantine) is done anew every time and is no part of it, and
what comes before it (detection, packing) shows in the stretches themselves.
"""

import functools
import hashlib
from importlib import metadata
from pathlib import Path

from engine.contract.places import ROOT

FOLDERS = ("engine/recognition", "engine/glossary", "engine/caching")
"""Whose files have a hand in what is recognised, or in how it is kept."""

LIBRARIES = ("ctranslate2", "faster-whisper")


@functools.cache
def own_steps(root: Path = ROOT) -> str | None:
    """The version, as hexadecimal digits; ``None`` where it cannot be told, and nothing must be cached."""
    digest = hashlib.sha256()
    for folder in FOLDERS:
        files = sorted((root / folder).glob("*.py"))
        if not files:
            return None
        for file in files:
            digest.update(file.name.encode() + b"\0" + file.read_bytes())
    for library in LIBRARIES:
        try:
            digest.update(f"{library} {metadata.version(library)}".encode())
        except metadata.PackageNotFoundError:
            return None
    return digest.hexdigest()[:16]
