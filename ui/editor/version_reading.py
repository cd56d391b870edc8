"""Two versions of a transcript and what differs between them, read on a background thread."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.editing.version_diff import Difference, compare
from app.library.library import Library
from app.meetings.edit import VersionInfo
from app.meetings.identifiers import MeetingId
from app.meetings.transcript import SegmentOrigin, Speaker, Transcript, VersionKind


@dataclass(frozen=True, slots=True)
class VersionChoice:
    """A version, perhaps as it was before a person edited it."""

    info: VersionInfo
    before_edits: bool = False


@dataclass(frozen=True)
class Comparison:
    """What the newer of two versions says otherwise."""

    meeting_id: MeetingId
    old: VersionChoice
    new: VersionChoice
    differences: tuple[Difference, ...]
    old_speakers: tuple[Speaker, ...]
    new_speakers: tuple[Speaker, ...]
    kept: int
    """Lines in the newer one that a person wrote."""


def choices_of(versions: Sequence[VersionInfo]) -> list[VersionChoice]:
    """All that can be compared, newest first."""
    found: list[VersionChoice] = []
    for info in versions:
        found.append(VersionChoice(info))
        if info.edits:
            found.append(VersionChoice(info, before_edits=True))
    return found


def is_better(info: VersionInfo, versions: Sequence[VersionInfo]) -> bool:
    """Whether a pass over the same sound came before this one."""
    passes = (VersionKind.LIVE, VersionKind.RECOGNISED)
    before = versions[versions.index(info) + 1 :] if info in versions else ()
    return info.kind is VersionKind.RECOGNISED and any(each.kind in passes for each in before)


def read_comparison(library: Library, meeting_id: MeetingId, old: VersionChoice, new: VersionChoice) -> Comparison:
    """Read and compare. Raises ``MeetingNotFound``."""
    before, after = _read(library, meeting_id, old), _read(library, meeting_id, new)
    kept = sum(line.origin is SegmentOrigin.EDITED for line in after.segments)
    return Comparison(meeting_id, old, new, compare(before, after), before.speakers, after.speakers, kept)


def read_last_change(library: Library, meeting_id: MeetingId) -> Comparison | None:
    """What the shown version says otherwise than the one before it, if another pass made it. ``MeetingNotFound``."""
    versions = library.versions(meeting_id)
    at = next((number for number, each in enumerate(versions) if each.is_current), None)
    if at is None or at + 1 >= len(versions) or versions[at].kind is not VersionKind.RECOGNISED:
        return None
    return read_comparison(library, meeting_id, VersionChoice(versions[at + 1]), VersionChoice(versions[at]))


def read_offer(library: Library, meeting_id: MeetingId, offered: VersionInfo) -> Comparison:
    """What taking a better pass would change in what is shown. Raises ``MeetingNotFound``."""
    shown = next(each for each in library.versions(meeting_id) if each.is_current)
    before, after = library.transcript(meeting_id), library.offered_transcript(meeting_id, offered.id)
    kept = sum(line.origin is SegmentOrigin.EDITED for line in after.segments)
    return Comparison(
        meeting_id,
        VersionChoice(shown),
        VersionChoice(offered),
        compare(before, after),
        before.speakers,
        after.speakers,
        kept,
    )


def _read(library: Library, meeting_id: MeetingId, choice: VersionChoice) -> Transcript:
    if choice.before_edits:
        return library.transcript_before_edits(meeting_id, choice.info.id)
    return library.transcript(meeting_id, choice.info.id)
