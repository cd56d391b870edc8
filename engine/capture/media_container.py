"""Opening a media file with FFmpeg so that it can reach nothing but that file.

FFmpeg follows playlists to other files and addresses, runs scripts, waits on pipes. So the file is opened
by us and handed over as bytes, only containers on ``DEMUXERS`` are accepted, no protocol at all is allowed,
and what reads like a playlist is refused before FFmpeg sees it. Used by ``media_file`` on the thread that
decodes or asks; foreign exceptions are translated here.

To allow another container: add FFmpeg's demuxer name to ``DEMUXERS``, if that demuxer opens no other file.
"""

import codecs
import contextlib
import errno
import os
import re
import stat
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import av
from av.container import InputContainer
from av.error import FFmpegError

from engine.capture.riff_extent import RiffExtent, read_riff_extent
from engine.contract.cancellation import Cancellation
from engine.contract.errors import (
    MediaError,
    MediaNotFound,
    MediaNotReadable,
    MediaRefused,
    MediaUnfinished,
    NoAudioFound,
)

DEMUXERS = (
    # containers
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,ogg,avi,asf,asf_o,flv,live_flv,mpegts,mpeg,mxf,nut,rm,wtv,dv,gxf,dhav,"
    # plain sound
    "wav,w64,aiff,caf,au,nistsphere,voc,pvf,sox,ircam,avr,iff,rso,xwma,wve,sds,paf,"
    # compressed sound
    "mp3,aac,loas,ac3,eac3,ac4,dts,dtshd,truehd,mlp,flac,ape,wv,tta,tak,shn,mpc,mpc8,oma,qcp,osq,rka,qoa,"
    # telephones and dictation machines
    "amr,amrnb,amrwb,gsm,g722,g723_1,g726,g726le,g728,g729,ilbc,sln,dss,act,bit,codec2,codec2raw,aptx,aptx_hd,sbc,"
    "lc3,alaw,mulaw,"
    # music players
    "dsf,wsd,spdif,aa,aax,aea"
)
"""FFmpeg's names of the containers we read; none of them opens a second file."""

_OPTIONS = {
    "format_whitelist": DEMUXERS,
    "protocol_whitelist": "none",
    "analyzeduration": "20000000",
    "probesize": "20000000",
}
_READ_BYTES = 1 << 18
_HEAD_BYTES = 1 << 16
_PLAYLIST_STARTS = (
    "#extm3u", "#extinf", "#ext-x-", "ffconcat", "[playlist]", "[reference]", "[internetshortcut]", "[desktop entry]",
    "rtsptext", "v=0",
)  # fmt: skip
_PLAYLIST_TAGS = re.compile(r"<(mpd|asx|playlist|smil|smoothstreamingmedia|manifest|\?wpl|\?zpl|rss|opml)\b")
_PLAYLIST_LINE = re.compile(r"(file\s+\S|[a-z][a-z0-9+.-]{1,10}://\S)")
_PLAYLIST_SUFFIXES = {
    ".m3u", ".m3u8", ".pls", ".asx", ".wax", ".wvx", ".xspf", ".mpd", ".sdp", ".wpl", ".zpl", ".ram", ".smil", ".f4m",
    ".cue", ".strm", ".url", ".ffconcat", ".ffcat",
}  # fmt: skip
_MP4_BOXES = {b"ftyp", b"mdat", b"wide", b"free", b"skip", b"moov", b"pnot", b"uuid"}


def shown_name(path: Path) -> str:
    """The file's name as a person can read it: no bytes that are not text, no control characters."""
    name = os.fsencode(path.name).decode(errors="replace")
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in name) or str(path)


class MediaBytes:
    """The bytes of one regular file, the way PyAV asks for them.

    It ends early when the work is cancelled, so that FFmpeg cannot search a huge file for minutes, and
    it notes a failed read instead of raising inside FFmpeg's call.
    """

    def __init__(self, descriptor: int, *, suffix: str, cancellation: Cancellation | None = None) -> None:
        self._file = os.fdopen(descriptor, "rb", buffering=0)
        self._cancellation = cancellation
        self._patches: dict[int, bytes] = {}
        self.size = os.fstat(descriptor).st_size
        self.name = f"media{suffix}"
        """A hint for raw formats that FFmpeg knows by their ending alone."""
        self.trouble: OSError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def patch(self, at: int, data: bytes) -> None:
        """Show other bytes than the file has, for a header that is wrong."""
        self._patches[at] = data

    def read(self, count: int) -> bytes:
        """The next bytes, none at the end."""
        if self._cancellation is not None and self._cancellation.is_requested:
            return b""
        try:
            at = self._file.tell()
            data = self._file.read(count) or b""
        except OSError as error:
            self.trouble = error
            return b""
        for place, patch in self._patches.items():
            if at < place + len(patch) and place < at + len(data):
                data = _patched(data, place - at, patch)
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move to another place; a place that cannot be, as rotten headers name it, is answered as FFmpeg does."""
        try:
            return self._file.seek(offset, whence)
        except (OSError, ValueError):
            return -errno.EINVAL

    def tell(self) -> int:
        """The place of the next read."""
        return self._file.tell()

    def peek(self, at: int, count: int) -> bytes:
        """Bytes from another place, without moving."""
        here = self._file.tell()
        try:
            self._file.seek(max(0, at))
            return self._file.read(count) or b""
        except OSError as error:
            self.trouble = error
            return b""
        finally:
            self._file.seek(here)


@dataclass(frozen=True, slots=True)
class OpenMedia:
    """A media file that FFmpeg accepted."""

    name: str
    """As a person knows it."""
    file: MediaBytes
    container: InputContainer
    riff: RiffExtent | None
    """What a WAV header promises and what is there; ``None`` for other containers."""


@contextlib.contextmanager
def open_bytes(path: Path, cancellation: Cancellation | None = None) -> Generator[MediaBytes]:
    """Open a regular file for reading.

    Raises:
        MediaNotFound: nothing is there, or no regular file: a folder, a pipe, a device.
        MediaNotReadable: the system does not let us.
    """
    name = shown_name(path)
    try:
        # Asked before opening: opening a pipe waits for its other end, opening a device may do anything.
        if not stat.S_ISREG(path.stat().st_mode):
            raise MediaNotFound(name)
        flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
        descriptor = os.open(path, flags)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError) as error:
        raise MediaNotFound(name) from error
    except OSError as error:
        raise MediaNotReadable(name, detail=str(error.strerror or error)) from error
    suffix = path.suffix.lower()
    with MediaBytes(
        descriptor, suffix=suffix if re.fullmatch(r"\.[a-z0-9_]{1,8}", suffix) else "", cancellation=cancellation
    ) as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise MediaNotFound(name)
        yield file


@contextlib.contextmanager
def open_media(path: Path, cancellation: Cancellation | None = None) -> Generator[OpenMedia]:
    """Open a file as media, with the ``MediaError`` that fits if it is none."""
    name = shown_name(path)
    with open_bytes(path, cancellation) as file:
        head = file.peek(0, _HEAD_BYTES)
        if not head and file.trouble is None:
            raise NoAudioFound(name)
        if _reads_like_playlist(head, path.suffix.lower()):
            raise MediaRefused(name)
        if _is_text(head):
            raise NoAudioFound(name)  # FFmpeg would take it for sound if it is called "x.gsm"
        riff = read_riff_extent(file)
        if riff is not None and riff.is_header_short:
            # Size 0 makes FFmpeg read to the end of the file, and not look for tags behind the sound.
            file.patch(riff.size_field_at, bytes(4))
        try:
            container = av.open(file, "r", options=_OPTIONS, buffer_size=_READ_BYTES, metadata_errors="replace")
        except (FFmpegError, OSError, ValueError) as error:
            if cancellation is not None:
                cancellation.check()
            raise _explain(name, file, head, error) from error
        try:
            yield OpenMedia(name, file, container, riff)
        finally:
            container.close()
    if file.trouble is not None:
        raise MediaNotReadable(name, detail=str(file.trouble))


def _explain(name: str, file: MediaBytes, head: bytes, error: Exception) -> MediaError:
    if file.trouble is not None:
        return MediaNotReadable(name, detail=str(file.trouble))
    if head[4:8] in _MP4_BOXES and not _has_index(file):
        return MediaUnfinished(name)
    if getattr(error, "errno", None) == errno.EINVAL:  # FFmpeg knows what it is, and it is not on our list
        return NoAudioFound(name)
    return MediaNotReadable(name, detail=str(error))


def _has_index(file: MediaBytes) -> bool:
    """Whether an MP4 has its ``moov`` box; recorders write it last, so it is what an interrupted file lacks."""
    at = 0
    while at + 8 <= file.size:
        header = file.peek(at, 16)
        size = int.from_bytes(header[:4], "big")
        if size == 1:
            size = int.from_bytes(header[8:16], "big")
        if header[4:8] == b"moov":
            return at + size <= file.size
        if size < 8:
            return False
        at += size
    return False


def _reads_like_playlist(head: bytes, suffix: str) -> bool:
    if not _is_text(head):
        return False
    is_wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = head[: len(head) // 2 * 2].decode("utf-16", "replace") if is_wide else head.decode(errors="replace")
    text = text.lstrip("\ufeff \t\r\n").lower()
    if text.startswith(_PLAYLIST_STARTS) or suffix in _PLAYLIST_SUFFIXES:
        return True
    if text.startswith("<"):
        return _PLAYLIST_TAGS.search(text) is not None
    entries = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return bool(entries) and _PLAYLIST_LINE.match(entries[0]) is not None


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        # Also the first bytes of some MPEG frames: only what is mostly Latin letters in 16 bits is text.
        return max(head[0:256:2].count(0), head[1:256:2].count(0)) > len(head[:256]) // 4
    if any(byte < 9 or 13 < byte < 32 for byte in head):
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True


def _patched(data: bytes, at: int, patch: bytes) -> bytes:
    changed = bytearray(data)
    for number, byte in enumerate(patch):
        if 0 <= at + number < len(changed):
            changed[at + number] = byte
    return bytes(changed)
