"""The part of ``vivavoce measure speakers`` that holds labels while recording against our own final ones.

Half a minute of a real meeting says nothing of them, so only the built meetings are asked. Main thread of a command.
"""

from collections.abc import Iterable, Sequence

from app.measuring.measured_part import MeasuredPart, goal
from app.measuring.speaker_clips import SpeakerClips
from engine.bench.figures import Figure
from engine.bench.speaker_scoring import Turn, TurnErrors, score_turns
from engine.bench.speaker_side import FolderAnswer
from engine.contract.audio import to_seconds
from engine.contract.speakers import SpeakerTurn

GOAL_OTHER = 15.0
"""Percent of the final speech that may have had another label, or none, while it was recorded."""


def measure_labels(sounds: SpeakerClips) -> MeasuredPart:
    """Label the built meetings as if they were recorded, and find their speakers afterwards.

    Raises:
        CannotMeasure: the side that does so stopped, or a sound cannot be read.
    """
    clips = sounds.built
    lengths_s = [sounds.length_s(clip) for clip in clips]
    setting = f"labels of {len(clips)} built meetings beside the final ones, who talked for 10 s is named"
    return MeasuredPart(setting, label_figures(sounds.hear(clips, live=True), lengths_s))


def label_figures(answers: Sequence[FolderAnswer], lengths_s: Sequence[float]) -> list[Figure]:
    """Labels as they were told first, and as they stood at the end, of meetings of so many seconds."""
    if not answers:
        return []
    pairs = list(zip(answers, lengths_s, strict=True))
    told = [_against(answer.turns, answer.told, length) for answer, length in pairs]
    standing = [_against(answer.turns, answer.standing, length) for answer, length in pairs]
    cost = sum(answer.live_processor_s for answer in answers) / max(1e-9, sum(lengths_s))
    swapped, named = sum(answer.swaps for answer in answers), sum(answer.named for answer in answers)
    return [
        goal("live_other", "while recording: speech labelled otherwise than in the end, %", _other(told), GOAL_OTHER),
        goal("live_worst", "  in the worst of these meetings, %", max(_other([each]) for each in told), None),
        goal("live_standing", "  as the labels stood at the end, %", _other(standing), None),
        goal("live_swaps", f"  minutes of {named} named speakers that were somebody else's", swapped, 0.0, digits=0),
        goal("live_cost", "  processor time a second of sound, s", cost, None, digits=3),
    ]


def seconds_of(turns: Iterable[SpeakerTurn]) -> list[Turn]:
    """Our turns as they are scored."""
    return [Turn(to_seconds(turn.start), to_seconds(turn.stop), str(turn.speaker)) for turn in turns]


def _against(final: Sequence[SpeakerTurn], found: Sequence[SpeakerTurn], length_s: float) -> TurnErrors:
    return score_turns(seconds_of(final), seconds_of(found), length=length_s, collar=0.0)


def _other(errors: Sequence[TurnErrors]) -> float:
    other = sum(each.missed + each.confused for each in errors)
    return 100 * other / max(1e-9, sum(each.speech for each in errors))
