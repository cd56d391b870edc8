"""What other layers remark in English is said in the language of the window."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.meetings.errors import NotATranscript
from app.settings.settings import InterfaceLanguage
from engine.contract.errors import ArchiveRefused
from ui.messages.error_messages import describe_error
from ui.messages.interface_language import installer_of
from ui.messages.remark_messages import describe_remark

ROOT = Path(__file__).parents[3]
SOURCES = {
    "engine/capture/channel_mix.py": "found.append",
    "engine/capture/media_file.py": "notes.append",
    "app/library/opening.py": "report.warnings.append",
    "app/library/archive.py": "_refused",
    "app/exporting/json_format.py": "NotATranscript",
    "app/exporting/subtitle_file.py": "NotATranscript",
    "engine/recognition/model_import.py": "ArchiveRefused",
    "engine/recognition/model_sources/picked_model.py": "ArchiveRefused",
}
"""Where remarks are made, and what they are handed to."""
HALVES = {
    "The 7 channel is silent; the 7 one was used.": "The left channel is silent; the right one was used.",
    "7, 7 s lost.": "7 damaged parts, 7 s lost.",
}
"""Where the varying part is itself made of words."""


@pytest.fixture
def chinese(qtbot: QtBot) -> Iterator[None]:
    application = QApplication.instance()
    assert application is not None
    installer_of(application).install(InterfaceLanguage.CHINESE)
    yield
    installer_of(application).install(InterfaceLanguage.ENGLISH)


def remarks() -> Iterator[str]:
    """Every remark in the source, with 7 for each part that varies."""
    for name, handed_to in SOURCES.items():
        for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == handed_to:
                yield from filter(None, (text_of(each) for each in node.args[-1:]))
    tree = ast.parse((ROOT / "app/importing/job_run.py").read_text("utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value.value


def text_of(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    text = "".join(str(each.value) if isinstance(each, ast.Constant) else "7" for each in node.values)
    return HALVES.get(text, text)


def test_every_remark_of_the_source_is_translated(chinese: None) -> None:
    found = list(remarks())
    assert len(found) > 40
    assert [text for text in found if not re.search("[\u4e00-\u9fff]", describe_remark(text))] == []


def test_numbers_and_names_stay_as_they_are(chinese: None) -> None:
    said = describe_remark("The recording breaks off: 61 s of 3600 s are there.")
    assert said == "录音没有录完：应有 3600 秒，只有 61 秒。"
    assert "{0} a.bin" in describe_remark("its {0} a.bin is damaged")


def test_a_remark_of_a_newer_version_speaks_its_own_words(chinese: None) -> None:
    assert describe_remark("The moon is in the way.") == "The moon is in the way."


def test_a_remark_in_english_stays_as_it_is(qtbot: QtBot) -> None:
    text = "2 damaged parts, 3.5 s lost."
    assert describe_remark(text) == text


def test_why_a_file_was_refused_is_said_in_the_language_of_the_window(chinese: None) -> None:
    said = describe_error(ArchiveRefused("model.zip", "it is protected by a password"))
    assert said == "“model.zip”无法使用：它有密码保护。没有任何改动。"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("the times in line 12 cannot be read", "第 12 行的时间无法读取"),
        ("a line ends before it begins (“segments[0]”)", "有一行在开始之前就结束了（“segments[0]”）"),
        ("“segments[0].start” is not what it should be", "“segments[0].start”的值不对"),
        ("“meeting” is missing", "缺少“meeting”"),
    ],
)
def test_why_a_file_is_no_transcript_is_said_in_the_same_language(chinese: None, reason: str, said: str) -> None:
    assert describe_error(NotATranscript("a.json", reason)) == f"“a.json”不是 Vivavoce 能读的文字稿：{said}。"
