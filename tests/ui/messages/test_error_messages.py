"""Every known trouble has its sentence in the language of the window."""

import dataclasses
import re
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.meetings.errors import ExportError, LibraryError
from app.settings.settings import InterfaceLanguage
from engine.contract.error_report import ReportedError
from engine.contract.errors import MediaError, MediaNotFound, SpeechModelError, VivavoceError, WorkerError
from engine.contract.pairing_errors import PairingError
from ui.messages.device_messages import describe_status
from ui.messages.error_messages import TRANSLATED, describe_error
from ui.messages.interface_language import installer_of

FAMILIES = (VivavoceError, MediaError, SpeechModelError, WorkerError, PairingError, LibraryError, ExportError)
"""Roots of the tree; nobody raises them themselves."""


def errors() -> list[VivavoceError]:
    found: list[VivavoceError] = []
    pending: list[type[VivavoceError]] = [VivavoceError]
    while pending:
        kind = pending.pop()
        pending += kind.__subclasses__()
        if (
            kind not in FAMILIES
            and kind is not ReportedError
            and kind.__module__.endswith((".errors", ".pairing_errors"))
        ):
            data = {field.name: sample(field) for field in dataclasses.fields(kind)}
            found.append(kind(**data))
    return found


def sample(field: "dataclasses.Field[object]") -> object:
    return 1860.0 if field.name == "speech_s" else 3 if field.name == "exit_code" else f"<{field.name}>"


@pytest.fixture(params=["en", "zh_CN"])
def language(request: pytest.FixtureRequest, qtbot: QtBot) -> Iterator[str]:
    application = QApplication.instance()
    assert application is not None
    installer_of(application).install(InterfaceLanguage(request.param))
    yield request.param
    installer_of(application).install(InterfaceLanguage.ENGLISH)


def test_every_error_says_one_plain_sentence(language: str) -> None:
    for error in errors():
        text = describe_error(error)
        assert text.endswith("。" if language == "zh_CN" else "."), error
        assert "{" not in text, error
        if language == "zh_CN":
            assert re.search("[\u4e00-\u9fff]", text), error
            assert text != error.sentence


def test_every_error_has_a_translation_of_its_own() -> None:
    assert {type(error) for error in errors()} <= TRANSLATED


def test_names_stand_in_the_sentence_as_they_are(language: str) -> None:
    assert "<name>" in describe_error(next(error for error in errors() if type(error).__name__ == "NoAudioFound"))


def test_braces_in_a_name_do_no_harm(language: str) -> None:
    assert "{0}{x}.mp3" in describe_error(MediaNotFound("{0}{x}.mp3"))


def test_an_error_of_a_newer_version_speaks_its_own_words(language: str) -> None:
    assert describe_error(ReportedError("The moon is in the way.")) == "The moon is in the way."


def test_what_the_engine_says_of_devices_is_translated(language: str) -> None:
    text = describe_status(
        "Used for recognition (int8). "
        "The graphics card was not used with half precision (float16): its driver is too old."
    )
    if language == "zh_CN":
        assert text == "正在用它识别（int8）。 显卡没有用上半精度（float16）：驱动太旧。"
    else:
        assert text.startswith("Used for recognition (int8). The graphics card was not used")
    assert describe_status("Something new.") == "Something new."
