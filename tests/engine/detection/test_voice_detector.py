import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, Samples
from engine.detection.segmenter import Segmenter
from engine.detection.voice_detector import Probabilities, SileroDetector
from tests.builders.speech_clips import clip, noise, silence


def detect(sound: Samples, *, block: int | None = None, detector: SileroDetector | None = None) -> Probabilities:
    detector = detector or SileroDetector()
    block = block or len(sound)
    found = [detector.feed(sound[at : at + block]) for at in range(0, len(sound), block)]
    return np.concatenate((*found, detector.finish()))


def lecture() -> Samples:
    """Silence, a sentence, silence long enough for the gate, and a question that ends in a tail of 300 samples."""
    sound = np.concatenate((silence(2.5), clip("3005-163389-0004.flac"), silence(3.5), clip("whatstheweatherlike.wav")))
    return sound[: len(sound) // WINDOW_SAMPLES * WINDOW_SAMPLES - WINDOW_SAMPLES + 300]


@pytest.mark.parametrize("block", [160, 480, 512, 720, 1024, 441, 300, 48_000])
def test_blocks_of_any_size_give_the_same_probabilities(block: int):
    """Case 43."""
    sound = lecture()
    expected = detect(sound)
    assert len(expected) == -(-len(sound) // WINDOW_SAMPLES)
    assert np.allclose(detect(sound, block=block), expected, atol=1e-4)


def test_even_single_samples_give_the_same_probabilities():
    """Case 43."""
    sound = lecture()[: 4 * SAMPLE_RATE_HZ]
    assert np.allclose(detect(sound, block=1), detect(sound), atol=1e-4)


@pytest.mark.parametrize("tail", [300, 511])
def test_speech_in_a_short_last_window_is_heard(tail: int):
    """Case 43: the tail is padded with silence and not lost."""
    speech = clip("1998-15444-0001.flac")
    loud = int(np.argmax(detect(speech)[20:]) + 20) * WINDOW_SAMPLES
    found = detect(speech[: loud + tail])
    assert len(found) == loud // WINDOW_SAMPLES + 1
    assert found[-1] > 0.3


def test_less_than_a_window_waits_for_more():
    detector = SileroDetector()
    assert len(detector.feed(silence(0.01))) == 0
    assert len(detector.feed(silence(0.03))) == 1
    assert len(detector.finish()) == 1
    assert len(detector.finish()) == 0


def test_after_the_end_it_starts_anew():
    """One detector may hear one recording after another; nothing of the first is left."""
    detector = SileroDetector()
    speech = clip("whatstheweatherlike.wav")
    first = detect(speech, detector=detector)
    detect(clip("music_30s.flac"), detector=detector)
    assert np.allclose(detect(speech, detector=detector), first, atol=1e-6)


def test_two_detectors_share_nothing():
    """Case 42: the state belongs to one stream."""
    speech, music = clip("1998-15444-0001.flac"), clip("music_30s.flac")
    one, other = SileroDetector(), SileroDetector()
    found: list[Probabilities] = []
    for at in range(0, len(speech), 5120):
        found.append(one.feed(speech[at : at + 5120]))
        other.feed(music[at : at + 5120])
    assert np.allclose(np.concatenate((*found, one.finish())), detect(speech), atol=1e-4)


@pytest.mark.parametrize("is_pink", [False, True])
def test_it_hears_as_well_at_the_end_of_a_long_stream_as_at_its_beginning(is_pink: bool):
    """Case 42: minutes of low noise, and a sentence now and then."""
    sentence = clip("1998-15444-0001.flac")
    pause, sentences = 50, 6
    pieces = [noise(240, level_dbfs=-60, is_pink=is_pink, seed=9)]
    starts: list[int] = []
    for number in range(sentences):
        starts.append(sum(map(len, pieces)))
        pieces += [sentence, noise(pause, level_dbfs=-60, is_pink=is_pink, seed=number)]
    found = detect(np.concatenate(pieces))
    recall = [
        float(np.mean(found[start // WINDOW_SAMPLES : (start + len(sentence)) // WINDOW_SAMPLES] >= 0.5))
        for start in starts
    ]
    fresh = float(np.mean(detect(sentence) >= 0.5))
    assert min(recall) > fresh - 0.03
    assert abs(np.mean(recall[:3]) - np.mean(recall[3:])) < 0.02


def test_the_first_word_after_a_long_silence_is_whole():
    """Case 42: the state was reset, and what came before the gate opened is heard after all."""
    sentence = clip("1688-142285-0002.flac")
    spans = Segmenter()
    lead = silence(60)
    found = spans.feed(detect(np.concatenate((lead, sentence)))) + spans.finish()
    voice = len(lead) + int(np.flatnonzero(np.abs(sentence) > 0.02)[0])
    assert voice - 0.8 * SAMPLE_RATE_HZ < found[0].start < voice
    alone = Segmenter()
    start = (alone.feed(detect(sentence)) + alone.finish())[0].start
    assert abs(found[0].start - len(lead) - start) <= 0.45 * SAMPLE_RATE_HZ


def test_music_and_noise_are_hardly_taken_for_speech():
    assert float(np.mean(detect(clip("leopard_empty.wav")) >= 0.5)) < 0.1
    assert detect(silence(30)).max() < 0.1
