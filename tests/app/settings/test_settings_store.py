"""Settings survive a restart, and a bad file never stops the application."""

import json
from pathlib import Path

import pytest

from app.settings.settings import Appearance, InterfaceLanguage, Settings
from app.settings.settings_store import SettingsStore


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    assert store.current == Settings()
    assert not (tmp_path / "settings.json").exists()


def test_a_change_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    SettingsStore(path).change(appearance=Appearance.DARK, languages=("en", "zh"), language=InterfaceLanguage.CHINESE)
    found = SettingsStore(path).current
    assert found.appearance is Appearance.DARK
    assert found.languages == ("en", "zh")
    assert found.language is InterfaceLanguage.CHINESE
    assert [item.name for item in path.parent.iterdir()] == ["settings.json"]


def test_a_file_that_is_no_json_is_kept_aside_and_the_defaults_hold(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"language": "en", \xff')
    assert SettingsStore(path).current == Settings()
    assert (tmp_path / "settings.json.damaged").read_bytes() == b'{"language": "en", \xff'
    path.write_text("[1, 2]", "utf-8")
    assert SettingsStore(path).current == Settings()


def test_a_value_that_makes_no_sense_falls_back_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"appearance": "purple", "text_scale_percent": 150, "from_a_newer_version": 1, "threads": "many"}),
        "utf-8",
    )
    found = SettingsStore(path).current
    assert found.appearance is Appearance.SYSTEM
    assert found.text_scale_percent == 150
    assert found.threads == 0


@pytest.mark.parametrize(("name", "value"), [("caption_lines", 9), ("caption_size", 4), ("bookmark_seconds", 0)])
def test_a_number_out_of_its_bounds_falls_back(tmp_path: Path, name: str, value: int) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({name: value, "caption_shown": True}), "utf-8")
    found = SettingsStore(path).current
    assert getattr(found, name) == getattr(Settings(), name)
    assert found.caption_shown


def test_listeners_hear_only_of_what_changed(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    heard: list[frozenset[str]] = []
    unsubscribe = store.subscribe(lambda _settings, names: heard.append(names))
    store.change(text_scale_percent=150, threads=0)
    store.change(text_scale_percent=150)
    unsubscribe()
    store.change(text_scale_percent=200)
    assert heard == [frozenset({"text_scale_percent"})]


def test_an_unknown_setting_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        SettingsStore(tmp_path / "settings.json").change(colour="blue")


def test_a_change_holds_even_where_it_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where a folder should be", "utf-8")
    store = SettingsStore(tmp_path / "blocked" / "settings.json")
    store.change(text_scale_percent=200)
    assert store.current.text_scale_percent == 200
    assert store.save_error


def test_what_made_no_sense_is_named_and_nothing_else_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"appearance": "purple", "threads": -3, "caption_size": 40, "of_tomorrow": [1]}), "utf-8"
    )
    store = SettingsStore(path)
    assert store.refused == ("appearance", "threads")
    store.change(caption_lines=3)
    found = json.loads(path.read_text("utf-8"))
    assert (found["of_tomorrow"], found["caption_size"], found["caption_lines"]) == ([1], 40, 3)
    assert SettingsStore(path).refused == ()


def test_a_file_that_was_kept_aside_is_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert not SettingsStore(path).was_damaged
    path.write_text("[1, 2]", "utf-8")
    assert SettingsStore(path).was_damaged
