"""The roll of a recording: labels of the engine and who they are, with numbers, names and where they are heard.

Pure; owned by the thread of ``live_speakers.py``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.meetings.attribution import turns_from
from app.meetings.identifiers import MeetingId, SpeakerId, new_id
from app.meetings.live_who import LiveSpeaker, LiveTurns, LiveWho
from app.meetings.speaker_decisions import is_given
from app.meetings.speaker_run import HeardSpeaker, SpeakerNames, SpeakerRun, heard_from
from app.meetings.transcript import Speaker
from engine.contract.audio import TrackKind, from_milliseconds
from engine.contract.error_report import ErrorReport
from engine.contract.messages import SpeakersHeard
from engine.contract.recorder_messages import RecordedTrack
from engine.contract.speakers import FoundSpeaker, PinnedTurn, SpeakerTurn
from engine.speakers.clean_clips import clips_of


class LiveRoll:
    """See the module."""

    def __init__(
        self,
        meeting_id: MeetingId,
        *,
        names: SpeakerNames,
        tracks: Sequence[RecordedTrack],
        known: Sequence[Speaker] = (),
        run: SpeakerRun | None = None,
    ) -> None:
        """``known`` and ``run``: of what was recorded before, where a recording is appended."""
        self.meeting_id = meeting_id
        self.heard_to: dict[int, int] = {}
        """Of each track, up to which sample it was heard."""
        self._names = names
        self._kinds = {each.track: each.kind for each in tracks}
        self._known = tuple(known)
        self._earlier: dict[int, tuple[PinnedTurn, ...]] = {}
        self._speakers: dict[int, LiveSpeaker] = {}
        self._turns: dict[int, list[SpeakerTurn]] = {}
        self._shown: dict[int, LiveTurns] = {}
        self._error: ErrorReport | None = None
        for speaker in known:
            clips = run.clips_of(speaker.id) if run is not None else ()
            if not clips:
                continue
            label = len(self._speakers)
            self._speakers[label] = LiveSpeaker(speaker, label, is_named=is_given(speaker.name))
            self._earlier[label] = tuple(
                PinnedTurn(c.track, from_milliseconds(c.start_ms), from_milliseconds(c.end_ms), label) for c in clips
            )

    def hear(self, event: SpeakersHeard) -> LiveWho:
        """Who is heard in a stretch, instead of what was said of it."""
        own = self._turns.setdefault(event.track, [])
        kept = [turn for turn in own if turn.start < event.start]
        kept = [replace(turn, stop=min(turn.stop, event.start)) for turn in kept]
        self._turns[event.track] = _joined((*kept, *event.turns))
        self.heard_to[event.track] = max(event.stop, self.heard_to.get(event.track, 0))
        for turn in event.turns:
            if turn.speaker not in self._speakers:
                self._speakers[turn.speaker] = self._new(turn.speaker)
        turns = turns_from(self._turns[event.track])
        longest_ms = max((turn.end_ms - turn.start_ms for turn in turns), default=0)
        self._shown = {**self._shown, event.track: LiveTurns(turns, longest_ms)}
        self._error = None
        return self.who()

    def fail(self, error: ErrorReport) -> LiveWho:
        """There will be no more labels."""
        self._error = error
        return self.who()

    def name(self, speaker_id: SpeakerId, name: str) -> LiveSpeaker | None:
        """A person says who somebody is; ``None`` if nobody has this id."""
        known = next((each for each in self._speakers.values() if each.speaker.id == speaker_id), None)
        if known is None:
            return None
        named = replace(known, speaker=replace(known.speaker, name=name), is_named=True)
        self._speakers[known.label] = named
        return named

    def who(self) -> LiveWho:
        """The snapshot. Who is heard nowhere any more, and was not named, is not in it."""
        heard = {turn.speaker for turns in self._turns.values() for turn in turns}
        here = [each for label, each in self._speakers.items() if label in heard or each.is_named]
        own = self._own_voice(here)
        speakers = tuple(
            replace(each, speaker=replace(each.speaker, name=self._names.you)) if each.label == own else each
            for each in here
        )
        return LiveWho(self.meeting_id, speakers, self._shown, self._error)

    def named(self) -> tuple[LiveSpeaker, ...]:
        """Those whom a person named in this recording."""
        known = set(self._known)
        return tuple(each for each in self._speakers.values() if each.is_named and each.speaker not in known)

    def named_labels(self) -> tuple[int, ...]:
        """Labels that nobody else may get."""
        return tuple(label for label, each in self._speakers.items() if each.is_named)

    def known_stretches(self) -> tuple[PinnedTurn, ...]:
        """Where each speaker is heard alone, for an engine that begins anew."""
        everything = [turn for turns in self._turns.values() for turn in turns]
        found: list[PinnedTurn] = []
        for label in self._speakers:
            clips = clips_of(label, everything)
            found += [PinnedTurn(clip.track, clip.start, clip.stop, label) for clip in clips]
            if not clips:
                found += self._earlier.get(label, ())
        return tuple(found)

    def heard_speaker(self, each: LiveSpeaker) -> HeardSpeaker:
        """Where somebody is heard, as a look for the speakers would have it."""
        everything = [turn for turns in self._turns.values() for turn in turns]
        speech = sum(turn.stop - turn.start for turn in everything if turn.speaker == each.label)
        found = heard_from(FoundSpeaker(each.label, speech, clips_of(each.label, everything)))
        return replace(found, speaker_id=each.speaker.id)

    def _new(self, label: int) -> LiveSpeaker:
        taken = {each.number for each in self._known} | {each.speaker.number for each in self._speakers.values()}
        number = next(number for number in range(1, len(taken) + 2) if number not in taken)
        return LiveSpeaker(Speaker(SpeakerId(new_id()), number, self._names.speaker.format(number=number)), label)

    def _own_voice(self, speakers: Iterable[LiveSpeaker]) -> int | None:
        """The only voice at the microphone of a recording with two sides is the person's own."""
        mine = {track for track, kind in self._kinds.items() if kind is TrackKind.MICROPHONE}
        if len(self._kinds) < 2 or not mine:
            return None
        own = {turn.speaker for track in mine for turn in self._turns.get(track, ())}
        unnamed = {each.label for each in speakers if not each.is_named}
        return next(iter(own)) if len(own) == 1 and own <= unnamed else None


def _joined(turns: Iterable[SpeakerTurn]) -> list[SpeakerTurn]:
    """By start, with turns of one speaker that touch made one: they were cut where a stretch ended."""
    found: list[SpeakerTurn] = []
    last: dict[int, int] = {}
    for turn in sorted(turns, key=lambda each: (each.start, each.stop)):
        at = last.get(turn.speaker)
        if at is not None and found[at].stop >= turn.start:
            found[at] = replace(found[at], stop=max(found[at].stop, turn.stop))
        else:
            last[turn.speaker] = len(found)
            found.append(turn)
    return found
