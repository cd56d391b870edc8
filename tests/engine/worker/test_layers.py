import asyncio

from engine.caching.memory_contexts import MemoryContexts
from engine.caching.session_context import SessionContext, write_context
from engine.recognition.encoder_memory import EncoderCounts
from engine.worker.layers import layer_figures
from engine.worker.meetings_known import Awaited, MeetingsKnown


class Loaded:
    def __init__(self, encoded: EncoderCounts) -> None:
        self.encoded = encoded


def test_the_layers_of_all_speech_models_are_told_as_one():
    meetings = MeetingsKnown(Awaited(MemoryContexts(), waits=False))
    document = write_context(SessionContext(version=1, language="zh"))
    asyncio.run(meetings.meet("laptop/monday", document))
    asyncio.run(meetings.meet("laptop/monday", ""))
    models = [Loaded(EncoderCounts(5, 2, 0.5, 100)), Loaded(EncoderCounts(1, 1, 0.25, 10))]
    encoder, context = layer_figures(models=models, meetings=meetings, site=None)
    assert (encoder.layer, encoder.asked, encoder.found, encoder.spent_s, encoder.bytes) == ("encoder", 6, 3, 0.75, 110)
    assert (context.layer, context.asked, context.found) == ("context", 2, 1)
    assert context.bytes >= len(document)
    assert context.spent_s > 0
