"""A device of the sound server that goes away and comes back: PulseAudio with an output of its own, which is silent.

Used by ``faults.py`` on the main thread of a command. What the output plays is recorded as the computer's sound by the
real source. Its clock is the server's, so this measures time alone: how long the gap is, and when sound is back.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.desktop_events import Began, Ready, Record, RecorderStarted, SourceSaid, TrackSaved
from app.measuring.headless_desktop import folders_in
from app.measuring.kill_runs import finish
from app.measuring.measured_desktop import MeasuredDesktop
from app.measuring.recording_verdict import NOT_CAPTURED
from app.measuring.scene import Scene
from app.meetings.identifiers import MeetingId
from engine.bench.cannot_measure import CannotMeasure
from engine.contract.audio import SAMPLE_RATE_HZ, TrackKind
from engine.contract.recorder_messages import SourceChoice, SourceState

SINK = "vivavoce_measured"

_START_S = 30.0


@dataclass(frozen=True, slots=True)
class ServerReport:
    """What came of it, in seconds."""

    back_after_s: float
    """From the moment the device was there again until it was open."""
    gap_s: float
    away_s: float
    """How long the device was away."""
    skew_s: float
    """By how much recording and clock part."""
    problems: tuple[str, ...]


def unplug_from_server(scene: Scene, *, away_s: float, apart_s: float) -> ServerReport | None:
    """Record while the device goes and comes back; ``None`` where there is no PulseAudio."""
    programs = [shutil.which(name) for name in ("pulseaudio", "pactl", "paplay")]
    if None in programs:
        return None
    home = scene.folder / "server-home"
    with _server(scene.folder / "server") as surroundings:
        module = _load_sink(surroundings)
        wav = _as_wav(scene)
        with (
            _playing(wav, surroundings),
            MeasuredDesktop(home, models=scene.models, environment=surroundings) as desktop,
        ):
            desktop.hear(Ready, what="it was ready")
            source = SourceChoice(TrackKind.COMPUTER, name=SINK)
            desktop.send(Record((source,), scene.model))
            meeting = desktop.hear(Began, what="the recording began").meeting
            desktop.hear(RecorderStarted, what="the recorder started")
            time.sleep(apart_s)
            scene.tell("Now: the sound server loses its device")
            before = _track_clock(desktop)
            gone_s = time.monotonic()
            _pactl(surroundings, "unload-module", module)
            time.sleep(away_s)
            module = _load_sink(surroundings)
            back_s = time.monotonic()
            with _playing(wav, surroundings):
                reopened_s = _reopened(desktop, after_s=gone_s)
                time.sleep(apart_s)
                after = _track_clock(desktop)
                finish(desktop)
            desktop.leave()
    library = Library.open(folders_in(home, models=scene.models).library, announcements=Announcements())
    try:
        gaps = library.transcript(MeetingId(meeting)).gaps
        gap_s = sum(gap.end_ms - gap.start_ms for gap in gaps if gap.reason in NOT_CAPTURED) / 1000
        problems = library.check().problems
    finally:
        library.close()
    return ServerReport(reopened_s - back_s, gap_s, back_s - gone_s, abs(after - before), problems)


def _track_clock(desktop: MeasuredDesktop) -> float:
    """When sample 0 would have been saved, by the most punctual of the last saves."""
    saves = [(at, event.at) for at, event in desktop.heard if isinstance(event, TrackSaved)][-5:]
    return min(at - samples / SAMPLE_RATE_HZ for at, samples in saves)


def _reopened(desktop: MeasuredDesktop, *, after_s: float) -> float:
    def look() -> float | None:
        return next(
            (
                at
                for at, event in reversed(desktop.heard)
                if at > after_s and isinstance(event, SourceSaid) and event.state is SourceState.REOPENED
            ),
            None,
        )

    return desktop.wait_for(look, what="the device was open again", timeout_s=60.0)


@contextmanager
def _server(place: Path) -> Generator[dict[str, str]]:
    """A sound server of our own, and what a process must know to find it."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    socket = place / "native"
    surroundings = {
        "PULSE_SERVER": f"unix:{socket}",
        "PULSE_RUNTIME_PATH": str(place),
        "PULSE_STATE_PATH": str(place),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "DBUS_SYSTEM_BUS_ADDRESS": "disabled:",
    }
    command = [
        *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes"),
        *("--log-target=stderr", "--log-level=error"),
        f"--load=module-native-protocol-unix auth-anonymous=1 socket={socket}",
    ]
    process = subprocess.Popen(
        command, env=os.environ | surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        until = time.monotonic() + _START_S
        while not socket.exists():
            if process.poll() is not None or time.monotonic() > until:
                raise CannotMeasure("PulseAudio did not start.")
            time.sleep(0.1)
        yield surroundings
    finally:
        process.terminate()
        process.wait()


def _load_sink(surroundings: dict[str, str]) -> str:
    return _pactl(surroundings, "load-module", "module-null-sink", f"sink_name={SINK}", "rate=48000")


def _pactl(surroundings: dict[str, str], *words: str) -> str:
    done = subprocess.run(["pactl", *words], env=os.environ | surroundings, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CannotMeasure(f"pactl: {done.stderr.strip()}.")
    return done.stdout.strip()


def _as_wav(scene: Scene) -> Path:
    import soundfile  # noqa: PLC0415  of the dev extra

    path = scene.folder / "signal.wav"
    soundfile.write(path, scene.signal, SAMPLE_RATE_HZ, subtype="PCM_16")
    return path


@contextmanager
def _playing(wav: Path, surroundings: dict[str, str]) -> Generator[None]:
    process = subprocess.Popen(
        ["paplay", f"--device={SINK}", str(wav)],
        env=os.environ | surroundings,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()
        process.wait()
