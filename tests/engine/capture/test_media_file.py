"""Tests of reading media: what a person's files look like."""

import contextlib
import os
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from engine.capture.media_file import decode_media, inspect_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import to_seconds
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.channel import Channel
from engine.contract.errors import DiskFull, MediaNotFound, NoAudioFound
from engine.contract.segments import GapReason
from tests.builders.decoding import TIMES, assert_bursts, decode, mp3, playback_of, sound_of
from tests.builders.media_files import Track, burst_times, bursts, make_media, make_picture, make_wav, voice
from tests.fakes.small_disk import SmallDisk

AUDIO = Path(__file__).parents[2] / "audio"
CONTAINERS = [
    ("wav", "pcm_s16le"),
    ("wav", "pcm_s24le"),
    ("wav", "pcm_f32le"),
    ("wav", "pcm_mulaw"),
    ("wav", "adpcm_ima_wav"),
    ("w64", "pcm_s16le"),
    ("aiff", "pcm_s16be"),
    ("caf", "pcm_s16le"),
    ("au", "pcm_s16be"),
    ("flac", "flac"),
    ("ogg", "libopus"),
    ("mp3", "libmp3lame"),
    ("mp2", "mp2"),
    ("adts", "aac"),
    ("ipod", "aac"),
    ("mp4", "alac"),
    ("matroska", "aac"),
    ("webm", "libopus"),
    ("mpegts", "mp2"),
    ("avi", "libmp3lame"),
    ("asf", "wmav2"),
    ("ac3", "ac3"),
    ("flv", "aac"),
]


@pytest.mark.parametrize(("container", "codec"), CONTAINERS)
def test_every_common_container_keeps_length_and_times(
    container: str, codec: str, tmp_path: Path, folder: SoundFolder
) -> None:
    sound = bursts(TIMES, length_s=10, rate_hz=48_000)
    path = make_media(tmp_path / "talk", Track(sound, codec, rate_hz=48_000), container=container)
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(10, abs=0.08)
    assert decoded.gaps == ()
    assert decoded.notes == ()
    assert_bursts(folder, TIMES, within_s=0.06)


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])
def test_any_rate_becomes_16_khz_without_drift_or_clicks(rate_hz: int, tmp_path: Path, folder: SoundFolder) -> None:
    """Case 4."""
    tone = 0.5 * np.sin(2 * np.pi * 440 * np.arange(20 * rate_hz) / rate_hz)
    path = make_wav(tmp_path / "tone.wav", tone.astype(np.float32)[np.newaxis, :], rate_hz=rate_hz)
    decoded = decode(path, folder)
    assert decoded.length == 20 * 16_000
    wanted = 0.5 * np.sin(2 * np.pi * 440 * np.arange(decoded.length) / 16_000)
    inside = slice(1600, -1600)
    assert np.abs(sound_of(folder) - wanted)[inside].max() < 0.002
    assert playback_of(folder)[1] == min(rate_hz, 48_000)


def test_a_16_khz_file_comes_through_bit_for_bit(tmp_path: Path, folder: SoundFolder) -> None:
    path = make_wav(tmp_path / "talk.wav", voice(3))
    decode(path, folder)
    assert folder.pcm_path(0).read_bytes() == path.read_bytes()[44:]


def test_real_speech_in_many_shapes_is_read() -> None:
    for path in sorted(AUDIO.iterdir()):
        if path.suffix not in {".json", ".md"}:
            assert inspect_media(path).streams


@pytest.mark.parametrize("silent", [0, 1])
def test_one_silent_channel_costs_nothing(silent: int, tmp_path: Path, folder: SoundFolder) -> None:
    """Case 30."""
    speech = voice(6, rate_hz=44_100)
    both = np.concatenate([speech, speech])
    both[silent] = 0
    decode(make_wav(tmp_path / "mono.wav", speech, rate_hz=44_100), folder)
    wanted = sound_of(folder)
    decoded = decode(make_wav(tmp_path / "stereo.wav", both, rate_hz=44_100), folder)
    assert np.abs(sound_of(folder) - wanted).max() < 0.001
    assert decoded.notes == (
        f"The {('left', 'right')[silent]} channel is silent; the {('right', 'left')[silent]} one was used.",
    )
    assert playback_of(folder)[0].shape[0] == 2


def test_an_inverted_channel_does_not_silence_the_mix(tmp_path: Path, folder: SoundFolder) -> None:
    speech = voice(6)
    decoded = decode(make_wav(tmp_path / "anti.wav", np.concatenate([speech, -speech])), folder)
    assert np.abs(np.abs(sound_of(folder)) - np.abs(speech[0])).max() < 0.001
    assert decoded.notes == ("The channels run against each other (one is inverted); this was corrected.",)


def test_speech_in_the_centre_of_a_film_keeps_its_level(tmp_path: Path, folder: SoundFolder) -> None:
    speech = voice(6, rate_hz=48_000)
    sound = np.zeros((6, speech.shape[1]), np.float32)
    sound[2] = speech[0]
    decode(make_media(tmp_path / "f.wav", Track(sound, "pcm_s16le", rate_hz=48_000), container="wav"), folder)
    around = sound_of(folder)
    decode(make_wav(tmp_path / "mono.wav", speech, rate_hz=48_000), folder)
    assert np.abs(around - sound_of(folder)).max() < 0.001
    decode(tmp_path / "f.wav", folder)
    assert playback_of(folder)[0].shape[0] == 1


@pytest.mark.parametrize("container", ["mp4", "matroska"])
@pytest.mark.parametrize("late_s", [1.5, 10.0])
def test_sound_that_starts_after_the_picture_keeps_its_times(
    container: str, late_s: float, tmp_path: Path, folder: SoundFolder
) -> None:
    """Case 32."""
    track = Track(bursts(TIMES, length_s=10), "aac", starts_at_s=late_s)
    path = make_media(tmp_path / "film", track, container=container, picture_s=20)
    decoded = decode(path, folder)
    assert decoded.gaps == ()
    assert_bursts(folder, tuple(at + late_s for at in TIMES), within_s=0.03)


def test_sound_that_starts_before_the_picture_is_cut_to_the_presentation(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 32, with 0.2 s that no player shows."""
    track = Track(bursts(TIMES, length_s=10), "aac", starts_at_s=-0.2)
    path = make_media(tmp_path / "film", track, container="mp4", picture_s=20)
    decode(path, folder)
    assert_bursts(folder, tuple(at - 0.2 for at in TIMES), within_s=0.03)


def test_a_broadcast_that_begins_at_any_time_begins_at_zero(tmp_path: Path, folder: SoundFolder) -> None:
    track = Track(bursts(TIMES, length_s=10, rate_hz=48_000), "mp2", rate_hz=48_000, starts_at_s=40_000)
    decode(make_media(tmp_path / "tv.ts", track, container="mpegts"), folder)
    assert_bursts(folder, TIMES, within_s=0.06)


def test_an_mp3_without_a_frame_count_gets_its_true_length(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 33."""
    speech = np.concatenate([np.zeros((1, 60 * 44_100), np.float32), voice(34.6, rate_hz=44_100)], axis=1)
    track = Track(speech, "libmp3lame", rate_hz=44_100, options={"compression_level": "9", "global_quality": "472"})
    path = make_media(tmp_path / "vbr.mp3", track, container="mp3", write_xing="0", id3v2_version="0")
    heard: list[tuple[int, int]] = []
    decoded = decode_media(
        path,
        folder,
        audio_stream=None,
        cancellation=Cancellation(),
        on_progress=lambda done, total: heard.append((done, total)),
    )
    assert to_seconds(decoded.length) == pytest.approx(94.6, abs=0.1)
    assert all(done <= total for done, total in heard)
    assert heard[-1] == (decoded.length, decoded.length)


def test_a_cover_picture_does_not_disturb(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 36, the second file."""
    path = make_media(
        tmp_path / "cover.mkv", Track(bursts(TIMES, length_s=10), "libmp3lame"), container="matroska", picture_s=0.1
    )
    assert len(inspect_media(path).streams) == 1
    decode(path, folder)
    assert_bursts(folder, TIMES, within_s=0.1)


def test_the_cover_of_an_mp3_does_not_disturb(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 36: a picture in its tag, which FFmpeg shows as a film of one frame."""
    cover = make_picture(tmp_path / "cover.png").read_bytes()
    frame = b"\0image/png\0\x03\0" + cover
    tag = b"APIC" + len(frame).to_bytes(4, "big") + b"\0\0" + frame
    size = bytes(len(tag) >> shift & 0x7F for shift in (21, 14, 7, 0))
    path = mp3(tmp_path / "cover.mp3", bursts(TIMES, length_s=10, rate_hz=44_100))
    path.write_bytes(b"ID3\x03\0\0" + size + tag + path.read_bytes())
    assert [(each.number, each.is_default) for each in inspect_media(path).streams] == [(0, True)]
    decoded = decode(path, folder)
    assert decoded.notes == ()
    assert_bursts(folder, TIMES, within_s=0.06)


@pytest.mark.parametrize(("channel", "heard"), [(Channel.LEFT, (1.0, 4.0)), (Channel.RIGHT, (2.0, 6.0))])
def test_one_of_two_channels_is_understood_and_both_can_be_heard(
    channel: Channel, heard: tuple[float, ...], tmp_path: Path, folder: SoundFolder
) -> None:
    """Case 30: two conversations beside each other."""
    left = bursts((1.0, 4.0), length_s=8, rate_hz=44_100)
    right = bursts((2.0, 6.0), length_s=8, rate_hz=44_100)
    path = make_wav(tmp_path / "two.wav", np.concatenate([left, right]), rate_hz=44_100)
    decoded = decode(path, folder, channel=channel)
    assert burst_times(sound_of(folder)) == pytest.approx(list(heard), abs=0.02)
    assert decoded.notes == (f"Only the {channel} channel was understood, as it was chosen.",)
    copy, rate_hz = playback_of(folder)
    assert burst_times(copy[0], rate_hz) == pytest.approx([1.0, 4.0], abs=0.02)
    assert burst_times(copy[1], rate_hz) == pytest.approx([2.0, 6.0], abs=0.02)


def test_the_default_track_is_taken_and_all_are_listed(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 37."""
    german = Track(bursts((1.0,), length_s=4), "aac", language="ger", title="Deutsch", is_default=False)
    english = Track(bursts((2.0,), length_s=4), "aac", language="eng", is_default=True)
    path = make_media(tmp_path / "two.mkv", german, english, container="matroska", picture_s=4)
    first, second = inspect_media(path).streams
    assert (first.language, first.title, first.channels, first.is_default) == ("ger", "Deutsch", 1, False)
    assert (second.language, second.rate_hz, second.is_default) == ("eng", 16_000, True)
    decode(path, folder)
    assert_bursts(folder, (2.0,), within_s=0.08)
    decode(path, folder, audio_stream=first.number)
    assert_bursts(folder, (1.0,), within_s=0.08)
    with pytest.raises(NoAudioFound):
        decode(path, folder, audio_stream=0)  # the picture


def test_a_muted_stretch_is_silence_and_a_long_one_is_a_gap(tmp_path: Path, folder: SoundFolder) -> None:
    holes = ((2.0, 3.0), (5.0, 9.0))
    track = Track(bursts((1.0, 4.0, 10.0), length_s=12, rate_hz=48_000), "libopus", rate_hz=48_000, holes=holes)
    decoded = decode(make_media(tmp_path / "call.webm", track, container="webm"), folder)
    (gap,) = decoded.gaps
    assert gap.reason is GapReason.SOURCE_LOST
    assert (to_seconds(gap.start), to_seconds(gap.stop)) == pytest.approx((5.0, 9.0), abs=0.06)
    assert_bursts(folder, (1.0, 4.0, 10.0), within_s=0.04)


def test_a_stream_that_appears_at_the_end_does_not_disturb(tmp_path: Path, folder: SoundFolder) -> None:
    path = make_media(
        tmp_path / "talk.flv", Track(bursts((1.0,), length_s=3, rate_hz=44_100), "aac", 44_100), container="flv"
    )
    picture = b"\x09\0\0\x0a\0\0\0\0\0\0\0" + b"\x12" + bytes(9) + (21).to_bytes(4, "big")
    path.write_bytes(path.read_bytes() + picture)
    decode(path, folder)
    assert_bursts(folder, (1.0,), within_s=0.06)


def test_memory_does_not_grow_with_length(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 40."""
    path = tmp_path / "long.wav"
    make_wav(path, np.tile(voice(60, rate_hz=8_000), 40), rate_hz=8_000)  # 40 minutes: 77 MB of samples at 16 kHz
    tracemalloc.start()
    try:
        decoded = decode(path, folder)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert to_seconds(decoded.length) == 2400
    assert peak < 30_000_000


def test_cancelling_stops_at_once_and_leaves_nothing(tmp_path: Path, folder: SoundFolder) -> None:
    path = make_wav(tmp_path / "talk.wav", voice(60))
    cancellation = Cancellation()
    heard: list[int] = []

    def on_progress(done: int, total: int) -> None:
        heard.append(done)
        cancellation.request()

    with pytest.raises(Cancelled):
        decode_media(path, folder, audio_stream=None, cancellation=cancellation, on_progress=on_progress)
    assert len(heard) == 1
    assert list(folder.path.iterdir()) == []


def test_a_cancelled_job_does_not_even_open(tmp_path: Path, folder: SoundFolder) -> None:
    cancellation = Cancellation()
    cancellation.request()
    path = make_wav(tmp_path / "talk.wav", voice(5))
    with pytest.raises(Cancelled):
        decode_media(path, folder, audio_stream=None, cancellation=cancellation, on_progress=lambda done, total: None)


@pytest.mark.parametrize("room", [0, 5_000, 100_000, 330_000])
def test_a_full_disk_is_reported_and_leaves_nothing(room: int, tmp_path: Path) -> None:
    """Case 17."""
    disk = SmallDisk(room=room)
    folder = SoundFolder(tmp_path / "sound", open_for_writing=disk.open)
    path = make_wav(tmp_path / "talk.wav", voice(10))  # needs 320 kB for the samples, and its FLAC
    with pytest.raises(DiskFull) as raised:
        decode(path, folder)
    assert raised.value.folder == str(folder.path)
    assert list(folder.path.iterdir()) == []
    disk.room = 10_000_000
    decode(path, folder)
    assert folder.is_complete()


def test_what_a_killed_decode_left_is_removed(tmp_path: Path, folder: SoundFolder) -> None:
    folder.path.mkdir()
    for name in ("track-0.pcm.part", "track-0.flac.part", "track-0.json.part", "track-0.pcm"):
        (folder.path / name).write_bytes(b"rubbish")
    assert not folder.is_complete()
    decode(make_wav(tmp_path / "talk.wav", voice(1)), folder)
    assert sorted(path.name for path in folder.path.iterdir()) == ["track-0.flac", "track-0.json", "track-0.pcm"]
    assert folder.length() == 16_000


def awkward_names() -> list[str | bytes]:
    names: list[str | bytes] = [
        "n" * 251 + ".wav", "\U0001f600" * 60 + ".wav", "trailing. ",
        "cafe\u0301.wav", "café.wav", "-i.wav", "100%d.wav",
        "имя файла 会议 record (1) #2 %20 é.wav", "http:wav",
    ]  # fmt: skip
    if sys.platform != "win32":
        names += ["a\nb.wav", "meeting\u202evaw.exe", 'it\'s "x".wav', "12:30 review.wav"]
    if sys.platform == "linux":
        names.append(b"caf\xe9.wav")
    return names


def test_no_file_name_stands_in_the_way(tmp_path: Path, folder: SoundFolder) -> None:
    """Cases 80 and 81."""
    good = make_wav(tmp_path / "good.wav", voice(0.2)).read_bytes()
    for name in awkward_names():
        path = tmp_path / os.fsdecode(name)
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        path.write_bytes(good)
        shown = inspect_media(path).name
        assert shown.encode()
        assert shown.isprintable()
        assert decode(path, folder).length == 3200


def test_the_error_of_a_file_with_an_odd_name_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(MediaNotFound) as raised:
        inspect_media(tmp_path / "a\nb\x1b[31m.wav")
    assert str(raised.value).isprintable()


def test_a_second_track_lies_beside_the_first(tmp_path: Path, folder: SoundFolder) -> None:
    decode(make_wav(tmp_path / "one.wav", voice(1)), folder)
    decoded = decode_media(
        make_wav(tmp_path / "two.wav", voice(2)),
        folder,
        audio_stream=None,
        cancellation=Cancellation(),
        on_progress=lambda done, total: None,
        track=1,
    )
    assert (folder.length(0), folder.length(1)) == (16_000, 32_000)
    assert folder.decoded(1) == decoded
