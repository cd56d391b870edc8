"""``vivavoce measure accuracy``: wrong words by set over the shared speech, beside plain faster-whisper and its table.

Ours is what the import queue commits, without what is quarantined; the other is measured in the same run on the same
files. Runs on the main thread of a command; each side is a process of its own, one for all files.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.measuring.workbench import OUR_SIDE, PEER_SIDE, Workbench
from engine.bench.baselines import ALLOWED_POINTS, TABLE
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.bench.scoring import SetScore, score_sets, write_hypotheses
from engine.bench.side import FileAnswer, SideRequest, SoundFile
from engine.bench.speech_data import Recording

NONSPEECH = "nonspeech"
"""The set where nothing may be transcribed."""

QUICK_FILES = 6
"""Files of a set with ``quick``, spread over the set."""
QUICK_LONGEST_S = 60.0


@dataclass(frozen=True, slots=True)
class _Heard:
    """What one side made of all files, by their names in the manifest."""

    answers: dict[str, FileAnswer]

    def words(self, names: Sequence[str]) -> int:
        return sum(len(self.answers[name].text.split()) for name in names)


def measure_accuracy(
    workbench: Workbench,
    *,
    model: str = "base",
    threads: int = 2,
    sets: Sequence[str] = (),
    quick: bool = False,
    keep: Path | None = None,
) -> Measurement:
    """Transcribe the chosen sets on both sides and compare. ``keep`` is a folder for what was written down.

    Raises:
        CannotMeasure: something needed is not here, or there is no such set.
        SpeechModelError: the speech model is not here.
    """
    model_folder = workbench.model_folder(model)
    scorer = workbench.data.scorer
    chosen = choose_recordings(workbench.data.recordings(), sets=sets, english_only=model.endswith(".en"), quick=quick)
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        written = keep or folder
        written.mkdir(parents=True, exist_ok=True)

        def hear(kind: str, title: str, module: str) -> _Heard:
            scratch = folder / kind
            scratch.mkdir()
            request = SideRequest(
                kind=kind,
                model=model,
                model_folder=str(model_folder),
                scratch=str(scratch),
                files=tuple(SoundFile(str(workbench.data.folder / row.path), row.language) for row in chosen),
                threads=threads,
            )
            count = 0

            def on_file(_: FileAnswer) -> None:
                nonlocal count
                count += 1
                if count % 10 == 0 or count == len(chosen):
                    workbench.tell(f"{title}: {count} of {len(chosen)} recordings")

            answer = workbench.run_side(module, request, on_file)
            if len(answer.files) != len(chosen):
                raise CannotMeasure(f"{title} answered {len(answer.files)} of {len(chosen)} recordings.")
            return _Heard({row.path: file for row, file in zip(chosen, answer.files, strict=True)})

        ours = hear("ours", "Vivavoce", OUR_SIDE)
        other = hear("plain", "faster-whisper", PEER_SIDE)
        unread = [row.path for row in chosen if ours.answers[row.path].trouble and other.answers[row.path].trouble]
        scores = [
            _scored(heard, path=written / f"{title}.jsonl", scorer=scorer, without=unread)
            for heard, title in ((ours, "vivavoce"), (other, "faster-whisper"))
        ]
    figures = _set_figures(*scores, table={} if quick else TABLE.get(model, {}))
    if silent := [row.path for row in chosen if row.set == NONSPEECH]:
        heard = Figure(
            "nonspeech_words", "nonspeech, words", ours.words(silent), other.words(silent), None, 0.0, GoalOn.OURS, 0
        )
        figures.append(heard)
    setting = (
        f"{len(chosen)} recordings, {sum(row.duration_s for row in chosen) / 60:.0f} min, speech model {model}, int8, "
        f"beam 5, {threads} threads; the other is faster-whisper without VAD, in the same run"
    )
    details = _details(ours, other, chosen=chosen, unread=unread, scores=scores[0], quick=quick, keep=keep)
    return Measurement("accuracy", workbench.machine, tuple(figures), setting, tuple(details))


def choose_recordings(
    rows: Sequence[Recording], *, sets: Sequence[str] = (), english_only: bool = False, quick: bool = False
) -> list[Recording]:
    """What can be scored: recordings with words, and those where there must be none."""
    rows = [row for row in rows if row.transcript or row.set == NONSPEECH]
    if unknown := set(sets) - {row.set for row in rows}:
        there = ", ".join(sorted({row.set for row in rows}))
        raise CannotMeasure(f"There is no set called “{min(unknown)}”. There are: {there}.")
    if sets:
        rows = [row for row in rows if row.set in sets]
    if english_only:
        rows = [row for row in rows if row.language in {"en", ""}]
    if not quick:
        return rows
    picked: list[Recording] = []
    for name in dict.fromkeys(row.set for row in rows):
        those = [row for row in rows if row.set == name and row.duration_s <= QUICK_LONGEST_S]
        step = max(1, len(those) // QUICK_FILES)
        picked += those[::step][:QUICK_FILES]
    return picked


def _scored(heard: _Heard, *, path: Path, scorer: Path, without: Sequence[str]) -> list[SetScore]:
    """A recording that one side alone could not read counts as nothing heard; one that none could read is left out."""
    write_hypotheses(path, {name: answer.text for name, answer in heard.answers.items() if name not in without})
    return score_sets(scorer, path)


def _set_figures(ours: Sequence[SetScore], other: Sequence[SetScore], *, table: dict[str, float]) -> list[Figure]:
    theirs = {(score.set, score.rate): score.percent for score in other}
    figures: list[Figure] = []
    for score in sorted(ours, key=lambda score: (score.set not in table, score.set)):
        beside = theirs.get((score.set, score.rate))
        goal = table.get(score.set)
        figures.append(
            Figure(
                key=f"{score.rate.lower()}_{score.set}",
                title=f"{score.set}, {score.rate} % ({score.files} files)",
                ours=score.percent,
                other=beside,
                ratio=score.percent / beside if beside else None,
                goal=None if goal is None else round(goal + ALLOWED_POINTS, 2),
                goal_on=GoalOn.OURS,
                digits=2,
            )
        )
    return figures


def _details(
    ours: _Heard,
    other: _Heard,
    *,
    chosen: Sequence[Recording],
    unread: Sequence[str],
    scores: Sequence[SetScore],
    quick: bool,
    keep: Path | None,
) -> list[str]:
    aside = [name for name, answer in ours.answers.items() if answer.set_aside]
    seconds = [sum(answer.seconds for answer in heard.answers.values()) for heard in (ours, other)]
    lines = [
        f"Goals are the table in the README of the speech data + {ALLOWED_POINTS} points."
        if not quick
        else "A few files of each set: too few to compare with the table, so there is no goal but nonspeech.",
        f"{sum(score.units for score in scores)} words and characters; seconds: ours {seconds[0]:.0f}, "
        f"other {seconds[1]:.0f}; recordings with something quarantined: {len(aside)}",
    ]
    for title, heard in (("Vivavoce", ours), ("faster-whisper", other)):
        for row in chosen:
            if trouble := heard.answers[row.path].trouble:
                lines.append(f"{title}, {row.path}: {trouble}{' (left out)' if row.path in unread else ''}")
    if keep is not None:
        lines.append(f"What was written down is in {keep}.")
    return lines
