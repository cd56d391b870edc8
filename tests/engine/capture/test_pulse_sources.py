"""The real sound server, with microphones and outputs that come and go."""

import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from engine.capture.device_list import list_devices, look_at_devices
from engine.capture.pulse_sources import pulse_sources
from engine.capture.recording_file import recover
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import (
    ChangeSource,
    ComputerSoundState,
    GapNoticed,
    LevelsMeasured,
    RecorderEvent,
    SavedTo,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
    StopRecording,
)
from tests.builders.running_recorder import RunningRecorder
from tests.fakes.fake_soundcard import SoundcardWithoutOutput, SoundcardWithoutServer
from tests.hardware.virtual_devices import MICROPHONE, MICROPHONE_WORDS, SINK, find

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the virtual sound card is made of Linux programs")


class SoundServer:
    """Plugs devices in and pulls them out."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self._plugged: list[str] = []

    def plug_in(self, module: str, *words: str) -> str:
        number = self.control("load-module", module, *words).strip()
        self._plugged.append(number)
        return number

    def pull_out(self, number: str) -> None:
        self._plugged.remove(number)
        self.control("unload-module", number)

    def pull_out_all(self) -> None:
        for number in reversed(self._plugged.copy()):
            self.pull_out(number)

    def control(self, *words: str) -> str:
        command = [find("pactl"), *words]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def server(virtual_sound_card: dict[str, str]) -> Generator[SoundServer]:
    """It has no microphone but those that a test plugs in."""
    server = SoundServer(virtual_sound_card)
    server.control("unload-module", number_of_microphone(server))
    yield server
    server.pull_out_all()
    server.control("set-default-sink", SINK)
    server.control("load-module", *MICROPHONE_WORDS)


def number_of_microphone(server: SoundServer) -> str:
    """Of its module."""
    modules = server.control("list", "short", "modules").splitlines()
    return next(line.split("\t")[0] for line in modules if MICROPHONE in line)


def headset(server: SoundServer, name: str) -> str:
    """A microphone called Headset; it hears what the silent output plays."""
    return server.plug_in(
        "module-remap-source",
        f"source_name={name}",
        f"master={SINK}.monitor",
        "source_properties=device.description=Headset",
    )


@contextmanager
def noise(server: SoundServer, output: str = "") -> Generator[None]:
    """Noise on an output, the default one if none is named."""
    command = [find("paplay"), "--raw", "--rate=48000", "--channels=1", "--volume=30000", "/dev/urandom"]
    command += [f"--device={output}"] if output else []
    command += ["--latency-msec=20"]  # else an output that nobody listens to mixes two seconds at once
    with subprocess.Popen(command, env=server.environment) as player:
        try:
            yield
        finally:
            player.kill()


def is_state(state: SourceState, track: int = 0) -> Callable[[RecorderEvent], bool]:
    return lambda event: isinstance(event, SourceChanged) and (event.track, event.state) == (track, state)


def is_saved(track: int, seconds: float) -> Callable[[RecorderEvent], bool]:
    return lambda event: isinstance(event, SavedTo) and event.track == track and event.at >= seconds * 16_000


def test_microphones_have_human_names_the_default_one_first_and_two_of_a_name_are_told_apart(server: SoundServer):
    """Case 2: what was plugged in a moment ago is there."""
    headset(server, "one")
    headset(server, "two")
    server.control("set-default-source", "two")
    look = look_at_devices(environment=server.environment)
    microphones = [device for device in look.devices if device.kind is TrackKind.MICROPHONE]
    assert [(each.name, each.host_api, each.is_default) for each in microphones] == [
        ("Headset (2)", "PulseAudio", True),
        ("Headset", "PulseAudio", False),
    ]
    assert look.computer_sound is ComputerSoundState.AVAILABLE


def test_without_any_output_there_are_microphones_all_the_same_and_no_traceback_in_the_log():
    """Case 1: a headset was pulled out that was the only output, and the microphone of a camera is left."""
    soundcard = SoundcardWithoutOutput("Camera", "Line in")
    found = pulse_sources(soundcard) or []
    assert [(source.name, source.is_default) for source in found] == [("Camera", True), ("Line in", False)]
    assert soundcard.tracebacks == 0


def test_no_server_and_no_microphone_are_two_answers():
    """Case 1: without an answer nothing was pulled out."""
    assert pulse_sources(SoundcardWithoutServer()) is None
    assert pulse_sources(SoundcardWithoutOutput()) == []


def test_outputs_of_one_name_are_told_apart_and_the_default_one_comes_first(server: SoundServer):
    server.plug_in("module-null-sink", "sink_name=other")
    server.control("set-default-sink", "other")
    devices = list_devices(environment=server.environment)
    names = [device.name for device in devices if device.kind is TrackKind.COMPUTER]
    assert len(set(names)) == 2


@pytest.mark.slow
def test_a_microphone_that_is_pulled_out_is_followed_by_the_next_best_which_stays(server: SoundServer, tmp_path: Path):
    """Cases 1 and 2: PulseAudio itself would lead the stream elsewhere without a word."""
    headset(server, "one")
    pulled = headset(server, "two")
    server.control("set-default-source", "one")  # else PulseAudio would lead the stream back by itself
    with RunningRecorder(server.environment) as recorder:
        choice = SourceChoice(TrackKind.MICROPHONE, "Headset (2)", "PulseAudio")
        recorder.send(StartRecording("r", str(tmp_path), (choice,), 30))
        opened = recorder.hear(is_state(SourceState.OPENED))
        recorder.hear(is_saved(0, 3))
        server.pull_out(pulled)
        recorder.hear(is_state(SourceState.LOST))
        reopened = recorder.hear(is_state(SourceState.REOPENED))
        headset(server, "two")  # it is back
        recorder.hear(lambda event: isinstance(event, SavedTo) and event.at > 7 * 16_000)
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    assert isinstance(opened, SourceChanged)
    assert isinstance(reopened, SourceChanged)
    assert (opened.device, reopened.device) == ("Headset (2)", "Headset")
    states = [event.state for event in recorder.heard if isinstance(event, SourceChanged)]
    assert states.count(SourceState.REOPENED) == 1
    assert recover(tmp_path).tracks[0].devices == ("Headset (2)", "Headset")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "pulse"])
def test_the_only_microphone_pulled_out_is_a_gap_until_it_is_back_and_never_the_computers_sound(
    server: SoundServer, name: str, tmp_path: Path
):
    """Case 1: PulseAudio leads the stream to the monitor of the output, where there is noise."""
    server.plug_in("module-null-sink", "sink_name=room")
    plug = (
        "module-remap-source",
        "source_name=only",
        "master=room.monitor",
        "source_properties=device.description=Only",
    )
    only = server.plug_in(*plug)
    server.control("set-default-source", "only")
    with noise(server), RunningRecorder(server.environment) as recorder:
        sources = (SourceChoice(TrackKind.MICROPHONE, name), SourceChoice(TrackKind.COMPUTER))
        recorder.send(StartRecording("r", str(tmp_path), sources, 30))
        recorder.hear(is_saved(0, 2))
        server.pull_out(only)
        lost = recorder.hear(is_state(SourceState.LOST))
        assert isinstance(lost, SourceChanged)
        before = max(event.at for event in recorder.heard if isinstance(event, SavedTo) and event.track == 1)
        recorder.hear(is_saved(0, before / 16_000 + 4))
        server.plug_in(*plug)
        server.control("set-default-source", "only")
        recorder.hear(is_state(SourceState.REOPENED))
        gap = recorder.hear(lambda event: isinstance(event, GapNoticed) and event.track == 0)
        assert isinstance(gap, GapNoticed)
        recorder.hear(is_saved(0, gap.stop / 16_000 + 3))
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    microphone, computer = recover(tmp_path).tracks
    assert microphone.length == computer.length
    assert computer.gaps == ()
    assert not [event for event in recorder.heard if is_state(SourceState.LOST, 1)(event)]
    assert [(each.start, each.stop) for each in microphone.gaps] == [(gap.start, gap.stop)]
    assert gap.start >= 2 * 16_000, "it was pulled out later"
    assert gap.stop >= before + 4 * 16_000, "it came back later"
    assert 3.5 * 16_000 < gap.stop - gap.start < 9 * 16_000
    folder = SoundFolder(tmp_path)
    heard = np.flatnonzero(folder.read(0, microphone.length, 0))
    assert heard.size < 0.6 * 16_000, "the microphone's room was silent all the time"


@pytest.mark.slow
def test_a_stream_that_is_led_to_another_microphone_is_said_to_come_from_that_one(server: SoundServer, tmp_path: Path):
    """Case 1: another default is chosen, and PulseAudio moves the stream without a word."""
    headset(server, "one")
    headset(server, "two")
    server.control("set-default-source", "one")
    with RunningRecorder(server.environment) as recorder:
        recorder.send(StartRecording("r", str(tmp_path), (SourceChoice(TrackKind.MICROPHONE),), 30))
        opened = recorder.hear(is_state(SourceState.OPENED))
        recorder.hear(is_saved(0, 2))
        server.control("set-default-source", "two")
        reopened = recorder.hear(is_state(SourceState.REOPENED))
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    assert isinstance(opened, SourceChanged)
    assert isinstance(reopened, SourceChanged)
    assert (opened.device, reopened.device) == ("Headset", "Headset (2)")


@pytest.mark.slow
def test_what_is_plugged_in_while_it_records_is_listed_and_the_recording_does_not_notice(
    server: SoundServer, tmp_path: Path
):
    """Case 2: whoever looks again looks in a process of its own."""
    server.plug_in(*MICROPHONE_WORDS)
    with RunningRecorder(server.environment) as recorder:
        recorder.send(StartRecording("r", str(tmp_path), (SourceChoice(TrackKind.MICROPHONE),), 30))
        recorder.hear(is_saved(0, 2))
        headset(server, "one")
        names = [device.name for device in list_devices(environment=server.environment)]
        recorder.hear(is_saved(0, 5))
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    assert "Headset" in names
    states = [event.state for event in recorder.heard if isinstance(event, SourceChanged)]
    assert SourceState.LOST not in states
    assert SourceState.REOPENED not in states


@pytest.mark.slow
def test_a_microphone_that_is_plugged_in_and_chosen_while_it_records_takes_over_without_a_gap(
    server: SoundServer, tmp_path: Path
):
    headset(server, "one")
    server.control("set-default-source", "one")
    with noise(server), RunningRecorder(server.environment) as recorder:
        recorder.send(StartRecording("r", str(tmp_path), (SourceChoice(TrackKind.MICROPHONE, "Headset"),), 30))
        recorder.hear(is_saved(0, 2))
        headset(server, "two")
        recorder.send(ChangeSource(0, SourceChoice(TrackKind.MICROPHONE, "Headset (2)", "PulseAudio")))
        other = recorder.hear(is_state(SourceState.OPENED))
        at = max(event.at for event in recorder.heard if isinstance(event, LevelsMeasured))
        recorder.hear(is_saved(0, at / 16_000 + 2))
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    assert isinstance(other, SourceChanged)
    assert other.device == "Headset (2)"
    assert not [event for event in recorder.heard if is_state(SourceState.LOST)(event)]
    track = recover(tmp_path).tracks[0]
    assert track.devices == ("Headset", "Headset (2)")
    around = SoundFolder(tmp_path).read(at - 16_000, at + 16_000, 0)
    assert np.count_nonzero(around == 0) < 0.2 * 16_000, "one or the other is heard all the time"
    assert track.gaps == ()


@pytest.mark.slow
def test_the_computers_sound_follows_the_default_output(server: SoundServer, tmp_path: Path):
    """Case 1: headphones are plugged in during the call."""
    server.plug_in("module-null-sink", "sink_name=phones", "sink_properties=device.description=Phones")
    with RunningRecorder(server.environment) as recorder:
        recorder.send(StartRecording("r", str(tmp_path), (SourceChoice(TrackKind.COMPUTER),), 30))
        recorder.hear(is_state(SourceState.OPENED))
        server.control("set-default-sink", "phones")
        reopened = recorder.hear(is_state(SourceState.REOPENED))
        assert isinstance(reopened, SourceChanged)
        assert reopened.device == "Phones"
        with noise(server):
            recorder.hear(lambda event: isinstance(event, LevelsMeasured) and event.peak_dbfs > -50)
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")


@pytest.mark.slow
def test_the_computers_sound_stays_at_its_output_when_a_microphone_is_plugged_in(server: SoundServer, tmp_path: Path):
    """Case 1: without a microphone a monitor is the default source, and PulseAudio moves its streams to the new one."""
    server.plug_in("module-null-sink", "sink_name=room")
    server.control("set-default-sink", SINK)
    server.control("set-default-source", f"{SINK}.monitor")
    with noise(server, "room"), RunningRecorder(server.environment) as recorder:
        recorder.send(StartRecording("r", str(tmp_path), (SourceChoice(TrackKind.COMPUTER),), 30))
        recorder.hear(is_saved(0, 2))
        server.plug_in("module-remap-source", "source_name=new", "master=room.monitor")
        server.control("set-default-source", "new")
        recorder.hear(is_saved(0, 6))
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    states = [event.state for event in recorder.heard if isinstance(event, SourceChanged)]
    assert states == [SourceState.OPENED]
    (track,) = recover(tmp_path).tracks
    assert not SoundFolder(tmp_path).read(0, track.length, 0).any(), "the new microphone heard noise"
    assert track.gaps == ()


@pytest.mark.slow
def test_an_output_that_is_pulled_out_is_followed_by_the_new_default_one_with_a_gap(
    server: SoundServer, tmp_path: Path
):
    """Case 1: its monitor goes with it."""
    phones = server.plug_in("module-null-sink", "sink_name=phones", "sink_properties=device.description=Phones")
    server.control("set-default-sink", "phones")
    with noise(server, SINK), RunningRecorder(server.environment) as recorder:
        recorder.send(StartRecording("r", str(tmp_path), (SourceChoice(TrackKind.COMPUTER),), 30))
        recorder.hear(is_saved(0, 3))
        server.pull_out(phones)
        gap = recorder.hear(lambda event: isinstance(event, GapNoticed))
        recorder.hear(is_state(SourceState.REOPENED))
        assert isinstance(gap, GapNoticed)
        recorder.hear(is_saved(0, gap.stop / 16_000 + 2))
        recorder.send(StopRecording())
        recorder.hear(lambda event: event.kind == "recording_stopped")
    (track,) = recover(tmp_path).tracks
    assert [(each.start, each.stop) for each in track.gaps] == [(gap.start, gap.stop)]
    assert gap.start >= 3 * 16_000
    assert gap.stop - gap.start < 4 * 16_000
    after = SoundFolder(tmp_path).read(gap.stop, track.length, 0)
    assert np.count_nonzero(after) > 0.9 * after.size, "there is silence that is no gap"


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [4])
def test_a_recorder_that_was_stopped_for_a_while_goes_on_by_the_clock(
    server: SoundServer, seconds: int, tmp_path: Path
):
    """Case 12: what the sound server kept meanwhile is there, the rest is a gap, and both tracks are equally long."""
    server.plug_in(*MICROPHONE_WORDS)
    with noise(server), RunningRecorder(server.environment) as recorder:
        sources = (SourceChoice(TrackKind.MICROPHONE), SourceChoice(TrackKind.COMPUTER))
        recorder.send(StartRecording("r", str(tmp_path), sources, 30))
        recorder.hear(is_saved(0, 2))
        recorder.process.send_signal(signal.SIGSTOP)
        with pytest.raises(subprocess.TimeoutExpired):
            recorder.process.wait(seconds)
        recorder.process.send_signal(signal.SIGCONT)
        recorder.hear(is_saved(0, 4 + seconds))
        recorder.send(StopRecording())
        stopped = recorder.hear(lambda event: event.kind == "recording_stopped")
    found = recover(tmp_path)
    assert stopped.kind == "recording_stopped"
    assert found.tracks[0].length == found.tracks[1].length == stopped.lengths[0]
    assert not [event for event in recorder.heard if is_state(SourceState.LOST)(event)]
    for track in found.tracks:
        sound = np.abs(SoundFolder(tmp_path).read(0, track.length, track.track))
        quiet = sound.reshape(-1, 320).max(axis=1) == 0.0
        for gap in track.gaps:
            quiet[gap.start // 320 : gap.stop // 320 + 1] = False
        after_begin = quiet[2 * 50 :]
        assert after_begin.sum() < 25, f"track {track.track} has silence that is no gap"
