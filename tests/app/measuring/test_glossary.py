"""Rare words with and without a glossary, on three runs of the same utterances."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from app.measuring.glossary import measure_glossary
from app.measuring.workbench import OUR_SIDE, Workbench
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Measurement
from engine.bench.side import FileAnswer, SideAnswer, SideRequest
from engine.bench.speech_data import SpeechData
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides

SAID = {"libri/a.flac": "at helstone he was shoppy", "libri/b.flac": "the reciter said anon"}
RARE = {"libri/a.flac": ["helstone", "shoppy"], "libri/b.flac": ["anon"]}

RARE_WORDS = {word for words in RARE.values() for word in words}


def data(folder: Path) -> SpeechData:
    builder = SpeechDataBuilder(folder)
    for path, text in SAID.items():
        builder.recording(path, text)
    made = builder.build()
    rows = [
        {"path": path, "rare_words": words, "offered_terms": [*words, "baboons", "reciter", "zebra"]}
        for path, words in RARE.items()
    ]
    (made.folder / "rare_words.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return made


class Sides:
    """Hears rare words only where the glossary has them; a glossary of many terms costs a word."""

    def __init__(self) -> None:
        self.requests: list[SideRequest] = []

    def __call__(
        self, module: str, request: SideRequest, on_file: Callable[[FileAnswer], None] = lambda _: None
    ) -> SideAnswer:
        assert module == OUR_SIDE
        self.requests.append(request)
        known = {term.text for term in request.glossary}
        heard: dict[str, str] = {}
        for path, text in SAID.items():
            words = [word if word in known or word not in RARE_WORDS else "what" for word in text.split()]
            heard[path] = " ".join("a" if word == "he" and "zebra" in known else word for word in words)
        return FakeSides(heard={"ours": heard})(module, request, on_file)


def measured(folder: Path) -> tuple[Measurement, Sides]:
    sides = Sides()
    made = data(folder)
    bench = Workbench(data=made, machine=A_MACHINE, model_folder=lambda name: made.folder / name, run_side=sides)
    return measure_glossary(bench), sides


def test_both_rates_are_told_beside_the_run_without_a_glossary_and_held_against_their_goals(tmp_path: Path):
    measurement, _ = measured(tmp_path)
    figures = {figure.key: figure for figure in measurement.figures}
    assert (figures["rare_glossary"].ours, figures["rare_glossary"].other) == (0.0, 100.0)
    assert figures["rare_glossary"].met is True
    assert (figures["other_glossary"].ours, figures["other_glossary"].met) == (0.0, True)
    assert (round(figures["other_glossary_and_unused"].ours, 1), figures["other_glossary_and_unused"].met) == (
        16.7,
        False,
    )
    assert any("no glossary: rare 3 of 3 wrong, other 0 of 6" in line for line in measurement.details)


def test_the_runs_know_nothing_then_every_rare_word_then_also_terms_that_nobody_says(tmp_path: Path):
    _, sides = measured(tmp_path)
    glossaries = [[term.text for term in request.glossary] for request in sides.requests]
    assert glossaries == [[], ["anon", "helstone", "shoppy"], ["anon", "helstone", "shoppy", "baboons", "zebra"]]


def test_without_the_list_nothing_is_measured(tmp_path: Path):
    made = SpeechDataBuilder(tmp_path).recording("a/a.flac", "one").build()
    bench = Workbench(data=made, machine=A_MACHINE, model_folder=lambda name: made.folder / name, run_side=Sides())
    with pytest.raises(CannotMeasure):
        measure_glossary(replace(bench))
