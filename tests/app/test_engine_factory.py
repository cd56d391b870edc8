from pathlib import Path

from app.engine_factory import DEVICE_FILE, WORKERS_FILE, asking_workers, make_device_memory, make_device_view
from app.folders import find_folders
from app.settings.settings_store import SettingsStore
from engine.contract.engine import DeviceReport
from engine.pipeline.engine_client import EngineEnded
from engine.recognition.catalogue import read_catalogue
from engine.recognition.speech_model_store import SpeechModelStore


def test_a_card_that_failed_at_work_is_remembered_in_the_cache(tmp_path: Path):
    """Case 92."""
    folders = find_folders()
    folders.make()
    models = SpeechModelStore(folders.models, read_catalogue())
    note = make_device_memory(folders, models)
    note("base", DeviceReport("cuda", "float16", "Card"), EngineEnded(-6, "CUDA failed with error out of memory"))
    assert "out_of_memory" in (folders.cache / DEVICE_FILE).read_text("utf-8")


def test_the_engines_ask_workers_that_are_listed_beside_the_settings():
    folders = find_folders()
    command = asking_workers(folders)
    assert command[command.index("--workers") + 1] == str(folders.settings.parent / WORKERS_FILE)


def test_what_is_known_about_the_devices_is_told_without_trying(tmp_path: Path):
    folders = find_folders()
    folders.make()
    models = SpeechModelStore(folders.models, read_catalogue())
    facts = make_device_view(folders, models, SettingsStore(folders.settings))()
    assert len(facts) >= 2
    assert all(each.name and each.status for each in facts)
