"""Why a device could not decode real speech, in words that a person understands, and what would help.

Pure: the probe's exit and what it said go in, a cause comes out. To add a cause: a member of ``Cause``, its
mark in ``_MARKS`` if a library says it in words, and its two sentences below.
"""

import re
import sys
from dataclasses import dataclass
from enum import StrEnum

from engine.contract.exit_codes import EndCause, end_cause

CUDA = "cuda"
CPU = "cpu"


class Cause(StrEnum):
    """What kept a device from decoding."""

    MISSING_CUDNN = "missing_cudnn"
    MISSING_CUBLAS = "missing_cublas"
    OUT_OF_MEMORY = "out_of_memory"
    UNSUPPORTED = "unsupported"
    DRIVER_TOO_OLD = "driver_too_old"
    CARD_UNKNOWN = "card_unknown"
    NOT_SEEN = "not_seen"
    INSTRUCTION_MISSING = "instruction_missing"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    NOTHING_UNDERSTOOD = "nothing_understood"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class DeviceStep:
    """A device with a precision, as CTranslate2 names them."""

    device: str
    compute_type: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A step that did not work."""

    step: DeviceStep
    cause: Cause
    detail: str = ""
    """What the library said, for the log and the report of a problem."""
    free_memory: int = 0
    """Bytes that were free on the card at that time."""

    @property
    def is_lasting(self) -> bool:
        """Whether trying again can only help after something was installed or changed."""
        return self.cause not in (Cause.TIMED_OUT, Cause.OUT_OF_MEMORY)

    @property
    def spoils_device(self) -> bool:
        """Whether the other precisions on that device would fail in the same way."""
        return self.cause in (Cause.MISSING_CUDNN, Cause.MISSING_CUBLAS, Cause.DRIVER_TOO_OLD, Cause.NOT_SEEN)

    @property
    def sentence(self) -> str:
        """What happened, in one plain sentence."""
        where = "The graphics card" if self.step.device == CUDA else "The processor"
        return f"{where} was not used with {_precision(self.step.compute_type)}: {_REASONS[self.cause]}."

    @property
    def fix(self) -> str:
        """What a person can do; empty if nothing."""
        return _FIXES.get(self.cause, "")


def classify(*, exit_code: int | None, said: str) -> Cause:
    """The cause of a probe that did not report success; no exit code means that it was ended at its deadline."""
    for pattern, cause in _MARKS:
        if re.search(pattern, said, re.IGNORECASE):
            return cause
    if exit_code is None:
        return Cause.TIMED_OUT
    if exit_code in _ILLEGAL_INSTRUCTION:
        return Cause.INSTRUCTION_MISSING
    match end_cause(exit_code):
        case EndCause.LIBRARY:
            return Cause.MISSING_CUDNN
        case EndCause.MEMORY:
            return Cause.OUT_OF_MEMORY
        case EndCause.UNKNOWN:
            pass
    return Cause.CRASHED if exit_code < 0 or exit_code > 255 else Cause.OTHER


def _precision(compute_type: str) -> str:
    return {
        "float16": "half precision (float16)",
        "int8_float16": "mixed precision (int8 with float16)",
        "float32": "full precision (float32)",
        "int8": "reduced precision (int8)",
    }.get(compute_type, compute_type)


_ILLEGAL_INSTRUCTION = (-4, 0xC000001D)

_MARKS = (
    (r"out of memory|CUBLAS_STATUS_ALLOC_FAILED|std::bad_alloc|MemoryError", Cause.OUT_OF_MEMORY),
    (r"driver version is insufficient|CUDA driver.*(too old|insufficient)", Cause.DRIVER_TOO_OLD),
    (r"no kernel image|CUBLAS_STATUS_(ARCH_MISMATCH|NOT_SUPPORTED)|unsupported toolchain", Cause.CARD_UNKNOWN),
    (r"cudnn", Cause.MISSING_CUDNN),
    (r"cublas|libcudart|cudart64|libcuda\.so", Cause.MISSING_CUBLAS),
    (r"do not support efficient|compute type .* (is )?not supported|not support.*compute type", Cause.UNSUPPORTED),
)

_REASONS = {
    Cause.MISSING_CUDNN: "the cuDNN library for it is missing or of another version",
    Cause.MISSING_CUBLAS: "the CUDA libraries for it are missing or of another version",
    Cause.OUT_OF_MEMORY: "there was not enough free memory for this speech model",
    Cause.UNSUPPORTED: "it does not support this precision",
    Cause.DRIVER_TOO_OLD: "its driver is too old",
    Cause.CARD_UNKNOWN: "this version does not support this generation of cards",
    Cause.NOT_SEEN: "the recognition does not see it, although its driver does",
    Cause.INSTRUCTION_MISSING: "it lacks an instruction that the recognition needs",
    Cause.CRASHED: "the recognition ended unexpectedly during a test",
    Cause.TIMED_OUT: "a test of one second of speech did not finish in time",
    Cause.NOTHING_UNDERSTOOD: "it understood nothing of a test sentence",
    Cause.OTHER: "a test of one second of speech failed",
}

_LIBRARIES_FIX = (
    "Install CUDA 12 and cuDNN 9 from NVIDIA, then start Vivavoce again."
    if sys.platform == "win32"
    else "Run “pip install nvidia-cublas-cu12 nvidia-cudnn-cu12” in Vivavoce's environment, or install CUDA 12 and "
    "cuDNN 9, then start Vivavoce again."
)

_FIXES = {
    Cause.MISSING_CUDNN: _LIBRARIES_FIX,
    Cause.MISSING_CUBLAS: _LIBRARIES_FIX,
    Cause.OUT_OF_MEMORY: "Close other programs that use the graphics card, or choose a smaller speech model.",
    Cause.DRIVER_TOO_OLD: "Install the newest driver from NVIDIA, then start Vivavoce again.",
    Cause.NOT_SEEN: "Install the newest driver from NVIDIA, then start Vivavoce again.",
    Cause.CARD_UNKNOWN: "A newer or older version of Vivavoce may support it; the processor is used meanwhile.",
    Cause.CRASHED: "Install the newest driver for the graphics card, then try again.",
    Cause.TIMED_OUT: "Try again when the computer is less busy.",
    Cause.NOTHING_UNDERSTOOD: "Install the newest driver for the graphics card, then try again.",
}
