"""The virtual devices do what real ones do: Qt opens a window there, and a sound played is a sound recorded."""

import subprocess
import sys

import pytest

from tests.hardware.virtual_devices import SINK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="virtual devices are made of Linux programs")

WINDOW = """
from PySide6.QtWidgets import QApplication, QLabel
application = QApplication([])
label = QLabel("Vivavoce 简体")
label.resize(200, 100)
label.show()
application.processEvents()
picture = label.grab()
print(application.platformName(), label.screen().size().width(), picture.width() >= 200, not picture.isNull())
"""

SOUND = """
import sys
import numpy as np
import soundcard
name = sys.argv[1]
microphone = soundcard.get_microphone(name + ".monitor", include_loopback=True)
tone = np.sin(np.arange(48000 * 2) * 2 * np.pi * 440 / 48000).astype(np.float32)
with microphone.recorder(samplerate=48000, channels=1, blocksize=4800) as recorder:
    with soundcard.get_speaker(name).player(samplerate=48000, channels=1) as player:
        player.play(tone)
        loudest = max(float(np.abs(recorder.record(4800)).max()) for _ in range(30))
print("heard" if loudest > 0.1 else f"silence ({loudest})")
"""

DEVICES = """
import sounddevice
print("pulse" in [device["name"] for device in sounddevice.query_devices()])
"""


def run(code: str, environment: dict[str, str], *words: str) -> str:
    """What a child process prints in that environment."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code, *words],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_window_opens_on_the_virtual_screen(virtual_screen: dict[str, str]):
    assert run(WINDOW, virtual_screen) == "xcb 1600 True True"


def test_what_the_virtual_sound_card_plays_can_be_recorded(virtual_sound_card: dict[str, str]):
    assert run(SOUND, virtual_sound_card, SINK) == "heard"


def test_portaudio_finds_the_virtual_sound_card(virtual_sound_card: dict[str, str]):
    assert run(DEVICES, virtual_sound_card) == "True"
