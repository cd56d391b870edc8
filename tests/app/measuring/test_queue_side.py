from collections.abc import Iterator
from pathlib import Path

import pytest

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.queue_side import Stopwatch, temporary_folders
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from engine.bench.side import SideRequest, SoundFile
from engine.contract.audio import Milliseconds
from engine.contract.segments import QuarantineReason
from tests.fakes.committing_imports import CommittingImports

LINES = (
    Segment(SegmentId("a"), 0, Milliseconds(0), Milliseconds(100), "Good morning."),
    Segment(
        SegmentId("b"), 0, Milliseconds(100), Milliseconds(200), "Thank you.", quarantine=QuarantineReason.STOCK_PHRASE
    ),
    Segment(SegmentId("c"), 0, Milliseconds(200), Milliseconds(300), "Shall we begin?"),
)


@pytest.fixture
def announcements() -> Announcements:
    return Announcements()


@pytest.fixture
def library(tmp_path: Path, announcements: Announcements) -> Iterator[Library]:
    opened = Library.open(tmp_path / "library", announcements=announcements)
    yield opened
    opened.close()


@pytest.fixture
def imports(library: Library, announcements: Announcements) -> CommittingImports:
    return CommittingImports(library, announcements, LINES)


@pytest.fixture
def stopwatch(imports: CommittingImports, library: Library, announcements: Announcements, tmp_path: Path) -> Stopwatch:
    request = SideRequest("ours", "tiny.en", str(tmp_path / "models" / "tiny.en"), str(tmp_path), (), threads=2)
    return Stopwatch(imports=imports, library=library, announcements=announcements, request=request)


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "lecture.wav"
    path.write_bytes(b"sound")
    return path


def test_an_answer_is_what_the_library_holds_without_what_is_quarantined(stopwatch: Stopwatch, sound: Path):
    answer = stopwatch.transcribe(SoundFile(str(sound), "en"))
    assert (answer.text, answer.set_aside, answer.trouble) == (
        "Good morning. Shall we begin?",
        "Thank you.",
        "",
    )
    assert answer.seconds > 0


def test_the_queue_is_asked_for_what_the_other_side_is_asked_for(
    stopwatch: Stopwatch, imports: CommittingImports, sound: Path
):
    stopwatch.transcribe(SoundFile(str(sound), "en"))
    assert imports.options is not None
    assert (imports.options.model, imports.options.languages) == ("tiny.en", ("en",))
    assert (imports.options.threads, imports.options.beam_size) == (2, 5)
    stopwatch.transcribe(SoundFile(str(sound)))
    assert imports.options.languages == ()


def test_a_job_that_failed_says_why_and_keeps_what_it_has(
    stopwatch: Stopwatch, imports: CommittingImports, sound: Path
):
    imports.error = "The disk is full."
    answer = stopwatch.transcribe(SoundFile(str(sound), "en"))
    assert (answer.trouble, answer.text) == ("The disk is full.", "Good morning. Shall we begin?")


def test_a_file_that_is_not_there_is_an_answer_too(stopwatch: Stopwatch, tmp_path: Path):
    answer = stopwatch.transcribe(SoundFile(str(tmp_path / "nothing.wav"), "en"))
    assert answer.text == ""
    assert answer.trouble.startswith("“nothing.wav” is not there")


def test_memory_is_counted_by_process(stopwatch: Stopwatch, sound: Path):
    stopwatch.transcribe(SoundFile(str(sound), "en"))
    stopwatch.forget_the_dead()
    peak = stopwatch.peak_memory
    assert peak["queue and library"] > 10_000_000
    assert peak["engine"] == 0


def test_everything_is_new_but_the_speech_models(tmp_path: Path):
    request = SideRequest("ours", "base", str(tmp_path / "models" / "base"), str(tmp_path / "scratch"), ())
    folders = temporary_folders(request)
    assert folders.models == tmp_path / "models"
    for folder in (folders.library, folders.cache, folders.logs, folders.settings):
        assert folder.is_relative_to(tmp_path / "scratch")
