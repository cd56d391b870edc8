"""Media files decoded into a folder of sound, and whether each burst lies where it should."""

from pathlib import Path

import av
import numpy as np
import pytest

from engine.capture.media_file import DecodedMedia, decode_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import to_seconds
from engine.contract.cancellation import Cancellation
from engine.contract.channel import Channel
from tests.builders.media_files import Sound, Track, burst_times, make_media

TIMES = (0.5, 2.0, 5.0, 9.0)


def decode(
    path: Path, folder: SoundFolder, audio_stream: int | None = None, *, channel: Channel = Channel.MIX
) -> DecodedMedia:
    """Without a word about how far it is."""
    return decode_media(
        path,
        folder,
        audio_stream=audio_stream,
        channel=channel,
        cancellation=Cancellation(),
        on_progress=lambda done, total: None,
    )


def sound_of(folder: SoundFolder) -> np.ndarray:
    """What is recognised: 16 kHz."""
    return folder.read(0, folder.length())


def playback_of(folder: SoundFolder) -> tuple[np.ndarray, int]:
    """The playback copy, shape ``(channels, n)``, and its rate."""
    path = folder.playback_path()
    assert path is not None
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        frames = [frame.to_ndarray().reshape(-1, stream.channels).T for frame in container.decode(stream)]
        return np.concatenate(frames, axis=1).astype(np.float32) / 32768, stream.rate


def assert_bursts(folder: SoundFolder, wanted: tuple[float, ...], *, within_s: float = 0.02) -> None:
    """In the sound and in the playback copy alike."""
    found = burst_times(sound_of(folder))
    assert found == pytest.approx(list(wanted), abs=within_s)
    copy, rate_hz = playback_of(folder)
    assert burst_times(copy[0], rate_hz) == pytest.approx(found, abs=0.006)
    assert copy.shape[1] / rate_hz == pytest.approx(to_seconds(folder.length()), abs=0.0005)


def mp3(path: Path, sound: Sound) -> Path:
    """A small MP3 with this sound."""
    track = Track(sound, "libmp3lame", rate_hz=44_100, options={"b": "64000"})
    return make_media(path, track, container="mp3")
