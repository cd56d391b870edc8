"""Real PortAudio and soundcard on the virtual sound card, and a scripted PortAudio for what hardware does wrong."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from engine.capture.device_list import DevicesUnknown, list_devices
from engine.capture.format_memory import FormatMemory
from engine.capture.microphone import Microphone
from engine.capture.pulse_sources import PulseSource
from engine.capture.sound_folder import SoundFolder
from engine.capture.sound_source import NothingLeft, SoundBlock, SourceUnusable
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import SavedTo, SourceChoice, StartRecording, StopRecording
from tests.builders.running_recorder import ROOT, RunningRecorder
from tests.fakes.fake_portaudio import FakeDevice, FakePortAudio
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
    assert any(device.kind is TrackKind.MICROPHONE and device.name == "Microphone" for device in devices)
    (computer,) = [device for device in devices if device.kind is TrackKind.COMPUTER]
    assert computer.is_default


def test_a_look_that_hangs_is_given_up():
    """Case 2."""
    with pytest.raises(DevicesUnknown):
        list_devices(timeout_s=0.001)


@pytest.mark.parametrize(("rate_hz", "channels"), [(44_100, 2), (48_000, 1), (192_000, 2), (8000, 1), (96_000, 4)])
def test_a_device_is_taken_as_it_is(rate_hz: int, channels: int):
    """Case 4."""
    blocks: list[SoundBlock] = []
    portaudio = FakePortAudio(FakeDevice(rate_hz=rate_hz, channels=channels))
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
    portaudio = FakePortAudio(FakeDevice())
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
        Microphone(name="Headset", portaudio=FakePortAudio(FakeDevice())).open(lambda _: None)


def open_it(portaudio: FakePortAudio, *, name: str = "", rank: int = 0) -> str:
    microphone = Microphone(name=name, host_api="Fake API" if name else "", rank=rank, portaudio=portaudio)
    opened = microphone.open(lambda _: None)
    microphone.close()
    return opened.device


def test_the_next_best_is_the_default_one_and_then_the_others_and_no_monitor():
    """Case 1."""
    portaudio = FakePortAudio(
        FakeDevice("Built-in"), FakeDevice("Headset"), FakeDevice("Monitor of Speakers"), FakeDevice("Webcam")
    )
    assert [open_it(portaudio, name="Headset", rank=rank) for rank in range(3)] == ["Headset", "Built-in", "Webcam"]
    with pytest.raises(NothingLeft):
        open_it(portaudio, name="Headset", rank=3)
    assert [open_it(portaudio, rank=rank) for rank in range(3)] == ["Built-in", "Headset", "Webcam"]
    with pytest.raises(SourceUnusable, match="not plugged in"):
        open_it(portaudio, name="Gone")
    assert open_it(portaudio, name="Gone", rank=1) == "Built-in"


def test_two_devices_of_one_name_are_told_apart():
    """Case 2."""
    portaudio = FakePortAudio(FakeDevice("USB Mic", rate_hz=48_000), FakeDevice("USB Mic", rate_hz=16_000))
    assert open_it(portaudio, name="USB Mic (2)") == "USB Mic (2)"
    assert portaudio.tried[-1][1] == 16_000


def test_a_computer_without_any_microphone_says_so():
    """Case 1."""
    with pytest.raises(SourceUnusable, match="no microphone"):
        open_it(FakePortAudio())


def test_a_stream_that_the_sound_system_ends_is_in_trouble_and_one_that_we_close_is_not():
    """Case 1: ``finished_callback`` fires, which also follows an error in the callback."""
    portaudio = FakePortAudio(FakeDevice())
    lost, closed = Microphone(portaudio=portaudio), Microphone(portaudio=portaudio)
    lost.open(lambda _: None)
    portaudio.finish()
    assert lost.trouble
    lost.close()
    closed.open(lambda _: None)
    closed.close()
    portaudio.finish()
    assert not closed.trouble


def test_a_microphone_of_the_sound_server_is_reached_through_its_door():
    portaudio = FakePortAudio(FakeDevice("default"), FakeDevice("pulse"))
    pulse = [PulseSource("Headset", "alsa_input.usb", 1, is_default=False)]
    seen: list[str | None] = []

    def look(_rate_hz: int, _channels: int) -> None:
        seen.append(os.environ.get("PULSE_SOURCE"))

    portaudio.on_open = look
    microphone = Microphone(name="Headset", host_api="PulseAudio", portaudio=portaudio, pulse=lambda: pulse)
    assert microphone.open(lambda _: None).device == "Headset"
    assert set(seen) == {"alsa_input.usb"}
    assert "PULSE_SOURCE" not in os.environ
    assert {name for name, _, _ in portaudio.tried} == {"pulse"}
    pulse[:] = [PulseSource("Webcam", "alsa_input.cam", 1, is_default=True)]  # and pulled out
    wait_until(lambda: microphone.trouble == "it was pulled out")
    microphone.close()


@pytest.mark.parametrize("name", ["pulse", "default", "sysdefault", ""])
def test_no_door_of_the_sound_server_leads_to_what_the_computer_plays(name: str):
    """Case 1: with no microphone there the server would lead us to a monitor."""
    portaudio = FakePortAudio(
        FakeDevice("default", host_api="ALSA"),
        FakeDevice("pulse", host_api="ALSA"),
        FakeDevice("sysdefault", host_api="ALSA"),
    )
    pulse: list[PulseSource] = []
    with pytest.raises(SourceUnusable):
        Microphone(name=name, portaudio=portaudio, pulse=lambda: pulse).open(lambda _: None)
    assert portaudio.tried == []
    pulse.append(PulseSource("Headset", "alsa_input.usb", 1, is_default=True))
    seen: set[str | None] = set()

    def look(_rate_hz: int, _channels: int) -> None:
        seen.add(os.environ.get("PULSE_SOURCE"))

    portaudio.on_open = look
    microphone = Microphone(name=name, portaudio=portaudio, pulse=lambda: pulse)
    microphone.open(lambda _: None)
    microphone.close()
    assert seen == {"alsa_input.usb"}


def test_without_a_sound_server_the_devices_of_alsa_are_used():
    portaudio = FakePortAudio(FakeDevice("default", host_api="ALSA"), FakeDevice("pulse", host_api="ALSA"))
    microphone = Microphone(portaudio=portaudio, pulse=lambda: None)
    assert microphone.open(lambda _: None).device == "default"
    microphone.close()


def test_bare_hardware_is_left_where_the_sound_server_has_no_microphone():
    portaudio = FakePortAudio(
        FakeDevice("default", host_api="ALSA"),
        FakeDevice("pulse", host_api="ALSA"),
        FakeDevice("USB Mic (hw:1,0)", host_api="ALSA"),
    )
    microphone = Microphone(name="pulse", host_api="ALSA", rank=1, portaudio=portaudio, pulse=list)
    assert microphone.open(lambda _: None).device == "USB Mic (hw:1,0)"
    microphone.close()


def test_a_stream_that_was_led_elsewhere_is_in_trouble_and_one_of_which_nothing_is_known_is_not():
    """Case 1: the microphone is still there, but the server moved the stream."""
    pulse = [PulseSource("Headset", "alsa_input.usb", 1, is_default=True)]
    connected_to = ["alsa_input.usb"]
    looks: list[str] = []

    def look(sign: str) -> str:
        looks.append(sign)
        return connected_to[0]

    microphone = Microphone(portaudio=FakePortAudio(FakeDevice("pulse")), pulse=lambda: pulse, connected_to=look)
    microphone.open(lambda _: None)
    for place in ("alsa_input.usb", ""):
        connected_to[0] = place
        before = len(looks)
        wait_until(lambda before=before: len(looks) > before + 1)
        assert not microphone.trouble
    connected_to[0] = "alsa_output.hdmi.monitor"
    wait_until(lambda: "alsa_output.hdmi.monitor" in microphone.trouble)
    microphone.close()
    assert len(set(looks)) == 1


def wait_until(is_so: Callable[[], bool]) -> None:
    stop = time.monotonic() + 30.0
    while not is_so():
        assert time.monotonic() < stop
        time.sleep(0.01)


def test_the_format_that_worked_is_tried_first_the_next_time(tmp_path: Path):
    """Case 4."""
    formats = FormatMemory(tmp_path / "microphones.json")
    for _ in range(2):
        portaudio = FakePortAudio(FakeDevice(rate_hz=96_000, channels=4))
        microphone = Microphone(portaudio=portaudio, formats=formats)
        microphone.open(lambda _: None)
        microphone.close()
    assert portaudio.tried == [("Mic", 96_000, 4)]  # pyright: ignore[reportPossiblyUnboundVariable] - it ran twice


ABORT = """
import os, sys
from pathlib import Path
from engine.capture.format_memory import FormatMemory
from engine.capture.microphone import Microphone
from tests.fakes.fake_portaudio import FakeDevice, FakePortAudio

def abort_at(rate_hz, channels):
    if (rate_hz, channels) == (44_100, 1):
        os.abort()

portaudio = FakePortAudio(FakeDevice(), on_open=abort_at)
print(Microphone(portaudio=portaudio, formats=FormatMemory(Path(sys.argv[1]))).open(lambda _: None).rate_hz)
"""


@pytest.mark.skipif(os.name != "posix", reason="how an abort looks is POSIX's")
def test_a_format_that_ended_the_process_is_not_tried_again_by_itself(tmp_path: Path):
    """Case 4: the driver says yes and aborts."""
    command = [sys.executable, "-c", ABORT, str(tmp_path / "microphones.json")]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    first, second = (
        subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        for _ in range(2)
    )
    assert first.returncode == -signal.SIGABRT
    assert (second.returncode, second.stdout) == (0, "48000\n")
