"""The segmenter: speech probabilities in, spans of speech out.

Pure: knows no sound and no clock, only windows. Used by the pipelines, one segmenter a track. Speech
starts at a high threshold and ends only after a pause below a lower one, so that a short pause does not
end a span; every span gets a pre-roll and a tail, so that its first and last words are whole.
"""

from dataclasses import dataclass, field

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, SampleIndex, SpeechSpan
from engine.detection.voice_detector import Probabilities


@dataclass(frozen=True, slots=True)
class SegmenterRules:
    """When speech begins and ends."""

    on: float = 0.5
    """Probability at which speech begins."""
    off: float = 0.35
    """Probability under which a window counts as pause."""
    pause_s: float = 0.3
    """A pause this long ends a span."""
    padding_s: float = 0.4
    """Pre-roll and tail, shared between spans that lie closer together."""
    shortest: int = 2
    """Windows of speech a span needs: 64 ms. A “yes” has 200 ms; a click has less."""
    longest_s: float = 28.0
    """A span without any pause is cut here at the latest, where it is least speech-like."""


@dataclass(slots=True)
class _Raw:
    """A span as found, in windows, without padding."""

    first: int
    last: int
    """Last window with speech."""
    probabilities: list[float] = field(default_factory=list[float])


class Segmenter:
    """Finds the spans of one track, window by window. Spans never overlap; close ones touch."""

    def __init__(
        self, *, track: int = 0, start: SampleIndex = SampleIndex(0), rules: SegmenterRules | None = None
    ) -> None:
        self._track = track
        self._origin = start
        self._rules = rules or SegmenterRules()
        self._pause = max(1, int(self._rules.pause_s * SAMPLE_RATE_HZ / WINDOW_SAMPLES))
        self._longest = int(self._rules.longest_s * SAMPLE_RATE_HZ / WINDOW_SAMPLES)
        self._padding = int(self._rules.padding_s * SAMPLE_RATE_HZ)
        self._window = 0
        self._open: _Raw | None = None
        self._held: tuple[int, int] | None = None
        """The last finished span, start padded, end not yet: a near neighbour may share the pause."""

    def feed(self, probabilities: Probabilities) -> list[SpeechSpan]:
        """Take the next windows; gives the spans that are certainly over."""
        done: list[SpeechSpan] = []
        for probability in probabilities.tolist():
            self._step(probability, done)
            self._window += 1
        reach = (self._open.first if self._open else self._window) * WINDOW_SAMPLES
        if self._held is not None and self._held[1] + 2 * self._padding <= reach:
            self._release(self._held[1] + self._padding, done)
        return done

    def finish(self, length: int | None = None) -> list[SpeechSpan]:
        """End of the track.

        Args:
            length: Samples of the whole track from its own start on, to cut the last span's tail.
        """
        done: list[SpeechSpan] = []
        if self._open is not None:
            self._close(self._open, done)
            self._open = None
        end = self._window * WINDOW_SAMPLES if length is None else length
        if self._held is not None and self._held[0] < end:
            self._release(min(self._held[1] + self._padding, end), done)
        self._held = None
        return done

    def _step(self, probability: float, done: list[SpeechSpan]) -> None:
        if self._open is None:
            if probability >= self._rules.on:
                self._open = _Raw(self._window, self._window, [probability])
            return
        self._open.probabilities.append(probability)
        if probability >= self._rules.off:
            self._open.last = self._window
            if self._window - self._open.first + 1 >= self._longest:
                self._open = self._cut(self._open, done)
        elif self._window - self._open.last >= self._pause:
            self._close(self._open, done)
            self._open = None

    def _cut(self, span: _Raw, done: list[SpeechSpan]) -> _Raw:
        """Cut a span that is too long where speech is least certain in its last third."""
        earliest = len(span.probabilities) * 2 // 3
        cut = earliest + int(np.argmin(span.probabilities[earliest:]))
        at = span.first + cut
        self._close(_Raw(span.first, at - 1, span.probabilities[:cut]), done)
        return _Raw(at, span.last, span.probabilities[cut:])

    def _close(self, span: _Raw, done: list[SpeechSpan]) -> None:
        if span.last - span.first + 1 < self._rules.shortest:
            return
        start = span.first * WINDOW_SAMPLES
        padded = max(0, start - self._padding)
        if self._held is not None:
            end = self._held[1]
            if padded < end + self._padding:
                padded = (end + start) // 2
                self._release(padded, done)
            else:
                self._release(end + self._padding, done)
        self._held = (padded, (span.last + 1) * WINDOW_SAMPLES)

    def _release(self, stop: int, done: list[SpeechSpan]) -> None:
        if self._held is not None:
            first, last = self._origin + self._held[0], self._origin + stop
            done.append(SpeechSpan(self._track, SampleIndex(first), SampleIndex(last)))
        self._held = None
