"""The desktop side of live recognition: keeps what a library would keep, and can begin again from it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.contract.audio import SampleIndex, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.messages import (
    Event,
    FollowedTrack,
    LineGrown,
    OpenLine,
    StretchRepaired,
    StretchSkipped,
    TrackSettled,
)
from engine.contract.segments import QuarantineReason, RecognisedGap, RecognisedSegment
from engine.pipeline.live_pipeline import LivePipeline
from engine.pipeline.live_schedule import LiveRules
from engine.pipeline.patient_recogniser import Understands
from tests.fakes.live_meeting import LiveMeeting
from tests.fakes.live_speech import SpokenWord

E = TypeVar("E")
MICROPHONE, COMPUTER = TrackKind.MICROPHONE, TrackKind.COMPUTER


@dataclass
class LiveDesk:
    """Keeps what a library would keep, and can begin again from it."""

    meeting: LiveMeeting
    kinds: Sequence[TrackKind] = (MICROPHONE,)
    smaller: Understands | None = None
    rules: LiveRules | None = None
    lines: dict[str, RecognisedSegment] = field(default_factory=dict[str, RecognisedSegment])
    marks: dict[int, int] = field(default_factory=dict[int, int])
    gaps: list[RecognisedGap] = field(default_factory=list[RecognisedGap])
    """Open ones."""
    lost: list[RecognisedGap] = field(default_factory=list[RecognisedGap])
    events: list[tuple[float, Event]] = field(default_factory=list[tuple[float, Event]])
    open_lines: dict[int, OpenLine] = field(default_factory=dict[int, OpenLine])
    """By track."""

    def pipeline(self) -> LivePipeline:
        tracks = [
            FollowedTrack(
                number,
                kind,
                resume_at=SampleIndex(self.marks.get(number, 0)),
                said=self._said(number),
                open_gaps=tuple(gap for gap in self.gaps if gap.track == number),
                open_line=self.open_lines.get(number),
            )
            for number, kind in enumerate(self.kinds)
        ]
        return LivePipeline(
            job="live",
            tracks=[(track, self.meeting.sound(track.track)) for track in tracks],
            recogniser=self.meeting,
            make_detector=self.meeting.detector,
            wait=self.meeting.wait,
            cancellation=Cancellation(),
            language="en",
            rules=self.rules,
            load_smaller=lambda: self.smaller,
        )

    def run(self, *, most: int = 1 << 30) -> "LiveDesk":
        """Take so many events, as if the process were killed after them."""
        for number, event in enumerate(self.pipeline().run(), 1):
            self.events.append((self.meeting.now_s, event))
            self.keep(event)
            if number == most:
                break
        return self

    def text(self, track: int = 0, *, quarantine: QuarantineReason | None = None) -> str:
        lines = [each for each in self.lines.values() if each.track == track and each.quarantine is quarantine]
        return " ".join(each.text for each in sorted(lines, key=lambda each: each.start))

    def of(self, kind: type[E]) -> list[E]:
        return [event for _, event in self.events if isinstance(event, kind)]

    def keep(self, event: Event) -> None:
        match event:
            case LineGrown():
                before = self.lines.get(event.line)
                if before is not None:
                    assert event.segment.text.startswith(before.text), "what is shown never changes"
                self.lines[event.line] = event.segment
                self.open_lines.pop(event.segment.track, None)
                if not event.is_closed:
                    self.open_lines[event.segment.track] = OpenLine(event.line, event.segment)
                self._move(event.segment.track, event.settled_to)
            case TrackSettled():
                self._move(event.track, event.settled_to)
            case StretchSkipped():
                if event.is_lost:
                    self.lost.append(event.gap)
                    self._close(event.gap)
                else:
                    self.gaps.append(event.gap)
            case StretchRepaired():
                self._close(event.gap)
            case _:
                pass

    def _move(self, track: int, mark: int) -> None:
        assert mark >= self.marks.get(track, 0), "a mark never goes back"
        self.marks[track] = mark

    def _close(self, done: RecognisedGap) -> None:
        left: list[RecognisedGap] = []
        for gap in self.gaps:
            if gap.track != done.track or gap.stop <= done.start or gap.start >= done.stop:
                left.append(gap)
                continue
            if gap.start < done.start:
                left.append(RecognisedGap(gap.track, gap.start, done.start, gap.reason))
            if gap.stop > done.stop:
                left.append(RecognisedGap(gap.track, done.stop, gap.stop, gap.reason))
        self.gaps = left

    def _said(self, track: int) -> str:
        return " ".join(self.text(track).split()[-6:])


def many(count: int, *, each: float = 0.3, pause_every: int = 0, pause_s: float = 0.8) -> list[SpokenWord]:
    """So many different words, with a pause now and then."""
    words: list[SpokenWord] = []
    at = 1.0
    for number in range(count):
        words.append(SpokenWord(at, at + each, f"w{number}"))
        at += each + (pause_s if pause_every and (number + 1) % pause_every == 0 else 0.0)
    return words


def text_of(words: Sequence[SpokenWord]) -> str:
    """As a library would hold them."""
    return " ".join(word.text for word in words)
