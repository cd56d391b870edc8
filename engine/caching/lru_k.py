"""Who has to go when a store is full: LRU-K, by O'Neil, O'Neil and Weikum (SIGMOD 1993), with K = 3.

Pure: knows keys and times, no store and no clock. What was used three times, each time for another reason, stays
before what was used twice, and that before what was used once, so a row of one-off imports drives out nothing that is
asked for again and again. Both refinements of the paper are here: uses that lie close together count as one (the
correlated reference period), and what was driven out is remembered for a while, so that an entry that comes back goes
on where it was (the retained information period, here the history window).

Being stored is the first use. So an entry is promoted, to those with a distance of their own, by its second hit.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LruKRules:
    """The numbers of the method."""

    k: int = 3
    """Uses that count."""
    correlated_s: float = 600.0
    """Uses closer together are one: a job that was interrupted asks again, and that says nothing of next week."""
    history_s: float = 28 * 86_400.0
    """So long is remembered when something was used that is no longer there: four weeks of a course."""


@dataclass(frozen=True, slots=True)
class History:
    """When something was used."""

    uses: tuple[float, ...]
    """``HIST`` of the paper: times of the last uncorrelated uses, in seconds, newest first, at the most K."""
    last: float
    """``LAST`` of the paper: the last use, correlated or not."""


def used(history: History | None, at: float, rules: LruKRules) -> History:
    """The history after one more use."""
    if history is None or at - history.last > rules.history_s:
        return History((at,), at)
    if at - history.last <= rules.correlated_s:
        return History(history.uses, max(at, history.last))
    # A correlated period counts as the moment of its beginning; older uses move closer by its length.
    period = history.last - history.uses[0]
    return History((at, *(use + period for use in history.uses))[: rules.k], at)


def is_promoted(history: History, rules: LruKRules) -> bool:
    """Whether it was used often enough to have a distance of its own."""
    return len(history.uses) >= rules.k


def is_forgotten(history: History, now: float, rules: LruKRules) -> bool:
    """Whether nothing needs to be known of it any more, once it is driven out."""
    return now - history.last > rules.history_s


def victims(histories: Mapping[str, History], now: float, rules: LruKRules) -> list[str]:
    """All keys in the order in which they have to go.

    First those without K uses, the longest unused first; then by the time of the K-th last use. What is in use right
    now, within its correlated period, comes last of all: the paper never drives it out, and here nothing else may be
    there.
    """

    def order(key: str) -> tuple[bool, bool, float, float]:
        history = histories[key]
        in_use = now - history.last <= rules.correlated_s
        promoted = is_promoted(history, rules)
        return in_use, promoted, history.uses[-1] if promoted else history.uses[0], history.last

    return sorted(histories, key=order)


def packed(history: History) -> bytes:
    """A history as a store keeps it."""
    return struct.pack(f"<{1 + len(history.uses)}d", history.last, *history.uses)


def unpacked(raw: object) -> History | None:
    """The history of what a store kept; ``None`` if it is none."""
    if not isinstance(raw, bytes) or len(raw) < 16 or len(raw) % 8:
        return None
    last, *uses = struct.unpack(f"<{len(raw) // 8}d", raw)
    return History(tuple(uses), last)
