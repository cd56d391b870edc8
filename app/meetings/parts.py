"""Transcripts put together end to end, or cut in two: lines, speakers, gaps and moments on their new time line. Pure.

Called by ``app/assembling.py``, which does the same with the sound. Nothing is dropped: a line across a cut is divided
where its words are, and where its text is no longer that of its words it goes whole to the side that holds more of it.
Everything gets new names, because the meetings it came from are kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.meetings.fitting import fit_line
from app.meetings.identifiers import MeetingId, MomentId, SegmentId, SpeakerId, new_id
from app.meetings.moment import Moment
from app.meetings.speaker_decisions import YOU, is_given
from app.meetings.transcript import Gap, Segment, Speaker, Transcript, with_speakers
from engine.contract.audio import Milliseconds

NEXT_LINE_MS = 400
"""A cut this near to a pause between two lines is moved into it, so that no word is cut in half."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a meeting, and where it comes to lie."""

    transcript: Transcript
    moments: tuple[Moment, ...]
    start_ms: int
    end_ms: int
    at_ms: int
    """Where it begins on the new time line."""
    tracks: Mapping[int, int]
    """Number of each of its tracks on the new one."""
    origins: Mapping[SpeakerId, SpeakerId] = field(default_factory=dict[SpeakerId, SpeakerId])
    """Who its speakers were before it was made of another meeting; one that is not here is its own."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What the parts come to."""

    segments: tuple[Segment, ...]
    speakers: tuple[Speaker, ...]
    gaps: tuple[Gap, ...]
    moments: tuple[Moment, ...]
    origins: Mapping[SpeakerId, SpeakerId]
    """Of which speaker of the meetings of before each of ``speakers`` came first."""


def assemble(meeting_id: MeetingId, parts: Sequence[Part]) -> Whole:
    """Lay the parts on one time line.

    Speakers that a person gave the same name are one, and so are those of two parts that were one meeting before;
    “Speaker 1” of two recordings are two people.
    """
    speakers = _Speakers()
    segments: list[Segment] = []
    gaps: list[Gap] = []
    moments: list[Moment] = []
    for part in parts:
        of = speakers.take(part.transcript.speakers, part.origins, self_named=YOU)
        segments += [with_speakers(line, of.get) for line in _lines(part)]
        gaps += _gaps(part)
        moments += _moments(part, meeting_id)
    segments.sort(key=lambda line: (line.start_ms, line.end_ms))
    used = {line.speaker_id for line in segments} | {
        name for line in segments for word in line.words for name in (word.speaker_id, word.over_id)
    }
    return Whole(
        tuple(segments),
        tuple(speaker for speaker in speakers.all if speaker.id in used),
        tuple(gaps),
        tuple(moments),
        speakers.origins,
    )


def place_to_cut(transcript: Transcript, at_ms: int) -> int:
    """The middle of the pause that is nearest, where one is near; else the place itself."""
    busy = sorted((line.start_ms, line.end_ms) for line in transcript.segments)
    edges = [0, *(end for _, end in busy)]
    best: int | None = None
    for number, (start, _) in enumerate(busy):
        before = max(edges[: number + 1])
        if start < before:
            continue
        middle = (before + start) // 2
        nearest = min(max(at_ms, before), start)
        if abs(nearest - at_ms) <= NEXT_LINE_MS and (best is None or abs(middle - at_ms) < abs(best - at_ms)):
            best = nearest if before <= at_ms <= start else middle
    return at_ms if best is None else best


class _Speakers:
    """All speakers of the new meeting, as they come."""

    def __init__(self) -> None:
        self.all: list[Speaker] = []
        self.origins: dict[SpeakerId, SpeakerId] = {}
        """By who they are now."""

    def take(
        self, speakers: Sequence[Speaker], origins: Mapping[SpeakerId, SpeakerId], *, self_named: frozenset[str]
    ) -> dict[SpeakerId, SpeakerId]:
        """Who each of them is now."""
        before = {origin: name for name, origin in self.origins.items()}
        by_name = {each.name: each.id for each in self.all if is_given(each.name) or each.name in self_named}
        of: dict[SpeakerId, SpeakerId] = {}
        for speaker in speakers:
            origin = origins.get(speaker.id, speaker.id)
            if speaker.name in by_name:
                of[speaker.id] = by_name[speaker.name]
            elif origin in before and self._is_same(before[origin], speaker):
                of[speaker.id] = before[origin]
            else:
                of[speaker.id] = self._add(speaker, origin, self_named)
        return of

    def _is_same(self, known_id: SpeakerId, speaker: Speaker) -> bool:
        """Whether nobody gave the two different names. A name that one of them was given is that of both."""
        at = next(number for number, each in enumerate(self.all) if each.id == known_id)
        if is_given(speaker.name) and is_given(self.all[at].name):
            return False
        if is_given(speaker.name):
            self.all[at] = replace(self.all[at], name=speaker.name)
        return True

    def _add(self, speaker: Speaker, origin: SpeakerId, self_named: frozenset[str]) -> SpeakerId:
        taken = {each.number for each in self.all}
        is_named = is_given(speaker.name) or speaker.name in self_named
        is_double = not is_named and any(each.name == speaker.name for each in self.all)
        # The number is a colour and a key: a speaker keeps theirs if it is free.
        number = speaker.number if speaker.number not in taken and not is_double else max(taken, default=0) + 1
        # It is part of a name that nobody gave; two people are not to share it.
        name = f"{speaker.name.rstrip('0123456789')}{number}" if is_double else speaker.name
        new = Speaker(SpeakerId(new_id()), number, name)
        self.all.append(new)
        self.origins[new.id] = origin
        return new.id


def _lines(part: Part) -> list[Segment]:
    found: list[Segment] = []
    for line in part.transcript.segments:
        track = part.tracks.get(line.track)
        piece = _within(line, part.start_ms, part.end_ms)
        if piece is not None and track is not None:
            found.append(_moved(piece, part.at_ms - part.start_ms, track))
    return found


def _within(line: Segment, start: int, end: int) -> Segment | None:
    """What of a line lies in a stretch; ``None`` for nothing."""
    if line.end_ms <= start or line.start_ms >= end:
        return None
    if start <= line.start_ms and line.end_ms <= end:
        return line
    if line.words and "".join(word.text for word in line.words).strip() == line.text.strip():
        words = tuple(word for word in line.words if start <= (word.start_ms + word.end_ms) / 2 < end)
        if not words:
            return None
        text = "".join(word.text for word in words).strip()
        piece = replace(line, words=words, text=text, start_ms=words[0].start_ms, end_ms=words[-1].end_ms)
        return _clipped(piece, start, end)
    inside = min(line.end_ms, end) - max(line.start_ms, start)
    longer = inside * 2 > line.end_ms - line.start_ms
    is_tie_and_first = inside * 2 == line.end_ms - line.start_ms and line.start_ms >= start
    return _clipped(line, start, end) if longer or is_tie_and_first else None


def _clipped(line: Segment, start: int, end: int) -> Segment:
    """Within a stretch, with all its words."""
    shifted = _moved(line, -start, line.track, keeps_name=True)
    fitted = fit_line(shifted, end - start)
    return _moved(replace(fitted, repaired=line.repaired), start, line.track, keeps_name=True)


def _moved(line: Segment, by: int, track: int, *, keeps_name: bool = False) -> Segment:
    return replace(
        line,
        id=line.id if keeps_name else SegmentId(new_id()),
        track=track,
        start_ms=Milliseconds(line.start_ms + by),
        end_ms=Milliseconds(line.end_ms + by),
        words=tuple(
            replace(word, start_ms=Milliseconds(word.start_ms + by), end_ms=Milliseconds(word.end_ms + by))
            for word in line.words
        ),
    )


def _gaps(part: Part) -> list[Gap]:
    found: list[Gap] = []
    by = part.at_ms - part.start_ms
    for gap in part.transcript.gaps:
        start, end = max(gap.start_ms, part.start_ms), min(gap.end_ms, part.end_ms)
        track = part.tracks.get(gap.track)
        if start < end and track is not None:
            found.append(replace(gap, track=track, start_ms=Milliseconds(start + by), end_ms=Milliseconds(end + by)))
    return found


def _moments(part: Part, meeting_id: MeetingId) -> list[Moment]:
    found: list[Moment] = []
    is_last_end = max((moment.end_ms for moment in part.moments), default=0)
    for moment in part.moments:
        # The moment the key was pressed says where it belongs; what it marks reaches back as far as the part does.
        is_here = part.start_ms <= moment.end_ms < part.end_ms or part.end_ms == moment.end_ms == is_last_end
        if is_here:
            by = part.at_ms - part.start_ms
            found.append(
                replace(
                    moment,
                    id=MomentId(new_id()),
                    meeting_id=meeting_id,
                    start_ms=Milliseconds(max(moment.start_ms, part.start_ms) + by),
                    end_ms=Milliseconds(moment.end_ms + by),
                )
            )
    return found
