"""As what a worker begins: the speech model and the device that were wished for, and where it is asked.

Used by ``worker.py`` for a worker with a door of its own, by ``worker_group.py`` and ``group_member.py`` for one of a
group.
"""

import typer

from engine.contract.engine import DeviceReport
from engine.contract.options import DEFAULT_MODEL
from engine.recognition.speech_model_store import ModelState, SpeechModelStore

PORT = 50777


def check_device(wanted: str) -> None:
    """Look whether it is one of those that can be wished for. Raises ``typer.BadParameter``."""
    if wanted not in ("auto", "cpu", "cuda"):
        raise typer.BadParameter("--device is auto, cpu or cuda.")


def wanted_device(wanted: str) -> DeviceReport | None:
    """What to use untried; ``None`` lets the worker try what there is."""
    match wanted:
        case "cpu":
            return DeviceReport("cpu", "int8", "Processor")
        case "cuda":
            return DeviceReport("cuda", "float16", "Graphics card")
        case _:
            return None


def first_model(store: SpeechModelStore) -> str:
    """The speech model to begin with: ours if it is here, else the first that is. Raises ``CannotServe``."""
    from engine.worker.server import CannotServe  # noqa: PLC0415 - help answers without gRPC

    here = [model.name for model in store.installed() if model.state is ModelState.MATCHES]
    if not here:
        raise CannotServe(
            f"There is no speech model in {store.folder}. “vivavoce models add {DEFAULT_MODEL}” gets one."
        )
    return DEFAULT_MODEL if DEFAULT_MODEL in here else here[0]
