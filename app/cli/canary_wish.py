"""``--canary``: a speech model that some sessions of a worker get instead of the one they want, as it is typed.

On the main thread of a command; used by ``worker.py``. What is no such wish is wrong use, and a speech model that is
not here is said before the worker listens: every session of it would be refused.
"""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from app.cli.model_to_add import ModelToAdd
from engine.contract.errors import SpeechModelDamaged, SpeechModelMissing
from engine.recognition.speech_model_store import SpeechModelStore
from engine.recognition.spelling import is_same_spelling

if TYPE_CHECKING:
    from engine.worker.model_shelf import Canary

_SHAPE = "It looks like base=small:10, for a tenth of the sessions that want base."


def read_canaries(typed: Sequence[str], store: SpeechModelStore) -> "tuple[Canary, ...]":
    """The canaries that were asked for.

    Raises:
        typer.BadParameter: one of them is none.
        ModelToAdd: its speech model is not here.
        SpeechModelUnknown: nobody knows it.
    """
    canaries = tuple(_read(each) for each in typed)
    for canary in canaries:
        if not is_same_spelling(canary.wanted, canary.instead):
            raise typer.BadParameter(
                f"{canary.wanted} and {canary.instead} write words in another way; a session could not go on.",
                param_hint="--canary",
            )
        if sum(each.percent for each in canaries if each.wanted == canary.wanted) > 100:
            raise typer.BadParameter(f"More than all sessions of {canary.wanted}.", param_hint="--canary")
        try:
            store.path_of(canary.instead)
        except (SpeechModelMissing, SpeechModelDamaged) as error:
            raise ModelToAdd(error) from error
    return canaries


def _read(typed: str) -> "Canary":
    from engine.worker.model_shelf import Canary  # noqa: PLC0415 - help answers without gRPC

    wanted, equals, rest = typed.strip().partition("=")
    instead, colon, part = rest.rpartition(":")
    try:
        percent = float(part.removesuffix("%"))
    except ValueError:
        percent = math.nan
    if not (equals and colon and wanted and instead and wanted != instead and 0 < percent <= 100):
        raise typer.BadParameter(f"“{typed}” is no canary. {_SHAPE}", param_hint="--canary")
    return Canary(wanted, instead, percent)
