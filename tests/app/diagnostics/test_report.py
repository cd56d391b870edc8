"""What is saved for others holds nothing that somebody said, wrote or called something."""

import logging
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.announcements import Announcements
from app.crash_reports import CrashReports
from app.diagnostics.public_log import messages, public_crash, public_lines
from app.diagnostics.report import Diagnostics, save
from app.folders import Folders
from app.library.library import Library
from app.meetings.errors import DestinationNotWritable
from app.settings.settings import Settings
from engine.caching.disk_store import SEGMENT_FOLDER, DiskStore
from engine.caching.figures import CONTEXT, ENCODER, CacheCounts, add_counts
from engine.contract.audio import TrackKind
from tests.builders.shelf import Shelf

CANARY = "CANARY123"
AT = "2026-03-02 10:00:00,123"


@dataclass(frozen=True)
class Thing:
    name: str = CANARY
    state: str = "matches"
    is_found: bool = True
    is_usable: bool | None = None
    status: str = CANARY
    kind: TrackKind = TrackKind.MICROPHONE
    host_api: str = CANARY
    is_default: bool = True


def lines(*said: str) -> list[str]:
    return public_lines(f"{AT} WARNING app.library.sidecar: {each}" for each in said)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    home = tmp_path / f"home of {CANARY}"
    made = Folders(home / "library", home / "models", home / "cache", home / "logs", home / "settings.json")
    made.make()
    return made


@pytest.fixture
def library(folders: Folders) -> Iterator[Library]:
    with_canaries = Library.open(folders.library, announcements=Announcements())
    shelf = Shelf(with_canaries)
    shelf.meeting(f"{CANARY} budget", lines=(f"{CANARY} was said",), course_id=shelf.course(f"Course {CANARY}"))
    yield with_canaries
    with_canaries.close()


def diagnostics(folders: Folders, library: Library | None, settings: Settings | None = None) -> Diagnostics:
    return Diagnostics(
        folders=folders,
        settings=lambda: settings or Settings(),
        library=library,
        installed_models=lambda: [Thing(), Thing(name="base")],
        known_models=lambda: [Thing(name="base")],
        devices=lambda: [Thing()],
        sources=lambda: [Thing(), Thing(host_api="ALSA")],
    )


def test_no_canary_sings(folders: Folders, library: Library, tmp_path: Path) -> None:
    """Case 98."""
    settings = Settings(
        export_folder=f"/home/{CANARY}",
        import_folder=f"/home/{CANARY}/in",
        microphone_name=f"{CANARY}'s headset",
        microphone_api=CANARY,
        caption_screen=CANARY,
        speech_model=CANARY,
        languages=("en", CANARY),
        shortcuts={"play": "F5", CANARY: CANARY},
    )
    said = [
        f"The sidecar of meeting {CANARY} could not be written: No space left on device",
        f"The journal of edits could not be written: {CANARY}",
        f"{CANARY} talk.mp3 could not be read",
        f"/home/{CANARY}/talk.mp3",
        CANARY,
    ]
    log = [f"{AT} WARNING app.library.sidecar: {each}" for each in said] + [f"{AT} INFO {CANARY}: hello", CANARY]
    (folders.logs / "vivavoce.log").write_text("\n".join(log), "utf-8")
    (folders.logs / "engine.log").write_text(f"{CANARY} on standard error", "utf-8")
    CrashReports(folders.logs).write(ValueError(f"{CANARY} is no number"))
    (folders.logs / "crash-20990101-000000-000000.txt").write_text(f"{CANARY}\n  app/{CANARY}.py:1 f\n{CANARY}.Error\n")
    parts = diagnostics(folders, library, settings).collect()
    target = tmp_path / "report.zip"
    save(parts, target)
    with zipfile.ZipFile(target) as archive:
        whole = "\n".join([*archive.namelist(), *(archive.read(name).decode() for name in archive.namelist())])
    for private in (CANARY, CANARY.casefold(), str(tmp_path), str(Path.home()), "talk.mp3"):
        assert private not in whole
    assert "No space left on device" in whole
    assert "builtins.ValueError" in whole


def test_it_says_what_helps(folders: Folders, library: Library) -> None:
    found = {part.name: part.text for part in diagnostics(folders, library, Settings(caption_size=40)).collect()}
    assert "Python" in found["system.txt"]
    assert "pydantic" in found["system.txt"]
    assert "device 1: found, not tried" in found["devices.txt"]
    assert "source: microphone, ALSA, the default" in found["devices.txt"]
    assert "base: matches" in found["speech-models.txt"]
    assert "caption_size = 40" in found["settings.txt"]
    assert "export_folder = as usual" in found["settings.txt"]
    assert "meetings 1" in found["library.txt"]


def test_each_layer_of_caching_is_in_it(folders: Folders) -> None:
    store = DiskStore(folders.cache / SEGMENT_FOLDER)
    add_counts(store, CacheCounts(asked=4, found=1, speech_s=40.0, found_s=10.0, spent_s=0.002))
    add_counts(store, CacheCounts(asked=3, found=2, spent_s=0.003), layer=CONTEXT)
    add_counts(store, CacheCounts(asked=10, found=4, spent_s=0.001), layer=ENCODER)
    store.close()
    found = {part.name: part.text for part in diagnostics(folders, None).collect()}["cache.txt"]
    assert "seconds of speech 40, of them known 10 (25%)\nmilliseconds a question 0.50" in found
    assert "meetings known 0 meetings, 0 bytes\nasked 3 times, found 2 (67%)\nmilliseconds a question 1.00" in found
    assert "encoder output kept at most 16777216 bytes a speech model\nasked 10 times, found 4 (40%)" in found
    assert "frames in shared memory 38404096 bytes a track" in found


def test_without_a_library_the_rest_is_told(folders: Folders) -> None:
    found = {part.name: part.text for part in diagnostics(folders, None).collect()}
    assert "it is not open" in found["library.txt"]
    assert "caption_size" in found["settings.txt"]


def test_a_trouble_with_one_part_is_told_in_it(folders: Folders) -> None:
    folders.logs.joinpath("vivavoce.log").mkdir()
    found = {part.name: part.text for part in diagnostics(folders, None).collect()}
    assert found["log.txt"] == "This could not be found out: IsADirectoryError.\n"


def test_nothing_is_left_where_it_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(DestinationNotWritable):
        save((), tmp_path / "no such folder" / "report.zip")


def test_of_a_message_of_ours_numbers_and_names_of_errors_pass() -> None:
    (found,) = lines("The engine process ended with exit code -9.")
    assert found.endswith("The engine process ended with exit code -9.")
    (found,) = lines("The engine process ended with exit code secret.")
    assert found.endswith("The engine process ended with exit code ….")
    (found,) = lines("A recording could not be recovered yet: DiskFull")
    assert found.endswith("DiskFull")


def test_what_nobody_of_us_wrote_is_left_out_and_counted() -> None:
    assert lines("hello", "The engine process") == ["(2 lines left out)"]


def test_messages_are_found_in_our_own_source() -> None:
    assert len(messages()) > 15


def test_a_crash_names_errors_and_our_own_places() -> None:
    report = "Vivavoce 1.0, Python 3.11.7, Linux-6.1\n2026-03-02T10:00:00+00:00\n\nbuiltins.OSError 28\n"
    frames = "  app/main.py:40 open_window\n  secret.py:1 secret\n"
    assert public_crash(report + frames) == [*report.splitlines(), "  app/main.py:40 open_window", "  …"]


def test_loggers_are_silent_about_it(folders: Folders, library: Library, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        diagnostics(folders, library).collect()
    assert not caplog.records
