"""Who speaks in a version as it was before a person's edits: what the looks for speakers found stays. Pure.

Called by ``app/library/edit_history.py``, which takes every edit back; a look is written down as an edit too, but it is
not the person's. Where a look met lines that no person had touched, it is done again as it was; elsewhere a line is
given to whom the look gave most of its time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.meetings.edit import Edit
from app.meetings.identifiers import SegmentId, SpeakerId
from app.meetings.merge import speakers_by_time
from app.meetings.overlap import overlapping
from app.meetings.transcript import Segment, Speaker, with_speakers


def speak_as_found(
    lines: Sequence[Segment], speakers: Sequence[Speaker], looks: Sequence[Edit]
) -> tuple[tuple[Segment, ...], tuple[Speaker, ...]]:
    """Lines and speakers with what the looks came to, by time and by number.

    Args:
        lines: as they were before every edit.
        speakers: likewise.
        looks: that are in effect, oldest first.
    """
    now = {line.id: line for line in lines}
    known = {speaker.id: speaker for speaker in speakers}
    heard: dict[SegmentId, Segment] = {}
    for look in looks:
        for before, after in _places(look):
            if all(now.get(line.id) == line for line in before):
                for line in before:
                    del now[line.id]
                now |= {line.id: line for line in after}
        known |= {speaker.id: speaker for speaker in look.speakers_after if speaker.id not in known}
        heard |= {line.id: line for line in look.after}
    found = [with_speakers(line, {name: name for name in known}.get) for line in now.values()]
    given = speakers_by_time(list(heard.values()), found)
    found = [replace(line, speaker_id=_listed(given.get(line.id, line.speaker_id), known)) for line in found]
    used = {name for line in found for name in (line.speaker_id, *_over(line))}
    stay = {*used, *(speaker.id for speaker in speakers)}
    return (
        tuple(sorted(found, key=lambda line: (line.start_ms, line.end_ms))),
        tuple(sorted((each for each in known.values() if each.id in stay), key=lambda speaker: speaker.number)),
    )


def _listed(name: SpeakerId | None, known: dict[SpeakerId, Speaker]) -> SpeakerId | None:
    return name if name in known else None


def _over(line: Segment) -> Iterator[SpeakerId]:
    for word in line.words:
        yield from (name for name in (word.speaker_id, word.over_id) if name is not None)


def _places(look: Edit) -> Iterator[tuple[list[Segment], list[Segment]]]:
    """Lines of before and after that overlap, track by track."""
    for track in {line.track: None for lines in (look.before, look.after) for line in lines}:
        yield from overlapping(
            (line for line in look.before if line.track == track), (line for line in look.after if line.track == track)
        )
