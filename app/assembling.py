"""Two recordings that become one meeting, and one that becomes two: sound, words, speakers, bookmarks, everything.

Called on a background thread, by the window and the command line. The order keeps every second safe: the new sound is
written beside the library's meetings and read back, then it takes its place, then one transaction writes the new
meetings and moves the old ones to the bin, where they stay as they were until the bin is emptied. Whatever breaks off
leaves the old meetings where they were, and what it left is taken away at once or by the next start
(``app/library/saga.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from app.library.assembled_changes import AssembledMeeting
from app.library.library import Library
from app.meetings.errors import MeetingIsRecorded, NothingToSplit, SoundIsMissing
from app.meetings.identifiers import MeetingId, MomentId, new_id
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.moment import Moment, MomentKind
from app.meetings.parts import Part, Whole, assemble, place_to_cut
from engine.capture.assembled_sound import SoundDiffers, SoundPiece, assemble_sound
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ, Milliseconds, TrackKind
from engine.contract.cancellation import Cancellation

_SAMPLES_A_MS = SAMPLE_RATE_HZ // 1000
SHORTEST_MS = 1000
"""No part of a recording is made that is shorter."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """What was made, and of what: enough to take it back."""

    made: tuple[MeetingId, ...]
    instead_of: tuple[MeetingId, ...]


def merge_meetings(
    library: Library, first: MeetingId, second: MeetingId, *, cancellation: Cancellation | None = None
) -> Assembled:
    """One meeting of two, the second behind the first. Where the second begins, a chapter says so.

    Raises:
        MeetingNotFound, MeetingIsRecorded, SoundIsMissing: it cannot be done; nothing was changed.
        DiskFull, LibraryNotWritable: likewise.
        Cancelled: so it was asked; likewise.
    """
    meetings = [_ready(library, each) for each in (first, second)]
    lengths = [_length_ms(library, each) for each in meetings]
    kinds = _kinds_of_both(meetings[0], meetings[1])
    maps = [_tracks_on(meeting, kinds) for meeting in meetings]
    made_id = MeetingId(new_id())
    parts = [
        Part(library.transcript(meeting.id), tuple(library.moments(meeting.id)), 0, length, at, tracks, origins)
        for meeting, length, at, tracks, origins in zip(
            meetings, lengths, (0, lengths[0]), maps, map(library.speaker_origins, (first, second)), strict=True
        )
    ]
    pieces = [
        _piece(library, meeting, 0, length, tracks=tracks, count=len(kinds))
        for meeting, length, tracks in zip(meetings, lengths, maps, strict=True)
    ]
    whole = assemble(made_id, parts)
    seams = [_seam(made_id, meetings[0], 0), _seam(made_id, meetings[1], lengths[0])]
    has_chapter_at = {moment.start_ms for moment in whole.moments if moment.kind is MomentKind.CHAPTER}
    whole = replace(whole, moments=(*whole.moments, *(each for each in seams if each.start_ms not in has_chapter_at)))
    made = replace(
        _new_meeting(meetings[0], made_id, sum(lengths), kinds),
        tags=tuple(dict.fromkeys((*meetings[0].tags, *meetings[1].tags))),
        is_favourite=meetings[0].is_favourite or meetings[1].is_favourite,
        course_id=meetings[0].course_id or meetings[1].course_id,
        notes=(*dict.fromkeys((*meetings[0].notes, *meetings[1].notes)), _told_gap(meetings, lengths)),
        language=meetings[0].language or meetings[1].language,
    )
    return _write(library, [(made, whole, pieces)], instead_of=(first, second), cancellation=cancellation)


def split_meeting(
    library: Library, meeting_id: MeetingId, at_ms: int, *, cancellation: Cancellation | None = None
) -> Assembled:
    """Two meetings of one. The cut is moved into a pause between two lines where one is near.

    Raises:
        MeetingNotFound, MeetingIsRecorded, SoundIsMissing: it cannot be done; nothing was changed.
        NothingToSplit: one of the two would be empty.
        DiskFull, LibraryNotWritable: likewise.
        Cancelled: so it was asked; likewise.
    """
    meeting = _ready(library, meeting_id)
    length = _length_ms(library, meeting)
    transcript, moments = library.transcript(meeting_id), tuple(library.moments(meeting_id))
    cut = place_to_cut(transcript, at_ms)
    if not SHORTEST_MS <= cut <= length - SHORTEST_MS:
        raise NothingToSplit(meeting.title)
    kinds = [track.kind for track in meeting.tracks] or [TrackKind.FILE]
    tracks, origins = _tracks_on(meeting, kinds), library.speaker_origins(meeting_id)
    jobs: list[tuple[Meeting, Whole, list[SoundPiece]]] = []
    for number, (start, stop) in enumerate(((0, cut), (cut, length)), start=1):
        made_id = MeetingId(new_id())
        whole = assemble(made_id, [Part(transcript, moments, start, stop, 0, tracks, origins)])
        made = replace(
            _new_meeting(meeting, made_id, stop - start, kinds),
            title=f"{meeting.title} ({number})",
            created_at=meeting.created_at + timedelta(milliseconds=start),
            tags=meeting.tags,
            is_favourite=meeting.is_favourite,
            notes=meeting.notes,
        )
        jobs.append((made, whole, [_piece(library, meeting, start, stop, tracks=tracks, count=len(kinds))]))
    return _write(library, jobs, instead_of=(meeting_id,), cancellation=cancellation)


def take_back(library: Library, done: Assembled) -> None:
    """The meetings of before come out of the bin, and what was made of them goes there. Waits for the library."""
    for meeting_id in done.instead_of:
        library.restore_meeting(meeting_id).result()
    for meeting_id in done.made:
        library.bin_meeting(meeting_id).result()


def _write(
    library: Library,
    jobs: Sequence[tuple[Meeting, Whole, list[SoundPiece]]],
    *,
    instead_of: tuple[MeetingId, ...],
    cancellation: Cancellation | None,
) -> Assembled:
    cancellation = cancellation or Cancellation()
    try:
        with library.saga([made.id for made, _, _ in jobs]) as saga:
            for made, _, pieces in jobs:
                assemble_sound(
                    saga.making(made.id),
                    pieces,
                    kinds=[track.kind for track in made.tracks],
                    started_utc=made.created_at.isoformat(),
                    cancellation=cancellation,
                )
            for made, _, _ in jobs:
                saga.making(made.id).rename(library.meeting_folder(made.id))
            meetings = [
                AssembledMeeting(
                    meeting=made,
                    segments=whole.segments,
                    speakers=whole.speakers,
                    gaps=whole.gaps,
                    moments=whole.moments,
                    origins=whole.origins,
                    track_lengths_ms={track.number: made.duration_ms for track in made.tracks},
                )
                for made, whole, _ in jobs
            ]
            library.add_assembled(meetings, instead_of=instead_of).result()
    except SoundDiffers as error:
        raise SoundIsMissing(jobs[0][0].title) from error
    return Assembled(tuple(made.id for made, _, _ in jobs), instead_of)


def _ready(library: Library, meeting_id: MeetingId) -> Meeting:
    meeting = library.meeting(meeting_id)
    if meeting.status is MeetingStatus.RECORDING:
        raise MeetingIsRecorded(meeting.title)
    return meeting


def _length_ms(library: Library, meeting: Meeting) -> int:
    """As long as sound and words are, in whole milliseconds."""
    sound = SoundFolder(library.meeting_folder(meeting.id))
    if not sound.longest:
        raise SoundIsMissing(meeting.title)
    return max(meeting.duration_ms, -(-int(sound.longest) // _SAMPLES_A_MS))


def _kinds_of_both(first: Meeting, second: Meeting) -> list[TrackKind]:
    """A track for each kind of source that either has; two of a kind in one meeting stay two."""
    kinds = [track.kind for track in first.tracks] or [TrackKind.FILE]
    left = list(kinds)
    for kind in [track.kind for track in second.tracks] or [TrackKind.FILE]:
        if kind in left:
            left.remove(kind)
        else:
            kinds.append(kind)
    return kinds


def _tracks_on(meeting: Meeting, kinds: Sequence[TrackKind]) -> dict[int, int]:
    """On which of the new tracks each of a meeting's own lies."""
    free = list(range(len(kinds)))
    found: dict[int, int] = {}
    for track in meeting.tracks or (TrackInfo(0, TrackKind.FILE),):
        place = next(each for each in free if kinds[each] is track.kind)
        free.remove(place)
        found[track.number] = place
    return found


def _piece(
    library: Library, meeting: Meeting, start_ms: int, stop_ms: int, *, tracks: dict[int, int], count: int
) -> SoundPiece:
    of = {new: old for old, new in tracks.items()}
    return SoundPiece(
        library.meeting_folder(meeting.id),
        start_ms * _SAMPLES_A_MS,
        stop_ms * _SAMPLES_A_MS,
        tuple(of.get(number) for number in range(count)),
    )


def _new_meeting(like: Meeting, made_id: MeetingId, duration_ms: int, kinds: Sequence[TrackKind]) -> Meeting:
    """It has no file that it came from: its sound is all there is, and is what another recognition reads."""
    return replace(
        like,
        id=made_id,
        status=MeetingStatus.READY if like.status is MeetingStatus.READY else MeetingStatus.PARTIAL,
        duration_ms=Milliseconds(duration_ms),
        source_path="",
        source_fingerprint="",
        audio_stream=None,
        tracks=tuple(TrackInfo(number, kind) for number, kind in enumerate(kinds)),
        is_recovered=False,
        binned_at=None,
    )


def _seam(meeting_id: MeetingId, part: Meeting, at_ms: int) -> Moment:
    at = Milliseconds(at_ms)
    return Moment(MomentId(new_id()), meeting_id, MomentKind.CHAPTER, at, at, part.title)


def _told_gap(meetings: Sequence[Meeting], lengths: Sequence[int]) -> str:
    """A plain remark: where the second begins, and how long nothing was recorded between the two."""
    between = meetings[1].created_at - meetings[0].created_at - timedelta(milliseconds=lengths[0])
    minutes = round(between.total_seconds() / 60)
    seconds = lengths[0] // 1000
    at = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if minutes < 1:
        return f"Put together from two recordings; the second begins at {at}."
    return f"Put together from two recordings; the second begins at {at}. Between them {minutes} min were not recorded."
