from engine.capture.device_list import microphones, virtual_outputs
from engine.capture.device_names import is_monitor, numbered
from engine.capture.input_devices import InputDevice, input_devices
from engine.capture.microphone import Microphone
from engine.contract.audio import TrackKind
from tests.fakes.fake_portaudio import FakeDevice, FakePortAudio


def device(name: str, host_api: str, *, is_default: bool = False) -> InputDevice:
    return InputDevice(0, name, host_api, 1, 48_000, is_default)


def test_names_are_told_apart_and_stand_on_one_line():
    """Case 81: whatever a driver calls its device."""
    assert numbered(["Mic", "Mic", "A\n b", "Mic"]) == ["Mic", "Mic (2)", "A b", "Mic (3)"]
    assert numbered(["", "\x00\x1b", "Zoë 测试"]) == ["?", "? (2)", "Zoë 测试"]
    long, same = numbered(["m" * 300, "m" * 299])
    assert (long, same) == (f"{'m' * 99}…", f"{'m' * 99}… (2)")


def test_a_name_that_is_no_text_costs_that_device_and_no_other():
    """Case 81: one such device, and nothing could be listed or opened any more."""
    odd = FakeDevice(b"\xc2\x81\xff")
    portaudio = FakePortAudio(odd, FakeDevice("Mic"), odd, FakeDevice("", host_api="B"), FakeDevice("Line"))
    found = input_devices(portaudio, list)
    assert [(each.number, each.name) for each in found] == [(1, "Mic"), (4, "Line"), (3, "?")]
    microphone = Microphone(name="Line", portaudio=portaudio)
    assert microphone.open(lambda _: None).device == "Line"
    microphone.close()
    assert [(each.name, each.is_default) for each in microphones(found, "linux")] == [
        ("Mic", False),
        ("Line", False),
        ("?", False),
    ]


def test_what_a_computer_plays_is_known_by_its_name():
    assert all(
        is_monitor(name)
        for name in ("Monitor of HDMI", "alsa_output.pci.monitor", "Speakers [Loopback]", "Stereo Mix (Realtek)")
    )
    assert not is_monitor("Headset Microphone")


def test_outputs_are_no_inputs_and_names_are_told_apart_within_a_sound_system():
    portaudio = FakePortAudio(
        FakeDevice("Speakers", is_input=False), FakeDevice("Mic"), FakeDevice("Mic"), FakeDevice("Mic", host_api="B")
    )
    found = input_devices(portaudio, list)
    assert [(each.number, each.name, each.host_api) for each in found] == [
        (1, "Mic", "Fake API"),
        (2, "Mic (2)", "Fake API"),
        (3, "Mic", "B"),
    ]


def test_windows_shows_each_device_once_with_its_whole_name():
    inputs = [
        device("Microphone (Realtek High Defini", "MME", is_default=True),
        device("Line In (Realtek High Definition Audio)", "Windows WASAPI"),
        device("Microphone (Realtek High Definition Audio)", "Windows WASAPI"),
        device("Microphone (Realtek High Definition Audio)", "Windows DirectSound"),
    ]
    assert [(each.name, each.is_default) for each in microphones(inputs, "win32")] == [
        ("Microphone (Realtek High Definition Audio)", True),
        ("Line In (Realtek High Definition Audio)", False),
    ]


def test_macos_shows_a_virtual_device_as_the_computers_sound():
    inputs = [device("MacBook Pro Microphone", "Core Audio", is_default=True), device("BlackHole 2ch", "Core Audio")]
    assert [each.name for each in microphones(inputs, "darwin")] == ["MacBook Pro Microphone"]
    (virtual,) = virtual_outputs(inputs)
    assert (virtual.kind, virtual.name) == (TrackKind.COMPUTER, "BlackHole 2ch")
