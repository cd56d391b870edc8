"""What it adds to ask a worker: the same spans of speech here and there, in turn.

Called by ``worker.py``. The worker is ``vivavoce worker serve --loopback`` in a process of its own on this machine, so
that what is added is the way alone; then once more through a link that is slow and loses packets.
"""

import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from app.measuring.spoken_sounds import utterances
from app.measuring.workbench import OUR_COMMAND, Workbench
from engine.bench.bad_line import BadLine
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.child_environment import child_environment
from engine.contract.engine import EngineSession, SpanAudio
from engine.contract.options import RecognitionOptions
from engine.pipeline.engine_store import probe_sound
from engine.recognition.device import choose_device
from engine.recognition.whisper_engine import WhisperEngine
from engine.remote.worker_connection import WorkerConnection
from engine.worker.local_desk import usable_processors

MODEL = "tiny.en"
LANGUAGE = "en"
SPANS, QUICK_SPANS = 60, 16

MOST_ADDED_MS = 20.0
MOST_ADDED_BY_LINK_MS = 150.0

DELAY_S = 0.01
"""One way: a round trip takes 20 ms."""
LOSS = 0.01

START_S = 180.0
"""For a worker to load and measure its first speech model."""

_LISTENING = re.compile(r"Listening at 127\.0\.0\.1:(\d+)")


@dataclass(frozen=True, slots=True)
class Beside:
    """A span here and there."""

    here_s: float
    there_s: float
    is_same: bool
    """Whether both wrote the same."""


def measure_loopback(workbench: Workbench, *, quick: bool = False) -> Measurement:
    """Ask a worker on this machine, straight and through a bad link. Raises ``CannotMeasure``, ``SpeechModelError``."""
    folder = workbench.model_folder(MODEL)
    spans = [_span(samples) for samples in utterances(workbench.data, most=QUICK_SPANS if quick else SPANS)]
    options = RecognitionOptions(model=MODEL, languages=(LANGUAGE,))
    with tempfile.TemporaryDirectory() as state:
        device = choose_device(folder, sample=probe_sound(), cache_file=Path(state) / "devices.json")
        with served(folder.parent, Path(state)) as port:
            here = WhisperEngine(model_path=folder, device=device, threads=usable_processors())
            try:
                session = here.open_session(options)
                workbench.tell(f"  {len(spans)} spans, straight")
                straight = _compared(session, spans, port, options)
                workbench.tell(f"  {len(spans)} spans, through a bad link")
                with BadLine(port, delay_s=DELAY_S, loss=LOSS) as link:
                    shaped = _compared(session, spans, link.port, options)
            finally:
                here.close()
    seconds = sum(len(span.samples) for span in spans) / SAMPLE_RATE_HZ
    other = sum(not each.is_same for each in (*straight, *shaped))
    figures = (
        _added("loopback_added_ms", "a worker on this machine adds, ms a span, half", straight, MOST_ADDED_MS),
        _added("link_added_ms", "through 20 ms and 1 % loss, ms a span, half", shaped, MOST_ADDED_BY_LINK_MS),
        Figure("other_text", "spans with another text", other, None, None, 0.0, GoalOn.OURS, 0),
    )
    setting = (
        f"{len(spans)} spans of {seconds / len(spans):.1f} s here and on a worker on this machine in turn, "
        f"speech model {MODEL} on {device.name}; the bad link is a proxy"
    )
    return Measurement("worker", workbench.machine, figures, setting)


@contextmanager
def served(models: Path, state: Path) -> Generator[int]:
    """A worker in a process of its own, for programs on this machine; gives its port. Raises ``CannotMeasure``."""
    command = [sys.executable, "-P", "-m", OUR_COMMAND, "worker", "serve", "--loopback", "--port", "0"]
    command += ["--models", str(models), "--state", str(state), "--no-announce"]
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, env=child_environment()
        )
        # It ends by itself where it does not come up: nobody waits for its line for ever.
        watchdog = threading.Timer(START_S, process.kill)
        watchdog.start()
        assert process.stdout is not None
        try:
            found = next((match for line in process.stdout if (match := _LISTENING.search(line.decode()))), None)
            watchdog.cancel()
            if found is None:
                complaints.seek(0)
                last = complaints.read().decode("utf-8", errors="replace").strip().splitlines()
                raise CannotMeasure(f"“worker serve” did not listen: {last[-1] if last else 'it said nothing'}")
            yield int(found.group(1))
        finally:
            watchdog.cancel()
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def _compared(here: EngineSession, spans: Sequence[SpanAudio], port: int, options: RecognitionOptions) -> list[Beside]:
    connection = WorkerConnection(target=f"127.0.0.1:{port}", worker="measured", credentials=None)
    try:
        there = connection.engine().open_session(options)
        try:
            for session in (here, there):
                session.recognise(spans[:1], Cancellation(), language=LANGUAGE)  # what the first call costs is left out
            return [_beside(here, there, span, is_first=bool(number % 2)) for number, span in enumerate(spans)]
        finally:
            there.close()
    finally:
        connection.close()


def _beside(here: EngineSession, there: EngineSession, span: SpanAudio, *, is_first: bool) -> Beside:
    order = (here, there) if is_first else (there, here)
    took: dict[EngineSession, tuple[float, list[str]]] = {}
    for session in order:
        began_s = time.perf_counter()
        [lines] = session.recognise([span], Cancellation(), language=LANGUAGE)
        took[session] = (time.perf_counter() - began_s, [line.text for line in lines])
    return Beside(took[here][0], took[there][0], took[here][1] == took[there][1])


def _added(key: str, title: str, found: Sequence[Beside], goal: float) -> Figure:
    there = 1000 * median(each.there_s for each in found)
    # The two of each span ran within a moment of each other: what disturbed one disturbed the other as well.
    added = 1000 * median(each.there_s - each.here_s for each in found)
    return Figure(key, f"{title} (other: in all)", added, there, None, goal, GoalOn.OURS)


def _span(samples: Samples) -> SpanAudio:
    whole = SpeechSpan(0, SampleIndex(0), SampleIndex(len(samples)))
    return SpanAudio((whole,), samples, (whole,))
