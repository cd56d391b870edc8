from collections.abc import Sequence

import numpy as np
import pytest

from engine.bench.live_simulation import CostClock, CostedWhisper, SpokenFile, simulate_live
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.heard import AlignedWord
from engine.contract.options import RecognitionOptions
from engine.recognition.whisper_model import Decoded, Encoded
from tests.fakes.live_speech import PlaceDetector, SpokenWord, spoken

SECONDS = 12
SOUND = np.arange(SECONDS * SAMPLE_RATE_HZ, dtype=np.float32)
"""Each sample is the number of its place, as for the other fakes of live speech."""


class KnowingWhisper:
    """Knows what is said; a token a word, numbered by its place among all words."""

    def __init__(self, words: Sequence[SpokenWord]) -> None:
        self._words = words
        self.options: list[RecognitionOptions] = []

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        return Encoded((int(windows[0][0]), int(windows[0][-1])), (len(windows[0]),))

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
        begun: Sequence[Sequence[int]] = (),
    ) -> list[Decoded]:
        self.options.append(options)
        start, stop = encoded.output
        tokens = tuple(
            number
            for number, word in enumerate(self._words)
            if start <= (word.start + word.stop) / 2 * SAMPLE_RATE_HZ < stop
        )
        return [Decoded(tokens, " ".join(self._words[number].text for number in tokens), -0.1, 0.0)]

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        start, _ = encoded.output
        return [
            [
                AlignedWord(
                    max(0, int(self._words[number].start * SAMPLE_RATE_HZ) - start),
                    int(self._words[number].stop * SAMPLE_RATE_HZ) - start,
                    f" {self._words[number].text}",
                    0.9,
                    (number,),
                )
                for number in decoded[0].tokens
            ]
        ]

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        return [{"en": 0.9}]

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        return ()


def test_words_come_after_they_are_spoken_and_the_same_each_time():
    words = spoken("one two three four five six seven eight nine ten eleven twelve", at=2.0, each=0.4)
    runs = [
        simulate_live(
            SOUND,
            whisper=KnowingWhisper(words),
            make_detector=lambda: PlaceDetector(words),
            language="en",
        )
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    segments = [line for line in runs[0].lines if line["kind"] == "segment"]
    assert " ".join(line["text"] for line in segments) == " ".join(word.text for word in words)
    assert all(0 < line["at_s"] - line["end_s"] < 3.0 for line in segments)
    assert any(line["kind"] == "tentative" and line["text"].startswith("one") for line in runs[0].lines)
    assert runs[0].cpu_s > 0


def test_the_sound_is_there_once_it_was_spoken():
    clock = CostClock()
    sound = SpokenFile(SOUND, clock)
    assert (sound.written, sound.is_ended) == (0, False)
    clock.spend(2.0, cpu=1.0)
    assert SAMPLE_RATE_HZ < sound.written <= 2 * SAMPLE_RATE_HZ
    assert len(sound.read(0, len(SOUND))) == sound.written
    clock.spend(float(SECONDS), cpu=1.0)
    assert (sound.written, sound.is_ended) == (len(SOUND), True)


def test_settled_words_cost_as_much_as_new_ones_and_a_wide_search_more_than_a_greedy_one():
    words = spoken("one two three four", at=0.0)

    def cost(beam: int, begun: Sequence[int]) -> float:
        clock = CostClock()
        whisper = CostedWhisper(KnowingWhisper(words), clock)
        encoded = whisper.encode([SOUND], frames=1000)
        before = clock.now_s
        whisper.decode(encoded, language="en", options=RecognitionOptions(beam_size=beam), begun=[begun])
        return clock.now_s - before

    assert cost(5, (0, 1)) == cost(5, ())
    assert cost(5, ()) > 1.5 * cost(1, ())


def test_a_longer_window_costs_more():
    clock = CostClock()
    whisper = CostedWhisper(KnowingWhisper([]), clock)
    whisper.encode([SOUND], frames=750)
    short = clock.now_s
    whisper.encode([SOUND], frames=3000)
    assert clock.now_s - short == pytest.approx(0.570)
    assert short == pytest.approx(0.078)
