"""How a worker shares its processor: as many calls side by side as it has threads, or fewer that are faster.

Pure: what a share is worth is measured by whoever asks. Used by ``model_loader.py`` on the shelf's thread. Calls of one
thread each understand the most in all; but where a speech model is large for the machine, each takes so long that even
a single stream gets its final words too late. Then fewer calls are worth more, and as many as still come in time.

More threads for a call are worth less than they look. The decoder computes little for each token, and where waking a
second thread costs much, it is slower with two than with one (base on two cores of an Intel Xeon: 21 tokens in 0.08 s
with one, in 0.22 s with two), while the encoder gains. So both are tried, on speech of real length.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.recognition.window_policy import share_device
from engine.worker.loaded_model import Measured

FINAL_S = 0.5
"""So long the last words of somebody may take to be read. With the breath by which their end is noticed, and the way
there and back, they are on the screen 850 ms after they were said."""

FASTER = 0.9
"""Fewer calls are worth it only where each then takes at the most this part of the time."""

SMALL_BYTES = 600_000_000
"""Weights up to this size are measured in no time with all calls side by side, and may be in memory twice."""

MOST_CALLS = 32


@dataclass(frozen=True, slots=True)
class WorkerShare:
    """How the device is used."""

    calls: int
    """At a time."""
    encoder: int
    """Threads of a call to the encoder."""
    decoder: int
    """Threads of a call to the decoder. If it has others than the encoder, the weights are in memory twice."""
    batch: int
    """Windows of a file in a call."""

    @property
    def threads(self) -> int:
        """That are at work at the most."""
        return self.calls * max(self.encoder, self.decoder)


def widest_share(device: str, *, threads: int, model_bytes: int) -> WorkerShare:
    """The most calls side by side that are worth trying."""
    share = share_device(device, threads=threads, model_bytes=model_bytes)
    if device != "cpu":
        return WorkerShare(share.replicas, share.threads, share.threads, share.batch)
    calls = min(threads, MOST_CALLS) if model_bytes <= SMALL_BYTES else share.replicas
    each = max(1, threads // calls)
    return WorkerShare(calls, each, each, share.batch)


def choose_share(
    widest: WorkerShare,
    *,
    threads: int,
    may_be_twice: bool,
    measure: Callable[[WorkerShare], Measured],
    compare: Callable[[WorkerShare], Measured | None],
) -> tuple[WorkerShare, Measured]:
    """The share whose final words come in time and which understands the most; if none does, the fastest.

    Args:
        widest: The most calls side by side.
        threads: That there are.
        may_be_twice: Whether the weights may be in memory twice.
        measure: Measures one.
        compare: Measures another one; ``None`` if that is not to be had now.
    """
    share, best = _better([(widest, measure(widest)), *_measured(alike(widest, may_be_twice=may_be_twice), compare)])
    while best.final_s > FINAL_S and share.calls > 1:
        each = threads // (share.calls // 2)
        narrow = WorkerShare(share.calls // 2, each, each, share.batch)
        found = list(_measured([narrow, *alike(narrow, may_be_twice=may_be_twice)], compare))
        if not found:
            break
        other, measured = _better(found)
        if measured.final_s > FASTER * best.final_s:
            break
        share, best = other, measured
    return share, best


def alike(share: WorkerShare, *, may_be_twice: bool) -> list[WorkerShare]:
    """As many calls with fewer threads: one for the decoder, or one for all."""
    if share.encoder == 1:
        return []
    mixed = WorkerShare(share.calls, share.encoder, 1, share.batch)
    single = WorkerShare(share.calls, 1, 1, share.batch)
    return [mixed, single] if may_be_twice else [single]


def _measured(
    shares: Iterable[WorkerShare], compare: Callable[[WorkerShare], Measured | None]
) -> Iterable[tuple[WorkerShare, Measured]]:
    for share in shares:
        measured = compare(share)
        if measured is not None:
            yield share, measured


def _better(found: Iterable[tuple[WorkerShare, Measured]]) -> tuple[WorkerShare, Measured]:
    """Of those that are in time the one that understands the most; else the fastest."""
    known = list(found)
    in_time = [each for each in known if each[1].final_s <= FINAL_S]
    if in_time:
        return max(in_time, key=lambda each: each[1].capacity)
    return min(known, key=lambda each: each[1].final_s)
