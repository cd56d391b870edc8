"""What a recording is made from, while the person may choose something else.

Asked on any thread: the window chooses, the recording's thread tells the recorder. A recorder that is asked anew, after
a death, is asked for what was chosen last; one that was asked before the choice is told of it once it records.
"""

import threading
from dataclasses import replace

from engine.contract.audio import TrackKind
from engine.contract.recorder_messages import ChangeSource, SourceChoice, StartRecording


class ChosenSources:
    """The sources of one recording, one for each track."""

    def __init__(self, plan: StartRecording) -> None:
        self._plan = plan
        self._lock = threading.Lock()
        self._chosen = list(plan.sources)
        self._asked = list(plan.sources)
        """What the recorder was asked for."""

    def ask(self) -> StartRecording:
        """What a recorder is asked to begin with."""
        with self._lock:
            self._asked = list(self._chosen)
            return replace(self._plan, sources=tuple(self._chosen))

    def choose(self, track: int, source: SourceChoice) -> bool:
        """Take another device of the same kind for a track; whether that is anything else than before."""
        with self._lock:
            if track >= len(self._chosen) or source.kind is not self._chosen[track].kind:
                return False
            if source.kind is TrackKind.FILE or source == self._chosen[track]:
                return False
            self._chosen[track] = source
            return True

    def take_changes(self) -> list[ChangeSource]:
        """What the recorder has to be told; each change once."""
        with self._lock:
            changed = [number for number, source in enumerate(self._chosen) if source != self._asked[number]]
            self._asked = list(self._chosen)
            return [ChangeSource(number, self._chosen[number]) for number in changed]
