"""Live windows understood in one go: each goes on after its own settled words.

Stateless but for the weights, so on any thread that may use them. Called by ``live_recogniser.py`` with the one window
of a desktop and by ``engine/worker`` with those that wait there. Windows of one batch may begin with different numbers
of tokens: CTranslate2 forces each window's own, and gives the text that it gives to the window alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.contract.steady_clock import steady_now
from engine.recognition.glossary_bias import GlossaryBias
from engine.recognition.loop import is_loop, is_stutter
from engine.recognition.whisper_model import FRAMES_STEP, FULL_FRAMES, HOP_SAMPLES, Decoded, Encoded

PADDING_S = 6.0
"""Silence after the sound: with less, Whisper reads short windows worse. With 4 s, one to three points more wrong words
on two meetings of four people; with 10 s, 0.4 points fewer for a fifth more CPU time, and more wrong in Chinese."""

LONGEST_S = 28.0
"""Sound that a window may hold."""


@dataclass(frozen=True, slots=True)
class LiveWindow:
    """Sound, and what is settled in it."""

    samples: Samples
    """At the most ``LONGEST_S``."""
    begun: tuple[tuple[int, ...], ...] = ()
    """Tokens of each settled word that the window begins with."""
    bias: GlossaryBias | None = None
    """The glossary of its meeting."""


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
        begun: Sequence[Sequence[int]] = (),
    ) -> list[Decoded]:
        """Decode a batch."""
        ...

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        """Find the time of each word."""
        ...

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        """Probability of each language, for each window."""
        ...

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        """A text as the decoder would write it."""
        ...


class WindowReader:
    """See the top of this file."""

    def __init__(self, *, model: LiveWhisper, has_full_window: bool = False) -> None:
        """With ``has_full_window``, every pass works on Whisper's own 30 s: to measure what short windows save."""
        self._model = model
        self._has_full_window = has_full_window

    def read(
        self, windows: Sequence[LiveWindow], *, language: str, options: RecognitionOptions, careful: bool
    ) -> list[Heard]:
        """Words after the settled ones, for each window.

        Args:
            windows: All of one language.
            language: Whisper code.
            options: The beam size is used.
            careful: Search with the full beam; else greedily. What loops is always searched with it.
        """
        chosen = options if careful else replace(options, beam_size=1)
        frames = max(self.frames_of(len(window.samples)) for window in windows)
        found = self._try(windows, language, chosen, frames=frames)
        for at, heard in enumerate(found):
            if heard.is_loop:
                found[at] = self._try([windows[at]], language, options, frames=FULL_FRAMES, forbid_repeats=True)[0]
        return found

    def guess_languages(self, windows: Sequence[Samples], *, allowed: Sequence[str]) -> list[tuple[str, float]]:
        """The most probable of the allowed languages for each window, and how probable it is."""
        if len(allowed) == 1:
            return [(allowed[0], 1.0)] * len(windows)
        guessed = self._model.guess_languages(self._model.encode(windows, frames=FULL_FRAMES))
        return [_best(found, allowed) for found in guessed]

    def frames_of(self, samples: int) -> int:
        """Feature frames that a window of so many samples costs."""
        if self._has_full_window:
            return FULL_FRAMES
        frames = (samples + int(PADDING_S * SAMPLE_RATE_HZ)) // HOP_SAMPLES
        return min(FULL_FRAMES, -(-frames // FRAMES_STEP) * FRAMES_STEP)

    def _try(
        self,
        windows: Sequence[LiveWindow],
        language: str,
        options: RecognitionOptions,
        *,
        frames: int,
        forbid_repeats: bool = False,
    ) -> list[Heard]:
        encoded = self._model.encode([window.samples for window in windows], frames=frames)
        encoded_s = steady_now()
        begun = [[token for word in window.begun for token in word] for window in windows]
        decoded = self._model.decode(
            encoded, language=language, options=options, begun=begun, forbid_repeats=forbid_repeats
        )
        aligned = self._model.align(encoded, decoded, language=language)
        rows = zip(windows, decoded, aligned, strict=True)
        heard = [
            self._heard(window, encoded, at, each, _with_marks(words), language)
            for at, (window, each, words) in enumerate(rows)
        ]
        decoding_s = steady_now() - encoded_s
        return [replace(each, encoded_s=encoded_s, decoding_s=decoding_s) for each in heard]

    def _heard(  # noqa: PLR0917
        self,
        window: LiveWindow,
        encoded: Encoded,
        at: int,
        decoded: Decoded,
        aligned: list[AlignedWord],
        language: str,
    ) -> Heard:
        settled = len(window.begun)
        is_said_over = is_loop(decoded.text)
        if window.bias is not None and not is_said_over:
            aligned = window.bias.apply(encoded, at, decoded, aligned, language=language, settled=settled)
        words = aligned[settled:]
        text = "".join(word.text for word in words)
        return Heard(
            words=tuple(words),
            is_loop=is_said_over or is_stutter(text),
            no_speech=decoded.no_speech,
            score=decoded.score,
        )


def _best(found: dict[str, float], allowed: Sequence[str]) -> tuple[str, float]:
    kept = {code: found[code] for code in allowed if code in found} or found
    best = max(kept, key=lambda each: kept[each])
    return best, kept[best] / (sum(kept.values()) or 1.0)


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
