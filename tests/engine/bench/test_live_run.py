from pathlib import Path

import pytest

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.live_run import LiveRequest, run_live

COMMAND = "tests.fakes.listening_process"
SOUND = Path("meeting.flac")


def test_a_run_gives_its_lines_and_the_cpu_time_of_all_its_processes():
    answer = run_live(COMMAND, LiveRequest(SOUND, "base", "en", 12.5))
    (line,) = answer.lines
    assert line["text"] == (
        "listen --source file:meeting.flac --pace realtime --no-library --model base --language en --seconds 12.50"
    )
    assert line["full"] is None
    assert len(answer.cpu_s) == 2
    assert max(answer.cpu_s.values()) >= 0.5


def test_the_thirty_second_window_is_asked_for():
    answer = run_live(COMMAND, LiveRequest(SOUND, "base", "en", has_full_window=True))
    assert answer.lines[0]["full"] == "1"
    assert "--seconds" not in answer.lines[0]["text"]


def test_a_run_that_breaks_down_says_its_last_words():
    with pytest.raises(CannotMeasure, match="The speech model “broken” is not here"):
        run_live(COMMAND, LiveRequest(SOUND, "broken", "en"))
