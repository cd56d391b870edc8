"""Rare words: which recordings hold which, and how many of them, and of all other words, are wrong.

A published list of rare words over real utterances (``rare_words.jsonl`` of the speech data; its README names the
source). A word is wrong where the alignment of what was said with what was written puts another or none in its place;
a word that nobody said counts where it belongs by itself: a rare one to the rare ones.
"""

import json
import random
import runpy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.speech_data import SpeechData

LIST = "rare_words.jsonl"
SEED = 7
"""The unused terms are the same in every run."""


@dataclass(frozen=True, slots=True)
class RareUtterance:
    """One recording of the list."""

    path: str
    """As the manifest names it."""
    said: str
    rare: tuple[str, ...]
    """The rare words in it."""
    offered: tuple[str, ...]
    """The rare words among others that are not said in it."""


@dataclass(frozen=True, slots=True)
class WordCount:
    """Words that were said, and how many of them are wrong."""

    wrong: int
    said: int

    @property
    def percent(self) -> float:
        """Wrong ones in a hundred."""
        return 100 * self.wrong / self.said if self.said else 0.0


@dataclass(frozen=True, slots=True)
class RareScore:
    """Both counts."""

    rare: WordCount
    other: WordCount


def read_rare_words(data: SpeechData) -> list[RareUtterance]:
    """The list. Raises ``CannotMeasure`` where there is none."""
    path = data.folder / LIST
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    except FileNotFoundError as error:
        raise CannotMeasure(f"The list of rare words is not there: {path}.") from error
    said = {row.path: row.transcript for row in data.recordings()}
    return [
        RareUtterance(row["path"], said.get(row["path"], ""), tuple(row["rare_words"]), tuple(row["offered_terms"]))
        for row in rows
    ]


def rare_terms(utterances: Sequence[RareUtterance]) -> list[str]:
    """Every rare word that is said, once."""
    return sorted({word for each in utterances for word in each.rare})


def unused_terms(utterances: Sequence[RareUtterance], count: int) -> list[str]:
    """So many terms of the list that nobody says in any of the utterances."""
    used = {word.casefold() for each in utterances for word in (*each.rare, *each.said.split())}
    offered = sorted({term for each in utterances for term in each.offered if term.casefold() not in used})
    return sorted(random.Random(SEED).sample(offered, min(count, len(offered))))


class RareWordScorer:
    """Counts wrong words, with the shared scorer's rules for what is the same word."""

    def __init__(self, data: SpeechData) -> None:
        try:
            import jiwer  # noqa: PLC0415  of the dev extra
        except ImportError as error:
            raise CannotMeasure(
                "Measuring needs jiwer, as the tests do: run “bash installers/test.sh” once."
            ) from error
        self._compare = jiwer.process_words
        # Run, not imported: an import would leave its byte code beside a script that is not ours.
        self._normal: Callable[[str, str], str] = runpy.run_path(str(data.scorer))["normal"]

    def score(self, utterances: Sequence[RareUtterance], written: Mapping[str, str]) -> RareScore:
        """Score what was written, by path; an utterance that is not there counts as nothing written."""
        rare_words = {self._normal(word, "en") for each in utterances for word in each.rare}
        wrong, said = [0, 0], [0, 0]
        for each in utterances:
            reference, hypothesis = self._normal(each.said, "en"), self._normal(written.get(each.path, ""), "en")
            words, heard = reference.split(), hypothesis.split()
            for word in words:
                said[word in rare_words] += 1
            for chunk in self._compare(reference, hypothesis).alignments[0]:
                if chunk.type == "equal":
                    continue
                lost = words[chunk.ref_start_idx : chunk.ref_end_idx]
                for word in lost or heard[chunk.hyp_start_idx : chunk.hyp_end_idx]:
                    wrong[word in rare_words] += 1
        return RareScore(WordCount(wrong[1], said[1]), WordCount(wrong[0], said[0]))
