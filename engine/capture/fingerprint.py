"""Recognising the same file again, whatever it is called now.

Called on a background thread before an import, so that a recording that is in the library already is
found by its content.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from engine.capture.media_container import MediaBytes, open_bytes, shown_name
from engine.contract.errors import MediaNotReadable

_WHOLE_BYTES = 64 << 20
"""Files up to this size are read completely."""
_SAMPLE_BYTES = 16 << 20
"""Of larger ones the beginning, the middle and the end."""
_STEP_BYTES = 1 << 20


def fingerprint(path: Path) -> str:
    """SHA-256 over size and content, as hexadecimal digits.

    Raises:
        MediaNotFound, MediaNotReadable: the file cannot be read.
    """
    with open_bytes(path) as file:
        digest = hashlib.sha256(file.size.to_bytes(8, "big"))
        if file.size <= _WHOLE_BYTES:
            stretches = [(0, file.size)]
        else:
            middle = (file.size - _SAMPLE_BYTES) // 2
            stretches = [(at, _SAMPLE_BYTES) for at in (0, middle, file.size - _SAMPLE_BYTES)]
        for at, length in stretches:
            for data in _pieces(file, at, length):
                digest.update(data)
        if file.trouble is not None:
            raise MediaNotReadable(shown_name(path), detail=str(file.trouble))
        return digest.hexdigest()


def _pieces(file: MediaBytes, at: int, length: int) -> Iterator[bytes]:
    file.seek(at)
    while length > 0 and (data := file.read(min(length, _STEP_BYTES))):
        yield data
        length -= len(data)
