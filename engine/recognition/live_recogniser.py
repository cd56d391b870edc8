"""Whisper for words while they are spoken: one short window, again and again, that grows.

In the engine process, on the live pipeline's thread. Unlike ``whisper_session.py``, which understands whole
stretches, it goes on after words that are settled: the decoder is made to begin with them, so that they neither
change nor come twice. They cost as much as new ones: CTranslate2 feeds them to the decoder one by one. How a window is
read stands in ``window_reader.py``; this remembers how the settled words were written.
"""

from collections.abc import Sequence

from engine.contract.audio import Samples
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.recognition.glossary_bias import GlossaryBias
from engine.recognition.window_reader import LiveWhisper, LiveWindow, WindowReader

FULL_WINDOW_ENVIRONMENT = "VIVAVOCE_LIVE_FULL_WINDOW"
"""Set to 1, every pass works on Whisper's own window of 30 s: for measuring what the short windows save."""


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
        self._reader = WindowReader(model=model, has_full_window=has_full_window)
        self.bias = bias
        """The glossary of the meeting that is recorded, which may be another one next time."""
        self._options = options
        self._tokens: dict[str, tuple[int, ...]] = {}
        """How the decoder itself wrote each word: another way to write it may be one it never does."""

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """Words after ``said`` in the window.

        Args:
            samples: The window, at the most ``LONGEST_S``.
            said: The settled words that the window begins with, as the passes before gave them.
            language: Whisper code.
            careful: Search with the full beam; else greedily.
        """
        window = LiveWindow(samples, tuple(self._written(word, language) for word in said), self.bias)
        heard = self._reader.read([window], language=language, options=self._options, careful=careful)[0]
        self._tokens.update((word.text, word.tokens) for word in heard.words)
        return heard

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Remember how words were written that a worker heard: it may be this one's turn to go on behind them."""
        self._tokens.update((word.text, word.tokens) for word in words if word.tokens)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """The most probable of the allowed languages, and how probable it is."""
        return self._reader.guess_languages([samples], allowed=self._options.languages)[0]

    def _written(self, word: str, language: str) -> tuple[int, ...]:
        # What another recogniser understood, before this one took over, was never written here.
        return self._tokens.get(word) or self._model.tokens_of(word, language=language)
