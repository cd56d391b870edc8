"""A long recording that costs nothing: its sound is made when it is read, and an engine that knows its sentences."""

from collections.abc import Callable, Sequence

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples
from engine.contract.cancellation import Cancellation
from engine.contract.engine import SpanAudio
from engine.contract.messages import Event, SegmentsFinished
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.pipeline.file_pipeline import FilePipeline, SoundMemory
from tests.fakes.fake_detector import FakeDetector
from tests.fakes.fake_speech_engine import Before, FakeSpeechEngine, scripted_line

S = SAMPLE_RATE_HZ
"""A second, in samples."""


class Recording:
    """A recording in which a sentence of four seconds is said at given seconds; sound is made when it is read."""

    def __init__(self, *sentences_s: float, length_s: float) -> None:
        self.length = SampleIndex(round(length_s * S))
        self.reads: list[tuple[int, int]] = []
        self.lines = [scripted_line(f"Sentence {n} is said here.", at, at + 4) for n, at in enumerate(sentences_s)]

    def read(self, start: int, stop: int) -> Samples:
        self.reads.append((start, stop))
        sound = np.zeros(stop - start, np.float32)
        for line in self.lines:
            if line.start < stop and line.stop > start:
                sound[max(0, line.start - start) : line.stop - start] = 0.1
        return sound

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.lines]

    def engine(
        self, *, before: Before | None = None, language_at: Callable[[SpanAudio], str] = lambda stretch: "en"
    ) -> FakeSpeechEngine:
        return FakeSpeechEngine(self.lines, before=before, language_at=language_at)


def lecture(minutes: int) -> Recording:
    """A sentence every six seconds, and a longer pause now and then."""
    times = [at * 6 + (at // 7) * 3 for at in range(minutes * 10)]
    return Recording(*times, length_s=times[-1] + 10)


def pipeline(
    recording: Recording,
    engine: FakeSpeechEngine,
    *,
    cancellation: Cancellation | None = None,
    languages: Sequence[str] = (),
    memory: SoundMemory | None = None,
) -> FilePipeline:
    """One that reads this recording with this engine."""
    options = RecognitionOptions(languages=tuple(languages))
    return FilePipeline(
        job="job",
        read=recording.read,
        length=recording.length,
        session=engine.open_session(options),
        batch_size=engine.batch_size,
        parallel=engine.parallel,
        make_detector=FakeDetector,
        options=options,
        cancellation=cancellation or Cancellation(),
        memory=memory,
    )


def finished(events: Sequence[Event]) -> list[SegmentsFinished]:
    return [event for event in events if isinstance(event, SegmentsFinished)]


def lines_of(events: Sequence[Event]) -> list[RecognisedSegment]:
    return [line for event in finished(events) for line in event.segments]


def texts_of(events: Sequence[Event]) -> list[str]:
    return [line.text for line in lines_of(events)]
