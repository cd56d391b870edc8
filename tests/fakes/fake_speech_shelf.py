"""Speech models of a worker that answer when a test lets them, or fail as it says."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, cast

from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.errors import RecogniserFailed, SpeechModelMissing
from engine.remote.question import Answer, Question
from engine.worker.loaded_model import LoadedModel, Measured
from tests.fakes.fake_answering import plain_answer

CARD = DeviceReport("cuda", "float16", "A card")
PROCESSOR = DeviceReport("cpu", "int8", "A processor", refused=("The card failed.",))


class FakeLoadedModel(LoadedModel):
    """Answers plainly, on however many threads; see ``LoadedModel``."""

    def __init__(
        self,
        name: str = "base",
        *,
        device: DeviceReport = PROCESSOR,
        slots: int = 1,
        file_batch: int = 2,
        live_batch: int = 1,
        capacity: float = 20.0,
        final_s: float = 0.0,
        size: int = 100,
    ) -> None:
        super().__init__(
            name=name,
            path=Path(name),
            weights=cast("Any", None),
            device=device,
            slots=slots,
            file_batch=file_batch,
            measured=Measured(capacity, live_batch, final_s),
            size=size,
        )
        self.asked: list[list[Question]] = []
        """One list for each turn."""
        self.fails: Callable[[Sequence[Question]], str] = lambda _: ""
        """Why the device fails at these; empty if it does not."""
        self.gives: Callable[[Question], Answer] = plain_answer
        self.is_closed = False
        self._go = threading.Event()
        self._go.set()

    @property
    def languages(self) -> tuple[str, ...]:
        return ("en", "zh")

    def hold(self) -> None:
        """From now on, turns do not end."""
        self._go.clear()

    def release(self) -> None:
        """Let them end."""
        self._go.set()

    def answer(self, questions: Sequence[Question], cancellation: Cancellation) -> list[Answer]:
        self.asked.append(list(questions))
        self._go.wait(10)
        cancellation.check()
        reason = self.fails(questions)
        if reason:
            raise RecogniserFailed(self.device.device, reason)
        return [self.gives(question) for question in questions]

    def close(self) -> None:
        self.is_closed = True


class FakeLoader:
    """See ``LoadsModels``: each speech model once on a card, then on the processor."""

    def __init__(self, *models: FakeLoadedModel) -> None:
        self._models = {model.name: [model] for model in models}
        self.loads: list[str] = []
        self.given_up: list[str] = []

    def then(self, model: FakeLoadedModel) -> None:
        """What is loaded when the one before it was given up."""
        self._models[model.name].append(model)

    def size_of(self, name: str) -> int:
        if name not in self._models:
            raise SpeechModelMissing(name)
        return self._models[name][0].size

    def load(self, name: str) -> LoadedModel:
        self.loads.append(name)
        return self._models[name][0]

    def give_up(self, loaded: LoadedModel, failure: RecogniserFailed) -> bool:
        if len(self._models[loaded.name]) == 1:
            return False
        self.given_up.append(failure.detail)
        self._models[loaded.name].pop(0)
        return True
