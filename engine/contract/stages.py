"""Where the time of a live word goes: a stamp for each stage on its way from the sound card to the screen.

Pure values. The ring carries the first two stamps, the live pipeline adds those of its process and sends them with the
line, ``live_run.py`` adds when the line was committed and the window when it was painted; ``stage_log.py`` keeps them.
All are seconds on ``steady_now``.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

CELL_MS = 10
"""Grain of the picture of stages."""

PERCENTILES = (50, 95, 99)


class Part(StrEnum):
    """A part of a word's way; the four that a person asks about, what they consist of, and what follows."""

    CAPTURE = "capture"
    """From the sound card until the frame is in the ring."""
    PREPARATION = "preparation"
    """From the ring until the window is handed to the speech model."""
    DETECTION = "detection"
    """Of the preparation: until the voice detector has heard it."""
    WAITING = "waiting"
    """Of the preparation: until its pass is due."""
    INFERENCE = "inference"
    """In the speech model."""
    ENCODING = "encoding"
    """Of the inference: features and encoder."""
    DECODING = "decoding"
    """Of the inference: decoder and alignment."""
    AGREEMENT = "agreement"
    """Until a further pass, or a pause, has confirmed it."""
    POST_PROCESSING = "post_processing"
    """Echo, joining, finishing."""
    COMMIT = "commit"
    """Through the pipe and into the library, on disk."""
    SHOWING = "showing"
    """Until it is on the screen, or in the line of a command."""
    WHOLE = "whole"
    """From the sound card to the last stamp that there is."""


PARTS_OF = {Part.DETECTION: Part.PREPARATION, Part.WAITING: Part.PREPARATION} | {
    Part.ENCODING: Part.INFERENCE,
    Part.DECODING: Part.INFERENCE,
}
"""Parts that are in another one already."""


@dataclass(frozen=True, slots=True)
class StageStamps:
    """When the newest word of a growing line passed each stage, in seconds on ``steady_now``; ``None`` if not known."""

    captured_s: float | None = None
    """The last sample of the word was in the sound card."""
    framed_s: float | None = None
    """Its frame was in the ring."""
    detected_s: float | None = None
    """The voice detector had heard it."""
    handed_over_s: float | None = None
    """The window was given to the speech model, by the pass that understood the word last."""
    encoded_s: float | None = None
    decoded_s: float | None = None
    """Decoded and aligned."""
    settled_s: float | None = None
    """Certain not to change."""
    post_processed_s: float | None = None
    committed_s: float | None = None
    """On disk."""
    shown_s: float | None = None

    def length_s(self, part: Part) -> float | None:
        """How long a part took; ``None`` if either end is not known. Never negative."""
        if part is Part.WHOLE:
            known = [each for each in (self.post_processed_s, self.committed_s, self.shown_s) if each is not None]
            start, stop = self.captured_s, max(known, default=None)
        else:
            first, last = _ENDS[part]
            start, stop = getattr(self, first), getattr(self, last)
        return None if start is None or stop is None else max(0.0, stop - start)


_ENDS = {
    Part.CAPTURE: ("captured_s", "framed_s"),
    Part.PREPARATION: ("framed_s", "handed_over_s"),
    Part.DETECTION: ("framed_s", "detected_s"),
    Part.WAITING: ("detected_s", "handed_over_s"),
    Part.INFERENCE: ("handed_over_s", "decoded_s"),
    Part.ENCODING: ("handed_over_s", "encoded_s"),
    Part.DECODING: ("encoded_s", "decoded_s"),
    Part.AGREEMENT: ("decoded_s", "settled_s"),
    Part.POST_PROCESSING: ("settled_s", "post_processed_s"),
    Part.COMMIT: ("post_processed_s", "committed_s"),
    Part.SHOWING: ("committed_s", "shown_s"),
}


@dataclass(frozen=True, slots=True)
class PartFigures:
    """How long one part took over all spans that know it."""

    part: Part
    count: int
    percentiles_s: tuple[float, ...]
    """As ``PERCENTILES``."""
    share: float
    """Of all parts that are in no other one, by their sums, 0..1; 0 for ``WHOLE``."""


def figures_of(spans: Iterable[StageStamps]) -> tuple[PartFigures, ...]:
    """Percentiles of each part that any span knows, in the order of the way."""
    kept = tuple(spans)
    lengths = {part: [each for span in kept if (each := span.length_s(part)) is not None] for part in Part}
    whole = sum(sum(each) for part, each in lengths.items() if part not in PARTS_OF and part is not Part.WHOLE)
    return tuple(
        PartFigures(
            part,
            len(each),
            tuple(percentile(each, percent) for percent in PERCENTILES),
            sum(each) / whole if whole and part is not Part.WHOLE else 0.0,
        )
        for part, each in lengths.items()
        if each
    )


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of all do not exceed (nearest rank)."""
    rank = math.ceil(len(values) * percent / 100)
    return sorted(values)[max(0, rank - 1)]
