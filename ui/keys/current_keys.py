"""Which keys an action has now: the usual ones, or those the person chose.

Lives on the window's thread, one per application, filled by ``apply_appearance``. Whoever shows or hears keys asks when
it is made; the main window makes its pages anew after keys were changed.
"""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication

from app.settings.shortcuts import KeyAction, keys_in_force


class Keys(QObject):
    """The keys in force."""

    changed = Signal()

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._keys = keys_in_force({})

    @property
    def in_force(self) -> Mapping[KeyAction, str]:
        """The keys of every action; empty where one has none."""
        return self._keys

    def apply(self, changed: Mapping[str, str]) -> None:
        """Follow what the person chose. Called at start and when a setting changed."""
        keys = keys_in_force(changed)
        if keys != self._keys:
            self._keys = keys
            self.changed.emit()

    def sequence(self, action: KeyAction) -> QKeySequence:
        """For a shortcut; empty where the action has no keys."""
        return QKeySequence.fromString(self._keys[action], QKeySequence.SequenceFormat.PortableText)

    def shown(self, action: KeyAction) -> str:
        """For people, as this system writes them; empty where the action has no keys."""
        return self.sequence(action).toString(QKeySequence.SequenceFormat.NativeText)

    def matches(self, event: QKeyEvent, action: KeyAction) -> bool:
        """Whether a key that was pressed is the action's."""
        return self._keys[action] != "" and self.sequence(action) == pressed(event)


def pressed(event: QKeyEvent) -> QKeySequence:
    """What was pressed, as keys of a shortcut; nothing while only modifiers are down."""
    if event.key() in _MODIFIERS:
        return QKeySequence()
    # The keypad's own keys count as the others; a layout's Shift may make another letter of a sign.
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return QKeySequence(event.key() | modifiers.value)


_MODIFIERS = frozenset(
    (
        Qt.Key.Key_Control,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_unknown,
        Qt.Key.Key_CapsLock,
    )
)


def current_keys() -> Keys:
    """The application's keys, made on the first call."""
    application = QGuiApplication.instance()
    if not isinstance(application, QApplication):
        raise RuntimeError("The keys need a QApplication.")  # noqa: TRY004 - not a wrong argument but a wrong moment
    found = application.findChild(Keys, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if found is not None else Keys(application)


def keys_of(action: KeyAction) -> QKeySequence:
    """The keys of an action now, for a shortcut."""
    return current_keys().sequence(action)


def shown_keys(action: KeyAction) -> str:
    """The keys of an action now, for people."""
    return current_keys().shown(action)


def with_keys_shown(words: str, *actions: KeyAction) -> str:
    """Words of a tool tip, with the keys behind if there are some."""
    keys = ", ".join(filter(None, map(shown_keys, actions)))
    return f"{words} ({keys})" if keys else words
