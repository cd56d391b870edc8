"""Device probers without a device: each step's outcome is written down beforehand."""

from collections.abc import Mapping
from pathlib import Path

from engine.contract.audio import Samples
from engine.contract.cancellation import Cancellation
from engine.recognition.device import ProbeResult
from engine.recognition.device_refusals import DeviceStep

WORKS = ProbeResult(works=True)
ABSENT = ProbeResult()


class FakeProber:
    """Answers from a table; a step that is not in it works."""

    def __init__(self, outcomes: Mapping[tuple[str, str], ProbeResult] | None = None) -> None:
        self.tried: list[str] = []
        self._outcomes = outcomes or {}

    def __call__(
        self, step: DeviceStep, *, model_path: Path, sample: Samples, cancellation: Cancellation
    ) -> ProbeResult:
        cancellation.check()
        self.tried.append(f"{step.device} {step.compute_type}")
        return self._outcomes.get((step.device, step.compute_type), WORKS)
