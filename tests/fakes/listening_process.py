"""A command line whose ``listen`` says what it was asked, and uses the processor for a moment in a child."""

import json
import os
import subprocess
import sys
import time

from engine.recognition.live_recogniser import FULL_WINDOW_ENVIRONMENT

WORK = """
import time
while time.process_time() < 0.6:
    pass
print("done", flush=True)
time.sleep(60)
"""


def main() -> None:
    if "broken" in " ".join(sys.argv):
        sys.stderr.write("The speech model “broken” is not here.\n")
        sys.exit(1)
    child = subprocess.Popen([sys.executable, "-c", WORK], stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(0.5)  # it is looked at once more
    child.kill()
    child.wait()
    child.stdout.close()
    sys.stdout.write("not of us\n")
    arguments = {"kind": "status", "text": " ".join(sys.argv[1:]), "full": os.environ.get(FULL_WINDOW_ENVIRONMENT)}
    sys.stdout.write(json.dumps(arguments) + "\n")


if __name__ == "__main__":
    main()
