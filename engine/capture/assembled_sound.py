"""The sound of a meeting made of pieces of others: copied sample by sample, read back, and only then believed.

Called by ``app/assembling.py`` on a background thread, for two recordings that become one and one that becomes two. The
result is a recording like any other: its tracks with their journals and markers, and the copy to listen to, made of the
copies of the pieces so that it sounds as well as they do. The folders it is made of are only read.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

from engine.capture.flac_writer import FlacWriter
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder, part_of
from engine.capture.sound_writer import disk_full_reported
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.cancellation import Cancellation

_BLOCK = 60 * SAMPLE_RATE_HZ
_BYTES_PER_SAMPLE = 2


class SoundDiffers(Exception):
    """What was written does not read back as it was; nothing of it may be used."""


@dataclass(frozen=True, slots=True)
class SoundPiece:
    """A stretch of a meeting's sound, in samples."""

    folder: Path
    start: int
    stop: int
    tracks: tuple[int | None, ...]
    """For each track of the result, the one it is taken from; ``None`` for silence."""


def assemble_sound(
    folder: Path,
    pieces: Sequence[SoundPiece],
    *,
    kinds: Sequence[TrackKind],
    started_utc: str,
    cancellation: Cancellation,
) -> SampleIndex:
    """Write the pieces end to end into an empty folder; says how long they are together.

    Raises:
        SoundDiffers: what was written is not what was read.
        DiskFull, OSError: it could not be written or read.
        Cancelled: so it was asked.
    """
    sound = SoundFolder(folder)
    for track, kind in enumerate(kinds):
        _write_track(sound, track, pieces, kind=kind, started_utc=started_utc, cancellation=cancellation)
    for track in range(len(kinds)):
        _verify_track(sound, track, pieces, cancellation)
    _write_playback(sound, pieces, cancellation)
    return SampleIndex(sum(piece.stop - piece.start for piece in pieces))


def _write_track(
    sound: SoundFolder,
    track: int,
    pieces: Sequence[SoundPiece],
    *,
    kind: TrackKind,
    started_utc: str,
    cancellation: Cancellation,
) -> None:
    with RecordingFile(sound, track=track) as file:
        file.note_start(kind=kind, device="", host_api="", rate_hz=SAMPLE_RATE_HZ, started_utc=started_utc)
        at = 0
        for piece in pieces:
            for block in _blocks(piece, track):
                cancellation.check()
                file.append(block)
            source = piece.tracks[track]
            decoded = SoundFolder(piece.folder).decoded(source) if source is not None else None
            for gap in decoded.gaps if decoded is not None else ():
                start, stop = max(gap.start, piece.start), min(gap.stop, piece.stop)
                if start < stop:
                    file.note_gap(at + start - piece.start, at + stop - piece.start, gap.reason)
            at += piece.stop - piece.start
        file.finish()


def _verify_track(sound: SoundFolder, track: int, pieces: Sequence[SoundPiece], cancellation: Cancellation) -> None:
    if not sound.is_complete(track):
        raise SoundDiffers(f"track {track} is not as long as it should be")
    with sound.pcm_path(track).open("rb") as written:
        for piece in pieces:
            for block in _blocks(piece, track):
                cancellation.check()
                if written.read(block.size * _BYTES_PER_SAMPLE) != block.tobytes():
                    raise SoundDiffers(f"track {track} does not read back as it was")
        if written.read(1):
            raise SoundDiffers(f"track {track} is longer than it should be")


def _blocks(piece: SoundPiece, track: int) -> Iterator[NDArray[np.int16]]:
    """The samples of a piece on one track; silence where the track has none, or has ended."""
    source = piece.tracks[track]
    with contextlib.ExitStack() as stack:
        path = None if source is None else SoundFolder(piece.folder).pcm_path(source)
        file = stack.enter_context(path.open("rb")) if path is not None and path.is_file() else None
        if file is not None:
            file.seek(piece.start * _BYTES_PER_SAMPLE)
        for at in range(piece.start, piece.stop, _BLOCK):
            wanted = min(_BLOCK, piece.stop - at)
            raw = file.read(wanted * _BYTES_PER_SAMPLE) if file is not None else b""
            block = np.zeros(wanted, "<i2")
            there = len(raw) // _BYTES_PER_SAMPLE
            block[:there] = np.frombuffer(raw, "<i2", count=there)
            yield block


# The copy for the ear


def _write_playback(sound: SoundFolder, pieces: Sequence[SoundPiece], cancellation: Cancellation) -> None:
    """Put together the copies of the pieces. Where one is missing it is mixed later, from the tracks."""
    paths = [SoundFolder(piece.folder).playback_path() for piece in pieces]
    found = [path for path in paths if path is not None]
    if len(found) < len(pieces):
        return
    forms = [_form_of(path) for path in found]
    rate_hz, channels = max(form[0] for form in forms), max(form[1] for form in forms)
    length = sum(piece.stop - piece.start for piece in pieces)
    final = sound.mix_path
    with disk_full_reported(sound.path), contextlib.ExitStack() as leaving:
        leaving.callback(part_of(final).unlink, missing_ok=True)
        flac = FlacWriter(leaving.enter_context(sound.open_part(final)), source_rate_hz=rate_hz, channels=channels)
        leaving.callback(flac.abandon)
        done, at = 0, 0
        for path, piece in zip(found, pieces, strict=True):
            at += piece.stop - piece.start
            until = at * rate_hz // SAMPLE_RATE_HZ
            for block in _played(path, piece, rate_hz, channels):
                cancellation.check()
                fitting = block[:, : until - done]
                flac.write(fitting)
                done += fitting.shape[1]
            if done < until:  # a copy that ends early must not pull forward what follows
                flac.write(np.zeros((channels, until - done), np.float32))
                done = until
        flac.finish(done)
        part_of(final).replace(final)
        sound.write_mix_marker(SampleIndex(length))


def _form_of(path: Path) -> tuple[int, int]:
    """Rate and channels of a copy."""
    container: Any
    with av.open(str(path)) as container:
        stream: Any = container.streams.audio[0]
        return int(stream.rate), min(2, int(stream.channels))


def _played(path: Path, piece: SoundPiece, rate_hz: int, channels: int) -> Iterator[NDArray[np.float32]]:
    """What a copy plays between two samples of its sound."""
    start = piece.start * rate_hz // SAMPLE_RATE_HZ
    stop = piece.stop * rate_hz // SAMPLE_RATE_HZ
    resampler: Any = av.AudioResampler(format="fltp", layout="mono" if channels == 1 else "stereo", rate=rate_hz)
    container: Any
    with av.open(str(path)) as container:
        stream: Any = container.streams.audio[0]
        if piece.start > SAMPLE_RATE_HZ:
            # A second early: the frame that a seek lands on says exactly where it is.
            container.seek(int((piece.start / SAMPLE_RATE_HZ - 1) / stream.time_base), stream=stream)
        frames: Iterator[Any] = container.decode(stream)
        at = -1
        for frame in frames:
            if at < 0:
                at = _place_of(frame, stream, rate_hz)
            for part in resampler.resample(frame):
                block, begin = _samples_of(part), at
                at = begin + block.shape[1]
                cut = block[:, max(0, start - begin) : max(0, stop - begin)]
                if cut.shape[1]:
                    yield cut
            if at >= stop:
                return
        for part in resampler.resample(None):
            block, begin = _samples_of(part), max(0, at)
            at = begin + block.shape[1]
            cut = block[:, max(0, start - begin) : max(0, stop - begin)]
            if cut.shape[1]:
                yield cut


def _place_of(frame: Any, stream: Any, rate_hz: int) -> int:
    return round(float(frame.pts * stream.time_base) * rate_hz)


def _samples_of(frame: Any) -> NDArray[np.float32]:
    return frame.to_ndarray().astype(np.float32, copy=False)
