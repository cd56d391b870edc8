"""Which speaker encoder is used: CAM++, or the small one where that cannot be.

Called in the engine process when voices are first to be heard, by ``engine/pipeline/speaker_search.py``.
"""

import logging
from collections.abc import Callable

from engine.contract.errors import SpeakerModelDamaged, SpeakerModelMissing
from engine.speakers.small_encoder import SmallEncoder
from engine.speakers.speaker_encoder import CamEncoder, SpeakerEncoder

_log = logging.getLogger(__name__)


def best_encoder(
    *, first: Callable[[], SpeakerEncoder] = CamEncoder, second: Callable[[], SpeakerEncoder] = SmallEncoder
) -> SpeakerEncoder:
    """The first of two that can be used.

    Raises:
        SpeakerModelMissing, SpeakerModelDamaged: neither can; what the first one lacks.
    """
    try:
        return first()
    except (SpeakerModelMissing, SpeakerModelDamaged) as error:
        try:
            found = second()
        except (SpeakerModelMissing, SpeakerModelDamaged):
            raise error from None
        _log.info("Voices are told apart by the small encoder: %s", type(error).__name__)
        return found
