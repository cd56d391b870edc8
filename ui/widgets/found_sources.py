"""The sources of sound that this computer has, as menus and fields offer them. For the window's thread.

They are looked for elsewhere, since that takes a process of its own; until they are found there is nothing to offer but
the system's default.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from PySide6.QtGui import QAction, QActionGroup

from engine.contract.audio import TrackKind

_MOST_SHOWN = 46
"""Letters of a device's name in a menu."""


class FoundSource(Protocol):
    """A source that this computer has; ``engine/capture/device_list.py`` has them."""

    @property
    def kind(self) -> TrackKind:
        """Microphone or computer sound."""
        ...

    @property
    def name(self) -> str:
        """As the system gives it."""
        ...

    @property
    def host_api(self) -> str:
        """The sound system that offers it."""
        ...

    @property
    def is_default(self) -> bool:
        """Whether it is taken when nobody chooses."""
        ...


ListSources = Callable[[], Sequence[FoundSource] | None]
"""Looks for the sources of this computer; ``None`` if they cannot be told. Slow, called on a background thread."""


def find_sources(list_sources: ListSources) -> tuple[FoundSource, ...]:
    """Look for them, none if they cannot be told; for a background thread."""
    return tuple(list_sources() or ())


def sources_of(kind: TrackKind, sources: Sequence[FoundSource] | None) -> list[tuple[FoundSource, str]]:
    """Those of a kind, each with the words it is offered with: two of one name are told apart by their sound system."""
    found = [source for source in sources or () if source.kind is kind]
    names = [source.name for source in found]
    return [
        (source, f"{source.name} ({source.host_api})" if names.count(source.name) > 1 else source.name)
        for source in found
    ]


def source_action(group: QActionGroup, text: str, key: object, *, is_chosen: bool = False) -> QAction:
    """An entry of a menu: its data is ``key``, and a long name is whole in its tool tip."""
    shown = text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
    action = QAction(shown.replace("&", "&&"), group)
    action.setToolTip(text)
    action.setCheckable(True)
    action.setChecked(is_chosen)
    action.setData(key)
    return action
