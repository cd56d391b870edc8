from pathlib import Path

import pytest

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.side import FileAnswer, SideRequest, SoundFile, run_side

ECHO = "tests.fakes.echo_side"


def request(kind: str, folder: Path) -> SideRequest:
    files = (SoundFile("/sounds/first.wav", "en"), SoundFile("/sounds/第二.wav", "zh"))
    return SideRequest(kind, "base", str(folder), str(folder), files)


def test_a_side_answers_file_by_file_whatever_its_libraries_print(tmp_path: Path):
    seen: list[FileAnswer] = []
    answer = run_side(ECHO, request("ours", tmp_path), seen.append)
    assert [file.text for file in answer.files] == ["first in en", "第二 in zh"]
    assert list(answer.files) == seen
    assert (answer.seconds, answer.peak_megabytes, answer.end.start_s) == (1.0, 3.0, 1.5)


def test_a_side_that_dies_says_its_last_words(tmp_path: Path):
    with pytest.raises(CannotMeasure, match="echo_side broke down: there is no room left"):
        run_side(ECHO, request("dies", tmp_path))


def test_a_side_that_speaks_nonsense_is_ended(tmp_path: Path):
    """The guards see to it that the process is gone."""
    with pytest.raises(CannotMeasure, match="echo_side broke down"):
        run_side(ECHO, request("speaks nonsense", tmp_path))


def test_a_side_that_is_interrupted_leaves_no_process_behind(tmp_path: Path):
    def interrupt(_: FileAnswer) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_side(ECHO, request("speaks nonsense", tmp_path), interrupt)


def test_a_side_that_cannot_start_is_named(tmp_path: Path):
    with pytest.raises(CannotMeasure, match=r"tests\.fakes\.nobody broke down: .*No module named"):
        run_side("tests.fakes.nobody", request("ours", tmp_path))
