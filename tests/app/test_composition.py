from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from app.composition import Services, compose_library, compose_services, compose_window
from app.folders import find_folders
from app.meetings.errors import LibraryInUse
from app.meetings.job import JobState
from app.settings.settings import InterfaceLanguage
from engine.contract.errors import MediaError
from engine.contract.options import RecognitionOptions
from engine.contract.places import ROOT
from tests.builders.library import NOON, a_meeting
from tests.builders.media_files import Track, make_media, voice
from tests.builders.scripted_engine import scripted_engine
from tests.builders.waiting import wait_until
from ui.main_window import MainWindow

RECORDING = ROOT / "tests" / "audio" / "1998-15444-0001.flac"


def test_the_services_work_together(tmp_path: Path):
    services = compose_services(find_folders(), engine=scripted_engine(tmp_path, length_s=2))
    try:
        services.imports.start()
        assert [track.number for track in services.find_audio_tracks(RECORDING)] == [0]
        job_id = services.imports.add(RECORDING, options=RecognitionOptions())
        wait_until(lambda: services.library.job(job_id).is_over, "the job was over")
        job = services.library.job(job_id)
        assert job.state is JobState.DONE
        assert services.library.meeting(job.meeting_id).source_fingerprint == services.fingerprint(RECORDING)
        assert services.open_sound(job.meeting_id).length_ms == 0
        assert [facts.name for facts in services.describe_devices()]
        assert services.background.run(lambda: 2).result() == 2
    finally:
        services.close()
        services.close()


def test_what_is_no_recording_has_no_tracks(tmp_path: Path):
    services = compose_services(find_folders())
    try:
        (tmp_path / "notes.txt").write_text("words", "utf-8")
        with pytest.raises(MediaError):
            services.find_audio_tracks(tmp_path / "notes.txt")
    finally:
        services.close()


def test_the_bin_is_emptied_at_the_start_only_if_somebody_wants_that():
    with compose_library(find_folders()) as library:
        meeting = a_meeting("old", binned_at=NOON)
        library.add_transcript(meeting, (), (), ()).result()
    services = compose_services(find_folders())
    assert len(services.library.binned_meetings()) == 1
    services.settings.change(bin_days=30)
    services.close()

    services = compose_services(find_folders())
    wait_until(lambda: services.library.binned_meetings() == [], "the bin was emptied")
    services.close()


def test_a_library_is_open_once_and_free_after_closing():
    with compose_library(find_folders()):
        with pytest.raises(LibraryInUse):
            compose_services(find_folders())
        with pytest.raises(LibraryInUse), compose_library(find_folders()):
            pass
    compose_services(find_folders()).close()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[MainWindow, Services]]:
    """The real window over the real services, but for the engine process."""
    services = compose_services(find_folders(), engine=scripted_engine(tmp_path / "engine", length_s=2))
    services.settings.change(language=InterfaceLanguage.ENGLISH)
    window = compose_window(services)
    window.show()
    yield window, services
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    services.close()


def test_what_is_no_recording_is_refused_before_it_is_in_the_library(
    window: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path
):
    """One plain sentence, and no meeting that could only fail."""
    shown, services = window
    notes = tmp_path / "notes.txt"
    notes.write_text("words", "utf-8")
    shown.import_files([notes])
    qtbot.waitUntil(lambda: bool(shown.library_page.message.text))
    said = shown.library_page.message.text
    assert said == "No audio was found in “notes.txt”. Choose an audio file, or a video with sound."
    assert services.library.meetings() == []


def test_a_file_with_several_audio_tracks_asks_which(window: tuple[MainWindow, Services], qtbot: QtBot, tmp_path: Path):
    """Case 37."""
    shown, services = window
    tracks = (Track(voice(1), "flac", language="ger"), Track(voice(1), "flac", language="eng", title="Original"))
    shown.import_files([make_media(tmp_path / "lecture.mkv", *tracks, container="matroska")])
    qtbot.waitUntil(lambda: shown.library_page.options_desk.dialog is not None)
    dialog = shown.library_page.options_desk.dialog
    assert dialog is not None
    assert [button.text() for button in dialog.track_buttons.buttons()][:2] == ["Track 1", "Original"]
    assert services.library.meetings() == []
    dialog.reject()
