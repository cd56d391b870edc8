"""An engine that labels speakers, in the process of the test: keeps what it was asked, and says what a test says."""

import queue

from engine.contract.messages import Command, Event, FollowSpeakers, HoldSpeaker
from engine.pipeline.engine_client import EngineEnded


class FakeLabelEngine:
    """Has the methods of ``EnginePort``."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.kills = 0
        self._events: queue.SimpleQueue[Event | EngineEnded] = queue.SimpleQueue()

    @property
    def is_running(self) -> bool:
        return bool(self.commands)

    @property
    def asked(self) -> list[FollowSpeakers]:
        return [each for each in self.commands if isinstance(each, FollowSpeakers)]

    @property
    def held(self) -> list[int]:
        return [each.speaker for each in self.commands if isinstance(each, HoldSpeaker)]

    def say(self, event: Event | EngineEnded) -> None:
        """Let this be what comes next."""
        self._events.put(event)

    def send(self, command: Command) -> None:
        self.commands.append(command)

    def receive(self, timeout_s: float) -> Event | EngineEnded | None:
        try:
            return self._events.get(timeout=min(timeout_s, 0.02))
        except queue.Empty:
            return None

    def kill(self) -> None:
        self.kills += 1

    def close(self) -> None:
        pass
