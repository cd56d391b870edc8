"""Sides of a measurement that answer at once what they were told to; and a machine."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.bench.machine import Machine
from engine.bench.side import FileAnswer, SideAnswer, SideEnd, SideRequest

A_MACHINE = Machine("A processor", 2, 8.0, "Linux 6", "3.11.2", 0.1, {"faster-whisper": "1.2.1"})


@dataclass
class FakeSides:
    """A ``SideRunner``: by kind of side, seconds, and what it hears in a file by the end of its path."""

    seconds: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    """One number a run; the last one again and again."""
    heard: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    set_aside: dict[str, str] = field(default_factory=dict[str, str])
    """What our side quarantines, by the end of the path."""
    troubles: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    memory: dict[str, dict[str, int]] = field(default_factory=dict[str, dict[str, int]])
    requests: list[tuple[str, SideRequest]] = field(default_factory=list[tuple[str, SideRequest]])

    def __call__(
        self, module: str, request: SideRequest, on_file: Callable[[FileAnswer], None] = lambda _: None
    ) -> SideAnswer:
        number = sum(1 for _, earlier in self.requests if earlier.kind == request.kind)
        self.requests.append((module, request))
        times = self.seconds.get(request.kind, [1.0])
        answers: list[FileAnswer] = []
        for file in request.files:
            answers.append(
                FileAnswer(
                    path=file.path,
                    seconds=times[min(number, len(times) - 1)],
                    text=_by_ending(self.heard.get(request.kind, {}), file.path),
                    set_aside=_by_ending(self.set_aside, file.path) if request.kind == "ours" else "",
                    trouble=_by_ending(self.troubles.get(request.kind, {}), file.path),
                )
            )
            on_file(answers[-1])
        memory = self.memory.get(request.kind, {"process": 100_000_000})
        return SideAnswer(tuple(answers), SideEnd(start_s=2.0, peak_memory=memory))


def _by_ending(texts: dict[str, str], path: str) -> str:
    return next((text for ending, text in texts.items() if Path(path).as_posix().endswith(ending)), "")
