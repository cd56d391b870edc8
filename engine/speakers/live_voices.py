"""Who is who in one track while it is recorded: labels that come at once and mean the same person to the end.

Pure; asked by ``engine/speakers/live_track.py``. A piece of a voice is at first whoever it sounds most like. Every few
seconds all that was heard is grouped anew by the very rules of the final search (``speaker_groups.py``), and the groups
take the labels of whom they share most speech with: a speaker keeps the label while the grouping is corrected, and only
a group makes a new speaker, never one odd piece. Whom a person named is held: their surest pieces are pinned, and
nobody else gets the label. Long meetings are grouped by a sample of the older pieces and all of the newer ones.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize as _untyped

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.speakers import SpeakerTurn
from engine.speakers.heard_voices import HeardVoices, stretches_of
from engine.speakers.live_listener import HeardPiece, LiveLook
from engine.speakers.segmentation import LOOK_TICKS, PEOPLE, TICK_SAMPLES
from engine.speakers.speaker_encoder import Embeddings
from engine.speakers.speaker_groups import CLEAR_TICKS, SAME, SAME_PERSON, group_voices

_NEWEST, _OLDER = 240, 360
"""So many pieces are grouped: a few hundredths of a second."""

_EVERY_S, _GROWTH = 2.5, 0.04
"""Grouped again after so many seconds of speech, or after so much of what there is, whichever is more."""

_MOST_WAIT_S = 40.0

_STRANGE = 0.3
"""Who sounds less like anybody than this is nobody yet, and lets the grouping come soon."""

_STRANGE_S = 1.5
"""So much of a strange voice asks for a grouping."""

_NEW_S = 1.5
"""Seconds that a group must be heard to be somebody new, once there is anybody."""

_HELD = 24
"""The surest pieces of a named speaker are pinned, no more than this."""

_BREATH = round(0.4 * SAMPLE_RATE_HZ)
"""A shorter pause of one speaker does not end the turn."""

_ISLAND = round(0.7 * SAMPLE_RATE_HZ)
"""A shorter piece between two of one other speaker is theirs, unless it is clearly not."""

_CLEARLY = 0.15
"""So much more like the one than like the other."""

_NOBODY = -1


@dataclass(frozen=True, slots=True)
class _Span:
    """Somebody talks: whoever a piece turns out to be."""

    start: int
    stop: int
    piece: int


class LiveVoices:
    """The voices of one track."""

    def __init__(self, *, track: int, next_label: Callable[[], int]) -> None:
        """``next_label`` gives labels that no other track has."""
        self._track = track
        self._next_label = next_label
        self._pieces: list[HeardPiece] = []
        self._looks: list[int] = []
        self._embeddings: list[NDArray[np.float32]] = []
        self._labels: list[int] = []
        self._spans: list[_Span] = []
        self._look = 0
        self._known: dict[int, NDArray[np.float32]] = {}
        """What the voice of each label is like, also of those that are nobody's at the moment."""
        self._active: list[int] = []
        """Labels that somebody has."""
        self._held: dict[int, set[int]] = {}
        """Pinned pieces of each label that a person named."""
        self._since_s = self._strange_s = 0.0

    @property
    def centres(self) -> Embeddings:
        """What the voices of all speakers are like, a unit vector each."""
        return np.stack([self._known[label] for label in self._active]) if self._active else _nobody()

    def know(self, label: int, voice: NDArray[np.float32], *, seconds: float) -> None:
        """A speaker from before: a piece of their voice, which is held."""
        ticks = max(CLEAR_TICKS, round(seconds * SAMPLE_RATE_HZ / TICK_SAMPLES))
        self._look += 1
        self._add(HeardPiece(0, 0, ticks * TICK_SAMPLES, ticks), voice, label)
        self._held.setdefault(label, set()).add(len(self._pieces) - 1)
        if label not in self._active:
            self._active.append(label)
        own = [self._embeddings[at] for at in self._held[label]]
        self._known[label] = _unit(np.sum(own, axis=0))

    def hold(self, label: int) -> None:
        """A person named this speaker: nobody else may get the label from now on."""
        own = [at for at, known in enumerate(self._labels) if known == label]
        if label not in self._known or not own:
            return
        clear = [at for at in own if self._pieces[at].clear >= CLEAR_TICKS] or own
        surest = sorted(clear, key=lambda at: -float(self._embeddings[at] @ self._known[label]))
        self._held.setdefault(label, set()).update(surest[: max(1, min(_HELD, (len(surest) + 1) // 2))])

    def take(self, look: LiveLook, *, kept: Iterable[int] | None = None) -> SampleIndex:
        """Hear a look; gives the first sample from which on turns may be others than before.

        ``kept``: which of its pieces are people of this track, if not all.
        """
        first = len(self._pieces)
        self._look += 1
        chosen = range(len(look.pieces)) if kept is None else kept
        for at in chosen:
            self._add(look.pieces[at], look.embeddings[at], _NOBODY)
        self._label_new(first)
        self._spans += self._spans_of(look, first)
        changed = look.start
        if self._is_due():
            before = list(self._labels)
            self._group()
            moved = {at for at, (old, new) in enumerate(zip(before, self._labels, strict=True)) if old != new}
            changed = min([changed, *(span.start for span in self._spans if span.piece in moved)])
        # A pause that is closed by what comes now belongs to the turn before.
        return SampleIndex(max(0, changed - _BREATH))

    def turns(self, since: int = 0) -> tuple[SpeakerTurn, ...]:
        """Who talks when, by start, from a sample on; turns that reach over it are cut there."""
        by_label: dict[int, list[list[int]]] = {}
        for span in sorted(self._spans, key=lambda each: each.start):
            label = self._labels[span.piece]
            if label == _NOBODY or span.stop <= since:
                continue
            own = by_label.setdefault(label, [])
            start = max(since, span.start)
            if own and start - own[-1][1] < _BREATH:
                own[-1][1] = max(own[-1][1], span.stop)
            else:
                own.append([start, span.stop])
        turns = [
            SpeakerTurn(self._track, SampleIndex(start), SampleIndex(stop), label)
            for label, own in by_label.items()
            for start, stop in own
        ]
        return tuple(sorted(turns, key=lambda turn: (turn.start, turn.stop, turn.speaker)))

    # Pieces and labels

    def _add(self, piece: HeardPiece, voice: NDArray[np.float32], label: int) -> None:
        self._pieces.append(piece)
        self._looks.append(self._look)
        self._embeddings.append(voice)
        self._labels.append(label)

    def _label_new(self, first: int) -> None:
        """Pieces of the newest look: whom they sound most like, what the same person says there counting too."""
        new = range(first, len(self._pieces))
        if not new:
            return
        self._since_s += sum(_seconds(self._pieces[at]) for at in new)
        if not self._active:
            return
        alike = np.stack([self._embeddings[at] for at in new]) @ self.centres.T
        people = np.array([self._pieces[at].person for at in new])
        weights = np.array([_seconds(self._pieces[at]) for at in new])
        together = alike.copy()
        for person in np.unique(people):
            own = people == person
            together[own] += SAME_PERSON * np.average(alike[own], axis=0, weights=weights[own])
        for row, at in enumerate(new):
            best = int(together[row].argmax())
            if alike[row, best] < _STRANGE:
                self._strange_s += _seconds(self._pieces[at])
            else:
                self._labels[at] = self._active[best]
        self._join_islands(max(1, first - 1), alike, first)

    def _join_islands(self, begin: int, alike: NDArray[np.float32], first: int) -> None:
        """A short piece between two of one other speaker does not flip the label, unless it is clearly not theirs."""
        for at in range(begin, len(self._pieces) - 1):
            piece, label, around = self._pieces[at], self._labels[at], self._labels[at - 1]
            if around in (label, _NOBODY) or around != self._labels[at + 1] or piece.stop - piece.start >= _ISLAND:
                continue
            if label != _NOBODY and at >= first:
                row = alike[at - first]
                if row[self._active.index(label)] - row[self._active.index(around)] >= _CLEARLY:
                    continue
            self._labels[at] = around

    def _spans_of(self, look: LiveLook, first: int) -> list[_Span]:
        """Who talks when in what is decided of a look, as the pieces they are."""
        begin, end = look.tick_of(look.start), look.tick_of(look.stop)
        alone = look.activity.sum(1) == 1
        of: dict[int, list[int]] = {}
        for at in range(first, len(self._pieces)):
            of.setdefault(self._pieces[at].person, []).append(at)
        spans = [_Span(self._pieces[at].start, self._pieces[at].stop, at) for own in of.values() for at in own]
        for person in range(PEOPLE):
            active = look.activity[:, person].copy()
            if not active[begin:end].any():
                continue
            own = of.get(person)
            if own:
                piece = max(own, key=lambda at: self._pieces[at].clear)
            else:
                piece = self._earlier(look, active & alone, begin)
                if piece is None:
                    continue
            # Alone, the pieces say it; what is left of a person is talk over others, and words too short to hear.
            rest = active & ~alone if own else active
            for start, stop in stretches_of(rest[begin:end]):
                spans.append(_Span(look.sample_of(begin + start), look.sample_of(begin + stop), piece))
        return spans

    def _earlier(self, look: LiveLook, alone: NDArray[np.bool_], end: int) -> int | None:
        """The piece with which a person of a look was heard alone earlier in it."""
        shares: dict[int, int] = {}
        for start, stop in stretches_of(alone[:end]):
            begin, over = look.sample_of(start), look.sample_of(stop)
            for span in reversed(self._spans):
                if span.stop < look.first:
                    break
                shared = min(over, span.stop) - max(begin, span.start)
                if shared > 0:
                    shares[span.piece] = shares.get(span.piece, 0) + shared
        return max(shares, key=lambda piece: shares[piece], default=None)

    # Groups

    def _is_due(self) -> bool:
        if self._strange_s >= _STRANGE_S or (not self._active and self._since_s > 0):
            return True
        heard_s = sum(_seconds(piece) for piece in self._pieces)
        return self._since_s >= min(_MOST_WAIT_S, max(_EVERY_S, _GROWTH * heard_s))

    def _group(self) -> None:
        self._since_s = self._strange_s = 0.0
        chosen = self._chosen()
        pins = np.full(len(chosen), _NOBODY, np.int32)
        for label, held in self._held.items():
            pins[np.isin(chosen, list(held))] = label
        heard = self._as_heard(chosen)
        groups = group_voices(heard, pins=pins)
        labels = self._names_of(groups.labels, groups.pins, chosen)
        self._active = [label for label in labels if label != _NOBODY]
        for label, centre in zip(labels, groups.centres, strict=True):
            if label != _NOBODY:
                self._known[label] = centre
        self._relabel()

    def _chosen(self) -> list[int]:
        """The pieces that are grouped: all held ones, the newest, and older ones evenly spread."""
        count = len(self._pieces)
        if count <= _NEWEST + _OLDER:
            return list(range(count))
        older = range(0, count - _NEWEST, -(-(count - _NEWEST) // _OLDER))
        held = {at for each in self._held.values() for at in each}
        return sorted({*older, *held, *range(count - _NEWEST, count)})

    def _names_of(self, groups: NDArray[np.int32], pins: tuple[int | None, ...], chosen: Sequence[int]) -> list[int]:
        """The label of each group: the pinned one; else that of whom it shares most with; else a new one, or nobody."""
        names = [_NOBODY if pin is None else pin for pin in pins]
        old = np.array([self._labels[at] for at in chosen])
        seconds = np.array([_seconds(self._pieces[at]) for at in chosen])
        free = [label for label in self._known if label not in self._held]
        rows = [group for group, name in enumerate(names) if name == _NOBODY]
        shared = np.array(
            [[seconds[(groups == group) & (old == label)].sum() for label in free] for group in rows]
        ).reshape(len(rows), len(free))
        optimize: Any = _untyped  # scipy has no types
        for row, column in zip(*optimize.linear_sum_assignment(-shared), strict=True):
            if shared[row, column] > 0:
                names[rows[row]] = free[column]
        for group in rows:
            if names[group] != _NOBODY:
                continue
            own = groups == group
            is_somebody = not self._known or float(seconds[own].sum()) >= _NEW_S
            if is_somebody:
                names[group] = (
                    self._again([at for at, is_own in zip(chosen, own, strict=True) if is_own], taken=names)
                    or self._next_label()
                )
        return names

    def _again(self, own: Sequence[int], *, taken: Sequence[int]) -> int | None:
        """Somebody who had a label before, and lost it to a grouping that thought otherwise."""
        mean = _unit(np.sum([self._embeddings[at] for at in own], axis=0))
        gone = [label for label in self._known if label not in taken and label not in self._active]
        best = max(gone, key=lambda label: float(mean @ self._known[label]), default=None)
        return best if best is not None and float(mean @ self._known[best]) >= SAME else None

    def _relabel(self) -> None:
        """All pieces, by what the speakers are like now."""
        if not self._active:
            return
        alike = np.stack(self._embeddings) @ self.centres.T
        of = np.array(self._looks, np.int64) * PEOPLE + np.array([piece.person for piece in self._pieces])
        _, person = np.unique(of, return_inverse=True)
        weights = np.array([_seconds(piece) for piece in self._pieces])
        total = np.zeros((int(person.max()) + 1, len(self._active)))
        np.add.at(total, person, alike * weights[:, None])
        mean = total / np.maximum(np.bincount(person, weights), 1e-9)[:, None]
        best = (alike + SAME_PERSON * mean[person]).argmax(1)
        self._labels = [self._active[column] for column in best]
        for label, held in self._held.items():
            for at in held:
                self._labels[at] = label

    def _as_heard(self, chosen: Sequence[int]) -> HeardVoices:
        pieces = [self._pieces[at] for at in chosen]

        def numbers(values: Iterable[int]) -> NDArray[np.int32]:
            return np.array(list(values), np.int32)

        return HeardVoices(
            length=0,
            activity=np.zeros((1, LOOK_TICKS, PEOPLE), np.bool_),
            looks=numbers(self._looks[at] for at in chosen),
            people=numbers(piece.person for piece in pieces),
            starts=numbers(piece.start // TICK_SAMPLES for piece in pieces),
            stops=numbers(piece.stop // TICK_SAMPLES for piece in pieces),
            clear=numbers(piece.clear for piece in pieces),
            embeddings=np.stack([self._embeddings[at] for at in chosen]),
        )


def _seconds(piece: HeardPiece) -> float:
    return (piece.stop - piece.start) / SAMPLE_RATE_HZ


def _unit(voice: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(voice / max(1e-9, float(np.linalg.norm(voice))), np.float32)


def _nobody() -> Embeddings:
    return np.zeros((0, 0), np.float32)
