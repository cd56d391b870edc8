"""Live recognition of a file on a clock of its own: what a quiet machine would show, on a machine that is not quiet.

The pipeline, the detector and the speech model are the real ones; only time is not. Sound comes in as the clock goes
on, and each call into the speech model moves the clock by what it costs on a quiet machine, whatever it took
here. So two runs give the same figures, and rules can be compared although others work on the machine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.live_run import LiveAnswer, LiveRequest
from engine.contract.audio import FRAME_SAMPLES, SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind, to_seconds
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.heard import AlignedWord
from engine.contract.messages import Event, FollowedTrack, LineGrown, TentativeHeard
from engine.contract.options import RecognitionOptions
from engine.detection.voice_detector import SileroDetector, VoiceDetector
from engine.pipeline.live_pipeline import LivePipeline
from engine.pipeline.live_schedule import LiveRules
from engine.recognition.live_recogniser import LiveRecogniser
from engine.recognition.whisper_model import Decoded, Encoded, WhisperModel
from engine.recognition.window_reader import LiveWhisper

LATE_S = 0.04
"""Sound is in the ring so much later than it was made."""

LOOK_S = 0.025
"""The pipeline looks for new sound so often."""

FRAMES = (500, 750, 1000, 1400, 2000, 3000)
ENCODE_S = (0.050, 0.078, 0.110, 0.165, 0.280, 0.570)
ENCODE_CPU_S = (0.090, 0.145, 0.200, 0.300, 0.500, 1.150)
"""Of the encoder by feature frames, with what a pass costs besides: base, int8, two cores of an Intel Xeon."""


@dataclass
class CostClock:
    """The time of the recording, and the CPU time that was spent until then."""

    now_s: float = 0.0
    cpu_s: float = 0.0

    def spend(self, seconds: float, *, cpu: float) -> None:
        """Work so long, on so many cores at once."""
        self.now_s += seconds
        self.cpu_s += seconds * cpu

    def wait(self) -> None:
        """Nothing is to be done."""
        self.now_s += LOOK_S


class CostedWhisper:
    """A ``LiveWhisper`` whose calls take the time that they cost on a quiet machine."""

    def __init__(self, whisper: LiveWhisper, clock: CostClock) -> None:
        self._whisper = whisper
        self._clock = clock

    def encode(self, windows: Sequence[Samples], *, frames: int) -> Encoded:
        """See ``LiveWhisper``."""
        seconds = float(np.interp(frames, FRAMES, ENCODE_S))
        self._clock.spend(seconds, cpu=float(np.interp(frames, FRAMES, ENCODE_CPU_S)) / seconds)
        return self._whisper.encode(windows, frames=frames)

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
        """See ``LiveWhisper``. Tokens that it begins with cost as much as others."""
        decoded = self._whisper.decode(
            encoded,
            language=language,
            options=options,
            timestamps=timestamps,
            forbid_repeats=forbid_repeats,
            begun=begun,
        )
        steps = max(len(each.tokens) for each in decoded) + 1
        if options.beam_size == 1:
            self._clock.spend(0.006 + 0.0052 * steps, cpu=1.0)
        else:
            self._clock.spend(0.01 + 0.0102 * steps * (0.4 + 0.12 * options.beam_size), cpu=1.0)
        return decoded

    def align(self, encoded: Encoded, decoded: Sequence[Decoded], *, language: str) -> list[list[AlignedWord]]:
        """See ``LiveWhisper``."""
        self._clock.spend(0.015 + 0.0015 * len(decoded[0].tokens), cpu=1.0)
        return self._whisper.align(encoded, decoded, language=language)

    def guess_languages(self, encoded: Encoded) -> list[dict[str, float]]:
        """See ``LiveWhisper``."""
        self._clock.spend(0.02, cpu=1.0)
        return self._whisper.guess_languages(encoded)

    def tokens_of(self, text: str, *, language: str) -> tuple[int, ...]:
        """See ``LiveWhisper``."""
        return self._whisper.tokens_of(text, language=language)


class SpokenFile:
    """The sound of a file as far as it was spoken by now. See ``LiveSound``."""

    def __init__(self, samples: Samples, clock: CostClock) -> None:
        self._samples = samples
        self._clock = clock

    @property
    def written(self) -> SampleIndex:
        """First sample that is not there yet."""
        there = int(max(0.0, self._clock.now_s - LATE_S) * SAMPLE_RATE_HZ) // FRAME_SAMPLES * FRAME_SAMPLES
        return SampleIndex(min(there, len(self._samples)))

    @property
    def is_ended(self) -> bool:
        """Whether all of it was spoken."""
        return self._clock.now_s - LATE_S >= len(self._samples) / SAMPLE_RATE_HZ

    def read(self, start: int, stop: int) -> Samples:
        """A stretch, cut to what is there."""
        return self._samples[start : min(stop, self.written)]


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """What a run gave."""

    lines: tuple[dict[str, Any], ...]
    """As ``vivavoce listen`` would write them: ``tentative`` and ``segment``."""
    cpu_s: float
    """Of the speech model."""


def simulate_live(
    samples: Samples,
    *,
    whisper: LiveWhisper,
    make_detector: Callable[[], VoiceDetector],
    language: str,
    options: RecognitionOptions | None = None,
    rules: LiveRules | None = None,
    has_full_window: bool = False,
) -> SimulatedRun:
    """Recognise a file as if it was spoken now, on a quiet machine."""
    clock = CostClock()
    recogniser = LiveRecogniser(
        model=CostedWhisper(whisper, clock), options=options or RecognitionOptions(), has_full_window=has_full_window
    )
    pipeline = LivePipeline(
        job="simulation",
        tracks=[(FollowedTrack(0, TrackKind.MICROPHONE), SpokenFile(samples, clock))],
        recogniser=recogniser,
        make_detector=make_detector,
        wait=clock.wait,
        cancellation=Cancellation(),
        language=language,
        rules=rules,
        now=lambda: clock.now_s,
    )
    lines = [line for event in pipeline.run() if (line := _line(event, clock.now_s)) is not None]
    return SimulatedRun(tuple(lines), clock.cpu_s)


def simulate_file(request: LiveRequest, model_folder: Path) -> LiveAnswer:
    """What ``run_live`` would answer on a quiet machine, but for the recorder. Raises ``CannotMeasure``."""
    try:
        import soundfile  # noqa: PLC0415  of the dev extra
    except ImportError as error:
        raise CannotMeasure(
            "Measuring needs soundfile, as the tests do: run “bash installers/test.sh” once."
        ) from error
    read, _ = soundfile.read(request.sound, dtype="float32")
    samples = np.asarray(read, np.float32)
    length = len(samples) if request.seconds is None else int(request.seconds * SAMPLE_RATE_HZ)
    whisper = WhisperModel(model_folder, device=DeviceReport("cpu", "int8", "cpu"), replicas=1, threads=1)
    run = simulate_live(
        samples[:length],
        whisper=whisper,
        make_detector=SileroDetector,
        language=request.language,
        has_full_window=request.has_full_window,
    )
    whisper.close()
    return LiveAnswer(run.lines, {"speech model, simulated": run.cpu_s})


def _line(event: Event, now_s: float) -> dict[str, Any] | None:
    match event:
        case TentativeHeard():
            return _row("tentative", event.start, event.stop, event.text, now_s)
        case LineGrown() if event.new_words:
            words = event.segment.words[-event.new_words :]
            text = "".join(word.text for word in words).strip()
            row = _row("segment", words[0].start, words[-1].stop, text, now_s)
            return row | ({"quarantined": event.segment.quarantine.value} if event.segment.quarantine else {})
        case _:
            return None


def _row(kind: str, start: SampleIndex, stop: SampleIndex, text: str, now_s: float) -> dict[str, Any]:
    times = {"start_s": to_seconds(start), "end_s": to_seconds(stop)}
    return {"kind": kind, "track": 0, **times, "text": text, "at_s": round(now_s, 3)}
