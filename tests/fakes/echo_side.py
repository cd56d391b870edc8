"""A side of a measurement in a process of its own that hears the file's name; run as ``tests.fakes.echo_side``."""

import os
import sys
import time
from pathlib import Path

from engine.bench.side import FileAnswer, SideEnd, SideVoice

if __name__ == "__main__":
    voice = SideVoice()
    request = voice.hear()
    sys.stdout.write("a library prints where it likes\n")
    sys.stdout.flush()
    for file in request.files:
        voice.say(FileAnswer(file.path, 0.5, f"{Path(file.path).stem} in {file.language}"))
    if request.kind == "dies":
        sys.exit("there is no room left")
    if request.kind == "speaks nonsense":
        os.write(voice._lines.fileno(), b"nonsense\n")  # pyright: ignore[reportPrivateUsage] - as a broken side would
        time.sleep(60)
    voice.say(SideEnd(1.5, {"process": 1_000_000, "engine": 2_000_000}))
