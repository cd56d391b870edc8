"""A place of another version taken into the one that is shown: the words that stood there before a better pass."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.editing.command import lines_of, touched
from app.editing.document import Document
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import SegmentId, SpeakerId, new_id
from app.meetings.transcript import Segment, Speaker


@dataclass(frozen=True, slots=True)
class TakeLines:
    """Put lines of another version in the place of lines that are shown. From then on they are the person's."""

    instead_of: tuple[Segment, ...]
    """The lines that are shown, as they were when the versions were compared; if they are others by now, none goes."""
    lines: tuple[Segment, ...]
    speakers: tuple[Speaker, ...] = ()
    """Those of the other version; here they are known by their names, or made."""

    def apply(self, document: Document) -> Edit | None:
        """See ``Command``."""
        before = lines_of(document, (line.id for line in self.instead_of))
        if [_said(line) for line in before] != [_said(line) for line in self.instead_of]:
            return None
        if not before and not self.lines:
            return None
        made: list[Speaker] = []
        found = {name: _speaker_here(name, self.speakers, document.speakers, made) for name in _named(self.lines)}
        after = tuple(_brought(line, found) for line in self.lines)
        return Edit(EditId(new_id()), EditKind.REPLACE, tuple(before), after, speakers_after=tuple(made))


def _said(line: Segment) -> tuple[SegmentId, int, int, str]:
    return (line.id, line.start_ms, line.end_ms, line.text)


def _named(lines: Sequence[Segment]) -> list[SpeakerId]:
    names = [name for line in lines for name in (line.speaker_id, *(word.speaker_id for word in line.words))]
    return list(dict.fromkeys(name for name in names if name is not None))


def _speaker_here(
    name: SpeakerId, theirs: Sequence[Speaker], ours: Sequence[Speaker], made: list[Speaker]
) -> SpeakerId | None:
    """The speaker of the same name in the shown version; one is made where nobody is called so."""
    known = [*ours, *made]
    speaker = next((each for each in theirs if each.id == name), None)
    if speaker is None:
        return None
    same = next((each.id for each in known if each.id == name or each.name == speaker.name), None)
    if same is not None:
        return same
    taken = {each.number for each in known}
    number = speaker.number if speaker.number not in taken else max(taken) + 1
    made.append(Speaker(SpeakerId(new_id()), number, speaker.name))
    return made[-1].id


def _brought(line: Segment, speakers: dict[SpeakerId, SpeakerId | None]) -> Segment:
    def here(name: SpeakerId | None) -> SpeakerId | None:
        return None if name is None else speakers.get(name)

    words = tuple(replace(word, speaker_id=here(word.speaker_id)) for word in line.words)
    return replace(touched(line), id=SegmentId(new_id()), speaker_id=here(line.speaker_id), words=words)
