"""``vivavoce listen`` on a real sound server: speech is played, recorded, and understood by a real speech model."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from app.composition import compose_library
from app.folders import find_folders
from engine.contract.audio import TrackKind
from engine.contract.places import ROOT
from tests.builders.speech_clips import AUDIO, transcript_of
from tests.hardware.virtual_devices import SINK, find

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the virtual sound card is made of Linux programs"),
]

CLIP = "1998-15444-0001.flac"
PATIENCE_S = 120.0


def listen(environment: dict[str, str], models: Path, source: str, *, seconds: float) -> list[dict[str, Any]]:
    """The lines of a run during which the clip was played twice, once the speech model was loaded."""
    folders = find_folders()
    folders.make()
    folders.models.rmdir()
    folders.models.symlink_to(models, target_is_directory=True)
    command = [sys.executable, "-P", "-m", "app.cli.main", "listen", "--source", source, "--model", "tiny.en"]
    command += ["--language", "en", "--seconds", str(seconds)]
    environment = environment | {"VIVAVOCE_HOME": os.environ["VIVAVOCE_HOME"], "PYTHONPATH": str(ROOT)}
    found: list[dict[str, Any]] = []
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            found.append(json.loads(line))
            if found[-1]["kind"] == "level":
                break
        play(environment)
        found += [json.loads(line) for line in process.stdout]
        assert process.wait(PATIENCE_S) == 0, process.stderr.read()
    return found


def play(environment: dict[str, str]) -> None:
    """The clip out of the silent output."""
    player = [find("paplay"), f"--device={SINK}", str(AUDIO / CLIP)]
    subprocess.run(player, env=environment, check=True, timeout=PATIENCE_S, capture_output=True)
    time.sleep(0.5)


def words_of(found: list[dict[str, Any]], track: int) -> set[str]:
    lines = [line for line in found if line["kind"] == "segment" and line["track"] == track]
    return set(" ".join(line["text"] for line in lines).casefold().replace(".", "").replace(",", "").split())


def share_understood(words: set[str]) -> float:
    wanted = set(transcript_of(CLIP).casefold().replace(".", "").replace(",", "").split())
    return len(words & wanted) / len(wanted)


@pytest.mark.parametrize(("source", "kind"), [("mic", TrackKind.MICROPHONE), ("computer", TrackKind.COMPUTER)])
def test_what_is_played_is_heard(virtual_sound_card: dict[str, str], speech_models: Path, source: str, kind: TrackKind):
    found = listen(virtual_sound_card, speech_models, source, seconds=10)
    assert share_understood(words_of(found, 0)) > 0.4, words_of(found, 0)
    meeting_id = next(line["meeting"] for line in found if "meeting" in line)
    with compose_library(find_folders()) as library:
        meeting = library.meeting(meeting_id)
        assert [track.kind for track in meeting.tracks] == [kind]
        assert meeting.duration_ms >= 10_000
        text = " ".join(segment.text for segment in library.transcript(meeting_id).segments)
        assert share_understood(set(text.casefold().replace(".", "").replace(",", "").split())) > 0.4
        assert library.transcript(meeting_id).gaps == ()


def test_both_sources_are_two_tracks_of_one_length(virtual_sound_card: dict[str, str], speech_models: Path):
    found = listen(virtual_sound_card, speech_models, "both", seconds=10)
    meeting_id = next(line["meeting"] for line in found if "meeting" in line)
    assert share_understood(words_of(found, 1)) > 0.4, "the computer's track says it"
    with compose_library(find_folders()) as library:
        meeting = library.meeting(meeting_id)
        assert [track.kind for track in meeting.tracks] == [TrackKind.MICROPHONE, TrackKind.COMPUTER]
        lengths = {mark.length_ms for mark in library.track_marks(meeting_id)}
        assert len(lengths) == 1
        assert library.coverage(meeting_id).understood == pytest.approx(1.0)
