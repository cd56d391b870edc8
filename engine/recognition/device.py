"""Which device and precision recognise: the best that has really decoded one second of speech.

Runs in the engine process, before the speech model is loaded there. Each step is tried in a throw-away
child process with a deadline, because a driver that does not fit ends the process instead of raising
(failures 91); the next step is then tried, and the reason kept. The settings page shows the same findings
through ``describe_devices``, which tries nothing.
"""

import contextlib
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from engine.contract.audio import SAMPLE_RATE_HZ, Samples
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.child_environment import child_environment
from engine.contract.engine import DeviceReport
from engine.contract.errors import DeviceUnusable
from engine.recognition.device_memory import DeviceMemory, Finding
from engine.recognition.device_refusals import CPU, CUDA, Cause, DeviceStep, Refusal, classify
from engine.recognition.graphics_cards import GraphicsCards, find_graphics_cards

STEPS = (
    DeviceStep(CUDA, "float16"),
    DeviceStep(CUDA, "int8_float16"),
    DeviceStep(CUDA, "float32"),
    DeviceStep(CPU, "int8"),
    DeviceStep(CPU, "float32"),
)
"""From the fastest to the one that works everywhere."""

DEADLINE_S = 120.0
"""For one step: a large speech model from a slow disk, and a driver that compiles at its first use."""

_MORE_MEMORY = 1.1
"""How much more must be free before a card that was too full is tried again."""


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What came of one step. Neither working nor refused means that there is no such device."""

    works: bool = False
    cause: Cause | None = None
    detail: str = ""


class Prober(Protocol):
    """Tries one step."""

    def __call__(
        self, step: DeviceStep, *, model_path: Path, sample: Samples, cancellation: Cancellation
    ) -> ProbeResult:
        """Decode the sample. Raises ``Cancelled``."""
        ...


@dataclass(frozen=True, slots=True)
class DeviceFacts:
    """One device as the settings page shows it, in plain English sentences."""

    name: str
    is_found: bool
    is_usable: bool | None
    """``None`` as long as it was not tried."""
    status: str
    """What it is used for, or why not."""
    fix: str = ""
    """What would help; empty if nothing is needed or possible."""


def choose_device(
    model_path: Path,
    *,
    sample: Samples,
    cache_file: Path,
    prober: Prober | None = None,
    find_cards: Callable[[], GraphicsCards] = find_graphics_cards,
    cancellation: Cancellation | None = None,
) -> DeviceReport:
    """The first step that decodes, from memory where nothing changed since it was found.

    Raises:
        DeviceUnusable: not even the processor could decode.
        Cancelled: stopping was requested.
    """
    cards = find_cards()
    memory = DeviceMemory(cache_file)
    key = device_key(model_path, cards)
    known = memory.recall(key) or Finding()
    refusals = [refusal for refusal in known.refusals if _still_holds(refusal, cards)]
    absent = set(known.absent)
    prober = prober or ChildProber()
    chosen: DeviceStep | None = None
    for step in STEPS:
        if (step.device == CUDA and not cards.has_driver) or step.device in absent or _is_ruled_out(step, refusals):
            continue
        if step == known.chosen:
            chosen = step
            break
        result = prober(step, model_path=model_path, sample=sample, cancellation=cancellation or Cancellation())
        if result.works:
            chosen = step
            break
        if result.cause is not None:
            refusals.append(Refusal(step, result.cause, result.detail, _free_memory(cards)))
        elif step.device == CUDA and cards.cards:
            refusals.append(Refusal(step, Cause.NOT_SEEN))
        else:
            absent.add(step.device)
    if chosen is None:
        # Nothing about the processor is remembered: there is no other device to use meanwhile.
        kept = tuple(refusal for refusal in refusals if refusal.step.device != CPU)
        memory.remember(key, Finding(refusals=kept, absent=tuple(absent)))
        raise DeviceUnusable("; ".join(f"{refusal.sentence} {refusal.detail}".strip() for refusal in refusals))
    finding = Finding(chosen, tuple(refusals), tuple(absent))
    if finding != known:
        memory.remember(key, finding)
    return DeviceReport(
        device=chosen.device,
        compute_type=chosen.compute_type,
        name=_name_of(chosen.device, cards),
        refused=tuple(refusal.sentence for refusal in refusals),
    )


def remember_failure(
    model_path: Path,
    report: DeviceReport,
    *,
    exit_code: int | None,
    said: str,
    cache_file: Path,
    find_cards: Callable[[], GraphicsCards] = find_graphics_cards,
) -> None:
    """Note that a device which passed its test failed at work, so that the next choice steps down (failures 92)."""
    cards = find_cards()
    memory = DeviceMemory(cache_file)
    key = device_key(model_path, cards)
    known = memory.recall(key) or Finding()
    step = DeviceStep(report.device, report.compute_type)
    refusal = Refusal(step, classify(exit_code=exit_code, said=said), said[-300:], _free_memory(cards))
    if step.device == CUDA:
        memory.remember(key, Finding(None, (*known.refusals, refusal), known.absent))


def describe_devices(
    model_path: Path,
    *,
    cache_file: Path,
    find_cards: Callable[[], GraphicsCards] = find_graphics_cards,
) -> tuple[DeviceFacts, ...]:
    """Every device with what was found out about it; nothing is tried."""
    cards = find_cards()
    found = DeviceMemory(cache_file).recall(device_key(model_path, cards)) or Finding()
    if cards.cards:
        graphics = [_describe_device(card.name, CUDA, found) for card in cards.cards[:1]]
        graphics += [
            DeviceFacts(card.name, True, False, "The first graphics card is used.") for card in cards.cards[1:]
        ]
    else:
        graphics = [_describe_missing_card(cards)]
    return (*graphics, _describe_device(_name_of(CPU, cards), CPU, found))


def device_key(model_path: Path, cards: GraphicsCards) -> str:
    """Everything that could change how these weights do on this computer's devices, as one line."""
    weights = model_path / "model.bin"
    size = weights.stat().st_size if weights.is_file() else 0
    version = importlib.metadata.version("ctranslate2")
    names = ", ".join(card.name for card in cards.cards)
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    return f"ctranslate2 {version} | driver {cards.driver} | {names} | {hidden} | {model_path.name} {size}"


class ChildProber:
    """Tries a step in a child process that may crash, hang or be killed."""

    def __init__(self, *, command: Sequence[str] | None = None, deadline_s: float = DEADLINE_S) -> None:
        self._command = list(command or (sys.executable, "-m", "engine.recognition.device_probe"))
        self._deadline_s = deadline_s

    def __call__(
        self, step: DeviceStep, *, model_path: Path, sample: Samples, cancellation: Cancellation
    ) -> ProbeResult:
        """Start the child, hand it the sound, and wait for its last line."""
        sound = np.ascontiguousarray(sample[:SAMPLE_RATE_HZ], dtype=np.float32).tobytes()
        with subprocess.Popen(
            [*self._command, str(model_path), step.device, step.compute_type],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=child_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        ) as child:
            conversation = _Conversation(child, sound)
            try:
                in_time = conversation.wait(self._deadline_s, cancellation)
            finally:
                if child.poll() is None:
                    child.kill()
                conversation.join()
        return _read_result(conversation, exit_code=child.returncode if in_time else None)


class _Conversation:
    """Talks to the child on a thread, so that the one who waits can look at the clock and the cancellation."""

    def __init__(self, child: "subprocess.Popen[bytes]", sound: bytes) -> None:
        self.said = b""
        self.complained = b""
        self._child = child
        self._sound = sound
        self._thread = threading.Thread(target=self._talk, name="device-probe", daemon=True)
        self._thread.start()

    def wait(self, deadline_s: float, cancellation: Cancellation) -> bool:
        until = time.monotonic() + deadline_s
        while self._thread.is_alive():
            if cancellation.is_requested:
                raise Cancelled
            if time.monotonic() > until:
                return False
            self._thread.join(timeout=0.1)
        return True

    def join(self) -> None:
        self._thread.join()

    def _talk(self) -> None:
        # A child that ends before it read the sound closes the pipe; its exit code tells the story.
        with contextlib.suppress(OSError, ValueError):
            self.said, self.complained = self._child.communicate(self._sound)


def _read_result(conversation: _Conversation, *, exit_code: int | None) -> ProbeResult:
    complained = conversation.complained.decode("utf-8", errors="replace").strip()
    lines = conversation.said.decode("utf-8", errors="replace").strip().splitlines()
    outcome, detail = "failed", ""
    if exit_code == 0 and lines:
        with contextlib.suppress(ValueError, TypeError, KeyError):
            report = json.loads(lines[-1])
            outcome, detail = str(report["outcome"]), str(report["detail"])
    match outcome:
        case "works":
            return ProbeResult(works=True)
        case "absent":
            return ProbeResult()
        case "unsupported":
            return ProbeResult(cause=Cause.UNSUPPORTED)
        case "nothing_understood":
            return ProbeResult(cause=Cause.NOTHING_UNDERSTOOD)
        case _:
            said = detail or complained
            return ProbeResult(cause=classify(exit_code=exit_code, said=said), detail=said[-300:])


def _is_ruled_out(step: DeviceStep, refusals: Sequence[Refusal]) -> bool:
    for refusal in refusals:
        if refusal.step == step or (refusal.spoils_device and refusal.step.device == step.device):
            return True
        # Full precision needs about twice the memory of the others.
        is_larger = step == DeviceStep(CUDA, "float32") and refusal.step.device == CUDA
        if is_larger and refusal.cause is Cause.OUT_OF_MEMORY:
            return True
    return False


def _still_holds(refusal: Refusal, cards: GraphicsCards) -> bool:
    if refusal.cause is Cause.OUT_OF_MEMORY and refusal.step.device == CUDA and refusal.free_memory:
        return _free_memory(cards) < refusal.free_memory * _MORE_MEMORY
    return refusal.is_lasting


def _free_memory(cards: GraphicsCards) -> int:
    return cards.cards[0].free_memory if cards.cards else 0


def _name_of(device: str, cards: GraphicsCards) -> str:
    if device == CUDA:
        return cards.cards[0].name if cards.cards else "Graphics card"
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text("utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "Processor"


def _describe_device(name: str, device: str, found: Finding) -> DeviceFacts:
    refusals = [refusal for refusal in found.refusals if refusal.step.device == device]
    if found.chosen is not None and found.chosen.device == device:
        notes = " ".join(refusal.sentence for refusal in refusals)
        return DeviceFacts(name, True, True, f"Used for recognition ({found.chosen.compute_type}). {notes}".strip())
    if device == CPU and found.chosen is not None:
        return DeviceFacts(name, True, None, "Not needed: the graphics card is faster.")
    if refusals:
        return DeviceFacts(name, True, False, refusals[0].sentence, refusals[0].fix)
    return DeviceFacts(name, True, None, "It is tested at the first recognition.")


def _describe_missing_card(cards: GraphicsCards) -> DeviceFacts:
    if sys.platform == "darwin":
        return DeviceFacts(
            "Graphics card", False, False, "The graphics of a Mac are not used by this version; the processor is."
        )
    if cards.has_driver:
        return DeviceFacts("Graphics card", False, None, "A driver is there, but it does not say which card.")
    return DeviceFacts(
        "Graphics card",
        False,
        False,
        "No NVIDIA graphics card with a driver was found; the processor is used.",
        "If there is one, install its driver from NVIDIA, then start Vivavoce again.",
    )
