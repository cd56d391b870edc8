"""How much sound a WAV file really holds, whatever its header says.

A WAV header has 32 bits for the size: past 4 GiB it wraps, a crashed recorder leaves it at 0 or at an old
value, a stream writes 0xFFFFFFFF. FFmpeg believes the number where it can, and would drop hours without a
word. Pure reading of the first bytes; called by ``media_container`` before FFmpeg opens the file.
"""

from dataclasses import dataclass
from typing import Protocol

_UNKNOWN_SIZES = {0, 0xFFFFFFFF}
_STREAM_SIZE = 0x7FFFF000
"""Writers to a pipe put numbers around 2 GiB when they cannot know the size."""
_UNCOMPRESSED = {1, 3, 6, 7, 0xFFFE}
"""Format numbers of PCM, float, A-law, mu-law, and PCM with a long header."""
_TRAILERS = (b"TAG", b"ID3", b"APETAGEX")
_CHUNK_LIMIT = 1000


class PeekableFile(Protocol):
    """Bytes that can be looked at anywhere."""

    size: int

    def peek(self, at: int, count: int) -> bytes:
        """Bytes from a place."""
        ...


@dataclass(frozen=True, slots=True)
class RiffExtent:
    """The sound of a WAV: promised and present."""

    size_field_at: int
    """Where the four bytes with the size stand."""
    declared: int
    """Bytes of sound that the header promises."""
    present: int
    """Bytes from the start of the sound to the end of the file."""
    is_header_short: bool
    """The file goes on with sound behind the promised end."""
    bytes_per_s: int
    """0 where the sound is compressed; the header's own number is not to be trusted there."""

    @property
    def promised_s(self) -> float | None:
        """Seconds that the header promises, or ``None`` if it makes no honest promise."""
        if self.declared in _UNKNOWN_SIZES or self.declared >= _STREAM_SIZE or self.is_header_short:
            return None
        return self.declared / self.bytes_per_s if self.bytes_per_s else None


def read_riff_extent(file: PeekableFile) -> RiffExtent | None:
    """Measure a WAV; ``None`` for anything else, also for RF64, whose sizes have 64 bits."""
    head = file.peek(0, 12)
    if head[:4] != b"RIFF" or head[8:12] != b"WAVE":
        return None
    at, bytes_per_s = 12, 0
    for _ in range(_CHUNK_LIMIT):
        header = file.peek(at, 24)  # a chunk's name and size, and the format itself
        if len(header) < 8:
            return None
        size = int.from_bytes(header[4:8], "little")
        if header[:4] == b"fmt ":
            bytes_per_s = _bytes_per_s(header[8:24])
        if header[:4] == b"data":
            start = at + 8
            is_short = size not in _UNKNOWN_SIZES and not _is_followed_by_chunks(file, start + size)
            return RiffExtent(at + 4, size, file.size - start, is_short, bytes_per_s)
        at += 8 + size + size % 2
    return None


def _bytes_per_s(form: bytes) -> int:
    kind, _, rate_hz = (int.from_bytes(form[at : at + size], "little") for at, size in ((0, 2), (2, 2), (4, 4)))
    return rate_hz * int.from_bytes(form[12:14], "little") if kind in _UNCOMPRESSED else 0


def _is_followed_by_chunks(file: PeekableFile, end: int) -> bool:
    """Whether nothing but further chunks, or a tag, lies between the promised end and the file's end."""
    at = end + end % 2
    for _ in range(_CHUNK_LIMIT):
        if at + 8 > file.size:
            return True
        header = file.peek(at, 8)
        if header.startswith(_TRAILERS):
            return True
        if not all(32 <= byte < 127 for byte in header[:4]):
            return False
        size = int.from_bytes(header[4:8], "little")
        at += 8 + size + size % 2
        if at > file.size + 1:
            return False
    return True
