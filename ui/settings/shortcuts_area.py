"""Settings, Shortcuts: what each key does; look for one, change it, give it back its usual key.

Lives on the window's thread. The list is ``app/settings/shortcuts.py``; what differs from it is kept in the settings.
"""

from PySide6.QtWidgets import QBoxLayout, QWidget

from app.settings.settings_store import SettingsStore
from app.settings.shortcuts import KeyAction, shortcut_of, why_refused, with_keys
from ui.keys.current_keys import current_keys, shown_keys
from ui.keys.key_field import KeyField
from ui.keys.key_table import KeyTable
from ui.keys.key_words import action_words, refusal_words
from ui.settings.settings_area import SettingsArea
from ui.style.fonts import is_large
from ui.style.tokens import SPACE_8, Role, TextStyle
from ui.widgets.button import Button
from ui.widgets.label import Label
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.search_field import SearchField


class ShortcutsArea(SettingsArea):
    """The keys."""

    def __init__(self, *, settings: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Shortcuts"), parent=parent)
        self._settings = settings
        self.message = MessageBar()
        self.search = SearchField(self.tr("Search an action or a key"), name=self.tr("Search the keys"))
        self.table = KeyTable(self.tr("Keys"))
        self.field = KeyField(self.tr("New key of the chosen action"))
        self.remove = Button(self.tr("No key"), name=self.tr("Take the key from the chosen action"))
        self.reset = Button(self.tr("Usual key"), name=self.tr("Give the chosen action its usual key"))
        self.reset_all = Button(self.tr("All as usual"), name=self.tr("Give every action its usual key"))
        self._chosen = Label(is_wrapped=True, is_strong=True)
        self._remark = Label(style=TextStyle.SMALL, tone=Role.TEXT2, is_wrapped=True)
        direction = QBoxLayout.Direction.TopToBottom if is_large() else QBoxLayout.Direction.LeftToRight
        row = QBoxLayout(direction)
        row.setSpacing(SPACE_8)
        row.addWidget(self.field, 1)
        for button in (self.remove, self.reset, self.reset_all):
            row.addWidget(button)
        card = self.add_card()
        card.addWidget(self.search)
        card.addWidget(self.table, 1)
        card.addWidget(self._chosen)
        card.addLayout(row)
        card.addWidget(self._remark)
        self.blocks.insertWidget(1, self.message)
        self.blocks.addStretch(1)
        self.search.textChanged.connect(self._on_search)
        self.table.itemSelectionChanged.connect(self._on_chosen)
        self.table.itemActivated.connect(self._on_activated)
        self.field.keys_pressed.connect(self._on_keys)
        self.remove.clicked.connect(self._on_remove)
        self.reset.clicked.connect(self._on_reset)
        self.reset_all.clicked.connect(self._on_reset_all)
        current_keys().changed.connect(self._on_keys_changed)
        self._on_chosen()

    def read(self) -> None:
        """Show what holds now; called when the page is shown."""
        self.table.show_keys()
        self._on_chosen()

    def _on_search(self, words: str) -> None:
        self.table.look_for(words)
        actions = self.table.shown_actions
        if actions and self.table.action is None:
            self.table.choose(actions[0])

    def _on_chosen(self) -> None:
        action = self.table.action
        is_free = action is not None and not shortcut_of(action).is_fixed
        self.field.setEnabled(is_free)
        self.message.hide()
        self.field.clear()
        self._remark.setText("")
        if action is None:
            self._chosen.setText(self.tr("Choose an action to change its key."))
            self._turn_off(self._chosen.text(), self.remove, self.reset)
            return
        self._chosen.setText(action_words(action))
        if not is_free:
            self._remark.setText(self.tr("This key belongs to lists, texts or the system and stays."))
            self._turn_off(self._remark.text(), self.remove, self.reset)
            return
        self.reset.turn_on()
        self.remove.turn_on()
        if current_keys().in_force[action] == shortcut_of(action).keys:
            self._turn_off(self.tr("It has its usual key."), self.reset)
        if not current_keys().in_force[action]:
            self._turn_off(self.tr("It has no key."), self.remove)
        self.field.setText(shown_keys(action))

    def _turn_off(self, reason: str, *buttons: Button) -> None:
        for button in buttons:
            button.turn_off(reason)

    def _on_activated(self) -> None:
        if self.field.isEnabled():
            self.field.setFocus()

    def _on_keys(self, keys: str) -> None:
        action = self.table.action
        if action is None:
            return
        refused = why_refused(action, keys, current_keys().in_force)
        if refused is not None:
            self.message.say(refusal_words(refused), MessageKind.WARNING)
            return
        self._change(action, keys)

    def _on_remove(self) -> None:
        if (action := self.table.action) is not None:
            self._change(action, "")

    def _on_reset(self) -> None:
        if (action := self.table.action) is not None:
            self._on_keys(shortcut_of(action).keys)

    def _on_reset_all(self) -> None:
        self._settings.change(shortcuts={})

    def _change(self, action: KeyAction, keys: str) -> None:
        self._settings.change(shortcuts=with_keys(self._settings.current.shortcuts, action, keys))

    def _on_keys_changed(self) -> None:
        self.table.show_keys()
        self._on_chosen()
