"""What a look for the speakers comes to in a transcript: an edit like any other, with its way back. Pure.

Called by ``app/library/speaker_changes.py`` inside the transaction that writes it. What a person decided stands: names,
merged speakers, lines they gave to somebody (``speaker_decisions.py``). A line they typed in keeps its text whole and
gets a speaker; of all others a line that spans a change is cut at the word (``attribution.py``). Speakers keep their
number, which is their colour and key, from run to run.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

from app.meetings.attribution import Said, Turn, cut_line, mend_lines, mended, speak_lines
from app.meetings.edit import Edit, EditId, EditKind
from app.meetings.identifiers import SpeakerId, new_id
from app.meetings.speaker_decisions import Decisions, PinnedStretches, is_given, overlay
from app.meetings.transcript import Segment, SegmentOrigin, Speaker, Transcript, Word
from engine.contract.audio import Milliseconds, TrackKind, to_milliseconds
from engine.contract.error_report import ErrorReport
from engine.contract.speakers import ANY_COUNT, FoundSpeaker, SpeakerCount

_LEAST_SHARE = 0.3
"""Part of a found speaker's speech that has to be a known speaker's for the two to be one."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A stretch in which one person talks alone, to hear who it is."""

    track: int
    start_ms: Milliseconds
    end_ms: Milliseconds


@dataclass(frozen=True, slots=True)
class HeardSpeaker:
    """Somebody whom a run found, and who that is in the transcript."""

    label: int
    speaker_id: SpeakerId | None
    speech_ms: Milliseconds
    clips: tuple[Clip, ...] = ()
    """Longest and surest first."""
    pinned: int | None = None
    """The number that this one was asked for with, see ``PinnedTurn``."""
    voice: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SpeakerRun:
    """The last look for the speakers of a meeting."""

    count: SpeakerCount = ANY_COUNT
    turns: tuple[Turn, ...] = ()
    speakers: tuple[HeardSpeaker, ...] = ()
    is_waiting: bool = False
    """It was asked for and has not come yet."""
    error: ErrorReport | None = None
    """Why it could not be done; the transcript stands as it was."""

    def clips_of(self, speaker_id: SpeakerId) -> tuple[Clip, ...]:
        """Where somebody is to be heard alone, longest and surest first."""
        return tuple(clip for each in self.speakers if each.speaker_id == speaker_id for clip in each.clips)


@dataclass(frozen=True, slots=True)
class SpeakerNames:
    """What speakers are called until a person says so, in the person's language."""

    speaker: str = "Speaker {number}"
    you: str = "You"


def heard_from(speaker: FoundSpeaker) -> HeardSpeaker:
    """What the engine found, in the clock of the library."""
    clips = tuple(Clip(c.track, to_milliseconds(c.start), to_milliseconds(c.stop)) for c in speaker.clips)
    speech_ms = to_milliseconds(speaker.speech)
    return HeardSpeaker(speaker.label, None, speech_ms, clips, speaker.pinned, tuple(speaker.voice))


def apply_run(
    transcript: Transcript,
    run: SpeakerRun,
    *,
    decisions: Decisions,
    asked_for: Sequence[SpeakerId],
    sides: Mapping[int, TrackKind],
    names: SpeakerNames,
) -> tuple[Edit | None, SpeakerRun]:
    """The edit, ``None`` where it says nothing new, and the run with who its speakers are.

    Args:
        transcript: as it is at this moment.
        run: what came.
        decisions: of the person, as they are at this moment.
        asked_for: whom each number of ``PinnedTurn`` stood for.
        sides: the tracks of the meeting by number.
        names: for speakers whom nobody has named.
    """
    here = {None, *(speaker.id for speaker in transcript.speakers)}
    decisions = replace(decisions, pins=tuple(pin for pin in decisions.pins if pin.speaker_id in here))
    who = _Who(transcript, run, decisions, asked_for)
    speakers = who.speakers(names)
    labels = _labels(who.labels, decisions)
    by_label = {label: speaker_id for speaker_id, label in labels.items()}
    pins = PinnedStretches(decisions.pins)
    lines = _spoken(transcript, overlay(run.turns, decisions.pins, labels), pins, by_label)
    used = {name for line in lines for name in (line.speaker_id, *(word.speaker_id for word in line.words))}
    stay = tuple(each for each in speakers if each.id in used or each.id in decisions.kept or is_given(each.name))
    # Who only talks over others, without a word of their own, is nobody to show.
    listed = {each.id for each in stay}
    lines = [_without_unlisted(line, listed) for line in lines]
    own = _own_voice(lines, run, sides)
    stay = tuple(
        replace(each, name=names.you)
        if each.id == own and each.id not in decisions.kept and not is_given(each.name)
        else each
        for each in stay
    )
    edit = _edit(transcript, lines, stay)
    heard = tuple(replace(each, speaker_id=who.labels.get(each.label)) for each in run.speakers)
    return edit, replace(run, speakers=heard)


class _Who:
    """Which found speaker is which of the transcript's."""

    def __init__(
        self, transcript: Transcript, run: SpeakerRun, decisions: Decisions, asked_for: Sequence[SpeakerId]
    ) -> None:
        self._here = {speaker.id: speaker for speaker in transcript.speakers}
        self._new: list[SpeakerId] = []
        self.labels: dict[int, SpeakerId] = {}
        for each in run.speakers:
            if each.pinned is not None and each.pinned < len(asked_for):
                speaker_id = decisions.now(asked_for[each.pinned])
                if speaker_id in self._here and speaker_id not in self.labels.values():
                    self.labels[each.label] = speaker_id
        self._match_by_time(transcript, run.turns, PinnedStretches(decisions.pins))
        for each in run.speakers:
            if each.label not in self.labels:
                self.labels[each.label] = SpeakerId(new_id())
                self._new.append(self.labels[each.label])

    def speakers(self, names: SpeakerNames) -> list[Speaker]:
        """Those that are here and those that are new, with the lowest free numbers."""
        taken = {speaker.number for speaker in self._here.values()}
        found = list(self._here.values())
        for speaker_id in self._new:
            number = next(number for number in range(1, len(taken) + 2) if number not in taken)
            taken.add(number)
            found.append(Speaker(speaker_id, number, names.speaker.format(number=number)))
        return found

    def _match_by_time(self, transcript: Transcript, turns: Sequence[Turn], pins: PinnedStretches) -> None:
        """Speakers are who spoke at that time before, or as a person says, so that numbers and colours stay."""
        given = {line.id: pin.speaker_id for line in transcript.segments if (pin := pins.over(line)) is not None}
        spoken = [line for line in transcript.segments if given.get(line.id, line.speaker_id) in self._here]
        shares: Counter[tuple[int, SpeakerId]] = Counter()
        speech: Counter[int] = Counter()
        said = speak_lines(transcript.segments, turns)
        for line in spoken:
            for word, each in zip(line.words or (_as_word(line),), said[line.id], strict=True):
                who = given.get(line.id, word.speaker_id or line.speaker_id)
                if each.speaker is not None and who is not None:
                    shares[each.speaker, who] += max(1, word.end_ms - word.start_ms)
                    speech[each.speaker] += max(1, word.end_ms - word.start_ms)
        for (label, speaker_id), shared in shares.most_common():
            is_free = label not in self.labels and speaker_id not in self.labels.values()
            if is_free and shared >= _LEAST_SHARE * speech[label]:
                self.labels[label] = speaker_id


def _labels(who: Mapping[int, SpeakerId], decisions: Decisions) -> dict[SpeakerId, int]:
    """The label of each speaker; one below 0 for those who are only pinned."""
    labels = {speaker_id: label for label, speaker_id in who.items()}
    for pin in decisions.pins:
        if pin.speaker_id is not None:
            labels.setdefault(pin.speaker_id, -1 - len(labels))
    return labels


def _spoken(
    transcript: Transcript, turns: Sequence[Turn], pins: PinnedStretches, by_label: Mapping[int, SpeakerId]
) -> list[Segment]:
    """All lines with their speakers, cut where those change."""
    lines = [mended(group) for group in _groups(transcript.segments, pins)]
    said = speak_lines(lines, turns)
    found: list[Segment] = []
    for line in lines:
        found += _cut(line, said[line.id], pins, by_label)
    return found


def _groups(lines: Iterable[Segment], pins: PinnedStretches) -> list[tuple[Segment, ...]]:
    """Each line alone, but what an earlier run cut together, where no person has touched it since."""
    tracks: dict[int, list[Segment]] = defaultdict(list)
    for line in lines:
        tracks[line.track].append(line)
    groups: list[tuple[Segment, ...]] = []
    for those in tracks.values():
        for may_be_cut, each in groupby(those, key=lambda line: _may_be_cut(line, pins)):
            alike = list(each)
            groups += mend_lines(alike) if may_be_cut else [(line,) for line in alike]
    return groups


def _may_be_cut(line: Segment, pins: PinnedStretches) -> bool:
    is_machines = line.origin is SegmentOrigin.RECOGNISED and line.quarantine is None
    return is_machines and pins.over(line) is None


def _cut(
    line: Segment, said: Sequence[Said], pins: PinnedStretches, by_label: Mapping[int, SpeakerId]
) -> list[Segment]:
    pin = pins.over(line)
    if pin is not None:
        # What is pinned for half of the line or more is what the person said of it, wherever it begins today.
        return [_given(line, pin.speaker_id, said, by_label)]
    if line.origin is SegmentOrigin.IMPORTED and line.speaker_id is not None:
        return [line]
    if not _may_be_cut(line, pins):
        return [_given(line, _most(line, said, by_label), said, by_label)]
    pieces: list[Segment] = []
    at = 0
    for piece, label in cut_line(line, said):
        those = said[at : at + len(piece.words)] if line.words else said
        at += len(piece.words)
        pieces.append(_given(piece, None if label is None else by_label.get(label), those, by_label))
    return pieces


def _given(
    line: Segment, speaker_id: SpeakerId | None, said: Sequence[Said], by_label: Mapping[int, SpeakerId]
) -> Segment:
    """The line as one speaker's, with those who talk over its words."""
    words = line.words
    if len(said) == len(words):
        over = [None if each.over is None else by_label.get(each.over) for each in said]
        over = [None if name == speaker_id else name for name in over]
        words = tuple(
            word if (word.speaker_id, word.over_id) == (None, name) else replace(word, speaker_id=None, over_id=name)
            for word, name in zip(words, over, strict=True)
        )
    return replace(line, speaker_id=speaker_id, words=words)


def _without_unlisted(line: Segment, listed: Set[SpeakerId]) -> Segment:
    if all(word.over_id is None or word.over_id in listed for word in line.words):
        return line
    words = tuple(word if word.over_id in listed else replace(word, over_id=None) for word in line.words)
    return replace(line, words=words)


def _most(line: Segment, said: Sequence[Said], by_label: Mapping[int, SpeakerId]) -> SpeakerId | None:
    shares: Counter[int] = Counter()
    for word, each in zip(line.words or (_as_word(line),), said, strict=True):
        if each.speaker is not None:
            shares[each.speaker] += max(1, word.end_ms - word.start_ms)
    most = shares.most_common(1)
    return by_label.get(most[0][0]) if most else None


def _own_voice(lines: Sequence[Segment], run: SpeakerRun, sides: Mapping[int, TrackKind]) -> SpeakerId | None:
    """The only voice at the microphone of a recording with two sides is the person's own."""
    mine = {number for number, kind in sides.items() if kind is TrackKind.MICROPHONE}
    if len(sides) < 2 or not mine or len({turn.speaker for turn in run.turns if turn.track in mine}) != 1:
        return None
    own = {line.speaker_id for line in lines if line.track in mine and line.speaker_id is not None}
    others = {line.speaker_id for line in lines if line.track not in mine}
    return next(iter(own)) if len(own) == 1 and not own & others else None


def _edit(transcript: Transcript, lines: Sequence[Segment], speakers: Sequence[Speaker]) -> Edit | None:
    before = {line.id: line for line in transcript.segments}
    after = {line.id: line for line in lines}
    changed = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    old, new = set(transcript.speakers), set(speakers)
    if not changed and old == new:
        return None
    return Edit(
        EditId(new_id()),
        EditKind.FIND_SPEAKERS,
        tuple(before[name] for name in changed if name in before),
        tuple(after[name] for name in changed if name in after),
        tuple(each for each in transcript.speakers if each not in new),
        tuple(each for each in speakers if each not in old),
    )


def _as_word(line: Segment) -> Word:
    return Word(line.start_ms, line.end_ms, line.text)
