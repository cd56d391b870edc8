"""The transcript that a person is editing, in memory, for looking up and changing single lines.

Belongs to the thread that made it. Lines are in the order the library gives them: by start, then end; of two that are
alike in both the one that came first. Each change costs what it touches, and not the length of the transcript.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence

from app.meetings.edit import Edit
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId
from app.meetings.transcript import Segment, Speaker, Transcript

_Place = tuple[int, int, int, SegmentId]
"""Start, end, when it came, name."""


class Document:
    """Lines by name and by place."""

    def __init__(self, transcript: Transcript, *, duration_ms: int = 0) -> None:
        self.meeting_id: MeetingId = transcript.meeting_id
        self.version_id: VersionId = transcript.version_id
        self.duration_ms = duration_ms
        """Length of the recording; 0 while that is no bound."""
        self.gaps = transcript.gaps
        self._speakers = {speaker.id: speaker for speaker in transcript.speakers}
        self._lines: dict[SegmentId, Segment] = {line.id: line for line in transcript.segments}
        self._came: dict[SegmentId, int] = {line.id: number for number, line in enumerate(transcript.segments)}
        self._places: list[_Place] = sorted(self._place(line) for line in transcript.segments)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All lines in order."""
        return tuple(self._lines[place[3]] for place in self._places)

    @property
    def speakers(self) -> tuple[Speaker, ...]:
        """All speakers by their number."""
        return tuple(sorted(self._speakers.values(), key=lambda speaker: speaker.number))

    @property
    def transcript(self) -> Transcript:
        """All of it as a value."""
        return Transcript(self.meeting_id, self.version_id, self.segments, self.speakers, self.gaps)

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Segment]:
        return (self._lines[place[3]] for place in self._places)

    def find(self, segment_id: SegmentId) -> Segment | None:
        """A line by its name."""
        return self._lines.get(segment_id)

    def speaker(self, speaker_id: SpeakerId | None) -> Speaker | None:
        """A speaker by name."""
        return None if speaker_id is None else self._speakers.get(speaker_id)

    def position(self, segment_id: SegmentId) -> int:
        """At which place a line stands. Raises ``KeyError``."""
        return bisect_left(self._places, self._place(self._lines[segment_id]))

    def neighbour(self, segment_id: SegmentId, step: int, *, track: int | None = None) -> Segment | None:
        """The next line (``step`` 1) or the one before (-1), on any track or on one."""
        at = self.position(segment_id) + step
        while 0 <= at < len(self._places):
            line = self._lines[self._places[at][3]]
            if track is None or line.track == track:
                return line
            at += step
        return None

    def apply(self, edit: Edit) -> None:
        """Put the lines and speakers of after in the place of those of before."""
        kept = {speaker.id for speaker in edit.speakers_after}
        for speaker in edit.speakers_before:
            if speaker.id not in kept:
                self._speakers.pop(speaker.id, None)
        self._speakers.update({speaker.id: speaker for speaker in edit.speakers_after})
        self.drop(edit.removed)
        self.put(edit.after)

    def put(self, lines: Iterable[Segment]) -> None:
        """Add lines, or replace those of the same names."""
        for line in lines:
            there = self._lines.get(line.id)
            if there is not None and (there.start_ms, there.end_ms) == (line.start_ms, line.end_ms):
                self._lines[line.id] = line  # it stands where it stood
                continue
            if there is not None:
                del self._places[self.position(line.id)]
            self._came.setdefault(line.id, len(self._came))  # a line that comes back stands where it stood
            self._lines[line.id] = line
            insort(self._places, self._place(line))

    def drop(self, names: Iterable[SegmentId]) -> None:
        """Take lines out; those that are not there are passed over."""
        for name in names:
            if name in self._lines:
                del self._places[self.position(name)]
                del self._lines[name]

    def set_speakers(self, speakers: Sequence[Speaker]) -> None:
        """All speakers there are now."""
        self._speakers = {speaker.id: speaker for speaker in speakers}

    def _place(self, line: Segment) -> _Place:
        return (line.start_ms, line.end_ms, self._came[line.id], line.id)
