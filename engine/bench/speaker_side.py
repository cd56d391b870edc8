"""Finds the speakers of sounds in a process of its own, so that its time, its memory and its threads are its own.

``run_speaker_side`` starts it as ``python -m engine.bench.speaker_side`` with a request on its standard input. It goes
the way of the engine process (``engine/pipeline/speaker_search.py``), the sound as it lies in a meeting's folder.
"""

import dataclasses
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from engine.bench.cannot_measure import CannotMeasure
from engine.bench.peak_memory import peak_memory
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import TrackKind
from engine.contract.cancellation import Cancellation
from engine.contract.child_environment import child_environment
from engine.contract.messages import FindSpeakers, HeardTrack
from engine.contract.speakers import SpeakerCount, SpeakerTurn


@dataclass(frozen=True, slots=True)
class SpeakerRequest:
    """Folders with a ``track-0.pcm`` each, as ``SoundFolder`` has it."""

    folders: tuple[str, ...]
    threads: int = 2
    again: int = 0
    """Afterwards the speakers of each are counted anew as this many; 0 does not."""
    live: bool = False
    """Each is labelled as if it were recorded as well."""


@dataclass(frozen=True, slots=True)
class FolderAnswer:
    """What became of one sound."""

    folder: str
    turns: tuple[SpeakerTurn, ...]
    speakers: int
    seconds: float
    """Wall clock, from sound to turns."""
    processor_s: float
    again_s: float
    """Wall clock of counting anew, from what is kept; 0 if that was not asked."""
    peak_bytes: int
    """The most memory of the process up to then."""
    told: tuple[SpeakerTurn, ...] = ()
    """Labels as they came while it was recorded, see ``LiveLabels``."""
    standing: tuple[SpeakerTurn, ...] = ()
    """The same as they stood at the end."""
    named: int = 0
    swaps: int = 0
    live_processor_s: float = 0.0


_REQUEST = TypeAdapter(SpeakerRequest)
_ANSWER = TypeAdapter(FolderAnswer)


def run_speaker_side(request: SpeakerRequest, on_answer: Callable[[FolderAnswer], None]) -> list[FolderAnswer]:
    """Run it to the end. Raises ``CannotMeasure`` with its last words if it fails."""
    answers: list[FolderAnswer] = []
    with tempfile.TemporaryFile() as said:
        command = [sys.executable, "-P", "-m", "engine.bench.speaker_side"]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, env=child_environment()
        )
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin as words:
            words.write(_REQUEST.dump_json(request))
        for line in process.stdout:
            try:
                answer = _ANSWER.validate_json(line)
            except ValidationError:
                continue
            answers.append(answer)
            on_answer(answer)
        if process.wait() != 0 or len(answers) != len(request.folders):
            said.seek(0)
            last = (said.read().decode("utf-8", "replace").strip().splitlines() or ["it said nothing"])[-1]
            raise CannotMeasure(f"Finding the speakers stopped: {last}")
    return answers


def main() -> None:
    """Entry of the process."""
    request = _REQUEST.validate_json(sys.stdin.buffer.read())
    from engine.bench.live_labels import label_live, swaps  # noqa: PLC0415  torch
    from engine.pipeline.speaker_search import (  # noqa: PLC0415  likewise
        SpeakerSearch,
        listener_with_networks,
        live_listener_with_networks,
    )

    listener = listener_with_networks(threads=request.threads)
    live_listener = live_listener_with_networks()
    search = SpeakerSearch(make_listener=lambda: listener)
    for folder in request.folders:
        command = FindSpeakers(Path(folder).name, folder, (HeardTrack(0, TrackKind.FILE),))
        began, worked = time.monotonic(), time.process_time()
        found = search.find(command, cancellation=Cancellation(), on_progress=lambda _done, _total: None)
        seconds, processor_s = time.monotonic() - began, time.process_time() - worked
        again_s = 0.0
        if request.again:
            other = dataclasses.replace(command, count=SpeakerCount(request.again, request.again))
            began = time.monotonic()
            search.find(other, cancellation=Cancellation(), on_progress=lambda _done, _total: None)
            again_s = time.monotonic() - began
        answer = FolderAnswer(
            folder, found.turns, len(found.speakers), seconds, processor_s, again_s, peak_memory(os.getpid())
        )
        if request.live:
            worked = time.process_time()
            labels = label_live(SoundFolder(Path(folder)).read(0, 1 << 40, 0), live_listener)
            answer = dataclasses.replace(
                answer,
                told=labels.told,
                standing=labels.standing,
                named=len(labels.named),
                swaps=swaps(labels, found.turns),
                live_processor_s=time.process_time() - worked,
            )
        sys.stdout.buffer.write(_ANSWER.dump_json(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
