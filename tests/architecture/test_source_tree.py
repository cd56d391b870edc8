"""Every folder and module says what it is, and is named after what it holds."""

import ast
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT, folders, modules

NOT_A_NOUN = {
    "base",
    "common",
    "core",
    "helper",
    "helpers",
    "lib",
    "manager",
    "misc",
    "stuff",
    "tools",
    "util",
    "utils",
}
ALL_MODULES = list(modules())


def test_every_folder_says_what_lives_there():
    silent = [
        str(folder)
        for folder in folders("app", "ui", "engine", "resources", "installers")
        if not (ROOT / folder / "README.md").is_file() and not is_part_of_a_described_set(folder)
    ]
    silent += [str(folder) for folder in folders("tests") if len(folder.parts) == 2 and is_silent_test_folder(folder)]
    assert not silent, f"no README.md in {', '.join(silent)}"


def is_part_of_a_described_set(folder: Path) -> bool:
    """Folders of data and of migration scripts that the README above them describes."""
    return folder.name == "versions" or folder.parts[:2] == ("resources", "licences")


def is_silent_test_folder(folder: Path) -> bool:
    """Folders that mirror the application are described there."""
    return folder.name not in {"app", "ui", "engine", "installers"} and not (ROOT / folder / "README.md").is_file()


def test_every_folder_of_code_is_a_package():
    bare = [str(folder) for folder in folders("app", "ui", "engine") if has_code(folder) and not is_package(folder)]
    assert not bare, f"no __init__.py in {', '.join(bare)}"


def has_code(folder: Path) -> bool:
    return any((ROOT / folder).glob("*.py"))


def is_package(folder: Path) -> bool:
    # Alembic runs its version scripts by path.
    return folder.name == "versions" or (ROOT / folder / "__init__.py").is_file()


@pytest.mark.parametrize("path", ALL_MODULES, ids=str)
def test_a_module_says_why_it_exists(path: Path):
    assert ast.get_docstring(ast.parse((ROOT / path).read_text("utf-8"))), f"{path} has no docstring"


def test_a_file_is_named_after_its_noun():
    vague = [str(path) for path in ALL_MODULES if path.stem in NOT_A_NOUN or path.parent.name in NOT_A_NOUN]
    assert not vague


def test_tests_lie_where_the_code_lies():
    """``tests/app/library/test_library.py`` tests ``app/library/library.py``, or what its folder does together."""
    homeless = [
        str(path.relative_to(ROOT))
        for package in ("app", "ui", "engine")
        for path in sorted((ROOT / "tests" / package).rglob("test_*.py"))
        if not (ROOT / path.parent.relative_to(ROOT / "tests")).is_dir()
    ]
    assert not homeless
