"""What a measurement works with: the recordings, the speech models, the machine, and whoever runs a side.

Built by ``app/cli/measure.py``; tests build one whose sides are fakes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.measuring.window_side import WindowRunner, run_window_side
from engine.bench.live_run import LiveAnswer, LiveRequest, LiveRunner, run_live
from engine.bench.live_simulation import simulate_file
from engine.bench.machine import Machine
from engine.bench.side import SideRunner
from engine.bench.speech_data import SpeechData

OUR_SIDE = "app.measuring.queue_side"
PEER_SIDE = "engine.bench.peers"
OUR_COMMAND = "app.cli.main"


@dataclass(frozen=True, slots=True)
class Workbench:
    """Handed to every measurement."""

    data: SpeechData
    machine: Machine
    """As it was before anything ran."""
    model_folder: Callable[[str], Path]
    """Where a speech model lies, by its catalogue name; raises ``SpeechModelError``."""
    run_side: SideRunner
    run_live: LiveRunner = run_live
    simulate_live: Callable[[LiveRequest, Path], LiveAnswer] = simulate_file
    """The same on a clock of its own; takes the folder of the speech model as well."""
    run_window: WindowRunner = run_window_side
    tell: Callable[[str], None] = lambda _: None
    """Says how far it is, one line at a time."""
