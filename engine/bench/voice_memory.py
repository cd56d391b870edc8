"""How surely a voice is known again: readers enrolled with ten seconds, and what they and strangers say afterwards.

The sums and the picture are pure; ``hear_readers`` runs the encoder. A reader's own later words that are refused are
false rejections, a stranger's words that are taken for the reader's are false acceptances.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ, Samples


class HearsVoices(Protocol):
    """A speaker encoder, as ``engine/speakers`` has it; named here because that imports torch."""

    def embed(self, voices: Sequence[Sequence[Samples]]) -> NDArray[np.float32]:
        """One unit vector a voice."""
        ...


ENROLLED = 10 * SAMPLE_RATE_HZ
_PIECE, _STEP = 2 * SAMPLE_RATE_HZ, 5 * SAMPLE_RATE_HZ // 4


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What a threshold does."""

    threshold: float
    accepted: float
    """Percent of strangers' words that are accepted."""
    rejected: float
    """Percent of the reader's own words that are rejected."""


@dataclass(frozen=True, slots=True)
class VoiceTrials:
    """How alike words were to an enrolled voice: those of the reader, and those of others."""

    own: NDArray[np.float32]
    others: NDArray[np.float32]

    def at(self, threshold: float) -> CurvePoint:
        """What becomes of all of them."""
        return CurvePoint(
            threshold,
            100 * float((self.others >= threshold).mean()),
            100 * float((self.own < threshold).mean()),
        )

    def curve(self) -> list[CurvePoint]:
        """Every hundredth from nothing to everything."""
        return [self.at(round(-0.2 + 0.01 * step, 2)) for step in range(116)]


def hear_readers(
    readers: Mapping[str, Sequence[Samples]], encoder: HearsVoices, *, trial_s: float, tell: Callable[[str], None]
) -> VoiceTrials:
    """Enrol each reader with the first ten seconds, and try everybody's other words, so many seconds at a time."""
    names: list[str] = []
    enrolled: list[NDArray[np.float32]] = []
    tried: list[NDArray[np.float32]] = []
    speaker: list[int] = []
    length = round(trial_s * SAMPLE_RATE_HZ)
    for name, sounds in readers.items():
        words = np.concatenate(list(sounds))
        later = [words[at : at + length] for at in range(ENROLLED, len(words) - length + 1, length)]
        if not later:
            continue
        enrolled.append(voice_of(words[:ENROLLED], encoder))
        tried += [voice_of(each, encoder) for each in later]
        speaker += [len(names)] * len(later)
        names.append(name)
        tell(f"{name}: {len(later)} times {trial_s:g} s heard")
    alike = np.stack(tried) @ np.stack(enrolled).T
    is_own = np.asarray(speaker)[:, None] == np.arange(len(names))[None]
    return VoiceTrials(alike[is_own], alike[~is_own])


def voice_of(words: Samples, encoder: HearsVoices) -> NDArray[np.float32]:
    """A voice as the application keeps it: the mean of pieces of two seconds, a unit vector."""
    starts = range(0, max(1, len(words) - _PIECE + 1), _STEP)
    mean = encoder.embed([(words[at : at + _PIECE],) for at in starts]).mean(0)
    return (mean / np.linalg.norm(mean)).astype(np.float32)


def draw_curves(curves: Mapping[str, Sequence[CurvePoint]], *, chosen: float) -> str:
    """The curves as an SVG picture: both kinds of mistakes over the threshold, the chosen one marked."""
    left, top, width, height, most = 70, 30, 520, 360, 10.0

    def place(threshold: float, percent: float) -> str:
        along, up = (threshold + 0.2) / 1.15, min(percent, most) / most
        return f"{left + width * along:.1f},{top + height * (1 - up):.1f}"

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 470" font-family="sans-serif" font-size="12">',
        "<title>How surely a voice is known again</title>",
        '<rect width="660" height="470" fill="#ffffff"/>',
        f'<text x="{left}" y="18">mistakes</text>',
        f'<text x="{left + width / 2}" y="{top + height + 42}" text-anchor="middle">threshold (cosine)</text>',
    ]
    for percent in (0, 2, 4, 6, 8, 10):
        y = top + height * (1 - percent / most)
        parts.append(f'<path d="M{left} {y:.1f}H{left + width}" stroke="#dddddd"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>')
    for threshold in (0.0, 0.2, 0.4, 0.6, 0.8):
        x = place(threshold, 0).split(",")[0]
        parts.append(f'<text x="{x}" y="{top + height + 20}" text-anchor="middle">{threshold:g}</text>')
    x = place(chosen, 0).split(",")[0]
    parts.append(f'<path d="M{x} {top}V{top + height}" stroke="#777777" stroke-dasharray="2 4"/>')
    for number, (name, curve) in enumerate(curves.items()):
        colour = ("#1f5fa8", "#b4541a", "#3a7d44")[number % 3]
        for kind, dashes in (("strangers accepted", ""), ("own words rejected", ' stroke-dasharray="7 4"')):
            is_accepted = kind.startswith("strangers")
            line = " ".join(place(each.threshold, each.accepted if is_accepted else each.rejected) for each in curve)
            y = top + 16 + 18 * (2 * number + (not is_accepted))
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
            parts.append(f'<path d="M{left + 6} {y - 4}h18" stroke="{colour}" stroke-width="2"{dashes}/>')
            parts.append(f'<text x="{left + 30}" y="{y}" fill="{colour}">{name}: {kind}</text>')
    return "\n".join([*parts, "</svg>", ""])
