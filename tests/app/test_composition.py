from pathlib import Path

import pytest

from app.composition import compose_library, compose_services
from app.folders import find_folders
from app.meetings.errors import LibraryInUse
from app.meetings.job import JobState
from engine.contract.errors import MediaError
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_client import ROOT
from tests.builders.import_stage import wait_until
from tests.builders.scripted_engine import scripted_engine

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


def test_a_library_is_open_once_and_free_after_closing():
    with compose_library(find_folders()):
        with pytest.raises(LibraryInUse):
            compose_services(find_folders())
        with pytest.raises(LibraryInUse), compose_library(find_folders()):
            pass
    compose_services(find_folders()).close()
