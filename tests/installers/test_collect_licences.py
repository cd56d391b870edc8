"""``resources/licences``: complete, readable, and about what we depend on today."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
LICENCES = ROOT / "resources" / "licences"


@pytest.fixture(scope="module")
def entries() -> list[dict[str, str]]:
    """What the About page reads."""
    return json.loads((LICENCES / "index.json").read_text("utf-8"))


def test_every_component_tells_its_licence_and_has_its_text(entries: list[dict[str, str]]):
    for entry in entries:
        assert set(entry) == {"name", "version", "licence", "file", "note"}, entry
        assert entry["name"] and entry["licence"], entry
        assert (LICENCES / entry["file"]).read_text("utf-8").strip(), entry


def test_everything_we_depend_on_is_listed(entries: list[dict[str, str]]):
    listed = {re.sub(r"[-_.]+", "-", entry["name"]).lower() for entry in entries}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + extras["desktop"] + extras["worker"]
    names = {re.sub(r"[-_.]+", "-", Requirement(text).name).lower() for text in wanted}
    assert names - listed == set(), "run installers/collect_licences.py"
    assert {"qt", "ffmpeg", "whisper speech models"} <= {entry["name"].lower() for entry in entries}


def test_every_dependency_has_a_lower_and_an_upper_bound():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    for text in [*project["dependencies"], *(text for extra in extras for text in extra)]:
        operators = {bound.operator for bound in Requirement(text).specifier}
        assert {">=", "<"} <= operators, text


def test_our_own_licence_is_apache():
    assert (ROOT / "LICENSE").read_text("utf-8").strip().startswith("Apache License")
