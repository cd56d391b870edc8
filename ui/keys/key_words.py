"""What each key does, in the language of the window: for the help, the settings, and whatever lists them."""

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.settings.shortcuts import SHORTCUTS, KeyAction, Place, Refusal, Refused
from ui.keys.current_keys import shown_keys

_ACTIONS = {
    KeyAction.RECORD: QT_TRANSLATE_NOOP("KeyWords", "Record, or back to what is recorded"),
    KeyAction.BOOKMARK: QT_TRANSLATE_NOOP("KeyWords", "Set a bookmark while recording"),
    KeyAction.BOOKMARK_EVERYWHERE: QT_TRANSLATE_NOOP("KeyWords", "Set a bookmark from every program"),
    KeyAction.IMPORT: QT_TRANSLATE_NOOP("KeyWords", "Import a file"),
    KeyAction.FIND: QT_TRANSLATE_NOOP("KeyWords", "Search everything, or in the open meeting"),
    KeyAction.SETTINGS: QT_TRANSLATE_NOOP("KeyWords", "Settings"),
    KeyAction.HELP: QT_TRANSLATE_NOOP("KeyWords", "Help"),
    KeyAction.BACK: QT_TRANSLATE_NOOP("KeyWords", "Back to the library"),
    KeyAction.QUIT: QT_TRANSLATE_NOOP("KeyWords", "Quit"),
    KeyAction.OPEN: QT_TRANSLATE_NOOP("KeyWords", "Open the chosen meeting"),
    KeyAction.RENAME: QT_TRANSLATE_NOOP("KeyWords", "Rename a meeting, course or speaker"),
    KeyAction.TAGS: QT_TRANSLATE_NOOP("KeyWords", "Tags of the chosen meeting"),
    KeyAction.DELETE: QT_TRANSLATE_NOOP("KeyWords", "Move the chosen meeting to the bin"),
    KeyAction.PAUSE: QT_TRANSLATE_NOOP("KeyWords", "Pause the recording, or go on"),
    KeyAction.PLAY: QT_TRANSLATE_NOOP("KeyWords", "Play and pause, also while typing"),
    KeyAction.SKIP_BACK: QT_TRANSLATE_NOOP("KeyWords", "Back 5 seconds"),
    KeyAction.SKIP_FORWARD: QT_TRANSLATE_NOOP("KeyWords", "Forward 5 seconds"),
    KeyAction.FASTER: QT_TRANSLATE_NOOP("KeyWords", "Play faster"),
    KeyAction.SLOWER: QT_TRANSLATE_NOOP("KeyWords", "Play slower"),
    KeyAction.PLAY_SELECTION: QT_TRANSLATE_NOOP("KeyWords", "Play the selected words"),
    KeyAction.LOOP: QT_TRANSLATE_NOOP("KeyWords", "Repeat the selected words"),
    KeyAction.CONFIRM: QT_TRANSLATE_NOOP("KeyWords", "Confirm the place under review"),
    KeyAction.LISTEN: QT_TRANSLATE_NOOP("KeyWords", "Hear the word at the caret, while typing"),
    KeyAction.SPLIT: QT_TRANSLATE_NOOP("KeyWords", "Split the line at the caret, while typing"),
    KeyAction.JOIN: QT_TRANSLATE_NOOP("KeyWords", "Join with the line before, at its start"),
    KeyAction.SPEAKER: QT_TRANSLATE_NOOP("KeyWords", "Give the line to speaker 1, and so on to 9"),
    KeyAction.SPEAKER_TYPING: QT_TRANSLATE_NOOP("KeyWords", "The same while typing, to 9"),
    KeyAction.UNDO: QT_TRANSLATE_NOOP("KeyWords", "Undo"),
    KeyAction.REDO: QT_TRANSLATE_NOOP("KeyWords", "Redo"),
    KeyAction.ACCEPT: QT_TRANSLATE_NOOP("KeyWords", "Accept a line that was set aside"),
    KeyAction.SET_ASIDE: QT_TRANSLATE_NOOP("KeyWords", "Set the line aside"),
    KeyAction.REVIEW: QT_TRANSLATE_NOOP("KeyWords", "Next place to review"),
    KeyAction.TIMES: QT_TRANSLATE_NOOP("KeyWords", "Times of the line"),
    KeyAction.FIND_NEXT: QT_TRANSLATE_NOOP("KeyWords", "Next place found"),
    KeyAction.FIND_PREVIOUS: QT_TRANSLATE_NOOP("KeyWords", "Previous place found"),
    KeyAction.REPLACE: QT_TRANSLATE_NOOP("KeyWords", "Find and replace"),
    KeyAction.QUOTE: QT_TRANSLATE_NOOP("KeyWords", "Copy as a quotation"),
    KeyAction.CLIP: QT_TRANSLATE_NOOP("KeyWords", "Cut out the sound and the text"),
    KeyAction.EXPORT: QT_TRANSLATE_NOOP("KeyWords", "Export the meeting"),
}

_PLACES = {
    Place.EVERYWHERE: QT_TRANSLATE_NOOP("KeyWords", "Everywhere"),
    Place.LIBRARY: QT_TRANSLATE_NOOP("KeyWords", "In the library"),
    Place.RECORDING: QT_TRANSLATE_NOOP("KeyWords", "While recording"),
    Place.MEETING: QT_TRANSLATE_NOOP("KeyWords", "In a meeting"),
}

_REFUSALS = {
    Refusal.NOT_ONE_KEY: QT_TRANSLATE_NOOP("KeyWords", "Press one key, together with Ctrl, Alt or Shift if you like."),
    Refusal.TEXT_NEEDS_IT: QT_TRANSLATE_NOOP("KeyWords", "This key is needed for typing and moving in a text."),
    Refusal.FIXED: QT_TRANSLATE_NOOP("KeyWords", "This key cannot be changed."),
}


def action_words(action: KeyAction) -> str:
    """What the action does."""
    return QCoreApplication.translate("KeyWords", str(_ACTIONS[action]))


def place_words(place: Place) -> str:
    """Where its key holds."""
    return QCoreApplication.translate("KeyWords", str(_PLACES[place]))


def refusal_words(refused: Refused) -> str:
    """Why an action cannot have a key."""
    if refused.why is Refusal.TAKEN and refused.by is not None:
        words = QCoreApplication.translate("KeyWords", "This key is taken: {action}.")
        return words.format(action=action_words(refused.by))
    return QCoreApplication.translate("KeyWords", str(_REFUSALS[refused.why]))


def listed_keys() -> list[tuple[Place, list[tuple[str, str]]]]:
    """Everything one can do with keys: by place, what it does and the keys; what has none is left out."""
    return [
        (
            place,
            [
                (action_words(each.action), shown_keys(each.action))
                for each in SHORTCUTS
                if each.place is place and shown_keys(each.action)
            ],
        )
        for place in Place
    ]
