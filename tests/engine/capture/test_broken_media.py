"""Media that is broken, holds no sound, or is no file at all: what is whole in it is read, and the rest is said."""

import os
from pathlib import Path

import numpy as np
import pytest

from engine.capture.media_file import inspect_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import SampleIndex, to_seconds
from engine.contract.errors import MediaNotFound, MediaNotReadable, MediaUnfinished, NoAudioFound
from engine.contract.segments import GapReason
from tests.builders.decoding import TIMES, assert_bursts, decode, mp3, sound_of
from tests.builders.media_files import (
    Track,
    burst_times,
    bursts,
    cut_off,
    make_media,
    make_picture,
    make_wav,
    rot,
    voice,
)


def test_damage_in_the_middle_costs_only_itself(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 34."""
    times = tuple(float(second) for second in range(1, 20))
    path = rot(mp3(tmp_path / "damaged.mp3", bursts(times, length_s=20, rate_hz=44_100)), 0.45, 0.55)
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(20, abs=0.1)
    (gap,) = decoded.gaps
    assert gap.reason is GapReason.DAMAGED_MEDIA
    assert to_seconds(gap.start) == pytest.approx(9.0, abs=0.15)
    assert to_seconds(gap.stop) == pytest.approx(11.1, abs=0.15)  # the reader needs a few frames to find its way back
    assert not sound_of(folder)[gap.start + 800 : gap.stop - 800].any()
    found = burst_times(sound_of(folder))
    assert [at for at in found if at > 11.5] == pytest.approx([12.0, 13, 14, 15, 16, 17, 18, 19], abs=0.05)
    assert [at for at in found if at < 8.5] == pytest.approx([1.0, 2, 3, 4, 5, 6, 7, 8], abs=0.05)
    assert decoded.notes == (f"1 damaged part, {(gap.stop - gap.start) / 16_000:.1f} s lost.",)


@pytest.mark.parametrize(
    ("container", "codec"), [("flac", "flac"), ("adts", "aac"), ("ogg", "libopus"), ("matroska", "libmp3lame")]
)
def test_after_damage_the_times_are_right_in_every_kind_of_stream(
    container: str, codec: str, tmp_path: Path, folder: SoundFolder
) -> None:
    """Case 34."""
    times = tuple(float(second) for second in range(1, 40))
    sound = bursts(times, length_s=40, rate_hz=48_000)
    sound += 0.05 * voice(40, rate_hz=48_000)
    path = make_media(tmp_path / "talk", Track(sound, codec, rate_hz=48_000), container=container)
    decoded = decode(rot(path, 0.45, 0.55), folder)
    assert to_seconds(decoded.length) == pytest.approx(40, abs=0.15)
    assert {gap.reason for gap in decoded.gaps} == {GapReason.DAMAGED_MEDIA}
    lost = sum(gap.stop - gap.start for gap in decoded.gaps) / 16_000
    assert 3 < lost < 8
    late = [at for at in burst_times(sound_of(folder)) if at > 30.5]
    assert late == pytest.approx([31.0, 32, 33, 34, 35, 36, 37, 38, 39], abs=0.1)


def test_a_cut_end_keeps_what_is_there(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 34."""
    path = mp3(tmp_path / "cut.mp3", bursts(TIMES, length_s=20, rate_hz=44_100))
    decoded = decode(cut_off(path, 0.7, trailer=bytes(4096)), folder)
    assert to_seconds(decoded.length) == pytest.approx(14, abs=0.2)
    assert decoded.notes == ("The recording breaks off: 14 s of 20 s are there.",)
    assert_bursts(folder, TIMES, within_s=0.05)


def test_an_mp4_without_its_index_is_an_unfinished_recording(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 34."""
    path = make_media(tmp_path / "cut.m4a", Track(voice(10), "aac"), container="mp4")
    with pytest.raises(MediaUnfinished, match="was not finished"):
        decode(cut_off(path, 0.7), folder)
    assert not folder.path.exists()


def test_a_wav_cut_in_half_gives_its_first_half(tmp_path: Path, folder: SoundFolder) -> None:
    path = cut_off(make_wav(tmp_path / "half.wav", bursts(TIMES, length_s=20)), 0.5)
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(10, abs=0.01)
    assert decoded.notes == ("The recording breaks off: 10 s of 20 s are there.",)


@pytest.mark.parametrize("size", [0, 0xFFFFFFFF])
def test_a_wav_whose_header_knows_no_size_is_read_to_its_end(size: int, tmp_path: Path, folder: SoundFolder) -> None:
    """Case 38."""
    path = make_wav(tmp_path / "stream.wav", bursts(TIMES, length_s=11.5), riff_size=size, data_size=size)
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(11.5, abs=0.001)
    assert decoded.notes == ()
    assert_bursts(folder, TIMES)


def test_a_wav_that_holds_more_than_its_header_says_is_read_whole(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 18, with the 32 bits wrapped as past 4 GiB."""
    sound = bursts(TIMES, length_s=10)
    path = make_wav(tmp_path / "big.wav", sound, data_size=32_000)
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(10, abs=0.001)
    assert decoded.notes == ("The header gives a wrong size; everything in the file was read.",)
    assert_bursts(folder, TIMES)


def test_chunks_behind_the_sound_are_not_taken_for_sound(tmp_path: Path, folder: SoundFolder) -> None:
    trailer = b"LIST" + (60_000).to_bytes(4, "little") + b"INFO" + bytes(range(250)) * 240
    path = make_wav(tmp_path / "tagged.wav", bursts(TIMES, length_s=10), trailer=trailer[:60_008])
    assert to_seconds(decode(path, folder).length) == pytest.approx(10, abs=0.001)


def test_a_film_without_sound_says_so(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 36."""
    path = make_media(tmp_path / "silent.mp4", container="mp4", picture_s=2)
    with pytest.raises(NoAudioFound, match="silent"):
        decode(path, folder)


def test_pictures_texts_and_empty_files_hold_no_sound(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 36."""
    make_picture(tmp_path / "picture.mp3")
    (tmp_path / "text.wav").write_text("this is not audio\n" * 50)
    (tmp_path / "text.gsm").write_text("this is not audio\n" * 50)
    (tmp_path / "empty.wav").touch()
    make_wav(tmp_path / "header.wav", np.zeros((1, 0), np.float32))
    for name in ("picture.mp3", "text.wav", "text.gsm", "empty.wav", "header.wav"):
        with pytest.raises(NoAudioFound, match=name):
            inspect_and_decode(tmp_path / name, folder)


def inspect_and_decode(path: Path, folder: SoundFolder) -> None:
    inspect_media(path)
    decode(path, folder)


def test_noise_in_a_file_is_not_readable(tmp_path: Path, folder: SoundFolder) -> None:
    (tmp_path / "noise.mp3").write_bytes(bytes(2000) + np.random.default_rng(3).bytes(50_000) + bytes(2000))
    with pytest.raises((MediaNotReadable, NoAudioFound)):
        decode(tmp_path / "noise.mp3", folder)


def test_folders_pipes_and_devices_are_no_files(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 36, the fifth file; a pipe must not make us wait."""
    (tmp_path / "x.mp3").mkdir()
    places = [
        tmp_path / "x.mp3",
        tmp_path / "missing.wav",
        tmp_path / "x.mp3" / "no" / "way.wav",
        tmp_path / "nul\0.wav",
    ]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.wav")
        places += [tmp_path / "pipe.wav", Path("/dev/zero")]
    for place in places:
        with pytest.raises(MediaNotFound):
            inspect_and_decode(place, folder)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_that_may_not_be_opened_is_not_readable(tmp_path: Path) -> None:
    path = make_wav(tmp_path / "secret.wav", voice(1))
    path.chmod(0)
    with pytest.raises(MediaNotReadable) as raised:
        inspect_media(path)
    assert "denied" in raised.value.detail


def test_a_rotten_time_stamp_does_not_fill_the_disk_with_silence(tmp_path: Path, folder: SoundFolder) -> None:
    track = Track(bursts((1.0, 4.0), length_s=6, rate_hz=48_000), "libopus", rate_hz=48_000)
    late = Track(track.sound, "libopus", rate_hz=48_000, starts_at_s=2_000_000)
    start = make_media(tmp_path / "a.webm", track, container="webm", live="1").read_bytes()
    rest = make_media(tmp_path / "b.webm", late, container="webm", live="1").read_bytes()
    cluster = b"\x1f\x43\xb6\x75"
    path = tmp_path / "joined.webm"
    path.write_bytes(start + rest[rest.index(cluster) :])
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(12, abs=0.1)


def test_a_file_that_changes_its_channels_on_the_way_is_read_through(tmp_path: Path, folder: SoundFolder) -> None:
    one = mp3(tmp_path / "one.mp3", bursts((1.0,), length_s=4, rate_hz=44_100))
    two = make_media(
        tmp_path / "two.mp3",
        Track(np.repeat(bursts((1.0,), length_s=4, rate_hz=48_000), 2, axis=0), "libmp3lame", rate_hz=48_000),
        container="mp3",
    )
    joined = tmp_path / "joined.mp3"
    joined.write_bytes(one.read_bytes() + two.read_bytes())
    decoded = decode(joined, folder)
    assert to_seconds(decoded.length) == pytest.approx(8, abs=0.2)
    assert burst_times(sound_of(folder)) == pytest.approx([1.0, 5.0], abs=0.15)


def test_a_rate_that_cannot_be_is_refused(tmp_path: Path, folder: SoundFolder) -> None:
    path = make_wav(tmp_path / "slow.wav", voice(1), rate_hz=3)
    with pytest.raises(MediaNotReadable):
        decode(path, folder)


def test_what_is_not_a_number_is_silence(tmp_path: Path, folder: SoundFolder) -> None:
    sound = bursts((1.0,), length_s=3)
    sound[0, 100:200] = np.nan
    sound[0, 300] = np.inf
    decode(make_media(tmp_path / "f.wav", Track(sound, "pcm_f32le"), container="wav"), folder)
    assert not sound_of(folder)[100:200].any()
    assert_bursts(folder, (1.0,))


def test_the_report_survives_on_disk(tmp_path: Path, folder: SoundFolder) -> None:
    path = rot(mp3(tmp_path / "damaged.mp3", voice(20, rate_hz=44_100)), 0.45, 0.55)
    decoded = decode(path, folder)
    assert decoded.gaps
    assert SoundFolder(folder.path).decoded() == decoded
    assert decoded.length == SampleIndex(folder.length())
