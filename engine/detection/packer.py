"""The packer: spans of speech in, stretches of up to half a minute out.

Pure, used by the file pipeline. Whisper's encoder costs what its window costs, not what the speech in it
costs, so speech is packed; words are lost when a window is cut inside them, so cuts are made at the
longest pause only. A silence inside a stretch is kept up to two seconds and shortened beyond.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan

WINDOW_S = 30.0
"""Whisper's own window."""

LONGEST_S = 29.0
"""Of a stretch, so that it ends in a little silence."""

KEPT_SILENCE_S = 2.0
"""Silence up to this is left as it is: it tells the recogniser where sentences end."""

EDGE_S = 0.5
"""What is kept at both sides of a silence that is shortened."""

CUT_FROM = 0.5
"""A full stretch may be cut at any pause in its last half."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Speech that is recognised in one go."""

    parts: tuple[SpeechSpan, ...]
    """Pieces of the recording, in order; what lies between them is left out."""
    speech: tuple[SpeechSpan, ...]
    """The spans the stretch was packed from."""
    is_whole: bool = False
    """Nothing of the recording lies outside."""


class Packer:
    """Collects spans until a stretch is full."""

    def __init__(self) -> None:
        self._spans: list[SpeechSpan] = []

    def feed(self, spans: Sequence[SpeechSpan]) -> list[Stretch]:
        """Take spans in order; gives the stretches that are full."""
        done: list[Stretch] = []
        for span in spans:
            self._spans.append(span)
            while len(self._spans) > 1 and _packed_length(self._spans) > LONGEST_S * SAMPLE_RATE_HZ:
                cut = _best_cut(self._spans)
                done.append(_stretch(self._spans[:cut]))
                self._spans = self._spans[cut:]
        return done

    def finish(self) -> list[Stretch]:
        """What is left."""
        left, self._spans = self._spans, []
        return [_stretch(left)] if left else []


def whole_recording(spans: Sequence[SpeechSpan], *, track: int, length: int) -> Stretch:
    """A recording that fits into one window, uncut: what surrounds speech helps to understand it."""
    everything = SpeechSpan(track, SampleIndex(0), SampleIndex(length))
    return Stretch((everything,), tuple(spans), is_whole=True)


def _best_cut(spans: list[SpeechSpan]) -> int:
    """Number of spans before the cut: at the longest pause of the last half that fits."""
    best, best_pause = len(spans) - 1, -1
    for cut in range(1, len(spans)):
        length = _packed_length(spans[:cut])
        if length > LONGEST_S * SAMPLE_RATE_HZ:
            break
        if length < CUT_FROM * LONGEST_S * SAMPLE_RATE_HZ and cut < len(spans) - 1:
            continue
        pause = spans[cut].start - spans[cut - 1].stop
        if pause >= best_pause:
            best, best_pause = cut, pause
    return best


def _packed_length(spans: list[SpeechSpan]) -> int:
    return sum(part.length for part in _parts(spans))


def _stretch(spans: list[SpeechSpan]) -> Stretch:
    return Stretch(tuple(_parts(spans)), tuple(spans))


def _parts(spans: list[SpeechSpan]) -> list[SpeechSpan]:
    kept, edge = int(KEPT_SILENCE_S * SAMPLE_RATE_HZ), int(EDGE_S * SAMPLE_RATE_HZ)
    parts = [spans[0]]
    for span in spans[1:]:
        before = parts[-1]
        if span.start - before.stop <= kept:
            parts[-1] = SpeechSpan(span.track, before.start, span.stop)
        else:
            parts[-1] = SpeechSpan(span.track, before.start, SampleIndex(before.stop + edge))
            parts.append(SpeechSpan(span.track, SampleIndex(span.start - edge), span.stop))
    return parts
