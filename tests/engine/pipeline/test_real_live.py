"""The live pipeline with a real speech model on real speech, by a clock that waits for nobody."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from engine.contract.audio import WINDOW_SAMPLES, SampleIndex, Samples, TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport
from engine.contract.messages import Event, FollowedTrack, LineGrown, SegmentsFinished, StretchSkipped, TrackSettled
from engine.contract.options import RecognitionOptions
from engine.contract.segments import QuarantineReason, RecognisedSegment
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.engine_store import EngineStore
from engine.pipeline.file_pipeline import FilePipeline
from engine.pipeline.live_engine import LiveEngine
from engine.pipeline.live_pipeline import LivePipeline
from engine.postprocess.quarantine import plain
from engine.recognition.whisper_engine import WhisperEngine
from tests.builders.bleeding_tracks import FAR, NEAR, bleeding_tracks
from tests.builders.speech_clips import clip, silence, transcript_of
from tests.fakes.paced_recording import PacedRecording

pytestmark = pytest.mark.slow

READING = (
    "1998-15444-0001.flac",
    "1998-15444-0002.flac",
    "61-70968-0000.flac",
    "2033-164914-0003.flac",
    "2414-128291-0002.flac",
)

CLIPS = ("1998-15444-0001.flac", "1998-15444-0002.flac", "61-70968-0000.flac")


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveEngine]:
    models: Path = request.getfixturevalue("speech_models")
    store = EngineStore(models=models, cache=tmp_path_factory.mktemp("cache"))
    yield store.live_here(RecognitionOptions(model="base", languages=("en",), threads=2), Cancellation())
    store.close()


def spoken_part(name: str) -> Samples:
    """A clip from its first word to its last."""
    detector = SileroDetector()
    voiced = np.flatnonzero(np.concatenate((detector.feed(clip(name)), detector.finish())) > 0.5)
    return clip(name)[max(0, (voiced[0] - 2) * WINDOW_SAMPLES) : (voiced[-1] + 3) * WINDOW_SAMPLES]


def as_a_file(sound: Samples, speech_models: Path) -> str:
    """What the file job makes of it."""
    engine = WhisperEngine(model_path=speech_models / "base", device=DeviceReport("cpu", "int8", "cpu"), threads=2)
    options = RecognitionOptions(languages=("en",))
    session = engine.open_session(options)
    pipeline = FilePipeline(
        job="job",
        read=lambda start, stop: sound[start:stop],
        length=SampleIndex(len(sound)),
        session=session,
        batch_size=engine.batch_size,
        parallel=engine.parallel,
        make_detector=SileroDetector,
        options=options,
        cancellation=Cancellation(),
    )
    finished = [event for event in pipeline.run() if isinstance(event, SegmentsFinished)]
    session.close()
    engine.close()
    return plain(" ".join(line.text for event in finished for line in event.segments if line.quarantine is None))


def runs_of_three(text: str) -> Counter[tuple[str, ...]]:
    words = text.split()
    return Counter(zip(words, words[1:], words[2:], strict=False))


@dataclass
class Kept:
    """What a library would keep."""

    lines: dict[str, RecognisedSegment] = field(default_factory=dict[str, RecognisedSegment])
    marks: dict[int, SampleIndex] = field(default_factory=dict[int, SampleIndex])
    skipped: list[StretchSkipped] = field(default_factory=list[StretchSkipped])

    def take(self, event: Event) -> None:
        match event:
            case LineGrown():
                self.lines[event.line] = event.segment
                self.marks[event.segment.track] = event.settled_to
            case TrackSettled():
                self.marks[event.track] = event.settled_to
            case StretchSkipped():
                self.skipped.append(event)
            case _:
                pass

    def text(self, track: int = 0, quarantine: QuarantineReason | None = None) -> str:
        lines = [each for each in self.lines.values() if each.track == track and each.quarantine is quarantine]
        return plain(" ".join(each.text for each in sorted(lines, key=lambda each: each.start)))


def follow(recording: PacedRecording, kinds: Sequence[TrackKind], kept: Kept, *, most: int = 1 << 30) -> Kept:
    tracks = [
        FollowedTrack(number, kind, resume_at=kept.marks.get(number, SampleIndex(0)), said=kept.text(number)[-40:])
        for number, kind in enumerate(kinds)
    ]
    pipeline = LivePipeline(
        job="job",
        tracks=[(track, recording.sound(track.track)) for track in tracks],
        recogniser=recording,
        make_detector=SileroDetector,
        wait=recording.wait,
        cancellation=Cancellation(),
        language="en",
    )
    for number, event in enumerate(pipeline.run(), 1):
        kept.take(event)
        if number == most:
            break
    return kept


def errors(said: str, heard: str) -> int:
    """Words that would have to be changed."""
    ours, theirs = said.split(), heard.split()
    row = list(range(len(theirs) + 1))
    for i, word in enumerate(ours, 1):
        above, row = row, [i]
        for j, other in enumerate(theirs, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (word != other)))
    return row[-1]


def test_far_speech_stands_once_on_the_computers_track_and_the_real_repetition_stays(engine: LiveEngine):
    """Case 11."""
    recording = PacedRecording(bleeding_tracks(), engine)
    kept = follow(recording, (TrackKind.MICROPHONE, TrackKind.COMPUTER), Kept())
    far, near = plain(transcript_of(FAR)), plain(transcript_of(NEAR))
    assert errors(far, kept.text(1)) <= 2
    assert errors(f"{near} {far}", kept.text(0)) <= 5
    assert errors(far, kept.text(0, QuarantineReason.ECHO)) <= 3


@pytest.mark.parametrize("most", [12, 31, 47])
def test_a_process_that_is_killed_leaves_no_seam(engine: LiveEngine, most: int):
    """Case 54."""
    sound = np.concatenate([silence(1.0), *(piece for name in CLIPS for piece in (clip(name), silence(0.8)))])
    said = plain(" ".join(transcript_of(name) for name in CLIPS))
    whole = follow(PacedRecording([sound], engine), (TrackKind.MICROPHONE,), Kept())
    recording = PacedRecording([sound], engine)
    kept = follow(recording, (TrackKind.MICROPHONE,), Kept(), most=most)
    recording.now_s += 3.0  # until it is started again
    follow(recording, (TrackKind.MICROPHONE,), kept)
    assert kept.marks[0] == len(sound)
    assert not kept.skipped
    assert errors(said, kept.text()) <= errors(said, whole.text()) + 2
    heard = kept.text().split()
    runs = list(zip(heard, heard[1:], heard[2:], strict=False))
    assert len(runs) == len(set(runs)), "nothing stands twice at the seam"


def test_reading_without_pauses_is_as_right_live_as_from_a_file_and_nothing_is_doubled(
    engine: LiveEngine, speech_models: Path
):
    """Case 54."""
    sound = np.concatenate([spoken_part(name) for name in READING])
    said = plain(" ".join(transcript_of(name) for name in READING))
    live = follow(PacedRecording([sound], engine), (TrackKind.MICROPHONE,), Kept())
    offline = as_a_file(sound, speech_models)
    assert errors(said, live.text()) <= errors(said, offline) + 0.03 * len(said.split())
    doubled = runs_of_three(live.text()) - runs_of_three(offline) - runs_of_three(said)
    assert all(runs_of_three(live.text())[run] == 1 for run in doubled)
    assert live.marks[0] == len(sound)
