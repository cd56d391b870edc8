"""A throw-away process that really decodes one second of speech on one device with one precision.

Started by ``ChildProber`` as ``python -m engine.recognition.device_probe MODEL DEVICE PRECISION``, with the
sound as float32 on standard input. Native libraries may end this process at any point: that is what it is
for (failures 91). If they do not, its last line on standard output is the outcome as JSON.
"""

import contextlib
import ctypes
import json
import math
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import cast


class Outcome(StrEnum):
    """What came of a probe."""

    WORKS = "works"
    ABSENT = "absent"
    """There is no such device."""
    UNSUPPORTED = "unsupported"
    """The device cannot compute with this precision."""
    NOTHING_UNDERSTOOD = "nothing_understood"
    """It ran, and what it computed is of no use."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """The last line that a probe writes."""

    outcome: Outcome
    detail: str = ""


def probe(model_path: str, device: str, compute_type: str, sound: bytes) -> ProbeReport:
    """Load the speech model and decode; native code may end the process instead of answering."""
    # Imported here: an outcome must be writable even where importing these fails.
    import ctranslate2  # noqa: PLC0415 - see above

    from engine.recognition.cuda_libraries import make_cuda_libraries_visible  # noqa: PLC0415 - see above

    if device == "cuda":
        make_cuda_libraries_visible()
    count_cards = cast("Callable[[], int]", ctranslate2.get_cuda_device_count)  # pyright: ignore[reportUnknownMemberType] - no stubs
    list_precisions = cast("Callable[[str], set[str]]", ctranslate2.get_supported_compute_types)  # pyright: ignore[reportUnknownMemberType] - no stubs
    if device == "cuda" and count_cards() == 0:
        return ProbeReport(Outcome.ABSENT)
    if compute_type not in list_precisions(device):
        return ProbeReport(Outcome.UNSUPPORTED)

    import numpy as np  # noqa: PLC0415 - see above
    from faster_whisper import WhisperModel  # noqa: PLC0415 - see above

    model = WhisperModel(model_path, device=device, compute_type=compute_type, local_files_only=True)
    segments, _ = model.transcribe(  # pyright: ignore[reportUnknownMemberType] - one unused argument is untyped
        np.frombuffer(sound, dtype=np.float32),
        language="en",
        beam_size=1,
        temperature=0.0,
        no_speech_threshold=None,
        log_prob_threshold=None,
        compression_ratio_threshold=None,
        condition_on_previous_text=False,
        without_timestamps=True,
    )
    heard = list(segments)
    is_sound = bool(heard) and all(math.isfinite(segment.avg_logprob) for segment in heard)
    # Some cards compute nonsense in half precision instead of failing; the processor is always right.
    has_words = any(letter.isalnum() for segment in heard for letter in segment.text)
    if device == "cuda" and not (is_sound and has_words):
        return ProbeReport(Outcome.NOTHING_UNDERSTOOD)
    return ProbeReport(Outcome.WORKS)


def main() -> None:
    """Probe what the command line says."""
    if sys.platform == "win32":
        # A crash must end this process, not open a window that waits for somebody.
        with contextlib.suppress(OSError):
            ctypes.windll.kernel32.SetErrorMode(0x0001 | 0x0002)
    model_path, device, compute_type = sys.argv[1:]
    sound = sys.stdin.buffer.read()
    try:
        report = probe(model_path, device, compute_type, sound)
    except Exception as error:  # whatever a native library throws is the outcome
        report = ProbeReport(Outcome.FAILED, f"{type(error).__name__}: {error}")
    sys.stdout.write("\n" + json.dumps(asdict(report)) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
