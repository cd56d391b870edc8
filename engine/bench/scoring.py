"""Wrong words in percent, counted by the shared scorer, so that every figure in the house is counted alike."""

import json
import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bench.cannot_measure import CannotMeasure


@dataclass(frozen=True, slots=True)
class SetScore:
    """Wrong words of one set of recordings."""

    set: str
    rate: str
    """``WER`` by word, ``CER`` by character."""
    percent: float
    units: int
    """Words or characters that were said."""
    files: int


def write_hypotheses(path: Path, texts: Mapping[str, str]) -> None:
    """The file that the scorer reads: one line for each recording, by its name in the manifest."""
    lines = [json.dumps({"path": name, "text": text}, ensure_ascii=False) for name, text in texts.items()]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def score_sets(scorer: Path, hypotheses: Path) -> list[SetScore]:
    """Score a file of hypotheses by set. A set with several ways of counting comes once for each."""
    command = [sys.executable, str(scorer), "text", str(hypotheses), "--by", "set"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it wrote nothing"])[-1]
        raise CannotMeasure(f"The scorer stopped: {last}. “bash installers/test.sh” installs what it needs.")
    rows: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    return [SetScore(row["group"], row["rate"], row["percent"], row["units"], row["files"]) for row in rows]


def wrong_words_percent(scorer: Path, reference: str, hypothesis: str, *, language: str) -> float:
    """Score one text that is in no manifest, such as several meetings joined; rules of the scorer."""
    try:
        import jiwer  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure("Measuring needs jiwer, as the tests do: run “bash installers/test.sh” once.") from error
    # Run, not imported: an import would leave its byte code beside a script that is not ours.
    normal: Callable[[str, str], str] = runpy.run_path(str(scorer))["normal"]
    found = jiwer.process_words(normal(reference, language), normal(hypothesis, language))
    return 100 * found.wer


def word_errors(said: Sequence[str], found: Sequence[str]) -> tuple[int, int]:
    """Wrong words and words that were said, of texts that were normalised, each held against its own."""
    try:
        import jiwer  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure("Measuring needs jiwer, as the tests do: run “bash installers/test.sh” once.") from error
    counted = jiwer.process_words(list(said), list(found))
    errors = counted.substitutions + counted.deletions + counted.insertions
    return errors, counted.hits + counted.substitutions + counted.deletions
