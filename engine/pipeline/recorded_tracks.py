"""Several tracks for a job that understands them one after the other, and what one hears of the other.

Used by ``file_job.py``. The computer's tracks come first: their words are known when the microphone's are heard.
They are kept beside the sound until the job is done: one that goes on after an interruption must know them as well.
"""

import contextlib
import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.capture.recording_file import recover
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.messages import JobProgressed, SegmentsFinished
from engine.contract.places import FAR_WORDS
from engine.contract.segments import RecognisedGap, RecognisedSegment, RecognisedWord
from engine.postprocess.echo import LATEST_S, without_echo


@dataclass(frozen=True, slots=True)
class PlacedTrack:
    """A track, and where it begins if all tracks lie end to end in the order in which they are understood."""

    track: int
    kind: TrackKind | None
    length: SampleIndex
    begins: int

    def place_lines(self, event: SegmentsFinished) -> SegmentsFinished:
        """The event with its mark counted over all tracks."""
        return replace(event, finished_to=SampleIndex(self.begins + event.finished_to))

    def place_progress(self, event: JobProgressed, total: int) -> JobProgressed:
        """The event counted over all tracks, which have so many samples together."""
        return replace(event, done=self.begins + event.done, total=total)

    def resume_at(self, mark: int) -> SampleIndex:
        """Where to go on in this track."""
        return SampleIndex(min(max(0, mark - self.begins), self.length))


def place_tracks(sound: SoundFolder, tracks: int) -> tuple[tuple[PlacedTrack, ...], DecodedMedia]:
    """The tracks in the order in which they are understood, and what is known of all of them together.

    Raises:
        DiskFull: the recording was left unfinished, and there is no room to say that it is complete.
    """
    found = recover(sound.path).tracks[:tracks]
    ordered = sorted(found, key=lambda each: (each.kind is not TrackKind.COMPUTER, each.track))
    placed: list[PlacedTrack] = []
    begins = 0
    gaps: list[RecognisedGap] = []
    for each in ordered:
        placed.append(PlacedTrack(each.track, each.kind, each.length, begins))
        begins += each.length
        gaps += each.gaps
    return tuple(placed), DecodedMedia(SampleIndex(begins), tuple(gaps), ())


def place_files(tracks: Sequence[DecodedMedia]) -> tuple[tuple[PlacedTrack, ...], DecodedMedia]:
    """The tracks of a file that was read as several, and what is known of all of them together."""
    placed: list[PlacedTrack] = []
    begins = 0
    for number, each in enumerate(tracks):
        placed.append(PlacedTrack(number, TrackKind.FILE, each.length, begins))
        begins += each.length
    gaps = tuple(gap for each in tracks for gap in each.gaps)
    return tuple(placed), DecodedMedia(SampleIndex(begins), gaps, tuple(note for each in tracks for note in each.notes))


class FarWords:
    """The words of the computer's tracks."""

    def __init__(self, folder: Path, *, is_new: bool) -> None:
        """``is_new``: forget what an earlier job left."""
        self._path = folder / FAR_WORDS
        self._words: list[RecognisedWord] = []
        self._starts: list[int] = []
        if is_new:
            self.forget()
        else:
            self._add(_read(self._path))

    def keep(self, segments: Iterable[RecognisedSegment]) -> None:
        """Remember lines of a computer's track; before they are told."""
        words = [word for segment in segments for word in segment.words]
        if words:
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines(f"{json.dumps([word.start, word.stop, word.text])}\n" for word in words)
            self._add(words)

    def set_echo_aside(self, segments: Sequence[RecognisedSegment]) -> tuple[RecognisedSegment, ...]:
        """Lines of a microphone, with what is echo in them as lines of its own."""
        return tuple(part for segment in segments for part in without_echo(segment, self._around(segment)))

    def forget(self) -> None:
        """The job is done."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _around(self, segment: RecognisedSegment) -> list[RecognisedWord]:
        slack = int((LATEST_S + 1) * SAMPLE_RATE_HZ)
        first, last = bisect_left(self._starts, segment.start - slack), bisect_right(self._starts, segment.stop + slack)
        return self._words[first:last]

    def _add(self, words: Iterable[RecognisedWord]) -> None:
        for word in words:
            at = bisect_right(self._starts, word.start)  # nearly always the end
            self._words.insert(at, word)
            self._starts.insert(at, word.start)


def _read(path: Path) -> list[RecognisedWord]:
    """What is in the file; a line that a kill cut in half is left out, its words will come again."""
    words: dict[tuple[int, str], RecognisedWord] = {}
    with contextlib.suppress(OSError):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError, TypeError):
                start, stop, text = json.loads(line)
                words[start, text] = RecognisedWord(SampleIndex(start), SampleIndex(stop), str(text), 1.0)
    return list(words.values())
