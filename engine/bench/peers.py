"""The other side: faster-whisper as its own documentation uses it, in a throw-away process.

Run as ``python -m engine.bench.peers`` by ``side.py``; never imported with a speech model in mind.
"""

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

import av.error
from faster_whisper import BatchedInferencePipeline, WhisperModel
from faster_whisper.transcribe import Segment

from engine.bench.peak_memory import peak_memory
from engine.bench.side import FileAnswer, SideEnd, SideRequest, SideVoice, SoundFile

Transcribe = Callable[[SoundFile], str]


def main() -> None:
    """Answer one request."""
    voice = SideVoice()
    request = voice.hear()
    began = time.perf_counter()
    transcribe = load(request)
    if request.warm_up is not None:
        transcribe(request.warm_up)
    start_s = time.perf_counter() - began
    for file in request.files:
        voice.say(timed(transcribe, file))
    voice.say(SideEnd(start_s, {"process": peak_memory(os.getpid())}))


def load(request: SideRequest) -> Transcribe:
    """Load the speech model; what comes back transcribes one file as the variant does."""
    model = WhisperModel(request.model_folder, device="cpu", compute_type="int8", cpu_threads=request.threads)
    pipeline = BatchedInferencePipeline(model) if request.kind == "batch" else model
    options = {"plain": {}, "vad": {"vad_filter": True}, "batch": {"batch_size": 8}}[request.kind]
    # Its own annotations leave out what its dictionaries hold.
    recognise = cast("Callable[..., tuple[Iterable[Segment], object]]", pipeline.transcribe)  # pyright: ignore[reportUnknownMemberType]

    def transcribe(file: SoundFile) -> str:
        segments, _ = recognise(file.path, language=file.language or None, beam_size=request.beam_size, **options)
        return "".join(segment.text for segment in segments)

    return transcribe


def timed(transcribe: Transcribe, file: SoundFile) -> FileAnswer:
    """Transcribe one file; a file that cannot be read is an answer too."""
    began = time.perf_counter()
    try:
        text, trouble = transcribe(file).strip(), ""
    except (av.error.FFmpegError, IndexError) as error:  # IndexError: faster-whisper on a file without sound
        text, trouble = "", f"“{Path(file.path).name}” could not be read: {error}"
    return FileAnswer(file.path, time.perf_counter() - began, text, trouble=trouble)


if __name__ == "__main__":
    main()
