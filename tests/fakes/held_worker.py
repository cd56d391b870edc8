"""A worker in a process of its own, that takes questions and never answers; until its standard input ends.

Started by tests as ``python -m tests.fakes.held_worker``, to be stopped and killed. The port is its one line of output.
"""

import sys

from engine.worker.limits import Limits
from tests.fakes.fake_answering import FakeAnswering
from tests.fakes.fake_worker import FakeWorker


def main() -> None:
    with FakeWorker(lambda: FakeAnswering(is_holding=True), limits=Limits(keepalive_s=1.0)) as worker:
        sys.stdout.write(f"{worker.port}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main()
