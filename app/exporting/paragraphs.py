"""A transcript for reading: lines of one speaker joined into paragraphs, with headings and notes where they belong.

Pure; the text, Markdown and Word exporters and the preview write what it gives.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.exporting.break_points import ends_sentence
from app.exporting.clean_text import clean_line
from app.exporting.display_width import display_width
from app.exporting.document import ExportDocument
from app.exporting.lines import ExportLine, lines_of
from app.exporting.phrases import gap_reason, length_of_time, phrase
from app.exporting.profile import ExportProfile
from app.exporting.timestamps import clock_time
from app.meetings.moment import Moment, MomentKind
from app.meetings.transcript import Gap, GapState

PAUSE_MS = 2000
"""A silence that ends a paragraph."""
LONG = 600
"""Columns after which a paragraph ends with its next sentence."""
TOO_LONG = 1800
"""Columns after which a paragraph ends anyhow."""
_WIDE_MARKS = "，。！？：；、）】》」』（【《「『"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What one person says without a pause."""

    start_ms: int
    end_ms: int
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something beside the words: here is a gap, or what a person noted."""

    start_ms: int
    text: str


@dataclass(frozen=True, slots=True)
class Heading:
    """A chapter or a bookmark."""

    start_ms: int
    """Of the line that it stands over."""
    text: str
    is_chapter: bool


def reading_flow(
    document: ExportDocument, profile: ExportProfile, *, keep_breaks: bool = False
) -> list[Paragraph | Note | Heading]:
    """Headings, paragraphs and notes, by time; a heading stands over what begins with it."""
    gaps = _gaps(document) if profile.gaps else []
    lines = lines_of(document, profile, keep_breaks=keep_breaks)
    marks = _marks(document.moments, lines, profile) if profile.marks else []
    paragraphs = group(
        lines,
        by_speaker=profile.speakers,
        breaks_ms=[*(gap.start_ms for gap in gaps), *(mark.start_ms for mark in marks)],
    )
    flow: list[Paragraph | Note | Heading] = [*marks, *paragraphs, *(_note(gap, profile) for gap in gaps)]
    flow.sort(key=lambda item: (item.start_ms, _order(item)))
    return flow


def _order(item: Paragraph | Note | Heading) -> int:
    if isinstance(item, Heading):
        return 0 if item.is_chapter else 1
    return 2 if isinstance(item, Note) else 3


def _marks(moments: Sequence[Moment], lines: Sequence[ExportLine], profile: ExportProfile) -> list[Heading | Note]:
    """What a person marked, each over the line that was spoken then. A chapter without words is no heading."""
    found: list[Heading | Note] = []
    for moment in moments:
        text = clean_line(moment.text)
        at = next(
            (line.start_ms for line in reversed(lines) if line.start_ms <= moment.start_ms < line.end_ms),
            moment.start_ms,
        )
        if moment.kind is MomentKind.NOTE:
            found.append(Note(at, f"{phrase('Note', profile.language)}{phrase(': ', profile.language)}{text}"))
        elif moment.kind is MomentKind.BOOKMARK:
            found.append(Heading(at, text or phrase("Bookmark", profile.language), is_chapter=False))
        elif text:
            found.append(Heading(at, text, is_chapter=True))
    return found


def group(lines: Sequence[ExportLine], *, by_speaker: bool, breaks_ms: Sequence[int] = ()) -> list[Paragraph]:
    """Join lines into paragraphs; one begins at a new speaker, after a pause, at a gap, and after a long one."""
    paragraphs: list[Paragraph] = []
    width = 0
    for line in lines:
        speaker = line.speaker if by_speaker else ""
        last = paragraphs[-1] if paragraphs else None
        joins = (
            last is not None
            and last.speaker == speaker
            and line.start_ms - last.end_ms <= PAUSE_MS
            and not (width >= LONG and ends_sentence(last.text))
            and width < TOO_LONG
            and not any(last.start_ms < place <= line.start_ms for place in breaks_ms)
        )
        if last is not None and joins:
            text = last.text + joint(last.text, line.text) + line.text
            paragraphs[-1] = replace(last, end_ms=max(last.end_ms, line.end_ms), text=text)
            width += display_width(line.text)
        else:
            paragraphs.append(Paragraph(line.start_ms, line.end_ms, speaker, line.text))
            width = display_width(line.text)
    return paragraphs


def joint(left: str, right: str) -> str:
    """What stands between two lines of a paragraph: a space, save beside full-width marks, which bring their own.

    Chinese and Japanese lines without any mark keep a space between them, as their subtitles do: the line
    ended where the speaker paused.
    """
    return "" if left[-1:] in _WIDE_MARKS or right[:1] in _WIDE_MARKS else " "


def _gaps(document: ExportDocument) -> list[Gap]:
    """Gaps that are still there; one that lies on several tracks alike is told once."""
    gaps = {
        (gap.start_ms, gap.end_ms, gap.reason): gap
        for gap in document.transcript.gaps
        if gap.state is not GapState.REPAIRED and gap.end_ms > gap.start_ms
    }
    return sorted(gaps.values(), key=lambda gap: gap.start_ms)


def _note(gap: Gap, profile: ExportProfile) -> Note:
    length = length_of_time(gap.end_ms - gap.start_ms, profile.language)
    reason = gap_reason(gap.reason, profile.language)
    comma = phrase(", ", profile.language)
    return Note(gap.start_ms, f"{clock_time(gap.start_ms)} – {clock_time(gap.end_ms)}: {length}{comma}{reason}")
