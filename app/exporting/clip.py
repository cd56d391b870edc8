"""A clip: sound and text of a stretch of a meeting, exported together. Times in it begin at 0.

``cut_document`` is pure. ``export_clip`` runs on a background thread or in the command line; files that belong together
have one name, take the place of nothing, and appear whole or not at all (``destination.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.exporting.clip_sound import SOUND_FORMATS, cut_sound, write_sound
from app.exporting.destination import Part, write_together, written_as
from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.exporting.timestamps import clock_time
from app.meetings.identifiers import MeetingId, MomentId, SegmentId, new_id
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Gap, Segment, Word
from engine.contract.audio import Milliseconds


@dataclass(frozen=True, slots=True)
class ClipWish:
    """What is cut, and into what."""

    start_ms: int
    end_ms: int
    sound: str = "wav"
    """Key of ``SOUND_FORMATS``; empty for text alone."""
    texts: Sequence[str] = ("srt",)
    """Keys of the formats of a transcript; none for sound alone."""


def export_clip(
    document: ExportDocument, profile: ExportProfile, wish: ClipWish, *, sound_folder: Path, folder: Path
) -> list[Path]:
    """Write a clip and answer where: the sound first, then the texts in the order they were wished.

    Raises:
        SoundIsMissing: there is no sound of it.
        DestinationNotWritable, DiskFull: as for any export; nothing is left behind.
    """
    clip = cut_document(document, wish.start_ms, wish.end_ms)
    parts: list[Part] = []
    if wish.sound:
        wanted = SOUND_FORMATS[wish.sound]
        cut = cut_sound(sound_folder, wish.start_ms, wish.end_ms, name=document.meeting.title)
        parts.append((wanted.extension, partial(write_sound, cut, wanted)))
    parts.extend(written_as(clip, replace(profile, formats=tuple(wish.texts))))
    return write_together(parts, folder, clip.meeting.title)


def cut_document(document: ExportDocument, start_ms: int, end_ms: int) -> ExportDocument:
    """What was said in a stretch, as a meeting of its own that begins at 0.

    A line that is cut keeps the words whose middle lies inside. It has names of its own, so that reading it back can
    never take the place of the meeting it is from.
    """
    transcript, meeting = document.transcript, document.meeting
    lines = [_cut_line(line, start_ms, end_ms) for line in transcript.segments]
    gaps = [
        replace(gap, start_ms=_inside(gap.start_ms, start_ms, end_ms), end_ms=_inside(gap.end_ms, start_ms, end_ms))
        for gap in transcript.gaps
        if _overlaps(gap, start_ms, end_ms)
    ]
    kept = tuple(line for line in lines if line is not None)
    speakers = {line.speaker_id for line in kept}
    title = f"{meeting.title} {clock_time(start_ms)}-{clock_time(end_ms)}"
    return ExportDocument(
        replace(
            meeting,
            id=MeetingId(new_id()),
            title=title.replace(":", "."),
            duration_ms=Milliseconds(end_ms - start_ms),
            status=MeetingStatus.READY,
            source_path="",
            source_fingerprint="",
            audio_stream=None,
            notes=(),
        ),
        replace(
            transcript,
            segments=kept,
            gaps=tuple(gaps),
            speakers=tuple(speaker for speaker in transcript.speakers if speaker.id in speakers),
        ),
        tuple(
            replace(
                moment,
                id=MomentId(new_id()),
                start_ms=_inside(moment.start_ms, start_ms, end_ms),
                end_ms=_inside(moment.end_ms, start_ms, end_ms),
            )
            for moment in document.moments
            if start_ms <= moment.end_ms < end_ms
        ),
    )


def _cut_line(line: Segment, start_ms: int, end_ms: int) -> Segment | None:
    if not _overlaps(line, start_ms, end_ms):
        return None
    is_whole = start_ms <= line.start_ms and line.end_ms <= end_ms
    words = tuple(
        replace(
            word,
            start_ms=_inside(word.start_ms, start_ms, end_ms),
            end_ms=_inside(word.end_ms, start_ms, end_ms),
        )
        for word in line.words
        if is_whole or start_ms <= _middle(word) < end_ms
    )
    if not words and (line.words or not start_ms <= _middle(line) < end_ms):
        return None
    return replace(
        line,
        id=SegmentId(new_id()),
        start_ms=_inside(line.start_ms, start_ms, end_ms),
        end_ms=_inside(line.end_ms, start_ms, end_ms),
        text=line.text if is_whole or not words else "".join(word.text for word in words).strip(),
        words=words,
    )


def _overlaps(part: Segment | Gap, start_ms: int, end_ms: int) -> bool:
    return part.end_ms > start_ms and part.start_ms < end_ms


def _middle(part: Segment | Word) -> int:
    return (part.start_ms + part.end_ms) // 2


def _inside(moment: int, start_ms: int, end_ms: int) -> Milliseconds:
    return Milliseconds(min(max(moment, start_ms), end_ms) - start_ms)
