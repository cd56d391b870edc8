import asyncio

import numpy as np
import pytest

from app.measuring.asked_worker import behind_its_door
from engine.contract.options import RecognitionOptions
from engine.remote.question import Priority, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.desk import Desk
from engine.worker.model_shelf import ModelShelf
from tests.fakes.fake_answering import plain_answer
from tests.fakes.fake_speech_shelf import FakeLoadedModel, FakeLoader

OPTIONS = RecognitionOptions(languages=("en",))


def window(session: str, number: int) -> Question:
    task = WindowTask(np.zeros(16_000, np.float32), (), "en", careful=True)
    return Question(session, number, Priority.LIVE_FINAL, OPTIONS, task)


def test_streams_are_answered_over_grpc_and_one_too_many_is_refused():
    async def work() -> None:
        model = FakeLoadedModel(capacity=5.0)
        shelf = ModelShelf(loader=FakeLoader(model), most_bytes=1000)
        # Time stands still: on a busy machine a wait would keep everybody out.
        desk = Desk(shelf=shelf, default_model="base", models=lambda: ("base",), clock=lambda: 1.0)
        await desk.start()
        try:
            room = desk.standing().free_streams
            async with behind_its_door(desk, streams=room + 1) as worker:
                questions = [window(f"{number}/0", 1) for number in range(room)]
                answers = await asyncio.gather(*(worker.ask(question) for question in questions))
                assert answers == [plain_answer(question) for question in questions]
                with pytest.raises(Refused) as refused:
                    await worker.ask(window("one-more/0", 1))
                assert refused.value.reason is RefusalReason.BUSY
        finally:
            await desk.close()

    asyncio.run(work())
