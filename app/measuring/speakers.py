"""``vivavoce measure speakers``: who speaks when, how many they are, whose words are whose, and what it costs.

A part at a time, or all of them, which share the sounds and what was found in them (``speaker_clips.py``). Sound is
heard in a process of its own (``engine/bench/speaker_side.py``). Thresholds were chosen with all five AMI clips, the
meetings that come with the data and half the readers of ``libri_train100`` in sight; only the ``new_*`` meetings were
made after that, of the same readers. Main thread of a command.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from app.measuring.known_voices import measure_voices
from app.measuring.long_hearing import measure_long
from app.measuring.measured_part import MeasuredPart
from app.measuring.speaker_clips import SpeakerClips, SpeakerSide
from app.measuring.speaker_fallback import measure_fallback
from app.measuring.speaker_labels import measure_labels
from app.measuring.speaker_turns import measure_turns
from app.measuring.speaker_words import measure_words
from app.measuring.workbench import Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Measurement
from engine.bench.speaker_side import run_speaker_side

PARTS = ("turns", "labels", "words", "long", "voices", "fallback")
"""Turns and counts and their cost; labels while recording; words by speaker; three hours; voices known again; turns by
the encoder that steps in."""


def measure_speakers(
    workbench: Workbench,
    *,
    model: str,
    threads: int = 2,
    quick: bool = False,
    parts: Sequence[str] = (),
    keep: Path | None = None,
    run_side: SpeakerSide = run_speaker_side,
) -> Measurement:
    """Measure some parts, or all; ``keep`` is a folder for the curve of the voice memory and for our turns.

    Raises:
        CannotMeasure: there is no such part, something needed is not here, or it stopped.
        SpeechModelError: the speech model is not here.
    """
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise CannotMeasure(f"There is no part called “{unknown[0]}”. There are: {', '.join(PARTS)}.")
    chosen = [part for part in PARTS if not parts or part in parts]
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        sounds = SpeakerClips(
            workbench.data, folder, threads=threads, quick=quick, run_side=run_side, tell=workbench.tell
        )

        def found_by(part: str) -> MeasuredPart:
            workbench.tell(f"Measuring {part}")
            match part:
                case "turns":
                    return measure_turns(sounds, live="labels" in chosen, keep=keep)
                case "labels":
                    return measure_labels(sounds)
                case "words":
                    return measure_words(workbench, sounds, folder, model=model, threads=threads)
                case "long":
                    return measure_long(
                        sounds, folder, threads=threads, quick=quick, run_side=run_side, tell=workbench.tell
                    )
                case "voices":
                    return measure_voices(workbench.data, keep=keep, tell=workbench.tell)
                case _:
                    return measure_fallback(sounds, folder, threads=threads, run_side=run_side, tell=workbench.tell)

        found = [found_by(part) for part in chosen]
    return Measurement(
        "speakers",
        workbench.machine,
        tuple(figure for each in found for figure in each.figures),
        "; ".join([*(each.setting for each in found), f"{threads} threads"]),
        tuple(line for each in found for line in each.details),
    )
