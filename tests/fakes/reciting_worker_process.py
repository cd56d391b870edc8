"""A real worker process, over TLS, whose recogniser knows the recording by heart; see ``reciting_engine_process.py``.

Started by tests as ``python -m tests.fakes.reciting_worker_process STATE PORT``; it says its port when it listens.
"""

import asyncio
import sys
import time
from pathlib import Path

from engine.contract.engine import LanguageGuess
from engine.contract.options import RecognitionOptions
from engine.remote.question import Answer, Question, WindowTask
from engine.worker.door import ServingWish
from engine.worker.serving import Listening, Serving
from engine.worker.watching import Watchers
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.reciting_engine_process import Reciter

TAKES_S = 0.03


def main() -> None:
    """Serve until it is killed."""
    state, port = Path(sys.argv[1]), int(sys.argv[2])
    reciter = Reciter(RecognitionOptions())

    def recite(question: Question) -> Answer:
        if not isinstance(question.task, WindowTask):
            return LanguageGuess("en", 0.9)
        time.sleep(TAKES_S)
        said = [word.text for word in question.task.said]
        return reciter.understand(question.task.samples, said=said, language="en", careful=True)

    def tell(listening: Listening) -> None:
        sys.stdout.write(f"{listening.port}\n")
        sys.stdout.flush()

    async def serve() -> None:
        wish = ServingWish("Big computer", state, host="127.0.0.1", port=port, is_announced=False)
        answering = FakeAnswering(answer=recite)
        await Serving(wish=wish, answering=answering, watching=Watchers([]), on_listening=tell).run()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
