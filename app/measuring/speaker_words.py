"""The part of ``vivavoce measure speakers`` that asks whose words are whose.

The built meetings go through the import queue in a process of its own; their words are laid against our turns and
scored as cpWER: wrong words, and right ones of the wrong speaker, beside wrong words alone. Main thread of a command.
"""

import json
import runpy
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rapidfuzz.distance import Levenshtein

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.measured_part import MeasuredPart, goal
from app.measuring.speaker_clips import Clip, SpeakerClips
from app.measuring.workbench import OUR_SIDE, Workbench
from app.meetings.attribution import speak_lines, turns_from
from app.meetings.transcript import Transcript
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure
from engine.bench.side import SideRequest, SoundFile
from engine.bench.speaker_scoring import speaker_word_errors
from engine.bench.speaker_side import FolderAnswer

GOAL_OVER = 3.0
"""Points that wrong words with their speakers may be above wrong words alone."""

Normal = Callable[[str, str], str]
"""Text and language to what the scorer compares."""


@dataclass(frozen=True, slots=True)
class _WordErrors:
    """Words of one meeting."""

    said: int
    wrong: int
    wrong_or_of_another: int

    @property
    def over(self) -> float:
        """Points that the one rate is above the other."""
        return 100 * (self.wrong_or_of_another - self.wrong) / max(1, self.said)


def measure_words(
    workbench: Workbench, sounds: SpeakerClips, folder: Path, *, model: str, threads: int
) -> MeasuredPart:
    """Transcribe the built meetings in ``folder`` and give their words to our speakers.

    Raises:
        CannotMeasure: a side stopped, or a sound cannot be read.
        SpeechModelError: the speech model is not here.
    """
    normal: Normal = runpy.run_path(str(workbench.data.scorer))["normal"]
    clips = sounds.built
    answers = sounds.hear(clips)
    transcripts = _transcribed(workbench, clips, folder / "words", model=model, threads=threads)
    errors = [
        _errors_of(clip, transcripts[str(clip.path)], answer, normal)
        for clip, answer in zip(clips, answers, strict=True)
    ]
    said = max(1, sum(each.said for each in errors))
    cp = 100 * sum(each.wrong_or_of_another for each in errors) / said
    wer = 100 * sum(each.wrong for each in errors) / said
    return MeasuredPart(
        f"words of {len(clips)} meetings by speech model {model}",
        [
            Figure(
                "cpwer", "built meetings, words of the wrong speaker or wrong, %", cp, wer, cp / wer if wer else None
            ),
            goal("cpwer_over", "  points above wrong words alone", cp - wer, GOAL_OVER),
            goal("cpwer_worst", "  in the worst of these meetings", max(each.over for each in errors), None),
        ],
        [f"{clip.name}: {each.over:.1f} points" for clip, each in zip(clips, errors, strict=True)],
    )


def words_by_speaker(transcript: Transcript, answer: FolderAnswer, normal: Normal) -> dict[str, list[str]]:
    """The words of a transcript laid against our turns, by speaker, as the scorer compares them."""
    lines = [line for line in transcript.segments if line.quarantine is None]
    said = speak_lines(lines, turns_from(answer.turns))
    found: defaultdict[str, list[str]] = defaultdict(list)
    for line in sorted(lines, key=lambda line: line.start_ms):
        texts = [word.text for word in line.words] or [line.text]
        for text, who in zip(texts, said[line.id], strict=True):
            found[str(who.speaker)] += normal(text, "en").split()
    return dict(found)


def _transcribed(
    workbench: Workbench, clips: Sequence[Clip], scratch: Path, *, model: str, threads: int
) -> dict[str, Transcript]:
    """By path of the sound."""
    scratch.mkdir()
    request = SideRequest(
        kind="ours",
        model=model,
        model_folder=str(workbench.model_folder(model)),
        scratch=str(scratch),
        files=tuple(SoundFile(str(clip.path), "en") for clip in clips),
        threads=threads,
    )
    heard = workbench.run_side(OUR_SIDE, request, lambda file: workbench.tell(f"{Path(file.path).stem}: transcribed"))
    if trouble := next((file.trouble for file in heard.files if file.trouble), ""):
        raise CannotMeasure(trouble)
    library = Library.open(scratch / "library", announcements=Announcements())
    try:
        return {row.meeting.source_path: library.transcript(row.meeting.id) for row in library.meetings()}
    finally:
        library.close()


def _errors_of(clip: Clip, transcript: Transcript, answer: FolderAnswer, normal: Normal) -> _WordErrors:
    rows: list[dict[str, Any]] = json.loads(clip.path.with_suffix(".json").read_text("utf-8"))["segments"]
    rows.sort(key=lambda row: row["start"])
    said: defaultdict[str, list[str]] = defaultdict(list)
    for row in rows:
        said[row["speaker"]] += normal(row["text"], "en").split()
    everything = [word for row in rows for word in normal(row["text"], "en").split()]
    lines = [line for line in transcript.segments if line.quarantine is None]
    ours = [word for line in lines for word in normal(line.text, "en").split()]
    found = words_by_speaker(transcript, answer, normal)
    return _WordErrors(
        len(everything),
        Levenshtein.distance(everything, ours),
        speaker_word_errors(dict(said), found, Levenshtein.distance),
    )
