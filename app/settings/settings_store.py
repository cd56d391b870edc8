"""Keeps the settings in a JSON file and tells listeners when one changed.

Used on the window's thread, and read from others. The file is written whole, so that a crash leaves the old one. One
that cannot be read is kept aside and the defaults are used; a single value that makes no sense, perhaps of a newer
version, falls back to its default alone and is named in ``refused``; what this version does not know is kept.
"""

import json
import threading
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, cast

from app.settings.declarations import SettingRefused, checked_value, declarations
from app.settings.settings import Settings
from engine.contract.whole_file import keep_aside, write_whole

Listener = Callable[[Settings, frozenset[str]], None]
"""Told the new settings and the names of those that changed, on the thread that changed them."""


class SettingsStore:
    """The settings of one installation."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []
        self._unknown: dict[str, object] = {}
        """What another version wrote; it is kept."""
        self._refused: tuple[str, ...] = ()
        self._was_damaged = False
        self._current = self._load()
        self._save_error = ""

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    @property
    def current(self) -> Settings:
        """The settings now."""
        return self._current

    @property
    def save_error(self) -> str:
        """Why the last change could not be written, empty if it was. The change holds until the end all the same."""
        return self._save_error

    @property
    def refused(self) -> tuple[str, ...]:
        """The settings in the file whose values made no sense when it was read; their defaults hold."""
        return self._refused

    @property
    def was_damaged(self) -> bool:
        """The file could not be read at all when the application started. It is kept aside; all defaults hold."""
        return self._was_damaged

    def change(self, **values: Any) -> Settings:
        """Change some settings, write them and tell the listeners. Unknown names are a ``TypeError``."""
        with self._lock:
            before = self._current
            self._current = replace(before, **values)
            changed = frozenset(name for name in values if getattr(before, name) != getattr(self._current, name))
            if changed:
                self._save(self._current)
            listeners = list(self._listeners)
        if changed:
            for listener in listeners:
                listener(self._current, changed)
        return self._current

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; the returned function takes it away again."""
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return unsubscribe

    def _load(self) -> Settings:
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return Settings()
        except (OSError, ValueError):
            self._keep_aside()
            return Settings()
        if not isinstance(found, dict):
            self._keep_aside()
            return Settings()
        values = cast("dict[str, object]", found)
        self._unknown = {name: value for name, value in values.items() if name not in declarations()}
        settings, self._refused = _read_values(values)
        return settings

    def _keep_aside(self) -> None:
        self._was_damaged = True
        keep_aside(self._path)

    def _save(self, settings: Settings) -> None:
        content = json.dumps(asdict(settings) | self._unknown, ensure_ascii=False, indent=2)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._path, content.encode())
            self._save_error = ""
        except OSError as error:
            self._save_error = str(error)


def _read_values(found: dict[str, object]) -> tuple[Settings, tuple[str, ...]]:
    """The settings, and the names of those whose values make no sense."""
    values: dict[str, object] = {}
    refused: list[str] = []
    for name in declarations():
        if name in found:
            try:
                values[name] = checked_value(name, found[name])
            except SettingRefused:
                refused.append(name)
    settings = replace(Settings(), **values)  # type: ignore[arg-type] # values were checked against the fields' own types
    return settings, tuple(refused)
