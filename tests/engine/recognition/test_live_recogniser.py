from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.heard import AlignedWord
from engine.contract.options import RecognitionOptions
from engine.recognition.live_recogniser import LiveRecogniser
from engine.recognition.whisper_model import FULL_FRAMES, Decoded, Encoded


class FakeWhisper:
    """Says what it is told to, a word a token, and writes down how it was asked."""

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)
        self._words: list[str] = []
        self.frames: list[int] = []
        self.begun: list[tuple[int, ...]] = []
        self.beams: list[int] = []
        self.forbids: list[bool] = []

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        self.frames.append(frames)
        return Encoded(None, tuple(len(window) for window in windows))

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
        self.begun += [tuple(tokens) for tokens in begun]
        self.beams.append(options.beam_size)
        self.forbids.append(forbid_repeats)
        text = self._texts.pop(0)
        self._words = text.split()
        return [Decoded(tuple(range(len(self._words))), text, -0.2, 0.01)]

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        return [
            [
                AlignedWord(1000 * n, 1000 * (n + 1), word if word in ".,。" else f" {word}", 0.9, (n,))
                for n, word in enumerate(self._words)
            ]
        ]

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        return [{"en": 0.2, "de": 0.3, "nl": 0.5}]

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        return tuple(ord(letter) for letter in text)


def recogniser(whisper: FakeWhisper, **options: Any) -> LiveRecogniser:
    return LiveRecogniser(model=whisper, options=RecognitionOptions(**options))


def sound(seconds: float) -> Samples:
    return np.zeros(int(seconds * SAMPLE_RATE_HZ), np.float32)


def test_the_decoder_goes_on_after_what_is_settled_in_its_own_tokens():
    whisper = FakeWhisper("he should notice", "he should notice the position")
    live = recogniser(whisper)
    first = live.understand(sound(2), said=(), language="en", careful=False)
    heard = live.understand(sound(3), said=[word.text for word in first.words[:2]], language="en", careful=False)
    assert [word.text for word in heard.words] == [" notice", " the", " position"]
    assert whisper.begun == [(), (0, 1)]


def test_settled_words_of_another_recogniser_are_written_as_the_decoder_would():
    whisper = FakeWhisper("so he came")
    recogniser(whisper).understand(sound(3), said=["so"], language="en", careful=False)
    assert whisper.begun == [(ord("s"), ord("o"))]


def test_words_that_a_worker_heard_are_written_as_it_wrote_them():
    whisper = FakeWhisper("hello there")
    reading = recogniser(whisper)
    reading.learn([AlignedWord(0, 320, " hello", 0.9, (71, 72)), AlignedWord(320, 640, " well", 0.9)])
    reading.understand(np.zeros(16_000, np.float32), said=[" hello"], language="en", careful=True)
    assert whisper.begun == [(71, 72)]


def test_a_mark_belongs_to_the_word_before_it():
    heard = recogniser(FakeWhisper("yes , I do .")).understand(sound(2), said=(), language="en", careful=False)
    assert [word.text for word in heard.words] == [" yes,", " I", " do."]


def test_a_short_window_does_not_pay_for_a_long_one():
    whisper = FakeWhisper("yes")
    recogniser(whisper).understand(sound(2), said=(), language="en", careful=False)
    assert whisper.frames[0] <= FULL_FRAMES // 2


def test_a_short_window_is_a_full_one_where_the_two_are_compared():
    whisper = FakeWhisper("hello")
    LiveRecogniser(model=whisper, options=RecognitionOptions(), has_full_window=True).understand(
        sound(2.0), said=(), language="en", careful=True
    )
    assert whisper.frames == [FULL_FRAMES]


def test_only_careful_passes_search_widely():
    whisper = FakeWhisper("yes", "yes")
    live = recogniser(whisper, beam_size=5)
    live.understand(sound(2), said=(), language="en", careful=False)
    live.understand(sound(2), said=(), language="en", careful=True)
    assert whisper.beams == [1, 5]


def test_a_loop_is_tried_again_in_the_full_window_without_repeats():
    whisper = FakeWhisper("no good " * 9, "no good will come of it")
    heard = recogniser(whisper).understand(sound(4), said=(), language="en", careful=False)
    assert not heard.is_loop
    assert whisper.frames[-1] == FULL_FRAMES
    assert whisper.forbids == [False, True]


def test_what_loops_twice_is_called_a_loop():
    heard = recogniser(FakeWhisper("no good " * 9, "no good " * 9)).understand(
        sound(4), said=(), language="en", careful=True
    )
    assert heard.is_loop


def test_only_allowed_languages_are_guessed():
    assert recogniser(FakeWhisper(), languages=("en", "de")).guess_language(sound(2)) == ("de", 0.6)
    assert recogniser(FakeWhisper(), languages=("zh",)).guess_language(sound(2)) == ("zh", 1.0)
