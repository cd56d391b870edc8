"""Builds the desktop's ends of the engine and recorder processes from the folders of this computer.

Called by ``composition.py``. Where the engine process writes what it found out about the devices is said here, once,
for the desktop's own look at it.
"""

from collections.abc import Callable, Sequence

from app.folders import Folders
from app.recording.level_watch import LevelWatch
from app.recording.preflight import Preflight
from app.recording.recorder_client import RecorderClient, recorder_command
from app.settings.settings_store import SettingsStore
from engine.contract.engine import DeviceReport
from engine.pipeline.engine_client import EngineClient, EngineEnded, engine_command
from engine.recognition.device import DeviceFacts
from engine.recognition.speech_model_store import SpeechModelStore

DEVICE_FILE = "devices.json"
"""In the cache folder; the engine process uses the same name."""

WORKERS_FILE = "workers.json"
"""Beside the settings: machines of the local network that are asked first. This one's identity lies beside it."""


def make_engine(folders: Folders) -> EngineClient:
    """The engine process of this computer, not started yet."""
    return EngineClient(command=asking_workers(folders), log_file=folders.logs / "engine.log")


def make_live_engine(folders: Folders) -> EngineClient:
    """Another one for live recognition alone: a file that is being understood holds up no meeting."""
    return EngineClient(command=asking_workers(folders), log_file=folders.logs / "live-engine.log")


def make_speaker_engine(folders: Folders) -> EngineClient:
    """A third one, to look for speakers: it loads no speech model, and may fail without a line being lost."""
    return EngineClient(
        command=engine_command(models=folders.models, cache=folders.cache), log_file=folders.logs / "speaker-engine.log"
    )


def make_live_speaker_engine(folders: Folders) -> EngineClient:
    """A fourth, which says who speaks while something is recorded; it lives as long as the recording."""
    return EngineClient(
        command=engine_command(models=folders.models, cache=folders.cache),
        log_file=folders.logs / "live-speaker-engine.log",
    )


def make_recorder(folders: Folders) -> RecorderClient:
    """The recorder process of this computer, not started yet."""
    return RecorderClient(command=recorder_command(cache=folders.cache), log_file=folders.logs / "recorder.log")


def make_preflight(folders: Folders) -> Preflight:
    """The check before a recording, with processes of its own."""
    return Preflight(
        folder=folders.cache / "preflight",
        library_folder=folders.library,
        make_recorder=lambda: _make_listener(folders),
        make_engine=lambda: EngineClient(
            command=engine_command(models=folders.models, cache=folders.cache), log_file=folders.logs / "check.log"
        ),
    )


def make_levels(folders: Folders) -> LevelWatch:
    """The meters of the settings, with a recorder process of their own."""
    return LevelWatch(folder=folders.cache / "levels", make_recorder=lambda: _make_listener(folders))


def asking_workers(folders: Folders) -> list[str]:
    """How an engine process is started that may ask workers."""
    workers = folders.settings.parent / WORKERS_FILE
    return engine_command(models=folders.models, cache=folders.cache, workers=workers)


def _make_listener(folders: Folders) -> RecorderClient:
    return RecorderClient(command=recorder_command(cache=folders.cache), log_file=folders.logs / "check-recorder.log")


def make_device_memory(folders: Folders, models: SpeechModelStore) -> Callable[[str, DeviceReport, EngineEnded], None]:
    """A function that remembers a device which failed at work, so that the next start of the engine steps down."""

    def note_device_failure(model: str, device: DeviceReport, ended: EngineEnded) -> None:
        from engine.recognition.device import remember_failure  # noqa: PLC0415 - hardly ever needed

        remember_failure(
            models.folder / model,
            device,
            exit_code=ended.exit_code,
            said=ended.said,
            cache_file=folders.cache / DEVICE_FILE,
        )

    return note_device_failure


def make_device_view(
    folders: Folders, models: SpeechModelStore, settings: SettingsStore
) -> Callable[[], Sequence[DeviceFacts]]:
    """A function that tells what is known about the devices, for the chosen speech model. It tries nothing."""

    def describe() -> Sequence[DeviceFacts]:
        from engine.recognition.device import describe_devices  # noqa: PLC0415 - needed by Settings only

        return describe_devices(models.folder / settings.current.speech_model, cache_file=folders.cache / DEVICE_FILE)

    return describe
