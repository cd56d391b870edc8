"""Tests of the sound on disk."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.contract.audio import SampleIndex
from engine.contract.segments import GapReason, RecognisedGap

REPORT = DecodedMedia(
    SampleIndex(1000),
    (RecognisedGap(0, SampleIndex(100), SampleIndex(200), GapReason.DAMAGED_MEDIA),),
    ("1 damaged part, 0.0 s lost.", "静音"),
)


@pytest.fixture
def folder(tmp_path: Path) -> SoundFolder:
    folder = SoundFolder(tmp_path / "meeting" / "sound")
    folder.prepare(0)
    folder.pcm_path(0).write_bytes(np.arange(1000, dtype="<i2").tobytes())
    folder.write_marker(0, REPORT)
    return folder


def test_the_report_comes_back_as_it_was(folder: SoundFolder) -> None:
    assert folder.is_complete()
    assert folder.decoded() == REPORT
    assert folder.length() == 1000


def test_reading_gives_what_is_there(folder: SoundFolder) -> None:
    assert folder.read(10, 13).tolist() == pytest.approx([10 / 32768, 11 / 32768, 12 / 32768])
    assert folder.read(10, 13).dtype == np.float32
    assert len(folder.read(990, 2000)) == 10
    assert len(folder.read(5000, 6000)) == 0
    assert len(folder.read(-5, 5)) == 5
    assert len(folder.read(5, 5)) == 0


def test_without_its_marker_nothing_is_complete(folder: SoundFolder) -> None:
    (folder.path / "track-0.json").unlink()
    assert not folder.is_complete()
    assert folder.decoded() is None


@pytest.mark.parametrize("content", ["", "{}", "[]", "null", '{"version": 1, "rate_hz": 16000, "length": null}', "\0"])
def test_a_marker_that_is_not_ours_counts_for_nothing(content: str, folder: SoundFolder) -> None:
    (folder.path / "track-0.json").write_text(content)
    assert not folder.is_complete()


def test_a_marker_of_another_version_counts_for_nothing(folder: SoundFolder) -> None:
    path = folder.path / "track-0.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | {"version": 2}))
    assert not folder.is_complete()


def test_sound_that_lost_its_end_is_not_complete(folder: SoundFolder) -> None:
    os.truncate(folder.pcm_path(0), 1500)
    assert not folder.is_complete()


def test_an_empty_folder_has_no_sound(tmp_path: Path) -> None:
    folder = SoundFolder(tmp_path / "nothing")
    assert not folder.is_complete()
    assert folder.length() == 0
    assert folder.playback_path() is None
    assert folder.decoded() is None
    assert not folder.path.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_only_the_owner_may_listen(folder: SoundFolder) -> None:
    assert folder.path.stat().st_mode & 0o077 == 0
    assert (folder.path / "track-0.json").stat().st_mode & 0o077 == 0


def test_a_new_decode_begins_with_nothing(folder: SoundFolder) -> None:
    folder.prepare(0)
    assert list(folder.path.iterdir()) == []


def test_a_recording_is_never_cleared_for_a_decode(folder: SoundFolder) -> None:
    """Case 14: what is sound is never deleted by itself."""
    (folder.path / "track-1.journal").touch()
    before = {path: path.read_bytes() for path in folder.path.iterdir()}
    folder.clear(0)
    with pytest.raises(FileExistsError):
        folder.prepare(0)
    assert {path: path.read_bytes() for path in folder.path.iterdir()} == before
    assert folder.is_recording
