"""What the computer's tracks say, for those who ask whether a microphone's words are their echo.

On the live pipeline's thread; looks into the lanes, holds nothing of its own.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.pipeline.echo_gate import FarSide, is_mostly_echo
from engine.pipeline.lane_words import NO_FAR_SIDE
from engine.pipeline.live_lane import LiveLane

FAR_S = 40
"""How far back the computer's tracks are held against a microphone's, in seconds."""


class FarTracks:
    """The lanes that may be echoed."""

    def __init__(self, lanes: Sequence[LiveLane]) -> None:
        self._lanes = [lane for lane in lanes if lane.may_be_echoed]

    @property
    def numbers(self) -> tuple[int, ...]:
        """Their numbers."""
        return tuple(lane.number for lane in self._lanes)

    def beside(self, lane: LiveLane) -> FarSide:
        """What is known of them at this moment, for a lane whose microphone may have heard them."""
        if not lane.may_echo:
            return NO_FAR_SIDE
        first = lane.track.standing.heard - FAR_S * SAMPLE_RATE_HZ
        voice = [span for each in self._lanes for span in each.speech(first, each.fed)]
        return FarSide(self._words(first), tuple(voice), min(each.known_to for each in self._lanes))

    def set_aside(self, lane: LiveLane, segment: RecognisedSegment) -> RecognisedSegment:
        """A complete line, with its reason if it is an echo."""
        if not lane.may_echo or segment.quarantine is not None:
            return segment
        is_echo = is_mostly_echo(segment.words, self._words(segment.start - SAMPLE_RATE_HZ))
        return replace(segment, quarantine=QuarantineReason.ECHO) if is_echo else segment

    def _words(self, start: int) -> tuple[RecognisedWord, ...]:
        words = [
            word
            for lane in self._lanes
            for word in (*lane.recent, *lane.repaired, *lane.track.rest)
            if word.stop > start
        ]
        return tuple(sorted(words, key=lambda word: word.start))
