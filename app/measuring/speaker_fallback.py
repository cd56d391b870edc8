"""The part of ``vivavoce measure speakers`` that finds the speakers with the small encoder, for want of the good one.

Nothing was asked of it; the figures say what a person has when CAM++ is missing. Main thread of a command.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from app.measuring.measured_part import MeasuredPart, goal
from app.measuring.speaker_clips import Clip, SpeakerClips, SpeakerSide, lay_down, read_sound
from app.measuring.speaker_labels import seconds_of
from engine.bench.figures import Figure
from engine.bench.speaker_scoring import TurnErrors, score_turns
from engine.bench.speaker_side import SpeakerRequest


def measure_fallback(
    sounds: SpeakerClips, folder: Path, *, threads: int, run_side: SpeakerSide, tell: Callable[[str], None]
) -> MeasuredPart:
    """Turns and counts of all clips.

    Raises:
        CannotMeasure: the side that finds them stopped, or a sound cannot be read.
    """
    clips = [*sounds.real, *sounds.built]
    places = [folder / "small" / clip.name for clip in clips]  # what the good encoder heard lies beside the others
    for clip, place in zip(clips, places, strict=True):
        lay_down(place, [read_sound(clip.path)])
    request = SpeakerRequest(tuple(map(str, places)), threads, is_small=True)
    answers = run_side(request, lambda answer: tell(f"{Path(answer.folder).name}: {answer.speakers} speakers found"))
    pairs = [
        (clip, score_turns(clip.said(), seconds_of(answer.turns), length=sounds.length_s(clip)))
        for clip, answer in zip(clips, answers, strict=True)
    ]
    length_s = sum(map(sounds.length_s, clips))
    processor_s = sum(answer.processor_s for answer in answers)
    return MeasuredPart(
        f"{len(clips)} clips and meetings with the small encoder",
        [
            *_figures(pairs, is_built=False),
            *_figures(pairs, is_built=True),
            goal("small_processor", "  processor time a second of sound, s", processor_s / length_s, None, digits=3),
        ],
    )


def _figures(pairs: list[tuple[Clip, TurnErrors]], *, is_built: bool) -> list[Figure]:
    own = [error for clip, error in pairs if clip.is_built is is_built]
    if not own:
        return []
    name = "built" if is_built else "real"
    wrong = sum(each.missed + each.invented + each.confused for each in own)
    rate = 100 * wrong / max(1e-9, sum(each.speech for each in own))
    off = float(np.mean([abs(each.speakers - each.found) for each in own]))
    return [
        goal(f"small_der_{name}", f"small encoder: {name} meetings, wrong time, %", rate, None),
        goal(f"small_count_{name}", "  speakers too many or few", off, None, digits=2),
    ]
