"""The speech model that a command was asked to use: is it here, and how to get it if not. On the main thread."""

import typer

from app.cli.model_to_add import ModelToAdd
from app.cli.transcription_wish import TranscriptionWish
from engine.contract.errors import SpeechModelDamaged, SpeechModelMissing
from engine.contract.languages import LANGUAGES
from engine.recognition.speech_model_store import SpeechModelStore


def check_model(wish: TranscriptionWish, store: SpeechModelStore) -> None:
    """A name that nobody knows is wrong use, one that is not here a failure, before anything is read."""
    if wish.model is None:
        return
    try:
        store.path_of(wish.model)
    except (SpeechModelMissing, SpeechModelDamaged) as error:
        raise ModelToAdd(error) from error
    if wish.model not in store.catalogue:
        return
    languages = store.catalogue.get(wish.model).languages
    wrong = [code for code in wish.languages or () if languages != "multilingual" and code not in languages]
    if wrong:
        raise typer.BadParameter(f"The speech model “{wish.model}” does not know {LANGUAGES[wrong[0]]}.")
