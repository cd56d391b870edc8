"""The ladder of settings run on a short sample, in a process of its own: it may be ended at any moment.

Reads one ``LadderRequest`` from standard input and writes a line of JSON for each thing that it found: ``RungDone``,
``PrecisionChecked``, ``RungRefused``, at last ``LadderEnd``. Asked by ``app/diagnostics/calibration.py``.
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import TypeAdapter
from rapidfuzz.distance import Levenshtein

from engine.bench.knee import Point, Rung
from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.options import RecognitionOptions
from engine.recognition.whisper_model import FULL_FRAMES, WhisperModel
from engine.recognition.window_policy import share_live
from engine.recognition.window_reader import LiveWindow, WindowReader

REFERENCE = "float32"

MOST_DISTANCE = 0.25
"""Encoder outputs may lie so far from those of ``REFERENCE``, relative to their length, and the precision passes."""

LEAST_AGREEMENT = 0.95
"""So many of the next tokens must be the same, each after the same tokens before it."""

_CHECKED_WINDOWS = 6
_MARGIN_S = 0.25


@dataclass(frozen=True, slots=True)
class Said:
    """A stretch of the sample with what is said in it."""

    start_s: float
    end_s: float
    text: str


@dataclass(frozen=True, slots=True)
class LadderRequest:
    """Everything that the process needs to know."""

    sound: str
    scratch: str
    """An empty folder, for the decoded sound."""
    said: tuple[Said, ...]
    language: str
    models: tuple[tuple[str, str], ...]
    """Catalogue name and folder of each speech model."""
    compute_types: tuple[str, ...]
    beam_sizes: tuple[int, ...]
    windows: tuple[bool, ...]
    """Whether each has Whisper's own 30 s."""
    device: str = "cpu"
    threads: int = 2


@dataclass(frozen=True, slots=True)
class RungDone:
    """One setting was tried."""

    point: Point
    done: int
    total: int
    kind: Literal["rung"] = "rung"


@dataclass(frozen=True, slots=True)
class PrecisionChecked:
    """One precision of a speech model beside ``REFERENCE``."""

    model: str
    compute_type: str
    distance: float
    """Of the encoder outputs, relative to the length of those of ``REFERENCE``."""
    agreement: float
    """Part of next tokens that are the same."""
    tokens: int
    kind: Literal["precision"] = "precision"

    @property
    def passes(self) -> bool:
        """Whether it may be used in its place."""
        return self.distance <= MOST_DISTANCE and self.agreement >= LEAST_AGREEMENT


@dataclass(frozen=True, slots=True)
class RungRefused:
    """A speech model cannot be loaded in a precision; the ladder goes on without it."""

    model: str
    compute_type: str
    done: int
    total: int
    kind: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class LadderEnd:
    """Everything was tried."""

    speech_s: float
    kind: Literal["end"] = "end"


LadderLine = RungDone | PrecisionChecked | RungRefused | LadderEnd
REQUESTS = TypeAdapter(LadderRequest)
LINES: TypeAdapter[LadderLine] = TypeAdapter(LadderLine)


def climb(request: LadderRequest) -> Iterator[LadderLine]:
    """Try every setting."""
    sound = _read(Path(request.sound), Path(request.scratch))
    stretches = [sound[_at(each.start_s - _MARGIN_S) : _at(each.end_s + _MARGIN_S)] for each in request.said]
    speech_s = sum(len(each) for each in stretches) / SAMPLE_RATE_HZ
    a_load = len(request.beam_sizes) * len(request.windows)
    done, total = 0, len(request.models) * len(request.compute_types) * a_load
    for name, folder in request.models:
        reference: _Reference | None = None
        # The reference first, so that the others can be held against it.
        for compute_type in sorted(request.compute_types, key=lambda each: each != REFERENCE):
            device = DeviceReport(request.device, compute_type, request.device)
            size = (Path(folder) / "model.bin").stat().st_size
            share = share_live(request.device, threads=request.threads, model_bytes=size)
            try:
                model = WhisperModel(
                    Path(folder),
                    device=device,
                    replicas=1,
                    threads=share.decoder,
                    encoder_threads=share.encoder,
                    memory_bytes=0,
                )
            except (ValueError, RuntimeError):  # CTranslate2's, for a precision that this computer has not
                done += a_load
                yield RungRefused(name, compute_type, done, total)
                continue
            _warm_up(model, stretches[0], request.language)
            for has_full_window in request.windows:
                for beam_size in request.beam_sizes:
                    rung = Rung(name, compute_type, beam_size, has_full_window)
                    done += 1
                    yield RungDone(_tried(model, rung, stretches, request), done, total)
            checked = stretches[:_CHECKED_WINDOWS]
            if compute_type == REFERENCE:
                reference = _Reference.of(model, checked, request.language)
            elif reference is not None:
                yield _checked(model, name, compute_type, reference, checked, request.language)
            model.close()
    yield LadderEnd(speech_s)


def words_of(text: str) -> list[str]:
    """What counts as a word: letters, figures and apostrophes, without regard to capitals."""
    return re.findall(r"[\w']+", text.lower().replace("’", "'"))


def _tried(model: WhisperModel, rung: Rung, stretches: Sequence[Samples], request: LadderRequest) -> Point:
    reader = WindowReader(model=model, has_full_window=rung.has_full_window)
    options = RecognitionOptions(model=rung.model, languages=(request.language,), beam_size=rung.beam_size)
    errors = words = 0
    began = time.perf_counter()
    found: list[str] = []
    for stretch in stretches:
        (heard,) = reader.read([LiveWindow(stretch)], language=request.language, options=options, careful=True)
        found.append("".join(word.text for word in heard.words))
    took_s = time.perf_counter() - began
    for said, text in zip(request.said, found, strict=True):
        wanted = words_of(said.text)
        errors += Levenshtein.distance(wanted, words_of(text))
        words += len(wanted)
    speech_s = sum(len(stretch) for stretch in stretches) / SAMPLE_RATE_HZ
    return Point(rung, 100 * errors / max(1, words), took_s / speech_s)


@dataclass(frozen=True, slots=True)
class _Reference:
    """What the reference made of the checked stretches."""

    outputs: tuple[Any, ...]
    tokens: tuple[tuple[int, ...], ...]
    next_tokens: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, model: WhisperModel, stretches: Sequence[Samples], language: str) -> "_Reference":
        greedy = RecognitionOptions(beam_size=1)
        encoded = [model.encode([stretch], frames=FULL_FRAMES) for stretch in stretches]
        tokens = tuple(model.decode(each, language=language, options=greedy)[0].tokens for each in encoded)
        following = tuple(
            tuple(model.next_tokens(each, text, language=language)) for each, text in zip(encoded, tokens, strict=True)
        )
        return cls(tuple(np.array(model.numbers_of(each), np.float32) for each in encoded), tokens, following)


def _checked(  # noqa: PLR0917
    model: WhisperModel,
    name: str,
    compute_type: str,
    reference: _Reference,
    stretches: Sequence[Samples],
    language: str,
) -> PrecisionChecked:
    away = length = 0.0
    same = count = 0
    for stretch, wanted, tokens, following in zip(
        stretches, reference.outputs, reference.tokens, reference.next_tokens, strict=True
    ):
        encoded = model.encode([stretch], frames=FULL_FRAMES)
        output = np.array(model.numbers_of(encoded), np.float32)
        away += float(np.sum((output - wanted) ** 2))
        length += float(np.sum(wanted**2))
        found = model.next_tokens(encoded, tokens, language=language)
        same += sum(one == other for one, other in zip(found, following, strict=True))
        count += len(following)
    return PrecisionChecked(name, compute_type, (away / max(length, 1e-12)) ** 0.5, same / max(1, count), count)


def _warm_up(model: WhisperModel, stretch: Samples, language: str) -> None:
    options = RecognitionOptions(beam_size=1)
    WindowReader(model=model).read([LiveWindow(stretch)], language=language, options=options, careful=True)


def _read(path: Path, scratch: Path) -> Samples:
    from engine.capture.media_file import decode_media  # noqa: PLC0415 - loads FFmpeg
    from engine.capture.sound_folder import SoundFolder  # noqa: PLC0415 - likewise

    folder = SoundFolder(scratch)
    decode_media(path, folder, audio_stream=None, cancellation=Cancellation(), on_progress=lambda _done, _total: None)
    return folder.read(0, folder.length(0), 0)


def _at(seconds: float) -> int:
    return max(0, round(seconds * SAMPLE_RATE_HZ))


def _main() -> None:
    import os  # noqa: PLC0415 - of the process only
    import sys  # noqa: PLC0415 - likewise

    lines = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # from here on, what a library prints goes to standard error
    with suppress(BrokenPipeError):  # whoever asked is gone
        for line in climb(REQUESTS.validate_json(sys.stdin.buffer.read())):
            lines.write(LINES.dump_json(line) + b"\n")
            lines.flush()


if __name__ == "__main__":
    _main()
