"""How the layers of caching do at a worker: counted where they work, told by its figures for Prometheus.

On the worker's event loop. Frames need no cache here: sound comes over the network.
"""

from collections.abc import Sequence
from typing import Protocol

from engine.caching.figures import LayerFigures
from engine.recognition.encoder_memory import EncoderCounts
from engine.worker.known_lines import SiteLines
from engine.worker.meetings_known import MeetingsKnown


class Encodes(Protocol):
    """A speech model in memory; see ``LoadedModel``."""

    @property
    def encoded(self) -> EncoderCounts:
        """How often its encoder was spared."""
        ...


def layer_figures(
    *, models: Sequence[Encodes], meetings: MeetingsKnown, site: SiteLines | None
) -> tuple[LayerFigures, ...]:
    """Those that there are: the encoders of what is loaded, what is known of meetings, and of a site's lines."""
    encoded = [model.encoded for model in models]
    told = meetings.figures.counts
    found = [
        LayerFigures(
            "encoder",
            sum(each.asked for each in encoded),
            sum(each.found for each in encoded),
            sum(each.spent_s for each in encoded),
            sum(each.bytes for each in encoded),
        ),
        LayerFigures("context", told.asked, told.found, told.spent_s, meetings.size),
    ]
    if site is not None:
        counts = site.figures.counts
        found.append(LayerFigures("segments", counts.asked, counts.found, counts.spent_s, site.size))
    return tuple(found)
