"""Where each block of a source belongs in its track: by the clock, and not by how much came before.

Asked by the thread of a track. Pure: blocks with their times come in, pieces to append go out. Everything a source
can do wrong with time is decided here: samples that were dropped (with or without the flag), a source that rests while
nothing sounds, a clock a little too fast or too slow, and a device that changes its rate without a word.

A block that comes late may be a gap or a hiccup of our own: a burst of what had waited follows a hiccup. So a late
block is held for a moment, and what is missing is the least lateness among those held. The device's own times are
believed as far as the arrival of its blocks bears them out: PulseAudio says at first that its sound is old, and
corrects itself while not a sample is missing. When the blocks held come too fast or too slowly for their rate, they
are held longer, until their true rate is known.
"""

import math
from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import Samples

HOLD_S = 0.15
RATE_HOLD_S = 2.2
WRONG_RATE = 0.02
"""Share by which a rate must be off, over ``RATE_HOLD_S``, to be wrong."""

_LATE_S = 0.005
_LATE_WITHOUT_TIMES_S = 0.04
_EARLY_S = 0.05
_JITTER_S = 2.0
"""How long the spread of lateness is remembered."""
_LARGEST_JITTER_S = 0.1
_STEP_BACK_S = 0.003
"""No sound is captured before the end of the sound before it: times that say so are only so good as that step ..."""
_WOBBLE_S = 30.0
"""... for so long ..."""
_LARGEST_WOBBLE_S = 0.05
"""... and up to so much: a missing bit as short as that such a device cannot tell, and it is made good as a drift."""
_NUDGE_S = 0.002
_NUDGE_SHARE = 0.02
"""How much of a drift one block makes good ..."""
_LARGEST_NUDGE = 0.0035
"""... and how much of the block that may be, so that nobody hears it."""
_OLDEST_S = 0.06
"""The first block of an opening is not believed to be older."""
_REST_S = 0.3
"""So far behind the clock stays what fills a rest: the next block's own time is not overtaken."""
_PACE_S = 1.5
_LEAST_PACE_S = 1.0
"""Of the blocks before those held so much is looked at when their rate is doubted."""
_SHARE_OF_LATER = 0.3
"""The later half of the blocks held has at least this share of what the whole is off."""
_USUAL_RATES_HZ = (8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000)


@dataclass(frozen=True, slots=True)
class TimedBlock:
    """A block with its time."""

    sound: Samples
    arrived_s: float
    captured_s: float | None = None


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing was captured for so long."""

    length_s: float


@dataclass(frozen=True, slots=True)
class NewRate:
    """What follows is at this rate."""

    rate_hz: int


Piece = NDArray[np.float32] | Silence | NewRate
"""What to append next."""


class TrackTimeline:
    """One opening of a source."""

    def __init__(self, *, rate_hz: int, position_s: float) -> None:
        """``position_s`` is the time on the clock up to which the track is filled."""
        self._rate_hz = rate_hz
        self._end_s = position_s
        self._held: list[TimedBlock] = []
        self._held_since_s = 0.0
        self._recent: deque[tuple[float, float, float]] = deque()
        """When a block came, how late it was by its own time, and how late by its arrival."""
        self._lag_s: float | None = None
        """What usually passes between capture and arrival."""
        self._steps_back: deque[tuple[float, float]] = deque()
        """When the device's times went back, and how far."""
        self._captured_to_s: float | None = None
        self._ahead_s = 0.0
        self._paced: deque[tuple[float, int]] = deque()
        """When the last blocks began, and how many samples each has."""

    @property
    def end_s(self) -> float:
        """The time on the clock up to which pieces went out."""
        return self._end_s

    @property
    def rate_hz(self) -> int:
        """The source's rate, as far as it is known."""
        return self._rate_hz

    def place(self, block: TimedBlock) -> list[Piece]:
        """A block came."""
        if block.sound.shape[0] == 0:
            return []
        self._check_times(block)
        if self._held:
            self._held.append(block)
            return self._decide(block.arrived_s)
        late_s = self._start_of(block) - self._end_s
        limit_s = self._limit_s(block)
        if self._missing_s(block, self._end_s) > limit_s or late_s < self._ahead_s - max(limit_s, _EARLY_S):
            self._held.append(block)
            self._held_since_s = block.arrived_s
            return []
        return [self._append(block, late_s)]

    def look(self, now_s: float) -> list[Piece]:
        """Nothing came since the last call."""
        return self._decide(now_s) if self._held else []

    def rest(self, now_s: float) -> list[Piece]:
        """The source is lost or rests: fill up with silence, to shortly before now."""
        pieces = self.release()
        length_s = now_s - _REST_S - self._end_s
        if length_s <= 0:
            return pieces
        self._end_s += length_s
        self._recent.clear()
        self._paced.clear()
        self._ahead_s = 0.0
        return [*pieces, Silence(length_s)]

    def release(self) -> list[Piece]:
        """Let go of what is held, as it is; nothing more will come."""
        if not self._held:
            return []
        return self._let_go(self._lateness())

    def _decide(self, now_s: float) -> list[Piece]:
        held_s = now_s - self._held_since_s
        lateness = self._lateness()
        is_wrong_pace = self._is_pace_doubtful()
        if 0 <= lateness[-1] <= self._limit_s(self._held[-1]) and lateness[0] > 0 and not is_wrong_pace:
            return self._let_go([0.0])  # it was a hiccup: everything is there
        if held_s < HOLD_S:
            return []
        if is_wrong_pace or self._is_rate_doubtful():
            if held_s < RATE_HOLD_S:
                return []
            if (measured := self._measured_rate()) is not None:
                return self._change_rate(measured)
        return self._let_go(lateness)

    def _change_rate(self, measured_hz: float) -> list[Piece]:
        usual = min(_USUAL_RATES_HZ, key=lambda rate: abs(rate / measured_hz - 1.0))
        rate_hz = usual if abs(usual / measured_hz - 1.0) < WRONG_RATE else round(measured_hz)
        if rate_hz == self._rate_hz:
            return self._let_go(self._lateness())
        self._rate_hz = rate_hz
        self._recent.clear()
        return [NewRate(rate_hz), *self._let_go(self._lateness())]

    def _let_go(self, lateness: list[float]) -> list[Piece]:
        held, self._held = self._held, []
        missing_s = min(lateness)
        pieces: list[Piece] = []
        if missing_s > _LATE_S:
            pieces.append(Silence(missing_s))
            self._end_s += missing_s
        self._ahead_s = min(0.0, missing_s)
        self._recent.clear()
        self._paced.clear()
        lags_s: list[float] = []
        for block in held:
            pieces.append(block.sound)
            lags_s.append(self._arrival_of(block) - self._end_s)
            self._end_s += block.sound.shape[0] / self._rate_hz
        self._lag_s = min(lags_s)
        return pieces

    def _append(self, block: TimedBlock, late_s: float) -> Samples:
        """Take a block in, a little longer or shorter where the clocks of computer and device drift apart."""
        sound = block.sound
        self._paced.append((self._start_of(block), block.sound.shape[0]))
        while self._paced[-1][0] - self._paced[0][0] > _PACE_S:
            self._paced.popleft()
        self._recent.append((block.arrived_s, late_s, self._arrival_of(block) - self._end_s))
        while self._recent[0][0] < block.arrived_s - _JITTER_S:
            self._recent.popleft()
        drift_s = min(late for _, late, _ in self._recent)
        self._lag_s = min(lag for _, _, lag in self._recent)
        self._ahead_s = min(0.0, max(self._ahead_s, drift_s))
        if abs(drift_s) > _NUDGE_S:
            wanted = drift_s * self._rate_hz * _NUDGE_SHARE
            sound = _stretched(sound, math.ceil(wanted) if wanted > 0 else math.floor(wanted))
        if (nudge_s := (sound.shape[0] - block.sound.shape[0]) / self._rate_hz) != 0.0:
            self._recent = deque((at, late - nudge_s, lag - nudge_s) for at, late, lag in self._recent)
        self._end_s += sound.shape[0] / self._rate_hz
        return sound

    def _lateness(self) -> list[float]:
        """How late each held block is behind where the ones before it end."""
        end_s = self._end_s
        found: list[float] = []
        for block in self._held:
            found.append(self._missing_s(block, end_s))
            end_s += block.sound.shape[0] / self._rate_hz
        return found

    def _limit_s(self, block: TimedBlock) -> float:
        least = _LATE_WITHOUT_TIMES_S if block.captured_s is None else _LATE_S
        late = [late for _, late, _ in self._recent]
        jitter_s = min(_LARGEST_JITTER_S, max(late) - min(late) if late else 0.0)
        wobble_s = min(_LARGEST_WOBBLE_S, max((step_s for _, step_s in self._steps_back), default=0.0))
        return least + max(jitter_s, wobble_s)

    def _check_times(self, block: TimedBlock) -> None:
        """Remember how far the device's times go back, as PulseAudio's do by a whole period after each hiccup."""
        while self._steps_back and self._steps_back[0][0] < block.arrived_s - _WOBBLE_S:
            self._steps_back.popleft()
        before_s, self._captured_to_s = self._captured_to_s, None
        if block.captured_s is not None:
            if before_s is not None and before_s - block.captured_s > _STEP_BACK_S:
                self._steps_back.append((block.arrived_s, before_s - block.captured_s))
            self._captured_to_s = block.captured_s + block.sound.shape[0] / self._rate_hz

    def _is_rate_doubtful(self) -> bool:
        """Whether the blocks held come too fast or too slowly, and the later ones of them no less than the rest.

        A stream that stumbled once also has a wrong rate over the whole, but not since.
        """
        if len(self._held) < 3:
            return False
        least_s = _LATE_WITHOUT_TIMES_S if self._held[0].captured_s is None else _LATE_S
        whole_s, later_s = self._excess_s(self._held), self._excess_s(self._held[len(self._held) // 2 :])
        is_whole_off = abs(whole_s) > max(WRONG_RATE * self._took_s(self._held), least_s)
        return is_whole_off and abs(later_s) > least_s / 2 and later_s / whole_s > _SHARE_OF_LATER

    def _is_pace_doubtful(self) -> bool:
        """Whether the blocks before those held came too fast or too slowly all along, if only by some percent.

        Without times of the device these crept away from the clock, and only now are late enough to be held.
        """
        paced = list(self._paced)
        if len(paced) < 8 or paced[-1][0] - paced[0][0] < _LEAST_PACE_S:
            return False
        middle = len(paced) // 2
        off = [self._pace(each) - 1.0 for each in (paced, paced[:middle], paced[middle:])]
        is_one_way = all(each > 0 for each in off) or all(each < 0 for each in off)
        return is_one_way and abs(off[0]) > WRONG_RATE and min(abs(off[1]), abs(off[2])) > WRONG_RATE / 2

    def _pace(self, paced: list[tuple[float, int]]) -> float:
        """Sound a second of the clock, by the straight line nearest to all blocks."""
        starts = np.array([start for start, _ in paced])
        sound = np.cumsum([0, *(count for _, count in paced[:-1])]) / self._rate_hz
        starts -= starts.mean()
        return float(starts @ (sound - sound.mean()) / (starts @ starts))

    def _measured_rate(self) -> float | None:
        """The rate of the blocks held, if both halves of them have the same."""
        middle = len(self._held) // 2
        rates: list[float] = []
        for held in (self._held[: middle + 1], self._held[middle:], self._held):
            took_s = self._took_s(held)
            if took_s < RATE_HOLD_S / 4:
                return None
            paced = [(self._start_of(block), block.sound.shape[0]) for block in held]
            rates.append(self._pace(paced) * self._rate_hz)
        first, later, whole = rates
        return whole if abs(first / later - 1.0) < WRONG_RATE else None

    def _excess_s(self, held: list[TimedBlock]) -> float:
        """By how much the sound of these blocks is longer than the time it took."""
        return sum(block.sound.shape[0] for block in held[:-1]) / self._rate_hz - self._took_s(held)

    def _took_s(self, held: list[TimedBlock]) -> float:
        """Time between the beginnings of the first and the last of these blocks."""
        return self._start_of(held[-1]) - self._start_of(held[0])

    def _missing_s(self, block: TimedBlock, end_s: float) -> float:
        """How much is missing before a block, by its own time and by its arrival; less than nothing if it is early."""
        late_s = self._start_of(block) - end_s
        if late_s <= 0 or block.captured_s is None or self._lag_s is None:
            return late_s
        return min(late_s, max(0.0, self._arrival_of(block) - end_s - self._lag_s))

    def _start_of(self, block: TimedBlock) -> float:
        if block.captured_s is None:
            return self._arrival_of(block)
        if self._lag_s is None:
            return max(block.captured_s, self._arrival_of(block) - _OLDEST_S)
        return block.captured_s

    def _arrival_of(self, block: TimedBlock) -> float:
        """When it began, had it come at once."""
        return block.arrived_s - block.sound.shape[0] / self._rate_hz


def _stretched(sound: Samples, by: int) -> Samples:
    """The same sound, some samples longer or shorter, never so many that one would hear it."""
    count = sound.shape[0]
    most = max(1, int(count * _LARGEST_NUDGE))
    by = max(-most, min(most, by))
    if count + by < 2:
        return sound
    at: NDArray[np.float64] = np.arange(count + by, dtype=np.float64) * ((count - 1) / (count + by - 1))
    left = at.astype(np.int64)
    share = (at - left).astype(np.float32)
    right = np.minimum(left + 1, count - 1)
    return (sound[left] + (sound[right] - sound[left]) * share).astype(np.float32)
