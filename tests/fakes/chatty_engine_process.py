"""The real engine process with engines that print to standard output while they load, as native libraries do.

Started by tests as ``python -m tests.fakes.chatty_engine_process --models … --cache …``.
"""

import os
import subprocess
import sys
import time

from engine.contract.cancellation import Cancellation
from engine.contract.errors import SpeechModelMissing
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_process import main
from engine.pipeline.engine_store import EngineStore
from tests.fakes.fake_speech_engine import FakeSpeechEngine


class ChattyEngines(EngineStore):
    """Prints in all ways there are, then waits for a cancel if the speech model is called “slow”."""

    def engine_for(
        self, options: RecognitionOptions, cancellation: Cancellation, *, course: str = ""
    ) -> FakeSpeechEngine:
        sys.stdout.write("Loading, please wait …\n")
        sys.stdout.flush()
        os.write(1, b"\xff\xfenative library 1.2.3\n")
        subprocess.run([sys.executable, "-c", "print('a child says hello')"], check=True)
        if options.model == "slow":
            while not cancellation.is_requested:
                time.sleep(0.01)
        cancellation.check()
        if options.model == "fails":
            raise ValueError("a bug")
        raise SpeechModelMissing(options.model)


if __name__ == "__main__":
    main(make_engines=ChattyEngines)
