"""Settings are declared once, and command line, documentation and window follow."""

import ast
from dataclasses import fields

import pytest

from app.settings.declarations import SettingRefused, checked_value, declarations, text_of, value_from_text
from app.settings.settings import Appearance, Settings
from engine.contract.places import ROOT


def test_every_setting_says_what_it_is_for() -> None:
    found = declarations()
    assert list(found) == [entry.name for entry in fields(Settings)]
    assert all(each.description.endswith(".") for each in found.values())
    assert all(each.kind for each in found.values())


def test_every_setting_can_be_changed_in_the_window_or_says_why_not() -> None:
    changed = _names_changed_in_the_window()
    missing = {name for name, each in declarations().items() if not each.not_shown and name not in changed}
    assert missing == set(), "no page changes them, and they do not say why"
    assert all(each.not_shown.endswith(".") for each in declarations().values() if each.not_shown)


def test_defaults_are_values_that_make_sense_and_survive_being_typed() -> None:
    for name, each in declarations().items():
        assert checked_value(name, each.default) == each.default
        if not isinstance(each.default, str) and each.default not in ((), {}):
            assert value_from_text(name, text_of(each.default)) == each.default


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("appearance", "dark", Appearance.DARK),
        ("text_scale_percent", "150", 150),
        ("caption_on_top", "no", False),
        ("languages", "en, zh", ("en", "zh")),
        ("languages", "", ()),
        ("shortcuts", "find=Ctrl+K, play=", {"find": "Ctrl+K", "play": ""}),
        ("speech_model", "small", "small"),
    ],
)
def test_a_value_is_typed_as_people_type(name: str, text: str, value: object) -> None:
    assert value_from_text(name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("appearance", "purple", "one of system, light, dark"),
        ("text_scale_percent", "50", "a whole number, 100 to 300"),
        ("caption_on_top", "perhaps", "yes or no"),
        ("colour", "blue", "no setting called colour"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(name: str, text: str, said: str) -> None:
    with pytest.raises(SettingRefused, match=said):
        value_from_text(name, text)


def test_what_tells_of_the_person_is_marked() -> None:
    marked = {name for name, each in declarations().items() if each.is_private}
    assert {"export_folder", "import_folder", "microphone_name", "caption_screen"} <= marked


def _names_changed_in_the_window() -> set[str]:
    """Names of settings that a page, menu or dialog hands to the store: as a keyword, a key, or the name of a box."""
    found: set[str] = set()
    for path in (ROOT / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "change":
                found |= {keyword.arg for keyword in node.keywords if keyword.arg}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "_box":
                found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
            elif isinstance(node, ast.Dict):
                found |= {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
    return found
