"""Every text of the window is translated, with the same places to fill in, and the compiled files are up to date."""

import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from engine.contract.places import RESOURCES

ROOT = Path(__file__).parents[2]
FOLDER = RESOURCES / "translations"
TOOLS = Path(sys.executable).parent


def run(tool: str, *words: str) -> None:
    done = subprocess.run(
        [str(TOOLS / tool), "-silent", *words], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def messages(path: Path) -> list[tuple[str, str, ElementTree.Element]]:
    found: list[tuple[str, str, ElementTree.Element]] = []
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            found.append((context.findtext("name", ""), message.findtext("source", ""), message))
    return found


def forms(message: ElementTree.Element) -> list[str]:
    translation = message.find("translation")
    assert translation is not None
    plurals = [form.text or "" for form in translation.iter("numerusform")]
    return plurals or [translation.text or ""]


@pytest.mark.parametrize(("name", "extra"), [("vivavoce_zh_CN", ()), ("vivavoce_en", ("-pluralonly",))])
def test_every_text_of_the_window_is_translated(tmp_path: Path, name: str, extra: tuple[str, ...]) -> None:
    fresh = tmp_path / f"{name}.ts"
    shutil.copy(FOLDER / f"{name}.ts", fresh)
    run("pyside6-lupdate", *extra, "-extensions", "py", "-locations", "none", "-no-obsolete", "ui", "-ts", str(fresh))
    unfinished = [
        f"{context}: {source}"
        for context, source, message in messages(fresh)
        if message.find("translation").get("type") == "unfinished"  # type: ignore[union-attr] # each has one
    ]
    assert unfinished == []
    gone = {(c, s) for c, s, _ in messages(FOLDER / f"{name}.ts")} - {(c, s) for c, s, _ in messages(fresh)}
    assert gone == set(), "texts that the window no longer says"


def test_a_translation_has_the_same_places_to_fill_in() -> None:
    for name in ("vivavoce_zh_CN", "vivavoce_en"):
        for context, source, message in messages(FOLDER / f"{name}.ts"):
            for form in forms(message):
                wanted = set(re.findall(r"\{\w+\}|%\d", source))
                assert set(re.findall(r"\{\w+\}|%\d", form)) == wanted, f"{context}: {source}"


def test_chinese_is_written_with_chinese_marks() -> None:
    """Full-width punctuation between Han characters, and a space where Latin words or figures begin."""
    for context, source, message in messages(FOLDER / "vivavoce_zh_CN.ts"):
        for form in forms(message):
            assert not re.search(r"[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]", form), f"{context}: {source}"
            assert not re.search(r"[\u4e00-\u9fff][A-Za-z]|[A-Za-z][\u4e00-\u9fff]", strip_dates(form)), form


def strip_dates(text: str) -> str:
    return re.sub(r"yyyy年|M月|d日", "", text)


@pytest.mark.parametrize("name", ["vivavoce_zh_CN", "vivavoce_en"])
def test_the_compiled_file_is_up_to_date(tmp_path: Path, name: str) -> None:
    run("pyside6-lrelease", str(FOLDER / f"{name}.ts"), "-qm", str(tmp_path / "fresh.qm"))
    assert (tmp_path / "fresh.qm").read_bytes() == (FOLDER / f"{name}.qm").read_bytes()
