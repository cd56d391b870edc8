"""A transcript: the lines of a meeting with their words, speakers and gaps."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, VersionId
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason, QuarantineReason

MARKS = " \t\n!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~、。，．！？；：…—–‘’“”«»‹›„‚·・「」『』（）《》〈〉【】〔〕～〜¿¡،؟؛。"
"""What is written around words: alone, none of it is a word."""


class SegmentOrigin(StrEnum):
    """Who wrote a line. A line that a person touched is never overwritten by a machine."""

    RECOGNISED = "recognised"
    EDITED = "edited"
    IMPORTED = "imported"


class GapState(StrEnum):
    """What became of a gap."""

    OPEN = "open"
    REPAIRED = "repaired"
    LOST = "lost"


class VersionKind(StrEnum):
    """How a version of a transcript came about."""

    RECOGNISED = "recognised"
    LIVE = "live"
    IMPORTED = "imported"
    RESTORED = "restored"
    """An older version that a person brought back."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its time; in Chinese, one or a few characters."""

    start_ms: Milliseconds
    end_ms: Milliseconds
    text: str
    """With a leading space where the language writes one, so that joining needs no rule."""
    confidence: float | None = None
    speaker_id: SpeakerId | None = None
    """Who says it, where that is another one than the line's."""
    over_id: SpeakerId | None = None
    """Who else talks at the same time."""
    heard: str = ""
    """What was heard before the glossary put this word in its place; see ``RecognisedWord``."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A saved line of transcript. 0 <= start_ms < end_ms, inside the recording."""

    id: SegmentId
    track: int
    start_ms: Milliseconds
    end_ms: Milliseconds
    text: str
    """As recognised or written; Chinese variants are rendered on the way out, this stays."""
    language: str = ""
    confidence: float | None = None
    words: tuple[Word, ...] = ()
    speaker_id: SpeakerId | None = None
    quarantine: QuarantineReason | None = None
    origin: SegmentOrigin = SegmentOrigin.RECOGNISED
    repaired: bool = False

    @property
    def word_count(self) -> int:
        """How many words are said in it: a mark that recognition gave a time of its own is none."""
        return sum(1 for word in self.words if word.text.strip(MARKS))


def with_speakers(line: Segment, of: Callable[[SpeakerId], SpeakerId | None]) -> Segment:
    """The line with other speakers: for each it names, who that is now."""
    names = {line.speaker_id} | {word.speaker_id for word in line.words} | {word.over_id for word in line.words}
    known = {name: of(name) for name in names if name is not None}
    if all(name == other for name, other in known.items()):
        return line
    words = tuple(
        word
        if word.speaker_id is None and word.over_id is None
        else replace(
            word,
            speaker_id=known[word.speaker_id] if word.speaker_id is not None else None,
            over_id=known[word.over_id] if word.over_id is not None else None,
        )
        for word in line.words
    )
    return replace(line, speaker_id=known[line.speaker_id] if line.speaker_id is not None else None, words=words)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Somebody who speaks in one meeting."""

    id: SpeakerId
    number: int
    """1 and up; picks the colour and the key that assigns the speaker."""
    name: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch that was not captured or not recognised."""

    track: int
    start_ms: Milliseconds
    end_ms: Milliseconds
    reason: GapReason
    state: GapState = GapState.OPEN


@dataclass(frozen=True, slots=True)
class Transcript:
    """All that was said in a meeting, in one version, ordered by start."""

    meeting_id: MeetingId
    version_id: VersionId
    segments: tuple[Segment, ...]
    speakers: tuple[Speaker, ...] = ()
    gaps: tuple[Gap, ...] = ()

    def name_of(self, speaker_id: SpeakerId | None) -> str:
        """Name of a speaker, empty if unknown."""
        return next((speaker.name for speaker in self.speakers if speaker.id == speaker_id), "")


@dataclass(frozen=True, slots=True)
class TranscriptChange:
    """What an edit or new segments altered: enough to repaint only the touched rows."""

    meeting_id: MeetingId
    added: tuple[Segment, ...] = ()
    updated: tuple[Segment, ...] = ()
    removed: tuple[SegmentId, ...] = ()
    gaps: tuple[Gap, ...] = ()
    """Gaps added."""
    speakers: tuple[Speaker, ...] | None = None
    """All speakers there are now, where one came, went or was renamed."""
    shown: VersionId | None = None
    """The version that is shown from now on, where that is another one than before."""
    by: str | None = None
    """Name of the edit in the history that did it, where it is not one of an editor's own."""
