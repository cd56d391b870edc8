"""The sound of a recording on disk while it grows: append-only, and whole at any moment.

Written by the recorder's file keeper, one ``RecordingFile`` a track, on one thread. The samples lie bare in the file
that ``SoundFolder`` reads (``track-0.pcm``, 16 kHz, 16 bit), so there is no header that could be wrong after a kill
and no size that a container could not hold: its length is its size. Beside it the journal (``track-0.journal``, a line
of JSON each, ``recording_journal.py``) keeps what samples cannot say. The marker of ``SoundFolder`` is written at the
stop, or by ``recover``. Who writes holds a lock on the journal, so no second recorder ever writes beside it.

``recover`` may be called again and again, in any process that knows the recorder is gone. It deletes nothing.
"""

import contextlib
import errno
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Self, cast

import numpy as np
from numpy.typing import NDArray

from engine.capture.file_lock import take_lock
from engine.capture.recording_journal import VERSION, RecordedMark, RecordedPause, read_journal, this_boot
from engine.capture.sound_folder import DecodedMedia, SoundFolder, make_durable
from engine.capture.sound_writer import disk_full_reported
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.segments import GapReason, RecognisedGap
from engine.contract.steady_clock import steady_now

_BYTES_PER_SAMPLE = 2
_SILENCE = 1 << 16

OpenForAppending = Callable[[Path], BinaryIO]
"""How a file is opened that grows; tests hand in a disk that fills up."""


def open_growing(path: Path) -> BinaryIO:
    """Open a file for appending, without a buffer that a kill would empty, readable for its owner only."""

    def private(name: str, flags: int) -> int:
        return os.open(name, flags, 0o600)

    return cast(BinaryIO, open(path, "ab", buffering=0, opener=private))


@dataclass(frozen=True, slots=True)
class RecoveredTrack:
    """What is there of one track."""

    track: int
    kind: TrackKind | None
    """``None`` if the journal does not say."""
    length: SampleIndex
    """By the size of the file."""
    lost: int
    """Samples that were durable once and are not there: the disk lost them, not we."""
    gaps: tuple[RecognisedGap, ...]
    pauses: tuple[RecordedPause, ...]
    marks: tuple[RecordedMark, ...]
    devices: tuple[str, ...]
    """Each device that was recorded, in the order of their first use."""
    was_stopped: bool
    """Whether it ended with a stop, and not with a kill."""
    unreadable_lines: int
    """Lines of the journal that make no sense."""


@dataclass(frozen=True, slots=True)
class RecoveredRecording:
    """What is there of a recording."""

    tracks: tuple[RecoveredTrack, ...]
    not_restored: tuple[str, ...]
    """One plain English sentence for each thing that could not be restored."""

    @property
    def length(self) -> SampleIndex:
        """Length of the longest track."""
        return max((track.length for track in self.tracks), default=SampleIndex(0))


class RecordingFile:
    """One track's file and journal. Goes on behind what is there already."""

    def __init__(
        self,
        folder: SoundFolder,
        *,
        track: int,
        open_for_appending: OpenForAppending = open_growing,
        now: Callable[[], float] = steady_now,
    ) -> None:
        """Open both.

        Raises:
            DiskFull: there is no room even for an empty file.
            BlockingIOError: another recorder writes there still.
        """
        self._folder = folder
        self._track = track
        self._now = now
        self._found = read_journal(journal_path(folder, track), track)
        self._gaps = list(self._found.gaps)
        with disk_full_reported(folder.path), contextlib.ExitStack() as opening:
            folder.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            journal = journal_path(folder, track)
            self._is_torn = journal.is_file() and journal.read_bytes()[-1:] not in (b"", b"\n")
            self._journal = opening.enter_context(open_for_appending(journal))
            if not take_lock(self._journal.fileno()):
                raise BlockingIOError(errno.EAGAIN, "another recorder is still writing there")
            self._pcm = opening.enter_context(open_for_appending(folder.pcm_path(track)))
            self._size = folder.pcm_path(track).stat().st_size
            if self._size % _BYTES_PER_SAMPLE:
                self._append(b"\0")  # a kill or a full disk cut a sample in half
            self._open = opening.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        """Where it lies."""
        return self._folder.path

    @property
    def length(self) -> SampleIndex:
        """Whole samples in the file."""
        return SampleIndex(self._size // _BYTES_PER_SAMPLE)

    @property
    def gaps(self) -> tuple[RecognisedGap, ...]:
        """All that was noted so far, also before this recorder."""
        return tuple(_clipped(self._gaps, self.length))

    @property
    def was_cut_off(self) -> bool:
        """Whether the recorder before us ended without closing it."""
        return self._found.was_cut_off

    @property
    def began_at(self) -> SampleIndex:
        """Where that one began to record, or the one before it that it took the place of."""
        return self._found.began_at

    def due_since_cut_off(self, within_s: float) -> SampleIndex | None:
        """Where the track would be by the clock, had the recorder before us not been killed.

        ``None`` if that was too long ago, before the computer was started, or in a pause: then the time between was
        no part of the recording.
        """
        found = self._found
        if not found.was_cut_off or found.is_paused or found.sign_s is None or found.boot != this_boot():
            return None
        now_s = self._now()
        if not 0 <= now_s - found.sign_s <= within_s:
            return None
        # The file is a little behind what it says at each sign of life; over many deaths that would add up.
        at, at_s = found.clock or (found.sign_at, found.sign_s)
        return SampleIndex(at + round((now_s - at_s) * SAMPLE_RATE_HZ))

    def note_start(
        self,
        *,
        kind: TrackKind,
        device: str,
        host_api: str,
        rate_hz: int,
        started_utc: str,
        goes_on: bool = False,
    ) -> None:
        """A recording begins, or more is appended; ``goes_on`` where a recorder that died is replaced."""
        self._note(
            "start",
            version=VERSION,
            boot=this_boot(),
            goes_on=goes_on,
            steady_s=round(self._now(), 2),
            track_kind=kind.value,
            device=device,
            host_api=host_api,
            rate_hz=rate_hz,
            started_utc=started_utc,
        )

    def note_clock(self, *, at: int, steady_s: float) -> None:
        """That sample was due at that time, on the steady clock."""
        self._note("clock", at=at, steady_s=round(steady_s, 5))

    def note_source(self, *, state: str, device: str, rate_hz: int, host_api: str = "") -> None:
        """The source was lost, opened again, or changed its rate."""
        self._note("source", state=state, device=device, host_api=host_api, rate_hz=rate_hz)

    def note_gap(self, start: int, stop: int, reason: GapReason) -> None:
        """A stretch is silence because nothing was captured there."""
        self._note("gap", start=start, stop=stop, reason=reason.value)
        self._gaps.append(RecognisedGap(self._track, SampleIndex(start), SampleIndex(stop), reason))

    def note_pausing(self) -> None:
        """A pause begins."""
        self._note("paused")

    def note_pause(self, *, length_s: float, at: int) -> None:
        """The recording goes on after a pause."""
        self._note("pause", at=at, length_s=round(length_s, 3))

    def note_mark(self, text: str, *, at: int) -> None:
        """The person marked this moment."""
        self._note("mark", at=at, text=text)

    def append(self, sound: NDArray[np.int16]) -> None:
        """Append samples. Raises ``DiskFull``; what fitted is in the file, ask ``length`` for where to go on."""
        with disk_full_reported(self._folder.path):
            raw = memoryview(sound.astype("<i2", copy=False).tobytes())
            self._append(raw[self._size % _BYTES_PER_SAMPLE :])  # a full disk may have taken the first half of a sample

    def append_silence(self, count: int) -> None:
        """Append silence. Raises ``DiskFull``, as ``append``."""
        while count > 0:
            step = min(count, _SILENCE)
            self.append(np.zeros(step, np.int16))
            count -= step

    def save(self) -> SampleIndex:
        """Wait until all of it would survive a power cut, and say so in the journal. Raises ``DiskFull``."""
        with disk_full_reported(self._folder.path):
            make_durable(self._pcm)
            length = self.length
            self._note("saved", at=length, steady_s=round(self._now(), 2))
            make_durable(self._journal)
        return length

    def finish(self) -> SampleIndex:
        """The recording was stopped: make it durable and complete. Raises ``DiskFull``; the sound stays either way."""
        length = self.save()
        with disk_full_reported(self._folder.path):
            self._note("stop", at=length)
            make_durable(self._journal)
            self._folder.write_marker(self._track, DecodedMedia(length, tuple(_clipped(self._gaps, length)), ()))
        return length

    def close(self) -> None:
        """Let go of both files. Closing twice is harmless."""
        self._open.close()

    def _append(self, raw: bytes | memoryview) -> None:
        done = 0
        while done < len(raw):
            written = self._pcm.write(raw[done:])
            done += written
            self._size += written

    def _note(self, kind: str, **content: object) -> None:
        with disk_full_reported(self._folder.path):
            line = json.dumps({"kind": kind, "length": self.length, **content}, ensure_ascii=False)
            raw = (b"\n" if self._is_torn else b"") + line.encode() + b"\n"
            self._is_torn = self._journal.write(raw) < len(raw)
            if self._is_torn:  # a disk that fills up takes what fits; the line is written again on its own
                raise OSError(errno.ENOSPC, "No space left on device")


def journal_path(folder: SoundFolder, track: int) -> Path:
    """Where the journal of a track lies."""
    return folder.path / f"track-{track}.journal"


def is_being_recorded(folder: Path) -> bool:
    """Whether a recorder writes there at this moment. Where files have no locks nobody can tell: then no."""
    for path in folder.glob("track-*.journal"):
        with path.open("rb") as journal:
            if not take_lock(journal.fileno(), is_shared=True):
                return True
    return False


def is_recording(folder: Path) -> bool:
    """Whether the folder holds a recording, and not the sound of a file."""
    return SoundFolder(folder).is_recording


def recover(folder: Path) -> RecoveredRecording:
    """Find what a killed recorder left, and make it readable for everybody. Idempotent; deletes nothing.

    Raises:
        DiskFull: there is no room for the marker; the sound is as it was.
    """
    sound = SoundFolder(folder)
    found = [_read_track(sound, track) for track in _track_numbers(folder)]
    sentences: list[str] = []
    for track in found:
        if track.lost:
            sentences.append(
                f"Track {track.track + 1}: the last {track.lost / SAMPLE_RATE_HZ:.1f} s are not on the disk."
            )
        if track.unreadable_lines > 1:  # the last one may be torn by the kill, and says nothing that was promised
            sentences.append(f"Track {track.track + 1}: {track.unreadable_lines} notes about gaps cannot be read.")
        _complete(sound, track)
    return RecoveredRecording(tuple(found), tuple(sentences))


def _complete(sound: SoundFolder, track: RecoveredTrack) -> None:
    """Fill up a sample that was cut in half, and write the marker where there is none that fits."""
    with disk_full_reported(sound.path):
        path = sound.pcm_path(track.track)
        if path.is_file() and path.stat().st_size % _BYTES_PER_SAMPLE:
            with open_growing(path) as pcm:
                pcm.write(b"\0")
                make_durable(pcm)
        decoded = DecodedMedia(track.length, track.gaps, ())
        if sound.decoded(track.track) != decoded and path.is_file():
            sound.write_marker(track.track, decoded)


def _read_track(sound: SoundFolder, track: int) -> RecoveredTrack:
    journal = read_journal(journal_path(sound, track), track)
    path = sound.pcm_path(track)
    size = path.stat().st_size if path.is_file() else 0
    length = SampleIndex((size + 1) // _BYTES_PER_SAMPLE)
    return RecoveredTrack(
        track=track,
        kind=journal.kind,
        length=length,
        lost=max(0, journal.saved - length),
        gaps=tuple(_clipped(journal.gaps, length)),
        pauses=tuple(journal.pauses),
        marks=tuple(journal.marks),
        devices=tuple(name for name in dict.fromkeys(journal.devices) if name),
        was_stopped=journal.was_stopped,
        unreadable_lines=journal.unreadable,
    )


def _clipped(gaps: list[RecognisedGap], length: int) -> Iterator[RecognisedGap]:
    """The gaps in order, as far as their silence arrived in the file; those of one reason that touch are one."""
    last: RecognisedGap | None = None
    for gap in sorted(gaps, key=lambda each: each.start):
        start, stop = gap.start, SampleIndex(min(gap.stop, length))
        if last is not None and start <= last.stop and gap.reason is last.reason:
            last = RecognisedGap(gap.track, last.start, max(last.stop, stop), gap.reason)
        elif start < stop:
            if last is not None:
                yield last
            last = RecognisedGap(gap.track, start, stop, gap.reason)
    if last is not None:
        yield last


def _track_numbers(folder: Path) -> list[int]:
    numbers = {
        int(digits)
        for path in folder.glob("track-*")
        if path.suffix in {".pcm", ".journal"} and (digits := path.stem.removeprefix("track-")).isdecimal()
    }
    return sorted(numbers)
