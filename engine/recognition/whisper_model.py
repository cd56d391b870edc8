"""The Whisper weights in memory, and the three things they can do: encode, decode, align.

Lives in the engine process. A thin face over faster-whisper and CTranslate2 that works on batches of
windows of any length up to 30 s, so that a short window costs little. Safe for as many threads as it has
replicas. No decisions here: ``whisper_session.py`` makes them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.engine import DeviceReport
from engine.contract.heard import AlignedWord
from engine.contract.options import RecognitionOptions
from engine.recognition.crowding import is_crowded
from engine.recognition.encoder_memory import DEFAULT_BOUND, EncoderMemory

HOP_SAMPLES = 160
"""Samples a feature frame advances."""

FULL_FRAMES = 3000
"""Feature frames of Whisper's own window, 30 s."""

FRAMES_STEP = 50
"""Window lengths are rounded up to this, so that a batch wastes little."""

ALIGNED_SAMPLES = 320
"""Samples of one step of the alignment, 20 ms."""

_MOST_TOKENS = 444

_FORCED_BATCH = 8
"""Texts that are held against a window in one call."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """Encoder output of a batch of windows, on the device."""

    output: Any
    samples: tuple[int, ...]
    """Samples of sound in each window, without its padding."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """What one window was decoded to."""

    tokens: tuple[int, ...]
    text: str
    score: float
    """Mean log probability a token."""
    no_speech: float
    """Probability of the no-speech token."""


class WhisperModel:
    """Loaded weights on one device."""

    def __init__(
        self,
        path: Path,
        *,
        device: DeviceReport,
        replicas: int,
        threads: int,
        encoder_threads: int = 0,
        memory_bytes: int = DEFAULT_BOUND,
        is_crowded: Callable[[], bool] = is_crowded,
    ) -> None:
        """Load the weights.

        Args:
            path: Folder of the weights.
            device: Where, and with what precision.
            replicas: Calls at a time.
            threads: Processor threads of each call.
            encoder_threads: Of a call to the encoder, where it shall have others; then the weights are in memory twice.
            memory_bytes: Bound of what is remembered of the encoder.
            is_crowded: Whether so much runs that the encoder too had better go by ``threads``.
        """
        # Imported here: it takes a second, and only the process that recognises needs it.
        import ctranslate2  # noqa: PLC0415
        import faster_whisper  # noqa: PLC0415
        from faster_whisper.tokenizer import Tokenizer  # noqa: PLC0415

        self._tokenizer_class = Tokenizer
        backend: Any = ctranslate2  # its makers leave it without types
        self._storage: Any = backend.StorageView
        self._model: Any = faster_whisper.WhisperModel(
            str(path),
            device=device.device,
            compute_type=device.compute_type,
            cpu_threads=threads,
            num_workers=replicas,
            local_files_only=True,
        )
        self._is_crowded = is_crowded
        self._encoder: Any = self._model.model
        if encoder_threads not in (0, threads):
            self._encoder = backend.models.Whisper(
                str(path),
                device=device.device,
                compute_type=device.compute_type,
                intra_threads=encoder_threads,
                inter_threads=replicas,
            )
        self._tokenizers: dict[str, Any] = {}
        self.memory: EncoderMemory[Encoded] = EncoderMemory(bound=memory_bytes, size_of=_bytes_of)
        """What was encoded lately."""

    @property
    def is_multilingual(self) -> bool:
        """Whether it knows more than English."""
        return bool(self._model.model.is_multilingual)

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages it knows."""
        # Not all that the family knows: Cantonese came with the third large one only.
        vocabulary = self._model.hf_tokenizer
        return tuple(
            code for code in self._model.supported_languages if vocabulary.token_to_id(f"<|{code}|>") is not None
        )

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        """Run the encoder over windows that are padded to the same number of feature frames, unless it just did."""

        def encode() -> Encoded:
            features = np.stack([self._features(window, frames) for window in windows])
            has_choice = self._encoder is not self._model.model
            encoder = self._model.model if has_choice and self._is_crowded() else self._encoder
            output = encoder.encode(self._storage.from_array(features))
            return Encoded(output, tuple(len(window) for window in windows))

        return self.memory.encoded(windows, frames, encode)

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        """Probability of each language, for each window."""
        found = self._model.model.detect_language(encoded.output)
        return [{token[2:-2]: float(probability) for token, probability in row} for row in found]

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
        begun: Sequence[Sequence[int]] = (),
        hotwords: Sequence[str] = (),
    ) -> list[Decoded]:
        """Decode a batch, each window on its own, without any text before it.

        Args:
            encoded: The windows.
            language: Whisper code.
            options: The beam size is used; what the glossary does stands in ``glossary_bias.py``.
            timestamps: Let the decoder write time marks between its words; they are dropped from the result.
            forbid_repeats: Never say the same five tokens twice; for windows that fell into a loop.
            begun: Tokens that each window certainly begins with; none of them if empty. The decoder goes on after
                them; the result holds all. They may be of different lengths: the decoder is forced window by window.
            hotwords: Words put before the window as if they had just been written, so that they are rather heard.
        """
        tokenizer = self._tokenizer(language)
        hint = ", ".join(hotwords) or None
        prompt = self._model.get_prompt(tokenizer, [], without_timestamps=not timestamps, hotwords=hint)
        prompts = [[*prompt, *tokens] for tokens in begun] or [prompt] * len(encoded.samples)
        longest = max(len(each) for each in prompts)
        seconds = max(encoded.samples) / SAMPLE_RATE_HZ
        results = self._model.model.generate(
            encoded.output,
            prompts,
            beam_size=options.beam_size,
            max_length=longest + min(_MOST_TOKENS - longest, int(40 + 16 * seconds)),
            return_scores=True,
            return_no_speech_prob=True,
            no_repeat_ngram_size=5 if forbid_repeats else 0,
        )
        decoded: list[Decoded] = []
        for result in results:
            tokens = tuple(token for token in result.sequences_ids[0] if token < tokenizer.eot)
            text = tokenizer.decode(list(tokens)).strip()
            decoded.append(Decoded(tokens, text, float(result.scores[0]), float(result.no_speech_prob)))
        return decoded

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        """Find the time of each word by dynamic time warping over the cross attention.

        The method of openai/whisper ``timing.py``; word borders by faster-whisper's tokenizer.
        """
        tokenizer = self._tokenizer(language)
        found = self._model.model.align(
            encoded.output,
            tokenizer.sot_sequence,
            [list(each.tokens) for each in decoded],
            [max(1, samples // HOP_SAMPLES) for samples in encoded.samples],
            median_filter_width=7,
        )
        return [
            _words(tokenizer, each.tokens, alignment, samples)
            for each, alignment, samples in zip(decoded, found, encoded.samples, strict=True)
        ]

    def one_of(self, encoded: Encoded, at: int) -> Encoded:
        """One window of a batch."""
        if len(encoded.samples) == 1:
            return encoded
        window = np.ascontiguousarray(_in_memory(encoded.output)[at : at + 1])
        return Encoded(self._storage.from_array(window), (encoded.samples[at],))

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        """A text as the decoder would write it."""
        return tuple(self._tokenizer(language).encode(text))

    def words_of(self, text: str, *, language: str) -> list[tuple[str, tuple[int, ...]]]:
        """The words that the alignment would find in a text, with their tokens."""
        tokenizer = self._tokenizer(language)
        texts, groups = tokenizer.split_to_word_tokens([*tokenizer.encode(text), tokenizer.eot])
        return [(word, tuple(group)) for word, group in zip(texts[:-1], groups[:-1], strict=True)]

    def likelihoods(self, encoded: Encoded, texts: Sequence[Sequence[int]], *, language: str) -> list[list[float]]:
        """How probable each token of each text is in the one window, given the sound and the tokens before it."""
        window = _in_memory(encoded.output)
        frames = max(1, encoded.samples[0] // HOP_SAMPLES)
        found: list[list[float]] = []
        for first in range(0, len(texts), _FORCED_BATCH):
            batch = texts[first : first + _FORCED_BATCH]
            given = self._model.model.align(
                self._storage.from_array(np.ascontiguousarray(np.repeat(window, len(batch), axis=0))),
                self._tokenizer(language).sot_sequence,
                [list(tokens) for tokens in batch],
                [frames] * len(batch),
                median_filter_width=7,
            )
            found += [[float(each) for each in result.text_token_probs] for result in given]
        return found

    def next_tokens(self, encoded: Encoded, tokens: Sequence[int], *, language: str) -> list[int]:
        """The most probable token behind nothing, behind the first, the first two ... of a text in the one window.

        -1 stands for the end of the text.
        """
        prompt = self._model.get_prompt(self._tokenizer(language), [], without_timestamps=True)
        window, found = _in_memory(encoded.output), list[int]()
        for first in range(0, len(tokens), _FORCED_BATCH):
            prompts = [[*prompt, *tokens[:at]] for at in range(first, min(len(tokens), first + _FORCED_BATCH))]
            output = self._storage.from_array(np.ascontiguousarray(np.repeat(window, len(prompts), axis=0)))
            longest = 2 * max(map(len, prompts)) + 1  # tokens that are forced count twice
            results = self._model.model.generate(output, prompts, beam_size=1, max_length=longest)
            for result, at in zip(results, range(first, first + len(prompts)), strict=True):
                ids: list[int] = result.sequences_ids[0]
                found.append(ids[at] if len(ids) > at else -1)
        return found

    def numbers_of(self, encoded: Encoded) -> NDArray[Any]:
        """Encoder output as numbers."""
        return _in_memory(encoded.output)

    def close(self) -> None:
        """Free the weights."""
        self.memory.clear()
        self._model.model.unload_model()
        self._encoder.unload_model()

    def _features(self, window: Samples, frames: int) -> NDArray[np.float32]:
        # The extractor adds one frame of padding, which is not sound.
        features = self._model.feature_extractor(np.ascontiguousarray(window))[:, :-1][:, :frames]
        return np.pad(features, ((0, 0), (0, frames - features.shape[1]))).astype(np.float32)

    def _tokenizer(self, language: str) -> Any:
        if not self.is_multilingual:
            language = "en"
        known = self._tokenizers.get(language)
        if known is None:
            known = self._tokenizer_class(
                self._model.hf_tokenizer, self.is_multilingual, task="transcribe", language=language
            )
            self._tokenizers[language] = known
        return known


def _in_memory(output: Any) -> NDArray[Any]:
    """Encoder output as numbers, also from a card."""
    if output.device != "cpu":
        import ctranslate2  # noqa: PLC0415 - see above

        backend: Any = ctranslate2
        output = output.to_device(backend.Device.cpu)
    return np.array(output)


def _bytes_of(encoded: Encoded) -> int:
    width = 2 if "16" in str(encoded.output.dtype) else 4
    shape: list[int] = encoded.output.shape
    return width * math.prod(shape)


def _words(tokenizer: Any, tokens: Sequence[int], alignment: Any, samples: int) -> list[AlignedWord]:
    texts, groups = tokenizer.split_to_word_tokens([*tokens, tokenizer.eot])
    if len(groups) <= 1 or not alignment.alignments:
        return []
    borders = np.pad(np.cumsum([len(group) for group in groups[:-1]]), (1, 0))
    rows = np.array([pair[0] for pair in alignment.alignments])
    columns = np.array([pair[1] for pair in alignment.alignments])
    jumps = np.pad(np.diff(rows), (1, 0), constant_values=1).astype(bool)
    steps = columns[jumps] * ALIGNED_SAMPLES
    borders = np.minimum(borders, len(steps) - 1)
    probabilities = alignment.text_token_probs
    words: list[AlignedWord] = []
    for text, group, first, last in zip(texts, groups, borders[:-1], borders[1:], strict=False):
        given = probabilities[first:last] or [0.0]
        start, stop = min(int(steps[first]), samples), min(int(steps[last]), samples)
        confidence = float(np.mean(given))
        # Half precision on a card can overflow; a word without a number is a word without evidence.
        confidence = confidence if np.isfinite(confidence) else 0.0
        words.append(AlignedWord(start, stop, text, confidence, tuple(group)))
    return words
