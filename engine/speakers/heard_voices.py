"""What was heard of the people in one track: who of a look talks when, and what each voice in it is like.

Found once in all the sound (``voice_listener.py``), kept beside it (``voices_file.py``), and grouped into speakers as
often as somebody wishes (``speaker_groups.py``). Pure values.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.speakers.segmentation import (
    LOOK_SAMPLES,
    LOOK_TICKS,
    TICK_MIDDLE,
    TICK_SAMPLES,
    Activity,
)
from engine.speakers.speaker_encoder import Embeddings

HOP_TICKS = 148
"""From one look to the next: 2.5 s, so that four looks agree on each moment."""

ONE_TALKS = 0.5
"""More people than this in the mean of all looks: somebody talks."""

TWO_TALK = 1.25
"""So many or more: two talk at once. Looks miss the second one rather than make it up."""

HOP_SAMPLES = HOP_TICKS * TICK_SAMPLES


MIDDLE_TICKS = (LOOK_TICKS - HOP_TICKS) // 2
"""Before the middle of a look, which is believed most: who is heard there alone is a piece of a voice."""


@dataclass(frozen=True, slots=True)
class HeardVoices:
    """All looks at a track, and pieces of voices: one person alone, for a second or two. Pieces do not overlap."""

    length: int
    """Samples of the track."""
    activity: Activity
    looks: NDArray[np.int32]
    """Look of each piece, ascending."""
    people: NDArray[np.int32]
    """Which of the people of its look talks in a piece."""
    starts: NDArray[np.int32]
    stops: NDArray[np.int32]
    """Ticks of the track from where to where each piece reaches."""
    clear: NDArray[np.int32]
    """Ticks of sound that each embedding was made of: pieces are heard with what the same voice says around them."""
    embeddings: Embeddings

    @property
    def width(self) -> int:
        """Of the encoder that heard the voices."""
        return self.embeddings.shape[1]

    @property
    def ticks(self) -> int:
        """Ticks in the track."""
        return (len(self.activity) - 1) * HOP_TICKS + LOOK_TICKS


def looks_in(length: int) -> int:
    """Looks that a track of so many samples takes: at least one, the last may reach over the end."""
    return 1 + max(0, -(-(length - LOOK_SAMPLES) // HOP_SAMPLES))


def tick_of(sample: int) -> int:
    """The tick whose middle is nearest."""
    return round((sample - TICK_MIDDLE) / TICK_SAMPLES)


def sample_of(tick: int) -> int:
    """The border between a tick and the one before it."""
    return round((tick - 0.5) * TICK_SAMPLES) + TICK_MIDDLE


def ticks_talking(heard: HeardVoices) -> NDArray[np.int32]:
    """How many people talk in each tick of the track, as the looks have it together."""
    total, number = np.zeros(heard.ticks, np.float32), np.zeros(heard.ticks, np.float32)
    for look, activity in enumerate(heard.activity):
        at = look * HOP_TICKS
        total[at : at + LOOK_TICKS] += activity.sum(1)
        number[at : at + LOOK_TICKS] += 1
    mean = total / number
    return (mean > ONE_TALKS).astype(np.int32) + (mean >= TWO_TALK)


def middle_of(look: int, looks: int) -> tuple[int, int]:
    """The ticks of a look that no other one is believed about more, counted in the look."""
    return (0 if look == 0 else MIDDLE_TICKS), (LOOK_TICKS if look == looks - 1 else MIDDLE_TICKS + HOP_TICKS)


def stretches_of(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Where flags are set: first, and first that is not any more."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]
