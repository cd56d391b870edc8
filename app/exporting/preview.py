"""What a file will look like, before it is written: the same blocks that the exporter writes."""

from bisect import bisect_right

from app.exporting.document import ExportDocument
from app.exporting.formats import EXPORTERS
from app.exporting.profile import ExportProfile
from app.exporting.text_encoding import join

_BEFORE, _AFTER = 4, 60
"""How many blocks an excerpt shows before and behind the place looked at."""


def preview(document: ExportDocument, profile: ExportProfile, format_key: str, *, around_ms: int | None) -> str:
    """Text of the real file: an excerpt around a time, or the whole if ``around_ms`` is ``None``.

    A Word document is shown as its paragraphs.
    """
    blocks = EXPORTERS[format_key].blocks(document, profile)
    if around_ms is None:
        return join(blocks)
    place = bisect_right([block.start_ms for block in blocks], around_ms) - 1
    first = max(0, place - _BEFORE)
    return join(blocks[first : place + _AFTER])
