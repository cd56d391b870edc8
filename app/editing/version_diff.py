"""What one version of a transcript says otherwise than another. Pure.

Lines are held against each other where they lie at the same time on the same track, and there word by word; marks and
capitals count, where a line begins or ends does not. What is set aside is not part of what a version says. The work
grows with the length of the transcripts and not with its square: lines that are the same in both are passed by.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from rapidfuzz.distance import Levenshtein

from app.editing.pieces import cut
from app.meetings.identifiers import SpeakerId
from app.meetings.overlap import overlapping
from app.meetings.transcript import Segment, Transcript

_COMPARED_AT_MOST = 4_000


class RunKind(Enum):
    """What became of a run of words."""

    SAME = auto()
    GONE = auto()
    NEW = auto()


@dataclass(frozen=True, slots=True)
class Run:
    """Words one after the other with the same fate."""

    kind: RunKind
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A stretch of time in which two versions differ."""

    track: int
    start_ms: int
    end_ms: int
    before: tuple[Segment, ...]
    after: tuple[Segment, ...]
    runs: tuple[Run, ...]
    """The text of both as one, to be shown with what is gone and what is new marked."""
    is_other_speaker: bool = False
    """Somebody else is said to speak."""


def compare(old: Transcript, new: Transcript) -> tuple[Difference, ...]:
    """All differences, by time."""
    tracks = sorted({line.track for line in (*old.segments, *new.segments)})
    found: list[Difference] = []
    for track in tracks:
        for before, after in overlapping(_said(old, track), _said(new, track)):
            runs = _runs(before, after)
            is_other = _speakers(old, before) != _speakers(new, after) and bool(before) and bool(after)
            if is_other or any(run.kind is not RunKind.SAME for run in runs):
                lines = (*before, *after)
                found.append(
                    Difference(
                        track,
                        min(line.start_ms for line in lines),
                        max(line.end_ms for line in lines),
                        tuple(before),
                        tuple(after),
                        runs,
                        is_other,
                    )
                )
    return tuple(sorted(found, key=lambda each: (each.start_ms, each.end_ms, each.track)))


def _said(transcript: Transcript, track: int) -> list[Segment]:
    return [line for line in transcript.segments if line.track == track and line.quarantine is None]


def _runs(before: Sequence[Segment], after: Sequence[Segment]) -> tuple[Run, ...]:
    old, new = _words(before), _words(after)
    if [word.strip() for word in old] == [word.strip() for word in new]:
        return _joined([(RunKind.SAME, new)])
    if max(len(old), len(new)) > _COMPARED_AT_MOST:
        return _joined([(RunKind.GONE, old), (RunKind.NEW, new)])
    runs: list[tuple[RunKind, list[str]]] = []
    codes = Levenshtein.opcodes([word.strip() for word in old], [word.strip() for word in new])
    for code in codes:
        if code.tag == "equal":
            runs.append((RunKind.SAME, new[code.dest_start : code.dest_end]))
        else:
            runs.append((RunKind.GONE, old[code.src_start : code.src_end]))
            runs.append((RunKind.NEW, new[code.dest_start : code.dest_end]))
    return _joined(runs)


def _words(lines: Sequence[Segment]) -> list[str]:
    words: list[str] = []
    for line in lines:
        pieces = [line.text[piece.start : piece.stop] for piece in cut(line.text)]
        if words and pieces:
            pieces[0] = f" {pieces[0].lstrip()}"
        words += pieces
    return words


def _joined(runs: Sequence[tuple[RunKind, list[str]]]) -> tuple[Run, ...]:
    """Gone and new words side by side become one run each."""
    found: list[Run] = []
    gone, new = "", ""
    for kind, words in runs:
        text = "".join(words)
        if kind is RunKind.GONE:
            gone += text
        elif kind is RunKind.NEW:
            new += text
        else:
            found += [Run(RunKind.GONE, gone)] * bool(gone) + [Run(RunKind.NEW, new)] * bool(new)
            gone, new = "", ""
            found.append(Run(kind, text))
    found += [Run(RunKind.GONE, gone)] * bool(gone) + [Run(RunKind.NEW, new)] * bool(new)
    return tuple(run for run in found if run.text)


def _speakers(transcript: Transcript, lines: Sequence[Segment]) -> list[str]:
    names: list[str] = []
    of: dict[SpeakerId, str] = {speaker.id: speaker.name for speaker in transcript.speakers}
    for line in lines:
        name = of.get(line.speaker_id, "") if line.speaker_id is not None else ""
        if not names or names[-1] != name:
            names.append(name)
    return names
