"""Which speech model to step down to where live recognition is too slow.

Used by ``engine/pipeline/engine_store.py``. A smaller one of the same languages, by the order of the catalogue.
"""

from dataclasses import replace

from engine.contract.errors import VivavoceError
from engine.contract.options import RecognitionOptions
from engine.recognition.catalogue import SpeechModel
from engine.recognition.speech_model_store import SpeechModelStore

_WORTH_IT = 0.75
"""A model of more than this part of the size would not be much faster."""


def smaller_model(options: RecognitionOptions, store: SpeechModelStore) -> RecognitionOptions | None:
    """The same options with the next smaller speech model that is here and whole, or ``None``."""
    if options.model not in store.catalogue:
        return None
    chosen = store.catalogue.get(options.model)
    candidates = [each for each in store.catalogue if each.size < _WORTH_IT * chosen.size and _fits(each, options)]
    for model in sorted(candidates, key=lambda each: -each.size):
        try:
            store.path_of(model.name)
        except VivavoceError:
            continue  # not here, or damaged: the next one then
        return replace(options, model=model.name)
    return None


def _fits(model: SpeechModel, options: RecognitionOptions) -> bool:
    """Whether it knows the languages of this meeting."""
    if model.languages == "multilingual":
        return True
    return bool(options.languages) and all(language in model.languages for language in options.languages)
