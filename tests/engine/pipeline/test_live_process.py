"""Recorder process and engine process together, as the desktop runs them; one of them is killed on the way."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, TrackKind
from engine.contract.messages import (
    Event,
    FollowedTrack,
    FollowRecording,
    JobFailed,
    JobFinished,
    LineGrown,
    StretchRepaired,
    StretchSkipped,
    TrackSettled,
)
from engine.contract.options import RecognitionOptions
from engine.contract.recorder_messages import (
    RecordingStarted,
    RecordingStopped,
    SourceChanged,
    SourceChoice,
    SourceState,
    StartRecording,
    StopRecording,
)
from engine.contract.segments import RecognisedSegment
from engine.pipeline.engine_client import EngineClient, EngineEnded, engine_command
from engine.postprocess.quarantine import plain
from tests.builders.running_recorder import RunningRecorder
from tests.builders.speech_clips import clip, silence, transcript_of

pytestmark = pytest.mark.slow

CLIPS = ("1998-15444-0001.flac", "61-70968-0000.flac", "1998-15444-0002.flac")
PATIENCE_S = 120.0


@dataclass
class Desktop:
    """What the desktop keeps of the events."""

    folder: Path
    ring: str
    lines: dict[str, RecognisedSegment] = field(default_factory=dict[str, RecognisedSegment])
    mark: SampleIndex = SampleIndex(0)
    open_gaps: int = 0
    last: Event | None = None

    def command(self) -> FollowRecording:
        said = " ".join(self.text().split()[-6:])
        track = FollowedTrack(0, TrackKind.FILE, self.ring, resume_at=self.mark, said=said)
        options = RecognitionOptions(model="base", languages=("en",), threads=2)
        return FollowRecording("job", str(self.folder), (track,), options)

    def take(self, event: Event) -> None:
        self.last = event
        match event:
            case LineGrown():
                self.lines[event.line] = event.segment
                self.mark = event.settled_to
            case TrackSettled():
                self.mark = event.settled_to
            case StretchSkipped():
                self.open_gaps += event.gap.stop - event.gap.start
            case StretchRepaired():
                self.open_gaps -= event.gap.stop - event.gap.start
            case _:
                pass

    def is_over(self) -> bool:
        return isinstance(self.last, JobFinished | JobFailed)

    def text(self) -> str:
        return plain(" ".join(line.text for line in sorted(self.lines.values(), key=lambda line: line.start)))


@pytest.fixture
def said(tmp_path: Path) -> Path:
    """Three sentences of real speech."""
    sound = np.concatenate([silence(1.0), *(piece for name in CLIPS for piece in (clip(name), silence(0.8)))])
    path = tmp_path / "said.wav"
    soundfile.write(path, sound, SAMPLE_RATE_HZ, subtype="PCM_16")  # pyright: ignore[reportUnknownMemberType] - no stubs
    return path


@pytest.fixture
def client(speech_models: Path, tmp_path: Path) -> Iterator[EngineClient]:
    """The desktop's end of the engine process."""
    command = engine_command(models=speech_models, cache=tmp_path / "cache")
    client = EngineClient(command=command, log_file=tmp_path / "engine.log")
    yield client
    client.close()


def start(recorder: RunningRecorder, said: Path) -> Desktop:
    """Record the file at its own pace."""
    folder = said.parent / "meeting"
    recorder.send(StartRecording("recording", str(folder), (SourceChoice(TrackKind.FILE, path=str(said), pace=1.0),)))
    started = recorder.hear(lambda event: isinstance(event, RecordingStarted))
    assert isinstance(started, RecordingStarted)
    return Desktop(folder, started.tracks[0].ring)


def test_an_engine_that_is_killed_costs_no_word_and_doubles_none(said: Path, client: EngineClient):
    """Case 54."""
    with RunningRecorder() as recorder:
        desktop = start(recorder, said)
        client.send(desktop.command())
        listen(client, desktop, until=lambda: desktop.mark > 9 * SAMPLE_RATE_HZ)
        client.kill()
        client.send(desktop.command())
        stopping = threading.Thread(target=stop_at_the_end, args=(recorder,))
        stopping.start()
        listen(client, desktop, until=desktop.is_over)
        stopping.join()
        stopped = recorder.heard[-1]
    assert isinstance(desktop.last, JobFinished)
    assert isinstance(stopped, RecordingStopped)
    assert desktop.mark == stopped.lengths[0]
    assert desktop.open_gaps == 0
    heard = desktop.text().split()
    runs = list(zip(heard, heard[1:], heard[2:], strict=False))
    assert len(runs) == len(set(runs)), "nothing stands twice at the seam"
    words = plain(" ".join(transcript_of(name) for name in CLIPS)).split()
    assert len(set(words) - set(heard)) <= 5
    assert abs(len(heard) - len(words)) <= 4


def test_a_recorder_that_is_killed_does_not_keep_the_job_waiting(said: Path, client: EngineClient):
    """It never says that nothing more comes; the job notices, and understands what is there."""
    with RunningRecorder() as recorder:
        desktop = start(recorder, said)
        client.send(desktop.command())
        listen(client, desktop, until=lambda: desktop.mark > 7 * SAMPLE_RATE_HZ)
        recorder.process.kill()
        listen(client, desktop, until=desktop.is_over)
    assert isinstance(desktop.last, JobFinished)
    assert desktop.mark == desktop.last.length
    assert desktop.open_gaps == 0
    assert {"he", "should", "make", "inquiries"} <= set(desktop.text().split())


def listen(client: EngineClient, desktop: Desktop, *, until: Callable[[], bool]) -> None:
    """Take events until it is so."""
    give_up = time.monotonic() + PATIENCE_S
    while not until():
        assert time.monotonic() < give_up, f"it never came; the last was {desktop.last}"
        event = client.receive(0.2)
        assert not isinstance(event, EngineEnded), event
        if event is not None:
            desktop.take(event)


def stop_at_the_end(recorder: RunningRecorder) -> None:
    """Stop when the file was played."""
    recorder.hear(lambda event: isinstance(event, SourceChanged) and event.state is SourceState.ENDED)
    recorder.send(StopRecording())
    recorder.hear(lambda event: isinstance(event, RecordingStopped))
