"""What the ten-second check found so far: pure values that a window may poll thirty times a second.

Made by ``preflight.py``, shown by ``ui/preflight``. A figure that is ``None`` is not known yet; ``concerns`` draws the
conclusion from those that are.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from app.recording.echo_estimate import Echo
from app.recording.level_verdict import LevelFigures, LevelVerdict, is_audible
from app.recording.power import Power
from engine.contract.audio import SILENCE_DBFS, TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import SourceState

CHECK_S = 10.0
"""How long is recorded for the check."""
LIVE_SPEED = 1.5
"""Understanding must be this much faster than speech, so that live words keep up whatever else the computer does."""

_LOUD_ECHO_DBFS, _LOUD_ECHO_DB = -55.0, -35.0
_LITTLE_ROOM_S, _NO_ROOM_S = 3 * 3600.0, 15 * 60.0
_LITTLE_POWER_S, _LITTLE_POWER_PERCENT = 2 * 3600.0, 50.0
"""A lecture of two hours; the share counts where the system does not say how long that lasts."""


class PreflightPhase(StrEnum):
    """Where the check stands."""

    STARTING = "starting"
    RECORDING = "recording"
    MEASURING = "measuring"
    UNDERSTANDING = "understanding"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    """Nothing could be recorded; ``error`` says why."""


class Concern(StrEnum):
    """What a person should know before recording, worst first."""

    NOT_RECORDED = "not_recorded"
    NO_ROOM = "no_room"
    MICROPHONE_DENIED = "microphone_denied"
    MICROPHONE_ZEROS = "microphone_zeros"
    MICROPHONE_LOST = "microphone_lost"
    COMPUTER_LOST = "computer_lost"
    MICROPHONE_NOBODY = "microphone_nobody"
    MICROPHONE_CLIPPING = "microphone_clipping"
    MICROPHONE_TELEPHONE = "microphone_telephone"
    MICROPHONE_QUIET = "microphone_quiet"
    MICROPHONE_NOISY = "microphone_noisy"
    ECHO = "echo"
    NOT_UNDERSTOOD = "not_understood"
    SLOW = "slow"
    LITTLE_POWER = "little_power"
    LITTLE_ROOM = "little_room"


BLOCKING = frozenset(
    {
        Concern.NOT_RECORDED,
        Concern.NO_ROOM,
        Concern.MICROPHONE_DENIED,
        Concern.MICROPHONE_ZEROS,
        Concern.MICROPHONE_LOST,
    }
)
"""Recording now would give nothing, or next to nothing."""


class EchoVerdict(StrEnum):
    """Whether the microphone hears what the computer plays."""

    NONE = "none"
    SOFT = "soft"
    LOUD = "loud"
    NOT_TRIED = "not_tried"
    """The computer played nothing meanwhile, or only one of the two was recorded."""


class PermissionVerdict(StrEnum):
    """Whether we may record."""

    GIVEN = "given"
    """Sound arrived, which proves it."""
    DOUBTFUL = "doubtful"
    """Nothing but zeros arrived, which is how some systems say no."""
    DENIED = "denied"
    """The system says so."""


@dataclass(frozen=True, slots=True)
class CheckedTrack:
    """One source."""

    track: int
    kind: TrackKind
    device: str = ""
    state: SourceState = SourceState.OPENED
    level_dbfs: float = SILENCE_DBFS
    """Now, while it is recorded."""
    figures: LevelFigures | None = None
    """Afterwards."""
    path: Path | None = None
    """The ten seconds, to be played back; deleted when the check is closed."""


@dataclass(frozen=True, slots=True)
class HeardWords:
    """What was recognised."""

    text: str
    language: str
    model: str
    device: str
    """Words for where it was recognised, such as ``cpu``."""
    speed: float | None
    """Seconds of speech understood in a second; ``None`` if there was too little speech to measure it."""


@dataclass(frozen=True, slots=True)
class PreflightStatus:
    """The whole check."""

    phase: PreflightPhase = PreflightPhase.STARTING
    recorded_s: float = 0.0
    tracks: tuple[CheckedTrack, ...] = ()
    echo_verdict: EchoVerdict | None = None
    echo: Echo | None = None
    words: HeardWords | None = None
    words_error: VivavoceError | None = None
    room_s: float | None = None
    power: Power | None = None
    """``None`` without a battery."""
    is_denied: bool = False
    """Whether the system says that the microphone may not be used."""
    error: VivavoceError | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be found out."""
        return self.phase in (PreflightPhase.DONE, PreflightPhase.CANCELLED, PreflightPhase.FAILED)

    def track_of(self, kind: TrackKind) -> CheckedTrack | None:
        """The track of a kind, if it is checked."""
        return next((track for track in self.tracks if track.kind is kind), None)


def judge_echo(echo: Echo | None, *, is_tried: bool) -> EchoVerdict:
    """Whether an echo is loud enough to be understood a second time."""
    if not is_tried:
        return EchoVerdict.NOT_TRIED
    if echo is None:
        return EchoVerdict.NONE
    is_loud = echo.level_dbfs > _LOUD_ECHO_DBFS and echo.gain_db > _LOUD_ECHO_DB
    return EchoVerdict.LOUD if is_loud else EchoVerdict.SOFT


def judge_permission(status: PreflightStatus) -> PermissionVerdict | None:
    """Whether we may record, from what arrived; ``None`` where nothing tells."""
    microphone = status.track_of(TrackKind.MICROPHONE)
    if microphone is not None and status.is_denied:
        return PermissionVerdict.DENIED
    if microphone is not None:
        if microphone.figures is None or microphone.state is SourceState.LOST:
            return None
        is_zero = microphone.figures.verdict is LevelVerdict.ZEROS
        return PermissionVerdict.DOUBTFUL if is_zero else PermissionVerdict.GIVEN
    computer = status.track_of(TrackKind.COMPUTER)
    is_heard = computer is not None and computer.figures is not None and is_audible(computer.figures)
    return PermissionVerdict.GIVEN if is_heard else None


def is_power_little(power: Power) -> bool:
    """Whether a lecture may last longer than the battery."""
    if power.is_plugged:
        return False
    return power.percent < _LITTLE_POWER_PERCENT if power.left_s is None else power.left_s < _LITTLE_POWER_S


_LEVEL_CONCERNS = {
    LevelVerdict.ZEROS: Concern.MICROPHONE_ZEROS,
    LevelVerdict.NOBODY: Concern.MICROPHONE_NOBODY,
    LevelVerdict.QUIET: Concern.MICROPHONE_QUIET,
    LevelVerdict.NOISY: Concern.MICROPHONE_NOISY,
    LevelVerdict.CLIPPING: Concern.MICROPHONE_CLIPPING,
    LevelVerdict.TELEPHONE: Concern.MICROPHONE_TELEPHONE,
}


def concerns(status: PreflightStatus) -> tuple[Concern, ...]:
    """What is not as it should be, worst first, as far as it is known."""
    found: set[Concern] = set()
    if status.phase is PreflightPhase.FAILED:
        found.add(Concern.NOT_RECORDED)
    if status.room_s is not None and status.room_s < _LITTLE_ROOM_S:
        found.add(Concern.NO_ROOM if status.room_s < _NO_ROOM_S else Concern.LITTLE_ROOM)
    for track in status.tracks:
        found |= _concerns_of(track)
    if judge_permission(status) is PermissionVerdict.DENIED:
        found.add(Concern.MICROPHONE_DENIED)
    if status.power is not None and is_power_little(status.power):
        found.add(Concern.LITTLE_POWER)
    if status.echo_verdict is EchoVerdict.LOUD:
        found.add(Concern.ECHO)
    if status.words_error is not None:
        found.add(Concern.NOT_UNDERSTOOD)
    if status.words is not None and status.words.speed is not None and status.words.speed < LIVE_SPEED:
        found.add(Concern.SLOW)
    return tuple(concern for concern in Concern if concern in found)


def _concerns_of(track: CheckedTrack) -> set[Concern]:
    is_microphone = track.kind is TrackKind.MICROPHONE
    if track.state is SourceState.LOST:
        return {Concern.MICROPHONE_LOST if is_microphone else Concern.COMPUTER_LOST}
    if track.figures is None or not is_microphone:
        return set()
    concern = _LEVEL_CONCERNS.get(track.figures.verdict)
    return set() if concern is None else {concern}
