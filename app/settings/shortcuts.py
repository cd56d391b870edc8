"""Every action that has a key, declared once: its name, its usual keys, where they hold, whether they can be changed.

Pure, without Qt. Window, menus, tool tips, the settings and the help follow this list; ``ui/keys`` holds the words and
the keys that are in force. Keys are written as Qt writes them on every system: ``Ctrl`` is the Command key of a Mac.
To add one: a member of ``KeyAction``, a line in ``SHORTCUTS``, its words in ``ui/keys/key_words.py``.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class KeyAction(StrEnum):
    """What a key does."""

    RECORD = "record"
    BOOKMARK = "bookmark"
    BOOKMARK_EVERYWHERE = "bookmark_everywhere"
    IMPORT = "import"
    FIND = "find"
    SETTINGS = "settings"
    HELP = "help"
    BACK = "back"
    QUIT = "quit"
    OPEN = "open"
    RENAME = "rename"
    TAGS = "tags"
    DELETE = "delete"
    PAUSE = "pause"
    PLAY = "play"
    SKIP_BACK = "skip_back"
    SKIP_FORWARD = "skip_forward"
    FASTER = "faster"
    SLOWER = "slower"
    PLAY_SELECTION = "play_selection"
    LOOP = "loop"
    CONFIRM = "confirm"
    LISTEN = "listen"
    SPLIT = "split"
    JOIN = "join"
    SPEAKER = "speaker"
    SPEAKER_TYPING = "speaker_typing"
    UNDO = "undo"
    REDO = "redo"
    ACCEPT = "accept"
    SET_ASIDE = "set_aside"
    REVIEW = "review"
    TIMES = "times"
    FIND_NEXT = "find_next"
    FIND_PREVIOUS = "find_previous"
    REPLACE = "replace"
    QUOTE = "quote"
    CLIP = "clip"
    EXPORT = "export"


class Place(StrEnum):
    """Where a key holds. What holds everywhere meets the keys of every page."""

    EVERYWHERE = "everywhere"
    LIBRARY = "library"
    RECORDING = "recording"
    MEETING = "meeting"


@dataclass(frozen=True, slots=True)
class Shortcut:
    """The key of an action."""

    action: KeyAction
    place: Place
    keys: str
    """The usual ones."""
    is_fixed: bool = False
    """They belong to the text, to a list or to the system, and stay."""


_IS_MAC = sys.platform == "darwin"

SHORTCUTS: tuple[Shortcut, ...] = (
    Shortcut(KeyAction.RECORD, Place.EVERYWHERE, "Ctrl+R"),
    Shortcut(KeyAction.BOOKMARK, Place.EVERYWHERE, "Ctrl+B"),
    Shortcut(KeyAction.BOOKMARK_EVERYWHERE, Place.EVERYWHERE, "Ctrl+Alt+B", is_fixed=True),
    Shortcut(KeyAction.IMPORT, Place.EVERYWHERE, "Ctrl+O"),
    Shortcut(KeyAction.FIND, Place.EVERYWHERE, "Ctrl+F"),
    Shortcut(KeyAction.SETTINGS, Place.EVERYWHERE, "Ctrl+,"),
    Shortcut(KeyAction.HELP, Place.EVERYWHERE, "F1"),
    Shortcut(KeyAction.BACK, Place.EVERYWHERE, "Ctrl+[" if _IS_MAC else "Alt+Left"),
    Shortcut(KeyAction.QUIT, Place.EVERYWHERE, "Ctrl+Q"),
    Shortcut(KeyAction.OPEN, Place.LIBRARY, "Return", is_fixed=True),
    Shortcut(KeyAction.RENAME, Place.LIBRARY, "F2", is_fixed=True),
    Shortcut(KeyAction.TAGS, Place.LIBRARY, "Ctrl+T"),
    Shortcut(KeyAction.DELETE, Place.LIBRARY, "Del", is_fixed=True),
    Shortcut(KeyAction.PAUSE, Place.RECORDING, "Ctrl+P"),
    Shortcut(KeyAction.PLAY, Place.MEETING, "Ctrl+Space"),
    Shortcut(KeyAction.SKIP_BACK, Place.MEETING, "Alt+J"),
    Shortcut(KeyAction.SKIP_FORWARD, Place.MEETING, "Alt+L"),
    Shortcut(KeyAction.FASTER, Place.MEETING, "Alt+Up"),
    Shortcut(KeyAction.SLOWER, Place.MEETING, "Alt+Down"),
    Shortcut(KeyAction.PLAY_SELECTION, Place.MEETING, "Alt+K"),
    Shortcut(KeyAction.LOOP, Place.MEETING, "Alt+R"),
    Shortcut(KeyAction.CONFIRM, Place.MEETING, "Return", is_fixed=True),
    Shortcut(KeyAction.LISTEN, Place.MEETING, "Ctrl+Return", is_fixed=True),
    Shortcut(KeyAction.SPLIT, Place.MEETING, "Return", is_fixed=True),
    Shortcut(KeyAction.JOIN, Place.MEETING, "Backspace", is_fixed=True),
    Shortcut(KeyAction.SPEAKER, Place.MEETING, "1", is_fixed=True),
    Shortcut(KeyAction.SPEAKER_TYPING, Place.MEETING, "Alt+1", is_fixed=True),
    Shortcut(KeyAction.UNDO, Place.MEETING, "Ctrl+Z", is_fixed=True),
    Shortcut(KeyAction.REDO, Place.MEETING, "Ctrl+Shift+Z", is_fixed=True),
    Shortcut(KeyAction.ACCEPT, Place.MEETING, "Alt+A"),
    Shortcut(KeyAction.SET_ASIDE, Place.MEETING, "Alt+S"),
    Shortcut(KeyAction.REVIEW, Place.MEETING, "F8"),
    Shortcut(KeyAction.TIMES, Place.MEETING, "Alt+T"),
    Shortcut(KeyAction.FIND_NEXT, Place.MEETING, "F3"),
    Shortcut(KeyAction.FIND_PREVIOUS, Place.MEETING, "Shift+F3"),
    Shortcut(KeyAction.REPLACE, Place.MEETING, "Ctrl+H"),
    Shortcut(KeyAction.QUOTE, Place.MEETING, "Ctrl+Shift+C"),
    Shortcut(KeyAction.CLIP, Place.MEETING, "Ctrl+Shift+E"),
    Shortcut(KeyAction.EXPORT, Place.MEETING, "Ctrl+E"),
)

_BY_ACTION = {shortcut.action: shortcut for shortcut in SHORTCUTS}
_BY_NAME = {shortcut.action.value: shortcut for shortcut in SHORTCUTS}

_MODIFIERS = ("Ctrl", "Meta", "Alt", "Shift")

_TEXT_KEYS = frozenset(
    (
        *("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown", "Space", "Tab", "Backtab", "Return", "Enter"),
        *("Backspace", "Del", "Ins", "Esc", "Menu"),
    )
)
"""What a text field or a list does something with, alone or with Shift, and mostly with Ctrl."""

_TEXT_WITH_CTRL = frozenset("ACVXZY")
_FREE_WITH_CTRL = frozenset({"Space", "PgUp", "PgDown", "Return", "Enter"})


class Refusal(StrEnum):
    """Why keys cannot be taken."""

    NOT_ONE_KEY = "not_one_key"
    TEXT_NEEDS_IT = "text_needs_it"
    TAKEN = "taken"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Refused:
    """Why keys cannot be taken, and by which action if one has them."""

    why: Refusal
    by: KeyAction | None = None


def shortcut_of(action: KeyAction) -> Shortcut:
    """What is declared of an action."""
    return _BY_ACTION[action]


def keys_in_force(changed: Mapping[str, str]) -> dict[KeyAction, str]:
    """The keys of every action, with those that a person changed; empty where an action has none.

    What is in the file but not allowed there, perhaps of another version, counts for nothing; of two actions with the
    same keys, changed by hand, only the first in the list has them.
    """
    found = {shortcut.action: shortcut.keys for shortcut in SHORTCUTS}
    for name, keys in changed.items():
        shortcut = _BY_NAME.get(name)
        if shortcut is not None and not shortcut.is_fixed and (not keys or _why_unfit(keys) is None):
            found[shortcut.action] = keys
    for shortcut in reversed(SHORTCUTS):
        keys = found[shortcut.action]
        if keys and not shortcut.is_fixed and why_refused(shortcut.action, keys, found) is not None:
            found[shortcut.action] = ""
    return found


def why_refused(action: KeyAction, keys: str, in_force: Mapping[KeyAction, str]) -> Refused | None:
    """Why an action cannot have these keys; ``None`` if it can."""
    if shortcut_of(action).is_fixed:
        return Refused(Refusal.FIXED)
    if unfit := _why_unfit(keys):
        return Refused(unfit)
    place = shortcut_of(action).place
    for other in SHORTCUTS:
        meets = Place.EVERYWHERE in (place, other.place) or place is other.place
        if other.action is not action and meets and _plain(in_force[other.action]) == _plain(keys):
            return Refused(Refusal.TAKEN, other.action)
    return None


def with_keys(changed: Mapping[str, str], action: KeyAction, keys: str) -> dict[str, str]:
    """What is kept in the settings when an action gets other keys: only what differs from the usual ones."""
    kept = {name: value for name, value in changed.items() if name != action.value}
    return kept if keys == shortcut_of(action).keys else kept | {action.value: keys}


def _why_unfit(keys: str) -> Refusal | None:
    modifiers, key = _parts(keys)
    if not key or ", " in keys:
        return Refusal.NOT_ONE_KEY
    has_ctrl, has_alt = bool(modifiers & {"Ctrl", "Meta"}), "Alt" in modifiers
    is_written = len(key) == 1 or key in _TEXT_KEYS
    if not has_ctrl and not has_alt:
        return Refusal.TEXT_NEEDS_IT if is_written else None
    if has_ctrl and not has_alt:
        is_needed = (key in _TEXT_KEYS and key not in _FREE_WITH_CTRL) or (
            key.upper() in _TEXT_WITH_CTRL and "Shift" not in modifiers
        )
        return Refusal.TEXT_NEEDS_IT if is_needed else None
    return None


def _parts(keys: str) -> tuple[frozenset[str], str]:
    """Modifiers and key; the key may be the plus sign itself."""
    rest, found = keys, set[str]()
    while True:
        name = next((name for name in _MODIFIERS if rest.startswith(f"{name}+")), None)
        if name is None:
            return frozenset(found), "" if rest in _MODIFIERS else rest
        found.add(name)
        rest = rest[len(name) + 1 :]


def _plain(keys: str) -> tuple[frozenset[str], str]:
    """For comparing, whatever the order and the case."""
    modifiers, key = _parts(keys)
    key = {"Enter": "Return"}.get(key, key)
    return (modifiers, key.casefold())
