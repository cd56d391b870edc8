"""The part of ``vivavoce measure speakers`` that asks how surely a voice is known again, and draws the curve.

Readers of whom the common part of all voices was not made are enrolled with ten seconds and tried with the rest of
what they read. Main thread of a command.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from app.measuring.measured_part import MeasuredPart, goal
from app.measuring.speaker_clips import read_sound
from app.meetings.voice import KNOWN
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure
from engine.bench.speech_data import SpeechData
from engine.bench.voice_memory import HearsVoices, VoiceTrials, draw_curves, hear_readers
from engine.contract.audio import Samples
from engine.contract.places import RESOURCES

GOAL_ACCEPTED, GOAL_REJECTED = 0.5, 5.0
TRIALS_S = (3.0, 6.0)
"""What is said until a voice is to be known; the goals are on the first, the shortest that is tried at all."""
BACKGROUND = RESOURCES / "voice_background.json"
_SETS = {"libri_train100", "libri_test_other"}


def measure_voices(
    data: SpeechData, *, keep: Path | None, tell: Callable[[str], None], encoder: HearsVoices | None = None
) -> MeasuredPart:
    """Enrol the readers and try them at the threshold that the application has; ``keep`` gets the picture.

    Raises:
        CannotMeasure: a sound cannot be read, or there are no readers.
        SpeakerModelMissing, SpeakerModelDamaged: the encoder cannot be used.
    """
    encoder = encoder or _real_encoder()
    readers = _readers(data)
    if len(readers) < 2:
        raise CannotMeasure("There are not two readers in the recordings whose voices could be compared.")
    trials = {
        f"{trial_s:g} s": hear_readers(
            readers, encoder, trial_s=trial_s, tell=tell if trial_s == TRIALS_S[0] else _mute
        )
        for trial_s in TRIALS_S
    }
    if keep is not None:
        _draw(trials, keep)
    figures: list[Figure] = []
    for name, each in trials.items():
        at, later = each.at(KNOWN), "" if name == f"{TRIALS_S[0]:g} s" else f"_{name.replace(' ', '')}"
        figures += [
            goal(
                f"voice_accepted{later}", f"voices, {name}: strangers accepted, %", at.accepted, GOAL_ACCEPTED, digits=2
            ),
            goal(
                f"voice_rejected{later}", f"voices, {name}: own words rejected, %", at.rejected, GOAL_REJECTED, digits=2
            ),
        ]
    shortest = next(iter(trials.values()))
    tried = f"{len(shortest.own)} trials of their own and {len(shortest.others)} of strangers"
    return MeasuredPart(f"{len(readers)} readers enrolled with 10 s, {tried}", figures)


def _real_encoder() -> HearsVoices:
    import torch  # noqa: PLC0415  seconds to import

    from engine.speakers.speaker_encoder import CamEncoder  # noqa: PLC0415  as above

    torch.set_num_threads(1)
    return CamEncoder()


def _readers(data: SpeechData) -> dict[str, list[Samples]]:
    """The sound of each reader whose voice the background was not made of."""
    background: list[str] = json.loads(BACKGROUND.read_text("utf-8"))["readers"]
    rows = [json.loads(line) for line in (data.folder / "manifest.share.jsonl").read_text("utf-8").splitlines()]
    found: defaultdict[str, list[Samples]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: row["path"]):
        if row["set"] in _SETS and row["speaker"] not in background:
            found[row["speaker"]].append(read_sound(data.folder / row["path"]))
    return dict(found)


def _draw(trials: dict[str, VoiceTrials], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    curves = {name: each.curve() for name, each in trials.items()}
    rows = {
        name: [[point.threshold, round(point.accepted, 3), round(point.rejected, 3)] for point in curve]
        for name, curve in curves.items()
    }
    (folder / "voice_memory.json").write_text(json.dumps(rows) + "\n", "utf-8")
    (folder / "voice_memory.svg").write_text(draw_curves(curves, chosen=KNOWN), "utf-8")


def _mute(_line: str) -> None:
    """Says nothing."""
