"""The sound of one meeting on disk: decoded once, read by everybody who listens.

Written by ``decode_media`` in the engine process, or by the recorder (``recording_file.py``); read by the
pipeline and in the desktop process for playback. Nothing is believed before its marker lies beside it:
the marker is written last, so a decode that was killed leaves only ``.part`` files, which the next try
removes. A recording is never decoded anew, and so never cleared. Any thread may read.

    track-0.pcm      16 kHz mono, signed 16 bit little endian, without a header
    track-0.flac     the playback copy on the same timeline
    track-0.json     the marker: length, gaps and notes
    track-0.journal  only of a recording: what its samples cannot say
    playback.flac    where there are several tracks: all of them mixed, for listening (``playback_copy.py``)
    playback.json    how long the recording was when that was made
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.segments import GapReason, RecognisedGap

_MARKER_VERSION = 1
_BYTES_PER_SAMPLE = 2

OpenForWriting = Callable[[Path], BinaryIO]
"""How a new file is opened; tests hand in a disk that fills up."""


@dataclass(frozen=True, slots=True)
class DecodedMedia:
    """What reading a media file gave, kept beside the sound so that a resumed job need not decode again."""

    length: SampleIndex
    """True length at 16 kHz, from decoding."""
    gaps: tuple[RecognisedGap, ...]
    """Stretches that could not be decoded; they are silence in the sound, so later words keep their times."""
    notes: tuple[str, ...]
    """Plain English remarks for the person, such as which channel was silent."""


def open_new(path: Path) -> BinaryIO:
    """Open a file for writing that only its owner may read."""

    def private(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    return cast(BinaryIO, open(path, "wb", opener=private))


class SoundFolder:
    """The folder that holds the decoded sound of one meeting, one pair of files a track."""

    def __init__(self, path: Path, *, open_for_writing: OpenForWriting = open_new) -> None:
        self._path = path
        self._open_for_writing = open_for_writing

    @property
    def path(self) -> Path:
        """Where the sound lies."""
        return self._path

    def is_complete(self, track: int = 0) -> bool:
        """Whether the track was decoded to its end and nothing of it is missing since."""
        marker = self._read_marker(track)
        if marker is None:
            return False
        try:
            return self.pcm_path(track).stat().st_size == marker.length * _BYTES_PER_SAMPLE
        except OSError:
            return False

    def length(self, track: int = 0) -> SampleIndex:
        """Samples in the track; 0 if there is none yet."""
        try:
            return SampleIndex(self.pcm_path(track).stat().st_size // _BYTES_PER_SAMPLE)
        except FileNotFoundError:
            return SampleIndex(0)

    def read(self, start: int, stop: int, track: int = 0) -> Samples:
        """The samples of a stretch, cut to what is there.

        A positioned read on purpose, and not a memory map: the pages of a map count as memory of the
        process for as long as it lives, so a ten-hour recording would look like a gigabyte held.
        """
        start = max(0, start)
        count = max(0, stop - start)
        with self.pcm_path(track).open("rb") as pcm:
            pcm.seek(start * _BYTES_PER_SAMPLE)
            raw = pcm.read(count * _BYTES_PER_SAMPLE)
        whole = len(raw) // _BYTES_PER_SAMPLE
        return np.frombuffer(raw, dtype="<i2", count=whole).astype(np.float32) / np.float32(32768)

    def playback_path(self, track: int = 0) -> Path | None:
        """The FLAC copy to play, or ``None`` if there is none. Its time 0 is the sound's sample 0.

        For a recording the mix of all its tracks, unless more was recorded since it was made; likewise for a file
        that was read as several tracks.
        """
        if self.is_mixed:
            return self.mix_path
        path = self.flac_path(track)
        return path if path.is_file() and not self.is_recording else None

    @property
    def is_recording(self) -> bool:
        """Whether it holds a recording, and not the sound of a file."""
        return next(self._path.glob("track-*.journal"), None) is not None

    @property
    def is_mixed(self) -> bool:
        """Whether there is a mix of all tracks, as long as they are by now."""
        return self.mix_path.is_file() and self._mixed_length() == self.longest

    @property
    def longest(self) -> SampleIndex:
        """Length of the longest track."""
        sizes = [path.stat().st_size for path in self._path.glob("track-*.pcm")]
        return SampleIndex(max(sizes, default=0) // _BYTES_PER_SAMPLE)

    @property
    def mix_path(self) -> Path:
        """The file with the mix of all tracks."""
        return self._path / "playback.flac"

    def decoded(self, track: int = 0) -> DecodedMedia | None:
        """What the decoder reported, or ``None`` if the track is not complete."""
        return self._read_marker(track) if self.is_complete(track) else None

    def pcm_path(self, track: int) -> Path:
        """The file with the 16 kHz samples."""
        return self._path / f"track-{track}.pcm"

    def flac_path(self, track: int) -> Path:
        """The file with the playback copy."""
        return self._path / f"track-{track}.flac"

    def open_part(self, final: Path) -> BinaryIO:
        """Begin a file under its ``.part`` name. For the sound writer."""
        return self._open_for_writing(part_of(final))

    def clear(self, track: int) -> None:
        """Remove the track, and what an earlier try of it left behind; the marker goes first. A recording stays."""
        if self.is_recording:
            return
        for final in (self._marker_path(track), self.pcm_path(track), self.flac_path(track)):
            part_of(final).unlink(missing_ok=True)
            final.unlink(missing_ok=True)

    def prepare(self, track: int) -> None:
        """Make the folder ready for a new decode of the track. Raises ``FileExistsError`` where a recording lies."""
        if self.is_recording:
            raise FileExistsError(f"{self._path} holds a recording, which nothing may take the place of")
        self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.clear(track)

    def write_marker(self, track: int, decoded: DecodedMedia) -> None:
        """Say that the track is complete. The last step of a decode."""
        final = self._marker_path(track)
        content = {
            "version": _MARKER_VERSION,
            "rate_hz": SAMPLE_RATE_HZ,
            "length": decoded.length,
            "gaps": [{"start": gap.start, "stop": gap.stop, "reason": gap.reason.value} for gap in decoded.gaps],
            "notes": list(decoded.notes),
        }
        self._write_json(final, content)

    def write_mix_marker(self, length: SampleIndex) -> None:
        """Say how long the recording was when its tracks were mixed. The last step of it."""
        self._write_json(self._mix_marker_path, {"version": _MARKER_VERSION, "length": length})

    @property
    def _mix_marker_path(self) -> Path:
        return self.mix_path.with_suffix(".json")

    def _mixed_length(self) -> SampleIndex | None:
        try:
            content: dict[str, Any] = json.loads(self._mix_marker_path.read_bytes())
            return SampleIndex(content["length"]) if content["version"] == _MARKER_VERSION else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _write_json(self, final: Path, content: dict[str, Any]) -> None:
        with self.open_part(final) as file:
            file.write(json.dumps(content, ensure_ascii=False, indent=1).encode())
            file.flush()
            make_durable(file)
        part_of(final).replace(final)

    def _marker_path(self, track: int) -> Path:
        return self._path / f"track-{track}.json"

    def _read_marker(self, track: int) -> DecodedMedia | None:
        try:
            content: dict[str, Any] = json.loads(self._marker_path(track).read_bytes())
            if content["version"] != _MARKER_VERSION or content["rate_hz"] != SAMPLE_RATE_HZ:
                return None
            gaps = tuple(
                RecognisedGap(track, SampleIndex(gap["start"]), SampleIndex(gap["stop"]), GapReason(gap["reason"]))
                for gap in content["gaps"]
            )
            return DecodedMedia(SampleIndex(content["length"]), gaps, tuple(content["notes"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None  # no marker, or not one of ours: then the sound is not complete


def part_of(final: Path) -> Path:
    """The name a file has while it is being written."""
    return final.with_name(final.name + ".part")


def make_durable(file: BinaryIO) -> None:
    """Wait until what was written would survive a power cut; a file that is not on a disk has nothing to wait for."""
    try:
        descriptor = file.fileno()
    except OSError:
        return
    os.fsync(descriptor)
