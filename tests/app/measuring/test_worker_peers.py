"""What a worker suffers, small: the measurement runs against the real one."""

import asyncio
from pathlib import Path

import pytest

from app.measuring.served_worker import Footprint
from app.measuring.worker_peers import PeerReport, details_of, figures_of, suffer


def test_nothing_wrong_meets_every_goal_and_anything_wrong_does_not():
    small = Footprint(100_000_000, 20, 10)
    good = PeerReport(good_ms=[50.0, 70.0], before=small, after=small, exit_code=0)
    assert all(figure.met for figure in figures_of(good))
    assert "asked 2 times" in details_of(good)[0]
    bad = PeerReport(
        stuck_streams=1,
        stuck_connections=1,
        untrusted_answers=1,
        good_missed=1,
        before=small,
        after=Footprint(200_000_000, 21, 20),
        exit_code=-11,
    )
    assert not any(figure.met for figure in figures_of(bad))


@pytest.mark.slow
def test_a_real_worker_comes_through(tmp_path: Path, speech_models: Path):
    report = asyncio.run(
        suffer(tmp_path, speech_models / "tiny.en", messages=60, connections=5, seed=7, tell=lambda _: None)
    )
    assert report.messages == 60
    assert report.connections == 5
    assert report.exit_code == 0
    assert report.good_ms
    wrong = (report.untrusted_answers, report.good_missed, report.stuck_streams, report.stuck_connections)
    assert wrong == (0, 0, 0, 0)
