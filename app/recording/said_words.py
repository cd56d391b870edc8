"""What an engine that is asked again must know of a track: its last words before the mark, and what is open."""

from app.meetings.coverage import TrackMark
from app.meetings.transcript import GapState, Transcript
from engine.contract.audio import Milliseconds, SampleIndex, from_milliseconds, to_milliseconds
from engine.contract.messages import FollowedTrack, LineGrown, OpenLine
from engine.contract.segments import GapReason, QuarantineReason, RecognisedGap

WORDS = 12
"""As many as a recogniser could repeat at a seam."""

BEYOND_MS = 1000
"""Committed words may stand a little behind the mark: those that were heard late, or that were moved to stand in order.
"""


class OpenLines:
    """The lines that were told and not closed, one a track: an engine that is asked again goes on with them."""

    def __init__(self) -> None:
        self._by_track: dict[int, OpenLine] = {}

    def hear(self, event: LineGrown) -> None:
        """A line is in the library as it stands now."""
        track = event.segment.track
        if not event.is_closed and event.segment.quarantine is not QuarantineReason.ECHO:
            self._by_track[track] = OpenLine(event.line, event.segment)
        elif (known := self._by_track.get(track)) is not None and known.name == event.line:
            del self._by_track[track]

    def of(self, track: int) -> OpenLine | None:
        """The open line of a track."""
        return self._by_track.get(track)


def followed_track(
    mark: TrackMark, ring: str, transcript: Transcript, *, open_lines: OpenLines | None = None
) -> FollowedTrack:
    """What the engine is told of a track: where it lies, and how far it is."""
    settled_to = SampleIndex(mark.settled_to)
    at_ms = Milliseconds(to_milliseconds(settled_to))
    return FollowedTrack(
        track=mark.track,
        kind=mark.kind,
        ring=ring,
        resume_at=settled_to,
        said=words_before(transcript, mark.track, at_ms),
        open_gaps=open_gaps_before(transcript, mark.track, at_ms),
        open_line=None if open_lines is None else open_lines.of(mark.track),
    )


def words_before(transcript: Transcript, track: int, at_ms: Milliseconds) -> str:
    """The last words that a track has about a moment, as they were heard; empty if there are none."""
    words = [
        word.text
        for segment in transcript.segments
        if segment.track == track and segment.quarantine is None and segment.start_ms < at_ms + BEYOND_MS
        for word in segment.words
        if word.start_ms < at_ms + BEYOND_MS
    ]
    return "".join(words[-WORDS:]).strip()


def open_gaps_before(transcript: Transcript, track: int, at_ms: Milliseconds) -> tuple[RecognisedGap, ...]:
    """Stretches of a track that were skipped before a moment and are not repaired yet."""
    return tuple(
        RecognisedGap(track, from_milliseconds(gap.start_ms), from_milliseconds(gap.end_ms), gap.reason)
        for gap in transcript.gaps
        if gap.track == track
        and gap.reason is GapReason.NOT_RECOGNISED
        and gap.state is GapState.OPEN
        and gap.start_ms < at_ms
    )
