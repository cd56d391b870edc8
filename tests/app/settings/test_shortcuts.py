"""One list of actions and their keys; what may be changed, and what is refused with its reason."""

import pytest

from app.settings.shortcuts import (
    SHORTCUTS,
    KeyAction,
    Place,
    Refusal,
    Refused,
    keys_in_force,
    shortcut_of,
    why_refused,
    with_keys,
)


def test_every_action_is_declared_once() -> None:
    assert sorted(shortcut.action for shortcut in SHORTCUTS) == sorted(KeyAction)


def test_the_usual_keys_are_themselves_allowed_and_meet_nobody() -> None:
    usual = keys_in_force({})
    refused = {each.action: why_refused(each.action, each.keys, usual) for each in SHORTCUTS if not each.is_fixed}
    assert {action: why for action, why in refused.items() if why is not None} == {}


@pytest.mark.parametrize(
    "keys",
    (
        *("A", "Shift+A", "7", ",", "Space", "Return", "Backspace", "Shift+Del", "Left", "Ctrl+Left", "Tab", "Esc"),
        *("Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+Backspace", "Ctrl+Shift+Home", "Shift+Ins"),
    ),
)
def test_a_key_that_a_text_field_needs_is_refused(keys: str) -> None:
    assert why_refused(KeyAction.EXPORT, keys, keys_in_force({})) == Refused(Refusal.TEXT_NEEDS_IT)


@pytest.mark.parametrize("keys", ["Ctrl+K", "F5", "Shift+F5", "Alt+Q", "Ctrl+Shift+K", "Ctrl++", "Meta+E"])
def test_other_keys_are_free(keys: str) -> None:
    assert why_refused(KeyAction.EXPORT, keys, keys_in_force({})) is None


@pytest.mark.parametrize("keys", ["", "Ctrl", "Ctrl+Shift", "Ctrl+K, Ctrl+S"])
def test_it_is_one_key(keys: str) -> None:
    refused = why_refused(KeyAction.EXPORT, keys, keys_in_force({}))
    assert refused is not None
    assert refused.why is Refusal.NOT_ONE_KEY


def test_who_has_the_keys_is_named() -> None:
    usual = keys_in_force({})
    assert why_refused(KeyAction.EXPORT, "shift+ctrl+e".title(), usual) == Refused(Refusal.TAKEN, KeyAction.CLIP)
    assert why_refused(KeyAction.PAUSE, "Ctrl+R", usual) == Refused(Refusal.TAKEN, KeyAction.RECORD)
    assert why_refused(KeyAction.RECORD, "Alt+R", usual) == Refused(Refusal.TAKEN, KeyAction.LOOP)


def test_pages_that_are_never_shown_together_may_share_keys() -> None:
    assert shortcut_of(KeyAction.PAUSE).place is Place.RECORDING
    assert why_refused(KeyAction.PAUSE, "Alt+R", keys_in_force({})) is None


def test_keys_that_were_given_up_are_free_for_others() -> None:
    changed = with_keys({}, KeyAction.CLIP, "")
    assert keys_in_force(changed)[KeyAction.CLIP] == ""
    assert why_refused(KeyAction.EXPORT, "Ctrl+Shift+E", keys_in_force(changed)) is None


def test_only_what_differs_is_kept() -> None:
    changed = with_keys({}, KeyAction.PLAY, "F5")
    assert changed == {"play": "F5"}
    assert with_keys(changed, KeyAction.PLAY, "Ctrl+Space") == {}


def test_what_is_not_allowed_in_the_file_counts_for_nothing() -> None:
    """A letter would be lost to every text, and a fixed key does what the text does."""
    changed = {"play": "X", "undo": "F5", "of_tomorrow": "F6", "export": "F7"}
    found = keys_in_force(changed)
    assert (found[KeyAction.PLAY], found[KeyAction.UNDO], found[KeyAction.EXPORT]) == ("Ctrl+Space", "Ctrl+Z", "F7")


def test_of_two_actions_given_the_same_keys_by_hand_one_has_them() -> None:
    found = keys_in_force({"play": "F5", "export": "F5", "clip": "Ctrl+R"})
    assert (found[KeyAction.PLAY], found[KeyAction.EXPORT], found[KeyAction.CLIP]) == ("F5", "", "")
    assert found[KeyAction.RECORD] == "Ctrl+R"


def test_two_actions_may_change_places() -> None:
    found = keys_in_force({"loop": "Alt+K", "play_selection": "Alt+R"})
    assert (found[KeyAction.LOOP], found[KeyAction.PLAY_SELECTION]) == ("Alt+K", "Alt+R")


def test_what_stays_says_so() -> None:
    assert why_refused(KeyAction.UNDO, "F5", keys_in_force({})) == Refused(Refusal.FIXED)
