"""Writes the copy to listen to in a throw-away process (``python -m engine.capture.playback_process``).

What reads and writes FLAC takes 50 MB that a desktop would keep for the rest of the day. The process is of low
priority, since nobody waits for it; it stops, and removes what is half done, when its standard input ends: because it
was cancelled, or because the desktop is gone. Called on a background thread.
"""

import contextlib
import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, cast

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.child_environment import child_environment
from engine.contract.places import ROOT

_LOOK_S = 0.2
_STOP_S = 2.0
"""A piece of a minute is written in less."""
_NICE = 15
_DONE, _CANCELLED, _FAILED = 0, 3, 4

_log = logging.getLogger(__name__)


def write_playback_aside(folder: Path, tracks: int, cancellation: Cancellation) -> bool:
    """Write the copy of a recording that is closed; whether it is there now. Raises ``Cancelled``."""
    cancellation.check()
    command = [sys.executable, "-P", "-m", "engine.capture.playback_process", str(folder), str(tracks)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=child_environment(),
        start_new_session=os.name == "posix",
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0)
        | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    ) as process:
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(_LOOK_S)
                if code != _DONE:
                    _log.info("The copy of a recording to listen to could not be made: exit code %d.", code)
                return code == _DONE
            if cancellation.is_requested:
                _stop(process)
                raise Cancelled


def _stop(process: "subprocess.Popen[bytes]") -> None:
    cast("IO[bytes]", process.stdin).close()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()


def main() -> None:
    """Entry of the process."""
    # The one that asked for it need not load these.
    from engine.capture.playback_copy import write_playback  # noqa: PLC0415
    from engine.capture.sound_folder import SoundFolder  # noqa: PLC0415
    from engine.contract.errors import VivavoceError  # noqa: PLC0415

    folder, tracks = sys.argv[1:]
    if os.name == "posix":
        os.nice(_NICE)
    cancellation = Cancellation()

    def listen() -> None:
        sys.stdin.buffer.read()
        cancellation.request()

    threading.Thread(target=listen, name="playback-cancelled", daemon=True).start()
    code = _DONE
    try:
        write_playback(SoundFolder(Path(folder)), int(tracks), cancellation)
    except Cancelled:
        code = _CANCELLED
    except (OSError, VivavoceError):
        code = _FAILED
    os._exit(code)  # a thread that reads keeps no process


if __name__ == "__main__":
    main()
