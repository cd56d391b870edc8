"""What is marked in the transcript: the word that is spoken, places that were found, the gap one went to, the caret.

Held by ``TranscriptView`` for painting. Pure: it knows lines by segment id and nothing of where they stand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Gap, Segment
from engine.contract.audio import TrackKind
from engine.contract.segments import AS_BEFORE
from ui.editor.finder import Findings, Place
from ui.reading.plain_reasons import by_glossary
from ui.reading.reading_document import ReadingDocument
from ui.reading.text_selection import TextSelection
from ui.reading.track_words import track_icon, track_short
from ui.reading.transcript_painter import Hit, LineState
from ui.style.icons import Icon

Spoken = tuple[SegmentId, int | None]
"""A line, and the number of a word in it."""


@dataclass
class ReaderMarks:
    """All marks of one open meeting."""

    spoken: Spoken | None = None
    """The line and the number of the word at which the playback stands."""
    findings: Findings = field(default_factory=Findings)
    hit: int | None = None
    """Number of the place that is shown."""
    looked_at: Place | None = None
    """Words that are worth a look, until the caret goes elsewhere or the line is written anew."""
    gap: Gap | None = None
    """The gap one went to."""
    tracks: Mapping[int, TrackKind] = field(default_factory=dict[int, TrackKind])
    """What the tracks are, where lines are told apart by them."""

    def state_of(
        self,
        index: int,
        segment: Segment,
        *,
        document: ReadingDocument,
        selection: TextSelection | None,
        selected: tuple[int, int] | None,
        has_focus: bool,
        is_typing: bool,
    ) -> LineState:
        """What is particular about a line now."""
        places = self.findings.places
        hits = [
            Hit(places[number].start, places[number].stop, number == self.hit)
            for number in self.findings.by_line.get(segment.id, ())
        ]
        if self.looked_at is not None and self.looked_at.segment_id == segment.id:
            hits.append(Hit(self.looked_at.start, self.looked_at.stop, is_current=True))
        is_spoken = self.spoken is not None and self.spoken[0] == segment.id
        caret = selection.caret if selection else None
        has_caret = caret is not None and caret.segment_id == segment.id and has_focus
        return LineState(
            speaker=document.speaker_of(segment) if document.is_speaker_change(index) else None,
            source=self._source_of(index, segment, document),
            is_spoken=is_spoken,
            spoken_word=self.spoken[1] if is_spoken and self.spoken else None,
            selected=selected,
            hits=hits,
            caret=caret.offset if has_caret and caret and is_typing else None,
            has_ring=has_caret and not is_typing,
            mark=_glossary_mark(segment),
        )

    def _source_of(self, index: int, segment: Segment, document: ReadingDocument) -> tuple[Icon, str] | None:
        """The sign of the track, where another one than before begins, or somebody else speaks."""
        kind = self.tracks.get(segment.track)
        if kind is None or len(self.tracks) < 2:
            return None
        before = document.block(index - 1) if index else None
        is_same = isinstance(before, Segment) and before.track == segment.track and before.quarantine is None
        return None if is_same and not document.is_speaker_change(index) else (track_icon(kind), track_short(kind))


def _glossary_mark(segment: Segment) -> tuple[Icon, str] | None:
    """That the glossary changed the line, and what was heard there."""
    heard = [word.heard for word in segment.words if word.heard and word.heard != AS_BEFORE]
    return (Icon.GLOSSARY, by_glossary(", ".join(heard))) if heard else None
