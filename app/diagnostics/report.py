"""Collects what helps to find a trouble, and saves it where the person wants it. Nothing is ever sent.

Called by the settings page on a background thread and by ``vivavoce diagnostics``. Every part is text that can be read
before it is saved. Titles, words that were said, names of people, files, folders and sound devices are in none of them:
what is asked for is numbers and words that are ours (failures 98).
"""

import os
import platform
import re
import secrets
import shutil
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from importlib import metadata
from pathlib import Path
from typing import Protocol, cast

from app.cached_speech import CachedSpeech
from app.crash_reports import version
from app.diagnostics.public_log import error_names, public_crash, public_lines
from app.folders import Folders
from app.library.library import Library
from app.log_file import NAME as LOG_NAME
from app.meetings.errors import DestinationNotWritable
from app.settings.declarations import declarations, text_of
from app.settings.settings import Settings
from app.settings.shortcuts import keys_in_force
from engine.caching.figures import CacheCounts
from engine.capture.ring_buffer import ring_bytes
from engine.contract.audio import TrackKind
from engine.contract.errors import VivavoceError
from engine.contract.recorder_messages import StartRecording
from engine.recognition.encoder_memory import DEFAULT_BOUND as ENCODER_BYTES

_LOG_LINES = 2000
_CRASHES = 5
_NOT_SAID = "not said here"


@dataclass(frozen=True, slots=True)
class Part:
    """One text of the report."""

    name: str
    """Its name in the saved file."""
    text: str


class Device(Protocol):
    """A processor or graphics card."""

    @property
    def is_found(self) -> bool: ...  # noqa: D102 - see ``DeviceFacts``
    @property
    def is_usable(self) -> bool | None: ...  # noqa: D102 - likewise


class Source(Protocol):
    """A microphone or the computer's sound."""

    @property
    def kind(self) -> TrackKind: ...  # noqa: D102 - see ``SoundDevice``
    @property
    def host_api(self) -> str: ...  # noqa: D102 - likewise
    @property
    def is_default(self) -> bool: ...  # noqa: D102 - likewise


class Model(Protocol):
    """A speech model on this computer, or in the catalogue."""

    @property
    def name(self) -> str: ...  # noqa: D102 - see ``InstalledModel``


@dataclass(frozen=True)
class Diagnostics:
    """What is asked for the report; each may fail, and the report says so and goes on."""

    folders: Folders
    settings: Callable[[], Settings]
    library: Library | None
    """``None`` where it cannot be opened: then there are no numbers of it."""
    installed_models: Callable[[], Sequence[Model]]
    known_models: Callable[[], Iterable[Model]]
    devices: Callable[[], Sequence[Device]]
    sources: Callable[[], Sequence[Source] | None]

    def collect(self) -> tuple[Part, ...]:
        """Every part. Slow: devices are asked; on a background thread."""
        return (
            Part("system.txt", _told(self._system)),
            Part("devices.txt", _told(self._devices)),
            Part("speech-models.txt", _told(self._models)),
            Part("settings.txt", _told(self._settings)),
            Part("library.txt", _told(self._library)),
            Part("cache.txt", _told(self._cache)),
            Part("log.txt", _told(self._log)),
            Part("crashes.txt", _told(self._crashes)),
        )

    def _system(self) -> list[str]:
        return [
            f"Vivavoce {version()}",
            f"Python {platform.python_version()}",
            f"system {platform.platform()}",
            f"machine {platform.machine()}",
            f"processors {os.cpu_count()}",
            f"memory {_memory_bytes()} bytes",
            f"window system {_window_system()}",
            "",
            *_versions(),
        ]

    def _devices(self) -> list[str]:
        lines = [
            f"device {number}: {'found' if device.is_found else 'not found'}, {_usable(device.is_usable)}"
            for number, device in enumerate(self.devices(), 1)
        ]
        sources = self.sources()
        if sources is None:
            return [*lines, "the sound system did not answer"]
        for source in sources:
            star = ", the default" if source.is_default else ""
            api = source.host_api if source.host_api in _HOST_APIS else _NOT_SAID
            lines.append(f"source: {source.kind.name.lower()}, {api}{star}")
        return lines

    def _models(self) -> list[str]:
        known = {model.name for model in self.known_models()}
        return [
            f"{model.name if model.name in known else 'one of the person’s own'}: {_state(model)}"
            for model in self.installed_models()
        ]

    def _settings(self) -> list[str]:
        settings = self.settings()
        known = {model.name for model in self.known_models()}
        lines: list[str] = []
        for name, declared in declarations().items():
            value = getattr(settings, name)
            if value == declared.default:
                text = f"as usual ({text_of(value)})"
            elif declared.is_private or not _is_ours(value, known):
                text = _NOT_SAID
            else:
                text = text_of(value)
            lines.append(f"{name} = {text}")
        return lines

    def _library(self) -> list[str]:
        free = shutil.disk_usage(self.folders.library).free if self.folders.library.is_dir() else 0
        lines = [f"free on its disk {free} bytes"]
        if self.library is None:
            return [*lines, "it is not open"]
        meetings = self.library.meetings()
        return [
            *lines,
            f"meetings {len(meetings)}",
            f"courses {len(self.library.courses())}",
            f"milliseconds of sound {sum(int(each.meeting.duration_ms) for each in meetings)}",
            f"lines {sum(each.segments for each in meetings)}",
            f"remarks when it was opened {len(self.library.opening.warnings)}",
        ]

    def _cache(self) -> list[str]:
        state = CachedSpeech(self.folders.cache).state()
        counts = state.counts
        return [
            f"recognised speech {state.entries} entries, {state.bytes} of {state.bound} bytes",
            f"asked {counts.asked} times, found {counts.found}",
            f"seconds of speech {counts.speech_s:.0f}, of them known {counts.found_s:.0f} ({counts.hit_rate:.0%})",
            f"milliseconds a question {1000 * counts.cost_s:.2f}",
            *_layer("meetings known", state.context, f"{state.meetings} meetings, {state.meetings_bytes} bytes"),
            *_layer("encoder output kept", state.encoder, f"at most {ENCODER_BYTES} bytes a speech model"),
            f"frames in shared memory {ring_bytes(StartRecording('', '', ()).ring_seconds)} bytes a track",
        ]

    def _log(self) -> list[str]:
        lines: list[str] = []
        for path in (self.folders.logs / f"{LOG_NAME}.1", self.folders.logs / LOG_NAME):
            with suppress(FileNotFoundError):
                lines += path.read_text("utf-8", errors="replace").splitlines()
        return public_lines(lines[-_LOG_LINES:])

    def _crashes(self) -> list[str]:
        lines: list[str] = []
        for path in sorted(self.folders.logs.glob("crash-*.txt"))[-_CRASHES:]:
            lines += [*public_crash(path.read_text("utf-8", errors="replace")), ""]
        return lines


def save(parts: Sequence[Part], path: Path) -> None:
    """Write the report as one ZIP file, whole or not at all.

    Raises:
        DestinationNotWritable: it cannot be written there.
    """
    part = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            for each in parts:
                archive.writestr(zipfile.ZipInfo(each.name), each.text, zipfile.ZIP_DEFLATED)
        part.replace(path)
    except OSError as error:
        raise DestinationNotWritable(path.name, error.strerror or "") from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _layer(name: str, counts: CacheCounts, held: str) -> list[str]:
    """How a layer of caching does."""
    return [
        f"{name} {held}",
        f"asked {counts.asked} times, found {counts.found} ({counts.hit_rate:.0%})",
        f"milliseconds a question {1000 * counts.cost_s:.2f}",
    ]


_HOST_APIS = frozenset(
    (
        *("ALSA", "PulseAudio", "PipeWire", "JACK Audio Connection Kit", "OSS", "Core Audio", "loopback"),
        *("MME", "Windows DirectSound", "Windows WASAPI", "Windows WDM-KS", "ASIO"),
    )
)


def _told(ask: Callable[[], list[str]]) -> str:
    try:
        lines = ask()
    except (VivavoceError, OSError) as error:  # a report about a trouble must not fail with it
        lines = [f"This could not be found out: {_name(error)}."]
    return "\n".join(lines or ["Nothing."]) + "\n"


def _name(error: Exception) -> str:
    name = type(error).__name__
    return name if name in error_names() else "an error"


def _is_ours(value: object, known_models: set[str]) -> bool:
    """Whether a value of a setting is one of those that we offer, and no text of somebody's own."""
    if isinstance(value, Enum | bool | int | float):
        return True
    if isinstance(value, str):
        return value in known_models or bool(_CODE.match(value))
    if isinstance(value, dict):
        pairs = cast("dict[str, str]", value)
        return all(keys_in_force({name: keys}) != keys_in_force({}) for name, keys in pairs.items())
    return isinstance(value, tuple) and all(bool(_CODE.match(str(each))) for each in cast("tuple[object, ...]", value))


_CODE = re.compile(r"^[a-z]{2,4}$|^[\d,]+$")
"""A language, a kind of file, a place on the screen."""


def _usable(is_usable: bool | None) -> str:
    return "not tried" if is_usable is None else "usable" if is_usable else "not usable"


def _state(model: Model) -> str:
    state = getattr(model, "state", "")
    return str(state) if state in ("matches", "damaged") else "here"


def _memory_bytes() -> int:
    import psutil  # noqa: PLC0415 - not on the way to the first window

    return int(psutil.virtual_memory().total)


def _window_system() -> str:
    if sys.platform != "linux":
        return sys.platform
    return "Wayland" if os.environ.get("WAYLAND_DISPLAY") else "X11" if os.environ.get("DISPLAY") else "none"


def _versions() -> list[str]:
    """Of the packages that Vivavoce itself asks for."""
    try:
        wanted = metadata.requires("vivavoce") or []
    except metadata.PackageNotFoundError:
        return []
    names = sorted({"".join(c if c.isalnum() or c in "-_." else " " for c in each).split()[0] for each in wanted})
    found: list[str] = []
    for name in names:
        with suppress(metadata.PackageNotFoundError):
            found.append(f"{name} {metadata.version(name)}")
    return found
