"""How much sound is missing where packets could not be decoded.

Most containers write a time on each packet, and ``presentation_clock`` sees the hole. A bare MP3, AAC or
FLAC stream has no times: FFmpeg counts the packets it finds, so behind a damaged stretch everything would
come too early. There the loss is read from the bytes: an MP3 frame of this file takes so many bytes a
sample, and a FLAC frame carries its own number. Used by ``media_file`` on the decoding thread.
"""

from fractions import Fraction
from typing import Protocol

_COUNTED = {"mp3", "aac", "ac3", "eac3", "dts", "loas", "truehd", "mlp"}
"""Bare streams whose times are counted by FFmpeg."""
_TAGS = (b"ID3", b"TAG", b"APETAGEX", b"LYRICSBEGIN")
_SEARCH_BYTES = 1 << 22
_MARK_BYTES = 64
_MEMORY = 64
"""Packets over which the bytes of a sample are averaged."""


class PeekableFile(Protocol):
    """Bytes that can be looked at anywhere."""

    def peek(self, at: int, count: int) -> bytes:
        """Bytes from a place."""
        ...


class MediaPacket(Protocol):
    """What is asked of a PyAV packet."""

    pos: int | None
    size: int
    duration: int | None
    time_base: Fraction

    def __bytes__(self) -> bytes: ...


class LostPackets:
    """Follows the packets of one stream and keeps account of those that failed."""

    def __init__(self, file: PeekableFile, *, container: str) -> None:
        self._file = file
        self._container = container
        self._is_pending = False
        self._failed_s = 0.0
        self._good_end: int | None = None
        self._skipped = 0
        self._mean_bytes = 0.0
        self._mean_s = 0.0
        self._block_length = 0

    @property
    def is_pending(self) -> bool:
        """Whether something was lost since the last frame that was decoded."""
        return self._is_pending

    def note_failed(self, packet: MediaPacket) -> None:
        """A packet could not be decoded."""
        self._is_pending = True
        if packet.duration is not None:
            self._failed_s += float(packet.duration * packet.time_base)

    def note_unknown(self) -> None:
        """The container is broken here; nobody knows how much is missing."""
        self._is_pending = True

    def note_decoded(self, packet: MediaPacket) -> None:
        """A packet was decoded; what was lost before it has been dealt with."""
        self._is_pending = False
        self._failed_s = 0.0
        if packet.pos is None or not packet.size:
            return
        self._good_end = packet.pos + self._skipped + packet.size
        if packet.duration:
            keep = 1 - 1 / _MEMORY
            self._mean_bytes = self._mean_bytes * keep + packet.size
            self._mean_s = self._mean_s * keep + float(packet.duration * packet.time_base)
            self._block_length = self._block_length or packet.duration

    def length_before(self, packet: MediaPacket, *, position: int, rate_hz: int) -> int | None:
        """Samples missing in front of a decoded packet, or ``None`` if its time tells."""
        if packet.pos is None or self._good_end is None or not self._has_hole(packet.pos):
            return None
        if self._container == "flac":
            number = _flac_sample(bytes(packet)[:16], self._block_length)
            return None if number is None else max(0, number - position)
        if self._container not in _COUNTED or not self._mean_bytes:
            return None
        if self._file.peek(self._good_end, 16).startswith(_TAGS):
            return 0
        lost_bytes = self._find(packet, packet.pos) - self._good_end
        return round(lost_bytes * self._mean_s / self._mean_bytes * rate_hz)

    def length_at_end(self, size: int, *, rate_hz: int) -> int:
        """Samples that failed behind the last decoded packet of a file of ``size`` bytes."""
        if not self._is_pending:
            return 0
        lost_s = self._failed_s
        if self._container in _COUNTED and self._good_end is not None and self._mean_bytes:
            rest = self._file.peek(self._good_end, 4096)
            if rest.startswith(_TAGS) or rest.count(0) * 2 > len(rest):
                return 0  # tags or padding, no sound
            lost_s = max(lost_s, (size - self._good_end) * self._mean_s / self._mean_bytes)
        return round(lost_s * rate_hz)

    def has_skipped_bytes(self, packet: MediaPacket, is_only_stream: bool) -> bool:
        """Whether the container holds bytes in front of this packet that gave nothing, a sign of damage."""
        if packet.pos is None or self._good_end is None or not is_only_stream:
            return False
        return packet.pos + self._skipped - self._good_end > max(256.0, 2 * self._mean_bytes / _MEMORY)

    def _find(self, packet: MediaPacket, pos: int) -> int:
        """Where a packet really stands: behind damage, FFmpeg's AAC reader counts only the bytes it could use."""
        found = self._file.peek(pos + self._skipped, _SEARCH_BYTES).find(bytes(packet)[:_MARK_BYTES])
        self._skipped += max(0, found)
        return pos + self._skipped

    def _has_hole(self, pos: int) -> bool:
        return self._is_pending or (self._good_end is not None and pos + self._skipped > self._good_end)


def _flac_sample(header: bytes, block_length: int) -> int | None:
    """The number of a FLAC frame's first sample, from its header."""
    if len(header) < 12 or header[0] != 0xFF or header[1] & 0xFE != 0xF8:
        return None
    lead = header[4]
    extra = 0 if lead < 0x80 else 8 - (lead ^ 0xFF).bit_length() - 1
    number = lead if extra == 0 else lead & (0x3F >> extra)
    for byte in header[5 : 5 + extra]:
        number = number << 6 | byte & 0x3F
    return number if header[1] & 1 else number * block_length
