"""The same lecture once more in another container: how much of it is known, how fast that is, and its text.

Runs the engine's side of an import in this process: the file is decoded, heard and understood as the engine process
does it, with one cache over all of them.
"""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.bench.cannot_measure import CannotMeasure
from engine.caching.cached_engine import CachedEngine
from engine.caching.figures import read_counts
from engine.caching.store import CacheStore
from engine.capture.media_file import decode_media
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation
from engine.contract.messages import SegmentsFinished
from engine.contract.options import RecognitionOptions
from engine.detection.voice_detector import SileroDetector
from engine.pipeline.file_pipeline import FilePipeline

CONTAINERS: dict[str, tuple[str, ...]] = {
    "MP3 64.mp3": ("-b:a", "64k"),
    "Opus 24.opus": ("-c:a", "libopus", "-b:a", "24k"),
    "AAC 64 stereo.m4a": ("-c:a", "aac", "-b:a", "64k", "-ar", "44100", "-ac", "2"),
    "Vorbis q2.ogg": ("-c:a", "libvorbis", "-q:a", "2", "-ar", "48000"),
    "44.1 kHz.wav": ("-ar", "44100"),
    "6 dB quieter.flac": ("-af", "volume=-6dB"),
    "MP3 128 stereo.mp3": ("-b:a", "128k", "-ar", "44100", "-ac", "2"),
    "Opus 32.webm": ("-c:a", "libopus", "-b:a", "32k", "-ar", "48000"),
    "AAC 128.m4a": ("-c:a", "aac", "-b:a", "128k", "-ar", "48000"),
    "48 kHz stereo.wav": ("-ar", "48000", "-ac", "2"),
    "the same samples.wav": (),
}
"""What ffmpeg is told for each, by the name of the file that comes of it."""


@dataclass(frozen=True, slots=True)
class Import:
    """One job, from the file to its last line."""

    container: str
    seconds: float
    cpu_s: float
    text: str
    known: float
    """Share of the speech that needed no recognition."""


def encode(source: Path, container: str, into: Path) -> Path:
    """The same sound in another container. Raises ``CannotMeasure`` without ffmpeg."""
    path = into / container
    command = ["ffmpeg", "-v", "error", "-y", "-i", str(source), *CONTAINERS[container], str(path)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotMeasure("Measuring needs the program ffmpeg, with libopus and libvorbis.") from error
    return path


def run_import(
    path: Path,
    name: str,
    into: Path,
    *,
    engine: CachedEngine,
    store: CacheStore,
    options: RecognitionOptions,
    cpu_s: Callable[[], float] = time.process_time,
) -> Import:
    """Import a file under a name of its own."""
    before = read_counts(store)
    began, cpu_began = time.perf_counter(), cpu_s()
    sound = SoundFolder(into / name)
    media = decode_media(
        path, sound, audio_stream=None, cancellation=Cancellation(), on_progress=lambda _done, _total: None
    )
    session = engine.open_session_for(options, sound=name)
    pipeline = FilePipeline(
        job=name,
        read=sound.read,
        length=media.length,
        session=session,
        batch_size=engine.batch_size,
        parallel=engine.parallel,
        make_detector=SileroDetector,
        options=options,
        cancellation=Cancellation(),
        memory=engine.memory_of(options, sound=name, track=0),
    )
    lines = [line for event in pipeline.run() if isinstance(event, SegmentsFinished) for line in event.segments]
    session.close()
    seconds, spent = time.perf_counter() - began, cpu_s() - cpu_began
    after = read_counts(store)
    speech = after.speech_s - before.speech_s
    known = (after.found_s - before.found_s) / speech if speech else 0.0
    return Import(path.name, seconds, spent, " ".join(line.text for line in lines), known)
