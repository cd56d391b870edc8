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
from engine.contract.audio import SAMPLE_RATE_HZ, TrackKind
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
    is_small: bool = False
    """By the encoder that steps in for CAM++."""


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
    again_processor_s: float
    peak_bytes: int
    """The most memory of the process up to then."""
    told: tuple[SpeakerTurn, ...] = ()
    """Labels as they came while it was recorded, see ``LiveLabels``."""
    standing: tuple[SpeakerTurn, ...] = ()
    """The same as they stood at the end."""
    named: int = 0
    swaps: int = 0
    live_processor_s: float = 0.0


@dataclass(frozen=True, slots=True)
class HeardSoFar:
    """How far the sound is heard that is heard now."""

    done_s: float
    all_s: float


_REQUEST = TypeAdapter(SpeakerRequest)
_WORD: TypeAdapter[FolderAnswer | HeardSoFar] = TypeAdapter(FolderAnswer | HeardSoFar)

_TOLD_EVERY_S = 1.0


def run_speaker_side(
    request: SpeakerRequest,
    on_answer: Callable[[FolderAnswer], None],
    on_progress: Callable[[float, float], None] = lambda _done_s, _all_s: None,
) -> list[FolderAnswer]:
    """Run it to the end; progress is seconds of the sound that is heard now, and all it has.

    Raises:
        CannotMeasure: it failed, with its last words.
    """
    answers: list[FolderAnswer] = []
    command = [sys.executable, "-P", "-m", "engine.bench.speaker_side"]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, env=child_environment()
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin as words:
            words.write(_REQUEST.dump_json(request))
        for line in process.stdout:
            try:
                word = _WORD.validate_json(line)
            except ValidationError:
                continue
            if isinstance(word, HeardSoFar):
                on_progress(word.done_s, word.all_s)
            else:
                answers.append(word)
                on_answer(word)
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
    from engine.speakers.small_encoder import SmallEncoder  # noqa: PLC0415  likewise

    encoder = SmallEncoder() if request.is_small else None
    listener = listener_with_networks(threads=request.threads, encoder=encoder)
    live_listener = live_listener_with_networks()
    search = SpeakerSearch(make_listener=lambda: listener)
    for folder in request.folders:
        command = FindSpeakers(Path(folder).name, folder, (HeardTrack(0, TrackKind.FILE),))
        began, worked = time.monotonic(), time.process_time()
        found = search.find(command, cancellation=Cancellation(), on_progress=_Telling())
        seconds, processor_s = time.monotonic() - began, time.process_time() - worked
        again_s = again_processor_s = 0.0
        if request.again:
            other = dataclasses.replace(command, count=SpeakerCount(request.again, request.again))
            began, worked = time.monotonic(), time.process_time()
            search.find(other, cancellation=Cancellation(), on_progress=lambda _done, _total: None)
            again_s, again_processor_s = time.monotonic() - began, time.process_time() - worked
        answer = FolderAnswer(
            folder=folder,
            turns=found.turns,
            speakers=len(found.speakers),
            seconds=seconds,
            processor_s=processor_s,
            again_s=again_s,
            again_processor_s=again_processor_s,
            peak_bytes=peak_memory(os.getpid()),
        )
        if request.live:
            worked = time.process_time()
            sound = SoundFolder(Path(folder))
            labels = label_live(sound.read(0, sound.length()), live_listener)
            answer = dataclasses.replace(
                answer,
                told=labels.told,
                standing=labels.standing,
                named=len(labels.named),
                swaps=swaps(labels, found.turns),
                live_processor_s=time.process_time() - worked,
            )
        _say(answer)


class _Telling:
    """Says how far a sound is heard, once a second at most and at its end."""

    def __init__(self) -> None:
        self._next = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next or done >= total:
            self._next = now + _TOLD_EVERY_S
            _say(HeardSoFar(done / SAMPLE_RATE_HZ, total / SAMPLE_RATE_HZ))


def _say(word: FolderAnswer | HeardSoFar) -> None:
    sys.stdout.buffer.write(_WORD.dump_json(word) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
