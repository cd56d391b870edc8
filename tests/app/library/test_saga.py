"""What touches sound, words, index and caches is whole or not at all, wherever it is killed."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from app.cached_speech import CachedSpeech
from app.library.library import Library
from app.library.opening import Circumstances
from app.library.saga import MAKING, NOTE, Saga, end_interrupted
from app.meetings.identifiers import MeetingId
from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.contract.audio import TrackKind
from tests.builders.assembled import Sounding, recorded
from tests.builders.library import open_library

MADE = MeetingId("made")
Check = Callable[[Library, Path, list[Sounding]], None]


def texts(library: Library) -> dict[str, list[str]]:
    return {
        row.meeting.title: [s.text for s in library.transcript(row.meeting.id).segments] for row in library.meetings()
    }


OLD = {title: [f"{title} first line", f"{title} second line here"] for title in ("first", "second")}


def is_deleted_or_not(library: Library, cache: Path, meetings: list[Sounding]) -> None:
    """Whole, or nothing of it is left anywhere."""
    gone = meetings[0].meeting.id
    store = DiskStore(cache / SEGMENT_FOLDER)
    if "first" in texts(library):
        assert texts(library) == OLD
        assert_sound(library, meetings[0])
        assert store.get(f"exact/{gone}") is not None
        assert len(library.search("first line", meeting_id=gone)) == 2
    else:
        assert texts(library) == {"second": OLD["second"]}
        assert not library.meeting_folder(gone).exists()
        assert store.get(f"exact/{gone}") is None
        assert library.search("first line", meeting_id=gone) == []
    assert store.get(f"exact/{meetings[1].meeting.id}") is not None
    store.close()


def is_merged_or_not(library: Library, cache: Path, meetings: list[Sounding]) -> None:
    names = [row.meeting.id for row in library.meetings()]
    if len(names) == 2:
        assert texts(library) == OLD
        assert library.binned_meetings() == []
    else:
        assert [line.text for line in library.transcript(names[0]).segments] == [*OLD["first"], *OLD["second"]]
        sound = np.fromfile(library.meeting_folder(names[0]) / "track-0.pcm", "<i2")
        assert np.array_equal(sound, np.concatenate([each.tracks[0] for each in meetings]))
        assert len(library.binned_meetings()) == 2
    for each in meetings:
        assert_sound(library, each)


def is_split_or_not(library: Library, cache: Path, meetings: list[Sounding]) -> None:
    said = texts(library)
    if "first" in said:
        assert said == OLD
    else:
        parts = sorted(row.meeting.title for row in library.meetings() if row.meeting.title != "second")
        assert [line for part in parts for line in said[part]] == OLD["first"]
        folders = [library.meeting_folder(row.meeting.id) for row in library.meetings() if row.meeting.title in parts]
        sizes = sum((folder / "track-0.pcm").stat().st_size for folder in folders)
        assert sizes == meetings[0].tracks[0].nbytes
        assert [row.meeting.id for row in library.binned_meetings()] == [meetings[0].meeting.id]
    assert_sound(library, meetings[0])


def is_replaced_or_not(library: Library, cache: Path, meetings: list[Sounding]) -> None:
    """The old text or the new one, never some of each, and found is what is shown."""
    said = texts(library)["first"]
    assert said in (OLD["first"], ["quite another", "text than before"])
    first = meetings[0].meeting.id
    assert len(library.search("quite another", meeting_id=first)) == (said != OLD["first"])
    assert len(library.search("first line", meeting_id=first)) == (2 if said == OLD["first"] else 0)
    assert_sound(library, meetings[0])


CHECKS: dict[str, Check] = {
    "delete": is_deleted_or_not,
    "merge": is_merged_or_not,
    "split": is_split_or_not,
    "rerun": is_replaced_or_not,
}


def assert_sound(library: Library, sounding: Sounding) -> None:
    sound = np.fromfile(library.meeting_folder(sounding.meeting.id) / "track-0.pcm", "<i2")
    assert np.array_equal(sound, sounding.tracks[0])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a killed child is forked")
@pytest.mark.parametrize("operation", CHECKS)
def test_killed_after_any_step_the_next_start_completes_or_undoes_it(tmp_path: Path, operation: str):
    """Case 98."""
    library = open_library(tmp_path / "library")
    meetings = [
        recorded(library, title, seconds=3.0, seed=seed, kinds=(TrackKind.MICROPHONE,), minutes=seed)
        for seed, title in enumerate(OLD)
    ]
    library.close()
    store = DiskStore(tmp_path / "cache" / SEGMENT_FOLDER)
    for each in meetings:
        store.put(f"exact/{each.meeting.id}", b"words", tag=each.meeting.id)
    store.close()

    done = subprocess.run(
        [sys.executable, "-m", "tests.fakes.killed_library", str(tmp_path), operation],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    copies = [Path(line.split(maxsplit=1)[1]) for line in done.stdout.splitlines()]
    assert len(copies) >= 4
    for copy in copies:
        forget = CachedSpeech(copy / "cache").forget
        library = open_library(copy / "library", circumstances=Circumstances(forget_speech=forget))
        library.set_language(meetings[1].meeting.id, "en", 1.0).result()  # what a start writes is written
        CHECKS[operation](library, copy / "cache", meetings)
        known = {row.meeting.id for row in (*library.meetings(), *library.binned_meetings())}
        assert {path.name for path in (copy / "library" / "meetings").iterdir()} == known
        assert library.check().is_good
        library.close()


def test_what_was_killed_before_its_rows_is_undone(tmp_path: Path):
    Saga(tmp_path, made=[MADE]).__enter__()
    for name in (f"{MAKING}{MADE}", MADE, "old"):
        (tmp_path / name).mkdir()
    assert end_interrupted(tmp_path, is_written=lambda _: False) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_what_was_killed_behind_its_rows_stays(tmp_path: Path):
    Saga(tmp_path, made=[MADE]).__enter__()
    (tmp_path / MADE).mkdir()
    assert end_interrupted(tmp_path, is_written=lambda _: True) == 1
    assert [path.name for path in tmp_path.iterdir()] == [MADE]


@pytest.mark.parametrize("content", [b"", b"{", json.dumps({"made": [MADE], "format": 2}).encode()])
def test_a_note_that_is_not_understood_removes_nothing(tmp_path: Path, content: bytes):
    (tmp_path / f"{NOTE}1.json").write_bytes(content)
    (tmp_path / MADE).mkdir()
    assert end_interrupted(tmp_path, is_written=lambda _: False) == 0
    assert (tmp_path / MADE).exists()


def test_a_name_that_leads_elsewhere_removes_nothing(tmp_path: Path):
    meetings = tmp_path / "meetings"
    meetings.mkdir()
    (tmp_path / "other").mkdir()
    (meetings / f"{NOTE}1.json").write_text(json.dumps({"made": ["../other", "", "."], "format": 1}))
    end_interrupted(meetings, is_written=lambda _: False)
    assert (tmp_path / "other").exists()
    assert meetings.exists()


def test_an_error_undoes_what_was_done_and_goes_on(tmp_path: Path):
    saga = Saga(tmp_path, made=[MADE])
    with pytest.raises(RuntimeError), saga:
        saga.making(MADE).mkdir()
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []
