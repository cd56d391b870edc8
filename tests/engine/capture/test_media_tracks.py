"""A file with a track for each person, and a stereo file with one on each side."""

from pathlib import Path

import numpy as np
import pytest

from engine.capture.media_tracks import MOST_TRACKS, TOO_MANY, decode_apart
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.cancellation import Cancellation, Cancelled
from tests.builders.media_files import Track, burst_times, bursts, make_media, voice


@pytest.fixture
def sound(tmp_path: Path) -> SoundFolder:
    return SoundFolder(tmp_path / "sound")


def decode(path: Path, sound: SoundFolder, told: list[tuple[int, int]] | None = None) -> tuple[DecodedMedia, ...]:
    return decode_apart(
        path,
        sound,
        cancellation=Cancellation(),
        on_progress=lambda done, total: None if told is None else told.append((done, total)),
    )


def times(sound: SoundFolder, track: int) -> list[float]:
    return burst_times(sound.read(0, sound.length(track), track))


def test_each_stream_is_a_track_on_the_same_clock_and_all_are_heard_in_the_copy(tmp_path: Path, sound: SoundFolder):
    """Case 37."""
    path = make_media(
        tmp_path / "call.mkv",
        Track(bursts([1.0], length_s=4), "flac", title="Ada"),
        Track(bursts([2.0], length_s=3), "flac", title="Grace", starts_at_s=0.5),
        container="matroska",
    )
    told: list[tuple[int, int]] = []
    found = decode(path, sound, told)
    assert [round(each.length / SAMPLE_RATE_HZ, 1) for each in found] == [4.0, 3.5]
    assert times(sound, 0) == pytest.approx([1.0], abs=0.01)
    assert times(sound, 1) == pytest.approx([2.5], abs=0.01)
    assert sound.is_mixed
    assert sound.playback_path() == sound.mix_path
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert told[-1] == (sum(each.length for each in found),) * 2


def test_two_channels_of_one_stream_are_two_tracks(tmp_path: Path, sound: SoundFolder):
    """Case 30: an interview with a microphone for each of two."""
    both = np.concatenate([bursts([1.0], length_s=4), bursts([2.0], length_s=4)])
    found = decode(make_media(tmp_path / "interview.wav", Track(both, "pcm_s16le"), container="wav"), sound)
    assert times(sound, 0) == pytest.approx([1.0], abs=0.01)
    assert times(sound, 1) == pytest.approx([2.0], abs=0.01)
    assert [each.notes for each in found] == [(), ()]
    assert sound.playback_path() == sound.flac_path(0)


def test_one_channel_is_one_track(tmp_path: Path, sound: SoundFolder):
    found = decode(make_media(tmp_path / "talk.wav", Track(voice(1), "pcm_s16le"), container="wav"), sound)
    assert len(found) == 1
    assert sound.playback_path() == sound.flac_path(0)


def test_what_was_decoded_before_is_not_decoded_again(tmp_path: Path, sound: SoundFolder):
    path = make_media(tmp_path / "call.mkv", *[Track(voice(1), "flac")] * 2, container="matroska")
    first = decode(path, sound)
    told: list[tuple[int, int]] = []
    assert decode(path, sound, told) == first
    assert told == []


def test_more_tracks_than_are_taken_are_said(tmp_path: Path, sound: SoundFolder):
    path = make_media(tmp_path / "many.mkv", *[Track(voice(0.2), "flac")] * (MOST_TRACKS + 1), container="matroska")
    found = decode(path, sound)
    assert len(found) == MOST_TRACKS
    assert found[0].notes == (TOO_MANY,)


def test_stopping_is_heard(tmp_path: Path, sound: SoundFolder):
    path = make_media(tmp_path / "call.mkv", *[Track(voice(1), "flac")] * 2, container="matroska")
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        decode_apart(path, sound, cancellation=cancellation, on_progress=lambda _done, _total: None)
