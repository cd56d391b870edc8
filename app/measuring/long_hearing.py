"""The part of ``vivavoce measure speakers`` that finds the speakers of a meeting of hours, and counts them anew.

The built meetings over and over become one of three hours; its memory is that of the process that heard it. Main
thread of a command.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from app.measuring.measured_part import MeasuredPart, goal
from app.measuring.speaker_clips import SpeakerClips, SpeakerSide, lay_down, read_sound
from app.measuring.speaker_turns import GOAL_COST
from engine.bench.speaker_side import SpeakerRequest
from engine.contract.audio import SAMPLE_RATE_HZ, Samples

LONG_HOURS, QUICK_HOURS = 3.0, 0.5
ANOTHER_COUNT = 4
"""What a person says of how many there were."""
GOAL_MEMORY_GB, GOAL_AGAIN_S = 1.5, 3.0
_TOLD_EVERY_S = 600.0
"""Sound between two lines of progress."""


def measure_long(
    sounds: SpeakerClips,
    folder: Path,
    *,
    threads: int,
    quick: bool,
    run_side: SpeakerSide,
    tell: Callable[[str], None],
) -> MeasuredPart:
    """Time, memory, and how long it takes to count anew. Needs 350 MB in ``folder``.

    Raises:
        CannotMeasure: the side that finds them stopped, or a sound cannot be read.
    """
    hours = QUICK_HOURS if quick else LONG_HOURS
    place = folder / "sound" / "long"
    lay_down(place, _over_and_over([clip.path for clip in sounds.built], round(hours * 3600) * SAMPLE_RATE_HZ))
    told_s = 0.0

    def heard(done_s: float, all_s: float) -> None:
        nonlocal told_s
        if done_s >= told_s + _TOLD_EVERY_S or done_s >= all_s > told_s:
            told_s = done_s
            tell(f"{hours:g} h: {done_s / 60:.0f} of {all_s / 60:.0f} min heard")

    answer = run_side(SpeakerRequest((str(place),), threads, again=ANOTHER_COUNT), lambda _: None, heard)[0]
    title, seconds = f"{hours:g} h", hours * 3600
    return MeasuredPart(
        f"{title} of the built meetings over and over, {answer.speakers} speakers found",
        [
            goal("cost_long", f"{title}, time a second of sound, s", answer.seconds / seconds, GOAL_COST, digits=3),
            goal("cost_long_processor", "  processor time, s", answer.processor_s / seconds, None, digits=3),
            goal("memory_long", f"{title}, most memory, GB", answer.peak_bytes / 1e9, GOAL_MEMORY_GB, digits=2),
            goal("again_long", f"{title}, counted anew, s", answer.again_s, GOAL_AGAIN_S, digits=2),
            goal("again_long_processor", "  processor time, s", answer.again_processor_s, None, digits=2),
        ],
    )


def _over_and_over(paths: Sequence[Path], samples: int) -> Iterator[Samples]:
    """So many samples of recordings, one at a time."""
    for path in itertools.cycle(paths):
        sound = read_sound(path)[:samples]
        yield sound
        samples -= len(sound)
        if samples <= 0:
            return
