"""The shape of our JSON on the way in: every value checked before it becomes a meeting and a transcript.

Used by ``json_format.py`` alone. What may be missing has a default, what is unknown is passed over; a time
that runs backwards, an unknown reason or a line without text is refused.
"""

from datetime import UTC, datetime
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from app.exporting.timestamps import to_whole_ms
from app.meetings.identifiers import CourseId, MeetingId, MomentId, SegmentId, SpeakerId, VersionId, new_id
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap, GapState, Segment, SegmentOrigin, Speaker, Transcript, Word
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.channel import Channel
from engine.contract.segments import GapReason, QuarantineReason

Seconds = Annotated[float, Field(ge=0, le=10_000_000)]
"""Up to four months; a longer time is a mistake in the file."""
Probability = Annotated[float, Field(ge=0, le=1)]
Identifier = Annotated[str, Field(pattern=r"\A[0-9A-Za-z_-]{1,64}\z")]
"""Names a folder in the library, so nothing that could be a path."""
Number = Annotated[int, Field(ge=0, le=1_000_000)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Word(_Part):
    start: Seconds
    end: Seconds
    text: str
    confidence: Probability | None = None
    speaker_id: Identifier | None = None
    over_id: Identifier | None = None

    def to_word(self) -> Word:
        start = to_whole_ms(self.start)
        speaker = SpeakerId(self.speaker_id) if self.speaker_id is not None else None
        over = SpeakerId(self.over_id) if self.over_id is not None else None
        end = max(start, to_whole_ms(self.end))
        return Word(Milliseconds(start), Milliseconds(end), self.text, self.confidence, speaker, over)


class _Segment(_Part):
    start: Seconds
    end: Seconds
    text: str
    speaker: str | None = None
    words: tuple[_Word, ...] = ()
    quarantined: QuarantineReason | None = None
    id: Identifier = Field(default_factory=new_id)
    track: Number = 0
    language: str = ""
    confidence: Probability | None = None
    speaker_id: Identifier | None = None
    origin: SegmentOrigin = SegmentOrigin.IMPORTED
    repaired: bool = False

    @model_validator(mode="after")
    def _runs_forward(self) -> Self:
        if to_whole_ms(self.start) >= to_whole_ms(self.end):
            raise ValueError("a line ends before it begins")
        return self

    def to_segment(self, speaker_ids: dict[str, SpeakerId]) -> Segment:
        speaker_id = SpeakerId(self.speaker_id) if self.speaker_id is not None else None
        if speaker_id is None and self.speaker:
            speaker_id = speaker_ids.get(self.speaker)
        return Segment(
            id=SegmentId(self.id),
            track=self.track,
            start_ms=Milliseconds(to_whole_ms(self.start)),
            end_ms=Milliseconds(to_whole_ms(self.end)),
            text=self.text,
            language=self.language,
            confidence=self.confidence,
            words=tuple(word.to_word() for word in self.words),
            speaker_id=speaker_id,
            quarantine=self.quarantined,
            origin=self.origin,
            repaired=self.repaired,
        )


class _Speaker(_Part):
    id: Identifier
    number: Annotated[int, Field(ge=1, le=1_000_000)]
    name: str


class _Gap(_Part):
    track: Number = 0
    start: Seconds
    end: Seconds
    reason: GapReason
    state: GapState = GapState.OPEN

    def to_gap(self) -> Gap:
        start, end = to_whole_ms(self.start), to_whole_ms(self.end)
        return Gap(self.track, Milliseconds(start), Milliseconds(max(start, end)), self.reason, self.state)


class _Moment(_Part):
    id: Identifier = Field(default_factory=new_id)
    kind: MomentKind
    start: Seconds
    end: Seconds
    text: str = ""

    def to_moment(self, meeting_id: MeetingId) -> Moment:
        start, end = to_whole_ms(self.start), to_whole_ms(self.end)
        begun, ended = Milliseconds(start), Milliseconds(max(start, end))
        return Moment(MomentId(self.id), meeting_id, self.kind, begun, ended, self.text)


class _Track(_Part):
    number: Number
    kind: TrackKind
    title: str = ""


class _Meeting(_Part):
    id: Identifier = Field(default_factory=new_id)
    title: str
    created_at: datetime
    status: MeetingStatus = MeetingStatus.READY
    course_id: Identifier | None = None
    language_probability: Probability | None = None
    source_path: str = ""
    source_fingerprint: str = ""
    audio_stream: Number | None = None
    channel: Channel = Channel.MIX
    model: str = ""
    notes: tuple[str, ...] = ()
    tracks: tuple[_Track, ...] = ()


class TranscriptFile(_Part):
    """A whole file, checked."""

    meeting: _Meeting
    language: str = ""
    duration_s: Seconds = 0
    version_id: Identifier = Field(default_factory=new_id)
    speakers: tuple[_Speaker, ...] = ()
    gaps: tuple[_Gap, ...] = ()
    moments: tuple[_Moment, ...] = ()
    segments: tuple[_Segment, ...]

    @model_validator(mode="after")
    def _names_each_thing_once(self) -> Self:
        for parts in (self.segments, self.speakers, self.moments):
            ids = [part.id for part in parts]
            if len(set(ids)) < len(ids):
                raise ValueError("two things in it have the same id")
        return self

    def to_meeting(self) -> Meeting:
        """The meeting, with its identifiers as they are in the file."""
        part = self.meeting
        created = part.created_at if part.created_at.tzinfo else part.created_at.replace(tzinfo=UTC)
        return Meeting(
            id=MeetingId(part.id),
            title=part.title,
            created_at=created,
            status=part.status,
            course_id=CourseId(part.course_id) if part.course_id is not None else None,
            duration_ms=Milliseconds(to_whole_ms(self.duration_s)),
            language=self.language,
            language_probability=part.language_probability,
            source_path=part.source_path,
            source_fingerprint=part.source_fingerprint,
            audio_stream=part.audio_stream,
            channel=part.channel,
            model=part.model,
            notes=part.notes,
            tracks=tuple(TrackInfo(track.number, track.kind, track.title) for track in part.tracks),
        )

    def to_moments(self) -> tuple[Moment, ...]:
        """What a person marked in the meeting."""
        return tuple(part.to_moment(MeetingId(self.meeting.id)) for part in self.moments)

    def to_transcript(self) -> Transcript:
        """The transcript. A speaker whom only the lines name gets a place in the table of speakers."""
        speakers = [Speaker(SpeakerId(part.id), part.number, part.name) for part in self.speakers]
        by_name = {speaker.name: speaker.id for speaker in speakers}
        for segment in self.segments:
            if segment.speaker_id is None and segment.speaker and segment.speaker not in by_name:
                number = max((speaker.number for speaker in speakers), default=0) + 1
                speakers.append(Speaker(SpeakerId(new_id()), number, segment.speaker))
                by_name[segment.speaker] = speakers[-1].id
        return Transcript(
            meeting_id=MeetingId(self.meeting.id),
            version_id=VersionId(self.version_id),
            segments=tuple(segment.to_segment(by_name) for segment in self.segments),
            speakers=tuple(speakers),
            gaps=tuple(gap.to_gap() for gap in self.gaps),
        )
