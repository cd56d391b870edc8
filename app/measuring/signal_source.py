"""The known signal in place of a microphone, and what hardware does wrong on purpose.

Runs inside the real recorder process (``signal_recorder.py``). Like a microphone it has a clock, drops what nobody
takes, and goes on while nobody records. Files beside the plan say what is wrong with it: ``gone`` (it is unplugged),
``rate`` (it delivers at that rate, and says nothing about it).
"""

import threading
from pathlib import Path

import numpy as np
import soxr

from app.measuring.known_signal import SignalPlan, Sound
from engine.capture.sound_source import Deliver, NothingLeft, OpenedSource, SoundBlock, SourceUnusable
from engine.contract.audio import SAMPLE_RATE_HZ, TrackKind
from engine.contract.steady_clock import steady_now

NAME = "known signal"
GONE, RATE = "gone", "rate"

_BLOCK_S = 0.02
_BUFFER_S = 0.5
"""What a sound card holds for someone who is late; more is dropped."""


class SignalSource:
    """Delivers what is due now, block by block."""

    def __init__(self, plan: Path, *, rank: int = 0) -> None:
        self._rank = rank
        self._folder = plan.parent
        self._plan = SignalPlan.read(plan)
        self._rounds: dict[int, Sound] = {}
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def kind(self) -> TrackKind:
        """It stands for a microphone."""
        return TrackKind.MICROPHONE

    @property
    def has_clock(self) -> bool:
        """Yes: that is the point of it."""
        return True

    @property
    def may_rest(self) -> bool:
        """A microphone always delivers."""
        return False

    @property
    def has_ended(self) -> bool:
        """It never ends."""
        return False

    @property
    def trouble(self) -> str:
        """It falls silent without a word."""
        return ""

    def open(self, deliver: Deliver) -> OpenedSource:
        """Begin to deliver."""
        if self._rank:
            raise NothingLeft("there is no other")
        if (self._folder / GONE).exists():
            raise SourceUnusable("it is unplugged")
        self._round(SAMPLE_RATE_HZ)
        self._thread = threading.Thread(target=self._play, args=(deliver,), name="signal-source", daemon=True)
        self._thread.start()
        return OpenedSource(device=NAME, host_api="", rate_hz=SAMPLE_RATE_HZ, channels=1)

    def close(self) -> None:
        """Stop delivering."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _play(self, deliver: Deliver) -> None:
        rate_hz = self._rate()
        at_s = steady_now()
        while not self._stopping.is_set() and not (self._folder / GONE).exists():
            if (now_rate_hz := self._rate()) != rate_hz:
                self._round(now_rate_hz)
                rate_hz = now_rate_hz
            until_s = at_s + _BLOCK_S
            self._stopping.wait(max(0.0, until_s - steady_now()))
            if (now_s := steady_now()) - until_s > _BUFFER_S:
                at_s = now_s  # we were not asked for long: what the card could not hold is gone
                continue
            first, stop = (round((each - self._plan.origin_s) * rate_hz) for each in (at_s, until_s))
            sound = self._round(rate_hz).take(range(first, stop), mode="wrap").astype(np.float32) / np.float32(32768)
            captured_s = self._plan.origin_s + first / rate_hz
            deliver(SoundBlock(sound[:, np.newaxis], now_s, captured_s))
            at_s = until_s

    def _rate(self) -> int:
        try:
            return int((self._folder / RATE).read_text("ascii"))
        except (OSError, ValueError):
            return SAMPLE_RATE_HZ

    def _round(self, rate_hz: int) -> Sound:
        """One round of the sound at a rate."""
        if rate_hz not in self._rounds:
            sound = self._plan.load()
            if rate_hz != SAMPLE_RATE_HZ:
                sound = soxr.resample(sound, SAMPLE_RATE_HZ, rate_hz)  # pyright: ignore[reportUnknownMemberType] - its own annotations are partial
            self._rounds[rate_hz] = sound
        return self._rounds[rate_hz]
