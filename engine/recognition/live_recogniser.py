"""Whisper for words while they are spoken: one short window, again and again, that grows.

In the engine process, on the live pipeline's thread. Unlike ``whisper_session.py``, which understands whole
stretches, it goes on after words that are settled: the decoder is made to begin with them, so that they neither
change nor come twice. They cost as much as new ones: CTranslate2 feeds them to the decoder one by one.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.recognition.glossary_bias import GlossaryBias
from engine.recognition.loop import is_loop, is_stutter
from engine.recognition.whisper_model import FRAMES_STEP, FULL_FRAMES, HOP_SAMPLES, Decoded, Encoded

PADDING_S = 6.0
"""Silence after the sound: with less, Whisper reads short windows worse. With 4 s, one to three points more wrong words
on two meetings of four people; with 10 s, 0.4 points fewer for a fifth more CPU time, and more wrong in Chinese."""

LONGEST_S = 28.0
"""Sound that a window may hold."""

FULL_WINDOW_ENVIRONMENT = "VIVAVOCE_LIVE_FULL_WINDOW"
"""Set to 1, every pass works on Whisper's own window of 30 s: for measuring what the short windows save."""


class LiveWhisper(Protocol):
    """What live recognition needs of the weights; see ``WhisperModel``."""

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        """Run the encoder over windows."""
        ...

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
        begun: Sequence[int] = (),
    ) -> list[Decoded]:
        """Decode a batch."""
        ...

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        """Find the time of each word."""
        ...

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        """Probability of each language, for each window."""
        ...


class LiveRecogniser:
    """Understands one window at a time."""

    def __init__(
        self,
        *,
        model: LiveWhisper,
        options: RecognitionOptions,
        has_full_window: bool = False,
        bias: GlossaryBias | None = None,
    ) -> None:
        self._model = model
        self.bias = bias
        """The glossary of the meeting that is recorded, which may be another one next time."""
        self._options = options
        self._has_full_window = has_full_window
        self._tokens: dict[str, tuple[int, ...]] = {}
        """How the decoder itself wrote each word: another way to write it would be one it never does."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window.

        Args:
            samples: The window, at the most ``LONGEST_S``.
            said: The settled words that the window begins with, as the passes before gave them.
            language: Whisper code.
            careful: Search with the full beam; else greedily.
        """
        options = self._options if careful else replace(self._options, beam_size=1)
        frames = FULL_FRAMES if self._has_full_window else _frames(len(samples))
        heard = self._try(samples, said, language, options, frames=frames)
        if heard.is_loop:
            heard = self._try(samples, said, language, self._options, frames=FULL_FRAMES, forbid_repeats=True)
        return heard

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable of the allowed languages, and how probable it is."""
        allowed = self._options.languages
        if len(allowed) == 1:
            return allowed[0], 1.0
        found = self._model.guess_languages(self._model.encode([samples], frames=FULL_FRAMES))[0]
        kept = {code: found[code] for code in allowed if code in found} or found
        best = max(kept, key=lambda each: kept[each])
        return best, kept[best] / (sum(kept.values()) or 1.0)

    def _try(
        self,
        samples: Samples,
        said: Sequence[str],
        language: str,
        options: RecognitionOptions,
        *,
        frames: int,
        forbid_repeats: bool = False,
    ) -> Heard:
        begun = [token for word in said for token in self._tokens[word]]
        encoded = self._model.encode([samples], frames=frames)
        decoded = self._model.decode(
            encoded, language=language, options=options, begun=begun, forbid_repeats=forbid_repeats
        )
        aligned = _with_marks(self._model.align(encoded, decoded, language=language)[0])
        is_said_over = is_loop(decoded[0].text)
        if self.bias is not None and not is_said_over:
            aligned = self.bias.apply(encoded, 0, decoded[0], aligned, language=language, settled=len(said))
        words = aligned[len(said) :]
        self._tokens.update((word.text, word.tokens) for word in words)
        text = "".join(word.text for word in words)
        return Heard(
            words=tuple(words),
            is_loop=is_said_over or is_stutter(text),
            no_speech=decoded[0].no_speech,
            score=decoded[0].score,
        )


def _with_marks(words: Sequence[AlignedWord]) -> list[AlignedWord]:
    """Words together with the punctuation behind them, so that a mark is never settled on its own."""
    joined: list[AlignedWord] = []
    for word in words:
        if joined and not any(character.isalnum() for character in word.text):
            last = joined[-1]
            joined[-1] = replace(last, text=last.text + word.text, tokens=(*last.tokens, *word.tokens))
        else:
            joined.append(word)
    return joined


def _frames(samples: int) -> int:
    frames = (samples + int(PADDING_S * SAMPLE_RATE_HZ)) // HOP_SAMPLES
    return min(FULL_FRAMES, -(-frames // FRAMES_STEP) * FRAMES_STEP)
