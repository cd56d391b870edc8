"""What is told of the words of a track: lines that grow, words that proved to be no echo, and what may still change.

On the live pipeline's thread, which asks it (``live_pipeline.py``). It decides nothing about the words: a lane knows
what is settled.
"""

from collections.abc import Callable, Iterator, Sequence

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.messages import Event, LineGrown, TentativeHeard
from engine.pipeline.far_tracks import FarTracks
from engine.pipeline.lane_words import NO_FAR_SIDE, GrownLine
from engine.pipeline.live_lane import LiveLane
from engine.pipeline.stage_clock import PassStamps


class LiveTelling:
    """Tells of all tracks of one recording."""

    def __init__(self, *, job: str, far: FarTracks, pass_of: Callable[[int], PassStamps | None]) -> None:
        """``pass_of`` gives the stamps of the last pass over a track."""
        self._job = job
        self._far = far
        self._pass_of = pass_of

    def released(self, lane: LiveLane) -> Iterator[Event]:
        """Let go of words that turned out to be an echo, or none."""
        if lane.words.first_waiting is None:
            return
        standing = lane.track.standing
        grown = lane.words.release(
            self._far.beside(lane),
            language=lane.language,
            now=standing.heard,
            is_patient=lane.sound.is_ended and not lane.is_finished,
            is_over=standing.voice <= standing.settled,
        )
        yield from self.lines(lane, grown)

    def lines(self, lane: LiveLane, grown: Sequence[GrownLine]) -> Iterator[Event]:
        """Lines that grew; no mark goes by what is told after it."""
        for number, each in enumerate(grown):
            words = each.growth.line.words
            segment = lane.words.finish(
                each,
                speech=lane.speech(words[0].start - SAMPLE_RATE_HZ, words[-1].stop + SAMPLE_RATE_HZ),
                length=max(lane.fed, words[-1].stop),
                far=self._far.beside(lane) if each.growth.is_closed else NO_FAR_SIDE,
            )
            untold = min((other.first_new for other in grown[number + 1 :]), default=1 << 62)
            yield LineGrown(
                self._job,
                each.growth.line.name,
                segment,
                each.growth.new_words,
                lane.tell_mark(before=untold),
                each.growth.is_closed,
                lane.stages.stamps_of(each.growth, self._pass_of(lane.number)),
            )

    def tentative(self, lane: LiveLane) -> Iterator[Event]:
        """What follows the committed words for now, if that is news."""
        shown = lane.words.shown(lane.rest, self._far.beside(lane))
        text = "".join(word.text for word in shown).strip()
        if text != lane.told_tentative:
            lane.told_tentative = text
            end = lane.track.standing.passed
            start, stop = (shown[0].start, shown[-1].stop) if shown else (end, end)
            yield TentativeHeard(self._job, lane.number, SampleIndex(start), SampleIndex(stop), text)
