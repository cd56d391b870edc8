"""Real PortAudio and soundcard on the virtual sound card, and a scripted PortAudio for what hardware does wrong."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.capture.device_list import DevicesUnknown, list_devices
from engine.capture.microphone import Microphone
from engine.capture.sound_folder import SoundFolder
from engine.capture.sound_source import SoundBlock, SourceUnusable
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SavedTo, SourceChoice, StartRecording, StopRecording
from tests.builders.running_recorder import RunningRecorder
from tests.hardware.virtual_devices import SINK

PLAY = """
import sys
import numpy as np
import soundcard
tone = (0.5 * np.sin(np.arange(48000 * 30) * 2 * np.pi * 1000 / 48000)).astype(np.float32)
soundcard.get_speaker(sys.argv[1]).play(tone, samplerate=48000, channels=1)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the virtual sound card is made of Linux programs")
def test_what_the_computer_plays_is_recorded_by_both_sources(tmp_path: Path, virtual_sound_card: dict[str, str]):
    command = [sys.executable, "-W", "ignore", "-c", PLAY, SINK]
    with subprocess.Popen(command, env=virtual_sound_card) as player, RunningRecorder(virtual_sound_card) as recorder:
        sources = (SourceChoice(TrackKind.MICROPHONE, "pulse"), SourceChoice(TrackKind.COMPUTER))
        recorder.send(StartRecording("r", str(tmp_path), sources, 30))
        for track in (0, 1):
            recorder.hear(
                lambda event, track=track: (
                    isinstance(event, SavedTo) and (event.track, event.at > 64_000) == (track, True)
                )
            )
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
        player.kill()
    sound = SoundFolder(tmp_path)
    assert sound.length(0) == sound.length(1)
    for track in (0, 1):
        heard = sound.read(32_000, 56_000, track)
        spectrum = np.abs(np.fft.rfft(heard * np.hanning(heard.shape[0])))
        assert np.argmax(spectrum) == pytest.approx(1500, abs=6)  # 1000 Hz in bins of 2/3 Hz
        assert np.abs(heard).max() == pytest.approx(0.5, abs=0.1)


@pytest.mark.skipif(sys.platform != "linux", reason="the virtual sound card is made of Linux programs")
def test_the_list_has_the_microphone_and_the_computer(virtual_sound_card: dict[str, str]):
    """Case 2: asked in a process of its own."""
    devices = list_devices(environment=virtual_sound_card)
    assert any(device.kind is TrackKind.MICROPHONE and device.name == "pulse" for device in devices)
    (computer,) = [device for device in devices if device.kind is TrackKind.COMPUTER]
    assert computer.is_default


def test_a_look_that_hangs_is_given_up():
    """Case 2."""
    with pytest.raises(DevicesUnknown):
        list_devices(timeout_s=0.001)


class FakePortAudio:
    """One device that takes one format alone."""

    class PortAudioError(Exception):
        pass

    def __init__(self, rate_hz: int, channels: int) -> None:
        self.accepts = (rate_hz, channels)
        self.callback: Any = None
        self.looks = 0

    def query_hostapis(self) -> list[dict[str, str]]:
        return [{"name": "Fake API"}]

    def query_devices(self, kind: str = "") -> Any:
        own: dict[str, Any] = {"name": "Mic", "index": 0, "hostapi": 0, "max_input_channels": self.accepts[1]}
        own["default_samplerate"] = 44_100.0  # wrong more often than not
        return own if kind else [own]

    def _terminate(self) -> None:
        self.looks += 1

    def _initialize(self) -> None:
        pass

    def InputStream(  # noqa: N802 - PortAudio's name
        self, *, device: int, samplerate: int, channels: int, dtype: str, callback: Any, finished_callback: Any
    ) -> Any:
        if (samplerate, channels) != self.accepts:
            raise self.PortAudioError("Invalid sample rate [-9997]")
        self.callback = callback

        def nothing(**_: object) -> None:
            pass

        return SimpleNamespace(samplerate=samplerate, start=nothing, abort=nothing, close=nothing)


@pytest.mark.parametrize(("rate_hz", "channels"), [(44_100, 2), (48_000, 1), (192_000, 2), (8000, 1), (96_000, 4)])
def test_a_device_is_taken_as_it_is(rate_hz: int, channels: int):
    """Case 4."""
    blocks: list[SoundBlock] = []
    portaudio = FakePortAudio(rate_hz, channels)
    microphone = Microphone(name="Mic", host_api="Fake API", portaudio=portaudio)
    opened = microphone.open(blocks.append)
    assert (opened.rate_hz, opened.channels, opened.host_api) == (rate_hz, channels, "Fake API")
    reused = np.ones((480, channels), np.float32)
    for adc_s, now_s in ((9.9, 10.0), (0.0, 10.0), (20.0, 10.0)):
        times = SimpleNamespace(currentTime=now_s, inputBufferAdcTime=adc_s)
        portaudio.callback(reused, 480, times, SimpleNamespace(input_overflow=True))
    reused[:] = 0
    assert all(block.sound.all() for block in blocks)  # PortAudio's memory is its own
    first, *without_time = blocks
    assert first.captured_s == pytest.approx(first.arrived_s - 0.1)
    assert [block.captured_s for block in without_time] == [None, None]
    microphone.close()
    microphone.close()


def test_portaudio_looks_for_new_devices_as_long_as_nothing_is_open():
    """Case 2: a refresh would end the stream that records."""
    portaudio = FakePortAudio(48_000, 1)
    first, second = Microphone(portaudio=portaudio), Microphone(portaudio=portaudio)
    first.open(lambda _: None)
    second.open(lambda _: None)
    assert portaudio.looks == 1
    first.close()
    second.close()
    third = Microphone(portaudio=portaudio)
    third.open(lambda _: None)
    third.close()
    assert portaudio.looks == 2


def test_a_device_that_is_not_plugged_in_is_unusable():
    """Case 1."""
    with pytest.raises(SourceUnusable, match="not plugged in"):
        Microphone(name="Headset", portaudio=FakePortAudio(48_000, 1)).open(lambda _: None)
