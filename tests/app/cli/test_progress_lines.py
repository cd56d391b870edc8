import json
from dataclasses import replace

import pytest

from app.announcements import JobProgressAnnounced
from app.cli.progress_lines import JsonLines, OneLine, SparseLines, progress_lines
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobState
from engine.contract.messages import Stage


def progress(
    fraction: float, seconds_left: float | None = None, stage: Stage = Stage.RECOGNISING
) -> JobProgressAnnounced:
    return JobProgressAnnounced(JobId("j"), MeetingId("m"), JobState.RUNNING, stage, fraction, seconds_left)


def test_a_log_gets_a_line_a_stage_and_a_tenth(capsys: pytest.CaptureFixture[str]):
    lines = SparseLines()
    lines.tell("a.mp3", progress(0.0, stage=Stage.READING))
    for percent in range(10, 31):
        lines.tell("a.mp3", progress(percent / 100, 600.0))
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "a.mp3:   0% reading the file",
        "a.mp3:  10% transcribing, 10 min left",
        "a.mp3:  20% transcribing, 10 min left",
        "a.mp3:  30% transcribing, 10 min left",
    ]


def test_a_worker_is_named(capsys: pytest.CaptureFixture[str]):
    lines = SparseLines()
    lines.tell("a.mp3", replace(progress(0.5, 60.0), worker="desk-gpu"))
    assert capsys.readouterr().err == "a.mp3:  50% transcribing on desk-gpu, 60 s left\n"


def test_a_terminal_gets_one_line_that_is_taken_away(capsys: pytest.CaptureFixture[str]):
    lines = OneLine()
    lines.tell("a.mp3", progress(0.5, 7000))
    lines.tell("a.mp3", progress(0.6, 42.4))
    lines.end("a.mp3", "failed", "It broke.", [])
    assert capsys.readouterr().err == (
        "\r\x1b[Ka.mp3:  50% transcribing, 1 h 57 min left"
        "\r\x1b[Ka.mp3:  60% transcribing, 42 s left"
        "\r\x1b[Ka.mp3: It broke.\n"
    )


def test_a_program_gets_json(capsys: pytest.CaptureFixture[str]):
    lines = JsonLines()
    lines.tell("会.mp3", progress(0.123456, None, Stage.LOADING))
    lines.note("Something.")
    lines.end("会.mp3", "done", "", ["a.txt"])
    said = capsys.readouterr().err
    assert "会" in said
    assert [json.loads(line) for line in said.splitlines()] == [
        {"file": "会.mp3", "stage": "loading", "fraction": 0.1235, "seconds_left": None},
        {"file": None, "note": "Something."},
        {"file": "会.mp3", "state": "done", "error": None, "paths": ["a.txt"]},
    ]


def test_who_is_looking_decides():
    assert isinstance(progress_lines(as_json=True), JsonLines)
    assert type(progress_lines(as_json=False)) is SparseLines, "under test nobody looks"
