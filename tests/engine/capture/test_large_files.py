"""Tests of media that hold more than 32 bits can count; the files are sparse and take no room."""

import struct
from pathlib import Path

import av
import numpy as np
import pytest

from engine.capture.media_container import open_media
from engine.capture.media_file import inspect_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import to_seconds
from tests.builders.decoding import TIMES, assert_bursts, decode
from tests.builders.media_files import Track, bursts, make_media

BYTES = 4_600_000_000
RATE_HZ, CHANNELS = 48_000, 2
BYTES_PER_S = RATE_HZ * CHANNELS * 2
LENGTH_S = BYTES // BYTES_PER_S
PLACES_S = (60, 22_000, LENGTH_S - 60)
"""One before the 32 bits are full, two behind."""


def test_what_lies_behind_four_gibibytes_is_heard(tmp_path: Path) -> None:
    """Case 18: the header counts from 0 again there, and FFmpeg would take 93 % of the sound for something else."""
    path = tmp_path / "over4g.wav"
    tone = (8000 * np.sin(np.arange(RATE_HZ) / 20)).astype("<i2").repeat(CHANNELS).tobytes()
    with path.open("wb") as file:
        file.write(struct.pack("<4sI4s", b"RIFF", (36 + BYTES) & 0xFFFFFFFF, b"WAVE"))
        file.write(struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, CHANNELS, RATE_HZ, BYTES_PER_S, 4, 16))
        file.write(struct.pack("<4sI", b"data", BYTES & 0xFFFFFFFF))
        for place in PLACES_S:
            file.seek(44 + place * BYTES_PER_S)
            file.write(tone)
        file.truncate(44 + BYTES)
    assert inspect_media(path).expected_s == pytest.approx(BYTES / BYTES_PER_S, abs=0.01)
    with open_media(path) as media:
        stream = media.container.streams.audio[0]
        for place in PLACES_S:
            media.container.seek(place * av.time_base)
            frame = next(media.container.decode(stream))
            assert frame.time == pytest.approx(place, abs=0.1)
            assert np.abs(frame.to_ndarray()).max() > 7000, f"the tone at {place} s"


def test_the_64_bit_kind_of_wav_is_read(tmp_path: Path, folder: SoundFolder) -> None:
    """Case 18: what a recorder writes that knows of the limit."""
    sound = bursts(TIMES, length_s=10)
    path = make_media(tmp_path / "rf64.wav", Track(sound, "pcm_s16le"), container="wav", rf64="always")
    assert path.read_bytes()[:4] == b"RF64"
    decoded = decode(path, folder)
    assert to_seconds(decoded.length) == pytest.approx(10, abs=0.001)
    assert decoded.notes == ()
    assert_bursts(folder, TIMES)
