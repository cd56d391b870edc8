"""Tests of measuring a WAV against its header."""

import struct
from pathlib import Path

from engine.capture.media_container import open_bytes
from engine.capture.media_file import inspect_media
from engine.capture.riff_extent import RiffExtent, read_riff_extent
from tests.builders.media_files import make_wav, voice


def extent(path: Path) -> RiffExtent:
    with open_bytes(path) as file:
        found = read_riff_extent(file)
    assert found is not None
    return found


def test_an_honest_header_is_believed(tmp_path: Path) -> None:
    found = extent(make_wav(tmp_path / "a.wav", voice(2)))
    assert found == RiffExtent(40, 64_000, 64_000, is_header_short=False, bytes_per_s=32_000)
    assert found.promised_s == 2


def test_a_wav_past_4_gib_is_read_whole(tmp_path: Path) -> None:
    """Case 18. The file is sparse and takes no room."""
    length = 4_600_000_000
    path = tmp_path / "over4g.wav"
    with path.open("wb") as file:
        file.write(struct.pack("<4sI4s", b"RIFF", (36 + length) & 0xFFFFFFFF, b"WAVE"))
        file.write(struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 2, 48_000, 192_000, 4, 16))
        file.write(struct.pack("<4sI", b"data", length & 0xFFFFFFFF))
        file.truncate(44 + length)
    found = extent(path)
    assert found.is_header_short
    assert found.present == length
    assert found.promised_s is None
    expected_s = inspect_media(path).expected_s
    assert expected_s is not None
    assert round(expected_s) == 23_958


def test_unknown_sizes_promise_nothing(tmp_path: Path) -> None:
    for size in (0, 0xFFFFFFFF, 0x7FFFFFFF):
        assert extent(make_wav(tmp_path / "a.wav", voice(1), data_size=size)).promised_s is None


def test_a_tag_or_chunk_behind_the_sound_is_no_sound(tmp_path: Path) -> None:
    for trailer in (b"TAG" + bytes(125), b"id3 \x04\0\0\0abcd", b"LIST\x02\0\0\0ab" + b"cue \0\0\0\0", b"\0"):
        assert not extent(make_wav(tmp_path / "a.wav", voice(1), trailer=trailer)).is_header_short


def test_other_containers_are_not_measured(tmp_path: Path) -> None:
    for content in (b"", b"RIFF\0\0\0\0AVI ", b"RF64\xff\xff\xff\xffWAVE", b"RIFF\0\0\0\0WAVEjunk\xff\xff\xff\x7f"):
        path = tmp_path / "other"
        path.write_bytes(content)
        with open_bytes(path) as file:
            assert read_riff_extent(file) is None
