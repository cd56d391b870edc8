"""Who speaks: the keys 1 to 9, names, and two speakers who are one."""

from dataclasses import dataclass, replace

from app.editing.command import lines_of, touched
from app.editing.document import Document
from app.editing.readable_text import tidy
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import SegmentId, SpeakerId, new_id
from app.meetings.transcript import Segment, Speaker


@dataclass(frozen=True, slots=True)
class GiveSpeaker:
    """Give lines to the speaker of a number, who is made where there is none yet. ``None`` takes theirs away."""

    lines: tuple[SegmentId, ...]
    number: int | None
    """1 and up: the key, and the colour."""
    name: str = ""
    """For a new speaker; else “Speaker N”."""

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        lines = lines_of(document, self.lines)
        speaker, new = None, ()
        if self.number is not None:
            speaker = next((each for each in document.speakers if each.number == self.number), None)
            if speaker is None:
                name = tidy(self.name).strip() or f"Speaker {self.number}"
                speaker = Speaker(SpeakerId(new_id()), self.number, name)
                new = (speaker,)
        after = [_given(line, speaker.id if speaker else None) for line in lines]
        changed = [(old, given) for old, given in zip(lines, after, strict=True) if old != given]
        if not changed:
            return None
        return Edit(
            EditId(new_id()),
            EditKind.GIVE_SPEAKER,
            tuple(old for old, _ in changed),
            tuple(given for _, given in changed),
            speakers_after=new,
        )


@dataclass(frozen=True, slots=True)
class NameSpeaker:
    """Give a speaker another name, in all their lines."""

    speaker: SpeakerId
    name: str

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        speaker = document.speaker(self.speaker)
        name = tidy(self.name).strip()
        if speaker is None or not name or speaker.name == name:
            return None
        return Edit(
            EditId(new_id()),
            EditKind.NAME_SPEAKER,
            speakers_before=(speaker,),
            speakers_after=(replace(speaker, name=name),),
        )


@dataclass(frozen=True, slots=True)
class MergeSpeakers:
    """Two speakers are one person: all lines of the first are the other's, whose name and number stay.

    It says nothing of the words, so a line that no person touched stays the machine's.
    """

    speaker: SpeakerId
    """Who goes."""
    into: SpeakerId
    """Who stays."""

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        gone, kept = document.speaker(self.speaker), document.speaker(self.into)
        if gone is None or kept is None or gone.id == kept.id:
            return None
        before = tuple(line for line in document if _names(line, gone.id))
        after = tuple(_renamed(line, gone.id, kept.id) for line in before)
        return Edit(EditId(new_id()), EditKind.MERGE_SPEAKERS, before, after, speakers_before=(gone,))


def free_number(document: Document) -> int:
    """The lowest number that no speaker has, for a new one."""
    taken = {speaker.number for speaker in document.speakers}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def _given(line: Segment, speaker_id: SpeakerId | None) -> Segment:
    if line.speaker_id == speaker_id and all(word.speaker_id in (None, speaker_id) for word in line.words):
        return line
    words = tuple(word if word.speaker_id is None else replace(word, speaker_id=None) for word in line.words)
    return replace(touched(line), speaker_id=speaker_id, words=words)


def _names(line: Segment, speaker_id: SpeakerId) -> bool:
    return line.speaker_id == speaker_id or speaker_id in [word.speaker_id for word in line.words]


def _renamed(line: Segment, gone: SpeakerId, kept: SpeakerId) -> Segment:
    words = line.words
    if gone in [word.speaker_id for word in words]:
        words = tuple(replace(word, speaker_id=kept) if word.speaker_id == gone else word for word in words)
    return replace(line, speaker_id=kept if line.speaker_id == gone else line.speaker_id, words=words)
