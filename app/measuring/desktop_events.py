"""What a measured desktop is asked, and what it says: one line of JSON each.

``headless_desktop.py`` is the one end, ``measured_desktop.py`` the other.
"""

from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

from engine.contract.recorder_messages import SourceChoice, SourceState


@dataclass(frozen=True, slots=True)
class Record:
    """Begin to record."""

    sources: tuple[SourceChoice, ...]
    model: str
    language: str = "en"
    threads: int = 2
    kind: Literal["record"] = "record"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the recording; its text is still understood to the end."""

    kind: Literal["stop"] = "stop"


@dataclass(frozen=True, slots=True)
class Leave:
    """End as an application does that is closed."""

    kind: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class Ready:
    """The library is open, and what a crash left was looked for."""

    recovered: int
    seconds: float
    """It took so long."""
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Began:
    """The meeting is in the library."""

    meeting: str
    kind: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class RecorderStarted:
    """A recorder process records."""

    kind: Literal["recorder_started"] = "recorder_started"


@dataclass(frozen=True, slots=True)
class TrackSaved:
    """So much of a track is safe, in samples."""

    track: int
    at: int
    kind: Literal["track_saved"] = "track_saved"


@dataclass(frozen=True, slots=True)
class SourceSaid:
    """What became of the source of a track."""

    track: int
    state: SourceState
    detail: str
    kind: Literal["source_said"] = "source_said"


@dataclass(frozen=True, slots=True)
class EngineListens:
    """An engine process has its speech model and listens."""

    kind: Literal["engine_listens"] = "engine_listens"


@dataclass(frozen=True, slots=True)
class TrackUnderstood:
    """So much of a track is settled in the library, in samples."""

    track: int
    at: int
    kind: Literal["track_understood"] = "track_understood"


@dataclass(frozen=True, slots=True)
class LineKept:
    """A line as it stands in the library now."""

    meeting: str
    line: str
    track: int
    text: str
    is_set_aside: bool
    kind: Literal["line_kept"] = "line_kept"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a person would see has changed."""

    phase: str
    """Empty when nothing is recorded or finishing any more."""
    understanding: str
    is_saving: bool
    error: str
    behind_s: float
    kind: Literal["shown"] = "shown"


@dataclass(frozen=True, slots=True)
class Idle:
    """No recording waits for its text any more."""

    kind: Literal["idle"] = "idle"


DesktopCommand = Record | Stop | Leave
DesktopEvent = (
    Ready
    | Began
    | RecorderStarted
    | SourceSaid
    | TrackSaved
    | EngineListens
    | TrackUnderstood
    | LineKept
    | Shown
    | Idle
)

COMMANDS: TypeAdapter[DesktopCommand] = TypeAdapter(DesktopCommand)
EVENTS: TypeAdapter[DesktopEvent] = TypeAdapter(DesktopEvent)
