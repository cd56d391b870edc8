"""``vivavoce measure glossary``: rare words with and without a glossary that holds them, and what it costs the others.

Three runs of what the import queue commits, on the same utterances: without a glossary, with the rare words of all
utterances as one course's glossary, and with a hundred terms beside them that nobody says. Runs on the main thread of a
command; each run is a process of its own.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.measuring.workbench import OUR_SIDE, Workbench
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.bench.rare_words import (
    RareScore,
    RareUtterance,
    RareWordScorer,
    rare_terms,
    read_rare_words,
    unused_terms,
)
from engine.bench.side import FileAnswer, SideRequest, SoundFile
from engine.contract.options import GlossaryTerm

UNUSED = 100
HALF = 0.5
ALLOWED_POINTS = 0.2
"""Points by which the other words may get worse."""
QUICK_EVERY = 3
"""With ``quick``, one utterance of so many."""


@dataclass(frozen=True, slots=True)
class _Run:
    title: str
    score: RareScore
    seconds: float
    halves: tuple[RareScore, RareScore]
    troubles: tuple[str, ...]


def measure_glossary(
    workbench: Workbench, *, model: str = "base", threads: int = 2, quick: bool = False
) -> Measurement:
    """Transcribe three times and compare.

    Raises:
        CannotMeasure: something needed is not here.
        SpeechModelError: the speech model is not here.
    """
    folder = workbench.model_folder(model)
    whole = read_rare_words(workbench.data)
    scorer = RareWordScorer(workbench.data)
    chosen = whole[::QUICK_EVERY] if quick else whole
    # The glossary is that of the course: also what is not said in the utterances that are measured.
    rare, unused = rare_terms(whole), unused_terms(whole, UNUSED)

    def run(title: str, terms: Sequence[str]) -> _Run:
        answers = _hear(workbench, chosen, terms, title=title, model=model, folder=folder, threads=threads)
        written = {each.path: answer.text for each, answer in zip(chosen, answers, strict=True)}
        half = len(chosen) // 2
        return _Run(
            title,
            scorer.score(chosen, written),
            sum(answer.seconds for answer in answers),
            (scorer.score(chosen[:half], written), scorer.score(chosen[half:], written)),
            tuple(f"{title}, {answer.path}: {answer.trouble}" for answer in answers if answer.trouble),
        )

    plain = run("no glossary", [])
    runs = [run("glossary", rare), run(f"glossary and {len(unused)} unused terms", [*rare, *unused])]
    figures = [
        figure
        for name, each in zip(("glossary", "glossary_and_unused"), runs, strict=True)
        for figure in _figures(name, each, plain)
    ]
    setting = (
        f"{len(chosen)} utterances with {plain.score.rare.said} rare and {plain.score.other.said} other words; "
        f"{len(rare)} terms, then {len(rare) + len(unused)}; speech model {model}, int8, {threads} threads"
    )
    return Measurement("glossary", workbench.machine, tuple(figures), setting, tuple(_details(plain, runs)))


def _hear(
    workbench: Workbench,
    chosen: Sequence[RareUtterance],
    terms: Sequence[str],
    *,
    title: str,
    model: str,
    folder: Path,
    threads: int,
) -> tuple[FileAnswer, ...]:
    count = 0

    def on_file(_: FileAnswer) -> None:
        nonlocal count
        count += 1
        if count % 10 == 0 or count == len(chosen):
            workbench.tell(f"{title}: {count} of {len(chosen)} recordings")

    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as scratch:
        request = SideRequest(
            kind="ours",
            model=model,
            model_folder=str(folder),
            scratch=scratch,
            files=tuple(SoundFile(str(workbench.data.folder / each.path), "en") for each in chosen),
            threads=threads,
            glossary=tuple(GlossaryTerm(term) for term in terms),
        )
        return workbench.run_side(OUR_SIDE, request, on_file).files


def _figures(name: str, run: _Run, plain: _Run) -> list[Figure]:
    rare, before = run.score.rare.percent, plain.score.rare.percent
    other, usual = run.score.other.percent, plain.score.other.percent
    return [
        Figure(
            f"rare_{name}",
            f"rare words wrong, %: {run.title}",
            rare,
            before,
            rare / before if before else None,
            HALF,
            GoalOn.RATIO,
            2,
        ),
        Figure(
            f"other_{name}",
            f"other words wrong, %: {run.title}",
            other,
            usual,
            other / usual if usual else None,
            round(usual + ALLOWED_POINTS, 2),
            GoalOn.OURS,
            2,
        ),
    ]


def _details(plain: _Run, runs: Sequence[_Run]) -> list[str]:
    lines = [
        "“other” is the same run without a glossary; a rare word is wrong where it is missing, changed or made up."
    ]
    for each in (plain, *runs):
        rare, other = each.score.rare, each.score.other
        halves = "; ".join(
            f"{title} half {half.rare.wrong} of {half.rare.said} and {half.other.wrong} of {half.other.said}"
            for title, half in zip(("first", "second"), each.halves, strict=True)
        )
        lines.append(
            f"{each.title}: rare {rare.wrong} of {rare.said} wrong, other {other.wrong} of {other.said}; {halves}; "
            f"{each.seconds:.0f} s"
        )
    return [*lines, *(trouble for each in (plain, *runs) for trouble in each.troubles)]
