"""The part of ``vivavoce measure speakers`` that holds turns and counts against what is known, and says what they cost.

Real meetings are AMI clips. Main thread of a command; the sums are ``engine/bench/speaker_scoring.py``.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.measuring.measured_part import MeasuredPart, goal
from app.measuring.speaker_clips import NEW, Clip, SpeakerClips
from app.measuring.speaker_labels import seconds_of
from engine.bench.figures import Figure
from engine.bench.speaker_scoring import TurnErrors, score_turns
from engine.bench.speaker_side import FolderAnswer

GOAL_REAL, GOAL_BUILT, GOAL_COUNT_OFF, GOAL_COST = 22.0, 8.0, 0.8, 0.06
_UNSEEN = "ami_dev"
"""What the names of those AMI clips begin with that the networks were not trained on."""


def measure_turns(sounds: SpeakerClips, *, live: bool, keep: Path | None) -> MeasuredPart:
    """Find the speakers of all clips, their number too. ``live``: labels will be asked for as well.

    Raises:
        CannotMeasure: the side that finds them stopped, or a sound cannot be read.
    """
    clips = [*sounds.real, *sounds.built]
    answers = [*sounds.hear(sounds.real), *sounds.hear(sounds.built, live=live)]
    if keep is not None:
        _keep_turns(keep, clips, answers)
    errors = [
        score_turns(clip.said(), seconds_of(answer.turns), length=sounds.length_s(clip))
        for clip, answer in zip(clips, answers, strict=True)
    ]
    length_s = sum(map(sounds.length_s, clips))
    setting = (
        f"{len(clips)} clips and meetings, {length_s / 60:.0f} min, number of speakers found; collar 0.25 s, overlap "
        "counted"
    )
    return MeasuredPart(
        setting,
        [*_turn_figures(clips, errors), *_cost_figures(answers, length_s)],
        [_line_of(clip, error) for clip, error in zip(clips, errors, strict=True)],
    )


def _turn_figures(clips: Sequence[Clip], errors: Sequence[TurnErrors]) -> list[Figure]:
    pairs = list(zip(clips, errors, strict=True))
    figures: list[Figure] = []
    for key, title, most_wrong, most_off in (
        ("ami", "real", GOAL_REAL, GOAL_COUNT_OFF),
        ("built", "built", GOAL_BUILT, 0.0),
    ):
        own = [error for clip, error in pairs if clip.is_built is (key == "built")]
        if own:
            off = float(np.mean([abs(each.speakers - each.found) for each in own]))
            figures += [
                goal(f"der_{key}", f"{title} meetings, wrong time, %", _rate(own), most_wrong),
                goal(f"count_{key}", f"{title} meetings, speakers too many or few", off, most_off, digits=2),
            ]
    for key, begin, title in (
        ("der_ami_dev", _UNSEEN, f"of these {_UNSEEN}*, %"),
        ("der_new", NEW, f"of these made after tuning ({NEW}*), %"),
    ):
        own = [error for clip, error in pairs if clip.name.startswith(begin)]
        if own:
            figures.append(goal(key, title, _rate(own), None))
    return figures


def _cost_figures(answers: Sequence[FolderAnswer], length_s: float) -> list[Figure]:
    wall, processor = sum(each.seconds for each in answers), sum(each.processor_s for each in answers)
    return [
        goal("cost", "time a second of sound, s", wall / length_s, GOAL_COST, digits=3),
        goal("cost_processor", "  processor time a second of sound, s", processor / length_s, None, digits=3),
    ]


def _line_of(clip: Clip, error: TurnErrors) -> str:
    return (
        f"{clip.name}: {error.rate:.1f} %, {error.found} speakers found of {error.speakers}; missed "
        f"{error.missed:.1f} s, made up {error.invented:.1f} s, of somebody else {error.confused:.1f} s"
    )


def _rate(errors: Sequence[TurnErrors]) -> float:
    wrong = sum(each.missed + each.invented + each.confused for each in errors)
    return 100 * wrong / max(1e-9, sum(each.speech for each in errors))


def _keep_turns(folder: Path, clips: Sequence[Clip], answers: Sequence[FolderAnswer]) -> None:
    """Our turns as the shared scorer reads them."""
    place = folder / "rttm"
    place.mkdir(parents=True, exist_ok=True)
    for clip, answer in zip(clips, answers, strict=True):
        lines = [
            f"SPEAKER {clip.name} 1 {turn.start:.3f} {turn.stop - turn.start:.3f} <NA> <NA> {turn.speaker} <NA> <NA>\n"
            for turn in seconds_of(answer.turns)
        ]
        (place / f"{clip.name}.rttm").write_text("".join(lines), "utf-8")
