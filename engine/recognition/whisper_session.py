"""One meeting's recognition with Whisper: decode, look for loops and for speech without words, try again.

In the engine process, on the pipeline's recognising threads; holds no state that a call changes, so several
threads may call at once. The order of tries:

    1. a batch of packed stretches, beam search, no text from before; a recording that fits into one window is
       given whole, with Whisper's own time marks, which reads short clips best
    2. a stretch that fell into a loop, says a clause twice, is hardly believed, or has far too few words for its
       speech (the decoder stopped early, and the words it has are misplaced): its two halves; what still
       loops: once more without repeats; what loops even then is kept, and set aside as a loop
    3. speech that got no words (the decoder stopped early): on its own, up to three times
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from engine.contract.audio import SAMPLE_RATE_HZ, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.engine import LanguageGuess, SpanAudio
from engine.contract.errors import RecogniserFailed
from engine.contract.heard import AlignedWord
from engine.contract.options import RecognitionOptions
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.recognition.coverage import is_sparse, uncovered, within_speech
from engine.recognition.cutting import cut, halve
from engine.recognition.filling import fit_in, settle
from engine.recognition.glossary_bias import GlossaryBias
from engine.recognition.lines import split_lines
from engine.recognition.loop import is_loop, is_stutter
from engine.recognition.whisper_model import FULL_FRAMES, Decoded, Encoded
from engine.recognition.window_policy import window_frames

T = TypeVar("T")

COVERAGE_TRIES = 3
HOLE_PADDING_S = 0.2
"""Sound added at both sides of speech that is decoded on its own."""

LEAST_SCORE = -1.0
"""Mean log probability under which a text is tried again, and a later try not believed; openai/whisper's value."""

MOST_CHARACTERS_A_SECOND = 30.0
"""Nobody speaks faster; more is invented."""

SWITCH_PROBABILITY = 0.6
"""How sure a stretch must be of another language than the meeting's, if each may have its own."""

SPAN_PADDING_S = 0.35
"""Of the segmenter's padding, which needs no words."""

_SPAN_PADDING = int(SPAN_PADDING_S * SAMPLE_RATE_HZ)


@dataclass(frozen=True, slots=True)
class _Understood:
    """A part of a stretch with its words."""

    words: tuple[RecognisedWord, ...]
    decoded: Decoded
    language: str
    is_loop: bool


class Whisper(Protocol):
    """What a session needs of the weights; see ``WhisperModel``."""

    @property
    def is_multilingual(self) -> bool:
        """Whether it knows more than English."""
        ...

    @property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages it knows."""
        ...

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        """Run the encoder over windows."""
        ...

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        """Probability of each language, for each window."""
        ...

    def decode(
        self,
        encoded: Encoded,
        *,
        language: str,
        options: RecognitionOptions,
        timestamps: bool = False,
        forbid_repeats: bool = False,
    ) -> list[Decoded]:
        """Decode a batch."""
        ...

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        """Find the time of each word."""
        ...


class WhisperSession:
    """See ``EngineSession``."""

    def __init__(
        self,
        *,
        model: Whisper,
        options: RecognitionOptions,
        batch: int,
        device: str,
        bias: GlossaryBias | None = None,
    ) -> None:
        self._model = model
        self._bias = bias
        self._options = options
        self._batch = batch
        self._device = device

    def guess_language(self, stretches: Sequence[SpanAudio], cancellation: Cancellation) -> LanguageGuess:
        """See ``EngineSession``. Each stretch votes with the length of its speech."""
        allowed = self._allowed()
        if len(allowed) == 1:
            return LanguageGuess(allowed[0], 1.0)
        votes: dict[str, float] = {}
        for stretch in stretches:
            cancellation.check()
            weight = len(stretch.samples) / SAMPLE_RATE_HZ
            for language, probability in self._languages_of(stretch, allowed).items():
                votes[language] = votes.get(language, 0.0) + weight * probability
        if not votes:
            return LanguageGuess(allowed[0] if allowed else "en", 0.0)
        language = max(votes, key=lambda each: votes[each])
        return LanguageGuess(language, votes[language] / sum(votes.values()))

    def recognise(
        self, stretches: Sequence[SpanAudio], cancellation: Cancellation, *, language: str
    ) -> list[list[RecognisedSegment]]:
        """See ``EngineSession``."""
        found: list[list[RecognisedSegment]] = []
        several = self._options.language_per_segment and len(self._allowed()) != 1
        batch = 1 if several else self._batch
        for first in range(0, len(stretches), batch):
            cancellation.check()
            group = stretches[first : first + batch]
            spoken = self._language_here(group[0], language) if several else language
            understood = self._understand(group, spoken, cancellation)
            for stretch, parts in zip(group, understood, strict=True):
                found.append(self._segments(stretch, self._fill(stretch, parts, spoken, cancellation)))
        return found

    def close(self) -> None:
        """See ``EngineSession``."""

    # Languages

    def _allowed(self) -> tuple[str, ...]:
        if not self._model.is_multilingual:
            return ("en",)
        return tuple(code for code in self._options.languages if code in self._model.languages)

    def _languages_of(self, stretch: SpanAudio, allowed: Sequence[str]) -> dict[str, float]:
        encoded = self._encode([stretch], frames=FULL_FRAMES)
        found = self._guarded(lambda: self._model.guess_languages(encoded))[0]
        kept = {code: found[code] for code in (allowed or found) if code in found}
        total = sum(kept.values()) or 1.0
        return {code: probability / total for code, probability in kept.items()}

    def _language_here(self, stretch: SpanAudio, usual: str) -> str:
        """The language of one stretch; the meeting's unless this one is clearly another."""
        found = self._languages_of(stretch, self._allowed())
        best = max(found, key=lambda each: found[each])
        return best if found[best] >= SWITCH_PROBABILITY or not usual else usual

    # Tries

    def _understand(
        self, stretches: Sequence[SpanAudio], language: str, cancellation: Cancellation, *, depth: int = 0
    ) -> list[list[_Understood]]:
        """Decode a batch; a doubtful stretch is tried in halves, a loop then without repeats."""
        forbid = depth >= 2
        whole = all(stretch.is_whole for stretch in stretches)
        frames = max(window_frames(len(stretch.samples)) for stretch in stretches)
        encoded = self._encode(stretches, frames=FULL_FRAMES if depth or whole else frames)
        decoded = self._guarded(
            lambda: self._model.decode(
                encoded, language=language, options=self._options, timestamps=whole, forbid_repeats=forbid
            )
        )
        loops = [is_loop(each.text) for each in decoded]
        aligned = self._guarded(lambda: self._model.align(encoded, decoded, language=language))
        doubts = [
            looped or (not depth and (_is_doubtful(each) or is_sparse(stretch.speech, words, padding=_SPAN_PADDING)))
            for stretch, each, words, looped in zip(stretches, decoded, aligned, loops, strict=True)
        ]
        found: list[list[_Understood]] = []
        rows = zip(stretches, decoded, aligned, loops, doubts, strict=True)
        for at, (stretch, each, words, looped, doubted) in enumerate(rows):
            if doubted and not forbid:
                cancellation.check()
                found.append(self._try_again(stretch, language, cancellation, depth=depth + 1))
                continue
            written = words if looped else self._with_glossary(encoded, at, each, words, language)
            placed = tuple(_placed(word, stretch) for word in written)
            if each.text and not placed:
                placed = (RecognisedWord(stretch.start, stretch.stop, each.text, 0.0),)
            found.append([_Understood(placed, each, language, looped)])
        return found

    def _with_glossary(
        self, encoded: Encoded, at: int, decoded: Decoded, words: list[AlignedWord], language: str
    ) -> list[AlignedWord]:
        bias = self._bias
        if bias is None:
            return words
        return self._guarded(lambda: bias.apply(encoded, at, decoded, words, language=language))

    def _try_again(
        self, stretch: SpanAudio, language: str, cancellation: Cancellation, *, depth: int
    ) -> list[_Understood]:
        halves = halve(stretch) if depth == 1 else None
        if halves is None:
            return self._understand([stretch], language, cancellation, depth=2)[0]
        return [part for half in halves for part in self._understand([half], language, cancellation, depth=depth)[0]]

    def _fill(
        self, stretch: SpanAudio, parts: list[_Understood], language: str, cancellation: Cancellation
    ) -> list[_Understood]:
        """Decode speech that has no words yet on its own."""
        as_aligned = parts
        parts = [replace(part, words=settle(part.words)) for part in parts]
        tried: set[tuple[int, int]] = set()
        padding = int(HOLE_PADDING_S * SAMPLE_RATE_HZ)
        for _ in range(COVERAGE_TRIES):
            words = [word for part in parts for word in part.words]
            holes = [
                hole
                for hole in uncovered(stretch.speech, words, padding=_SPAN_PADDING)
                if (hole.start, hole.stop) not in tried
            ]
            if not holes:
                break
            for hole in holes:
                cancellation.check()
                tried.add((hole.start, hole.stop))
                piece = cut(stretch, hole.start - padding, hole.stop + padding)
                if piece is None or not piece.speech:
                    continue
                for part in self._understand([piece], language, cancellation)[0]:
                    if _is_believable(part, len(piece.samples)):
                        inside = tuple(word for word in part.words if _lies_in(word, hole, padding))
                        fitted = fit_in([each.words for each in parts], inside, hole)
                        parts = [replace(each, words=kept) for each, kept in zip(parts, fitted.before, strict=True)]
                        parts.append(replace(part, words=fitted.found))
        return parts if any(part.words for part in parts[len(as_aligned) :]) else as_aligned

    # Lines

    def _segments(self, stretch: SpanAudio, parts: list[_Understood]) -> list[RecognisedSegment]:
        segments: list[RecognisedSegment] = []
        for part in parts:
            for line in split_lines(part.words):
                text = "".join(word.text for word in line).strip()
                if not text:
                    continue
                segments.append(
                    RecognisedSegment(
                        track=stretch.track,
                        start=line[0].start,
                        stop=line[-1].stop,
                        text=text,
                        language=part.language,
                        confidence=sum(word.confidence for word in line) / len(line),
                        words=tuple(line),
                        quarantine=QuarantineReason.LOOP if part.is_loop else None,
                        no_speech=part.decoded.no_speech,
                    )
                )
        return sorted(segments, key=lambda segment: segment.start)

    def _encode(self, stretches: Sequence[SpanAudio], *, frames: int) -> Encoded:
        windows = [stretch.samples for stretch in stretches]
        return self._guarded(lambda: self._model.encode(windows, frames=frames))

    def _guarded(self, work: Callable[[], T]) -> T:
        """Run a call into CTranslate2, whose only error is ``RuntimeError``, at the border."""
        try:
            return work()
        except (RuntimeError, MemoryError) as error:
            raise RecogniserFailed(self._device, str(error)) from error


def _placed(word: AlignedWord, stretch: SpanAudio) -> RecognisedWord:
    start, stop = stretch.index_at(word.start), stretch.index_at(word.stop)
    return within_speech(RecognisedWord(start, stop, word.text, word.confidence, word.heard), stretch.speech)


def _is_doubtful(decoded: Decoded) -> bool:
    """Whether a second try may do better."""
    return bool(decoded.text) and (decoded.score < LEAST_SCORE or is_stutter(decoded.text))


def _is_believable(part: _Understood, samples: int) -> bool:
    seconds = samples / SAMPLE_RATE_HZ
    return (
        not part.is_loop
        and part.decoded.score > LEAST_SCORE
        and len(part.decoded.text) < MOST_CHARACTERS_A_SECOND * (seconds + 0.5)
    )


def _lies_in(word: RecognisedWord, hole: SpeechSpan, slack: int) -> bool:
    middle = (word.start + word.stop) // 2
    return hole.start - slack <= middle <= hole.stop + slack
