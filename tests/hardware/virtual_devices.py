"""Fixtures that start a virtual screen and a virtual sound card, each a server process of its own.

They give environments for child processes instead of changing our own: Qt and PortAudio look once, when they load.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

SINK = "vivavoce_silent"
"""Name of the silent output; what it plays can be recorded from ``vivavoce_silent.monitor``."""

MICROPHONE = "vivavoce_microphone"
"""Name of the microphone in front of that output."""

MICROPHONE_WORDS = (
    "module-remap-source",
    f"source_name={MICROPHONE}",
    f"master={SINK}.monitor",
    "source_properties=device.description=Microphone",
)
"""What plugs it in."""

START_S = 60.0
"""How long a server may take to come up, on two shared cores."""


@pytest.fixture(scope="session")
def virtual_screen() -> Iterator[dict[str, str]]:
    """The environment in which a child process opens real windows on a screen of 1600 x 1000 points."""
    reading, writing = os.pipe()
    command = [find("Xvfb"), "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
    with server(command, pass_fds=(writing,)) as process, os.fdopen(reading) as numbers:
        os.close(writing)
        number = numbers.readline().strip()  # written when it is ready; nothing comes if it ends
        if not number:
            pytest.fail(f"Xvfb ended with {process.wait()} before it had a screen")
        yield os.environ | {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}


@pytest.fixture(scope="session")
def virtual_sound_card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment in which a child process finds one output, silent, and a microphone in front of it."""
    place = tmp_path_factory.mktemp("sound")
    socket = place / "native"
    environment = os.environ | {
        "PULSE_SERVER": f"unix:{socket}",
        "PULSE_RUNTIME_PATH": str(place),
        "PULSE_STATE_PATH": str(place),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
    }
    command = [
        *(find("pulseaudio"), "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"),
        *("--disable-shm=yes", "--log-target=stderr", "--log-level=error"),
        f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}",
        f"--load=module-null-sink sink_name={SINK} rate=48000",
        f"--load={' '.join(MICROPHONE_WORDS)}",
    ]
    with server(command, environment=environment) as process:
        wait_until_it_answers(process, socket, environment)
        yield environment


@contextmanager
def server(
    command: list[str], *, environment: dict[str, str] | None = None, pass_fds: tuple[int, ...] = ()
) -> Generator[subprocess.Popen[bytes]]:
    """A server process that is stopped and waited for at the end. It is nobody's business what it says."""
    process = subprocess.Popen(
        command, env=environment, pass_fds=pass_fds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(START_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_it_answers(process: subprocess.Popen[bytes], socket: Path, environment: dict[str, str]) -> None:
    """Ask the sound server until it knows its output."""
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline and process.poll() is None:
        if socket.exists():
            asked = subprocess.run(
                [find("pactl"), "list", "short", "sinks"], env=environment, capture_output=True, check=False
            )
            if SINK.encode() in asked.stdout:
                return
        time.sleep(0.1)
    pytest.fail(f"PulseAudio did not come up (exit code {process.poll()})")


def find(program: str) -> str:
    """Where a program lies."""
    place = shutil.which(program)
    if place is None:
        pytest.fail(f"{program} is not installed. Run “bash installers/test.sh” once: it brings it.", pytrace=False)
    return place
