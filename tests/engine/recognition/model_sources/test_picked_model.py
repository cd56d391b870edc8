import stat
import struct
import zipfile
from pathlib import Path

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import ArchiveRefused, DiskFull
from engine.recognition.model_sources import picked_model
from engine.recognition.speech_model_store import ModelState, SpeechModelStore
from tests.builders.tiny_speech_models import describe, make_catalogue, make_files, write_folder, write_zip
from tests.fakes.model_sources import open_these

FILES = make_files()
OTHER = make_files("other")


@pytest.fixture
def store(tmp_path: Path) -> SpeechModelStore:
    return SpeechModelStore(
        tmp_path / "models", make_catalogue(describe(FILES)), sources=open_these(), free_bytes=lambda _: 1 << 40
    )


def assert_refused(store: SpeechModelStore, path: Path, reason: str, *, name: str | None = None) -> None:
    before = sorted(path.parent.rglob("*"))
    with pytest.raises(ArchiveRefused, match=reason) as caught:
        store.add_from(path, name=name)
    assert str(caught.value).endswith("Nothing was changed.")
    assert store.installed() == []
    assert {entry for entry in path.parent.rglob("*") if entry.name != ".lock"} <= {*before, store.folder}


@pytest.mark.parametrize("inside", ["", "faster-whisper-tiny/", "深い/フォルダ/"])
def test_a_published_speech_model_is_recognised_in_a_zip(store: SpeechModelStore, tmp_path: Path, inside: str):
    path = write_zip(tmp_path / "Модель.zip", {**FILES, "README.md": b"hello"}, inside=inside)
    assert store.add_from(path) == "tiny"
    assert store.check("tiny").state is ModelState.MATCHES
    assert {entry.name for entry in store.path_of("tiny").iterdir()} == {*FILES, "manifest.json", "checked.json"}
    assert store.installed()[0].source == "imported from “Модель.zip”"


@pytest.mark.parametrize("inner", [".", "a/b/c"])
def test_a_published_speech_model_is_recognised_in_a_folder(store: SpeechModelStore, tmp_path: Path, inner: str):
    write_folder(tmp_path / "我的模型" / inner, FILES)
    assert store.add_from(tmp_path / "我的模型") == "tiny"
    assert store.path_of("tiny")


def test_importing_mends_a_damaged_speech_model(store: SpeechModelStore, tmp_path: Path):
    picked = write_folder(tmp_path / "picked", FILES)
    store.add_from(picked)
    (store.folder / "tiny" / "model.bin").write_bytes(b"")
    store.add_from(picked)
    assert store.check("tiny").state is ModelState.MATCHES


def test_a_hub_cache_with_its_links_is_understood(store: SpeechModelStore, tmp_path: Path):
    cache = tmp_path / "hub" / "models--Somebody--whisper-other"
    blobs = write_folder(cache / "blobs", {f"blob{number}": content for number, content in enumerate(OTHER.values())})
    snapshot = cache / "snapshots" / "0123abcd"
    snapshot.mkdir(parents=True)
    for number, name in enumerate(OTHER):
        (snapshot / name).symlink_to(f"../../blobs/blob{number}")
    assert store.add_from(snapshot) == "whisper-other"
    store.remove("whisper-other")
    assert store.add_from(cache) == "whisper-other"
    assert not (store.path_of("whisper-other") / "model.bin").is_symlink()
    assert sorted(blobs.iterdir())


def test_an_unknown_speech_model_keeps_the_name_a_person_gives(store: SpeechModelStore, tmp_path: Path):
    path = write_zip(tmp_path / "x.zip", OTHER)
    assert store.add_from(path, name="课堂 模型") == "课堂 模型"
    [model] = store.installed()
    assert (model.name, model.is_custom, model.state) == ("课堂 模型", True, ModelState.MATCHES)
    assert store.path_of("课堂 模型")
    (store.path_of("课堂 模型") / "config.json").write_bytes(b"{}")
    assert store.check("课堂 模型").damaged == ("config.json",)


def test_a_name_is_made_where_none_is_given_and_never_twice(store: SpeechModelStore, tmp_path: Path):
    for folder in ("a", "b"):
        write_folder(tmp_path / folder / "Tiny", OTHER)
    assert store.add_from(tmp_path / "a" / "Tiny") == "Tiny-2"  # the catalogue has a “tiny”
    assert store.add_from(tmp_path / "b" / "Tiny") == "Tiny-3"


@pytest.mark.parametrize("name", ["tiny", "TINY", "mine"])
def test_a_name_that_is_taken_is_refused(store: SpeechModelStore, tmp_path: Path, name: str):
    store.add_from(write_zip(tmp_path / "x.zip", OTHER), name="Mine")
    with pytest.raises(ArchiveRefused, match="there is already a speech model called"):
        store.add_from(write_zip(tmp_path / "y.zip", make_files("third")), name=name)


@pytest.mark.parametrize("name", ["../evil", "a/b", ".hidden", "con", "x.part"])
def test_an_unsafe_name_is_refused(store: SpeechModelStore, tmp_path: Path, name: str):
    assert_refused(store, write_zip(tmp_path / "x.zip", OTHER), "cannot be the name of a folder", name=name)


def test_published_weights_with_another_vocabulary_are_refused(store: SpeechModelStore, tmp_path: Path):
    path = write_zip(tmp_path / "x.zip", {**FILES, "tokenizer.json": b"{}"})
    assert_refused(store, path, r"its tokenizer\.json is not the one published for “tiny”")


def test_weights_of_another_kind_are_refused(store: SpeechModelStore, tmp_path: Path):
    assert_refused(store, write_zip(tmp_path / "x.zip", {**OTHER, "model.bin": b"PK pickle"}), "CTranslate2 form")
    assert_refused(store, write_zip(tmp_path / "y.zip", {**OTHER, "config.json": b"{"}), r"its config\.json is damaged")


@pytest.mark.parametrize("missing", ["model.bin", "config.json"])
def test_an_incomplete_speech_model_is_none(store: SpeechModelStore, tmp_path: Path, missing: str):
    """Case 88."""
    files = {name: content for name, content in FILES.items() if name != missing}
    assert_refused(store, write_zip(tmp_path / "x.zip", files), "it holds no speech model")
    assert_refused(store, write_folder(tmp_path / "x", files), "it holds no speech model")


def test_two_speech_models_at_once_are_refused(store: SpeechModelStore, tmp_path: Path):
    write_folder(tmp_path / "both" / "one", FILES)
    write_folder(tmp_path / "both" / "two", OTHER)
    assert_refused(store, tmp_path / "both", "more than one speech model")


def test_what_is_neither_folder_nor_zip_is_refused(store: SpeechModelStore, tmp_path: Path):
    assert_refused(store, tmp_path / "nothing.zip", "it is not there")
    (tmp_path / "text.zip").write_text("hello")
    assert_refused(store, tmp_path / "text.zip", "neither a folder nor a zip")
    whole = write_zip(tmp_path / "whole.zip", FILES).read_bytes()
    (tmp_path / "cut.zip").write_bytes(whole[: len(whole) * 6 // 10])
    assert_refused(store, tmp_path / "cut.zip", "neither a folder nor a zip")


def test_a_damaged_zip_is_refused(store: SpeechModelStore, tmp_path: Path):
    path = write_zip(tmp_path / "x.zip", FILES)
    content = bytearray(path.read_bytes())
    content[2_000:2_100] = bytes(100)
    path.write_bytes(content)
    assert_refused(store, path, r"its model\.bin is damaged")


@pytest.mark.parametrize(
    "name", ["../evil.txt", "a/../../evil.txt", "/tmp/evil.txt", "C:\\evil.txt", "..\\evil.txt", "\\\\server\\evil"]
)
def test_a_file_that_leads_outside_refuses_the_whole_zip(store: SpeechModelStore, tmp_path: Path, name: str):
    """Case 97."""
    path = write_zip(tmp_path / "x.zip", {**FILES, name: b"evil"})
    assert_refused(store, path, "would be written outside its folder")
    assert not list(tmp_path.rglob("evil*"))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_a_link_or_device_in_a_zip_refuses_it(store: SpeechModelStore, tmp_path: Path, kind: int):
    """Case 97."""
    path = write_zip(tmp_path / "x.zip", FILES)
    with zipfile.ZipFile(path, "a") as archive:
        entry = zipfile.ZipInfo("link")
        entry.create_system = 3
        entry.external_attr = (kind | 0o777) << 16
        archive.writestr(entry, "/etc")
    assert_refused(store, path, "it holds a link")


def test_a_link_out_of_a_picked_folder_is_refused(store: SpeechModelStore, tmp_path: Path):
    """Case 97."""
    picked = write_folder(tmp_path / "picked", {name: FILES[name] for name in FILES if name != "model.bin"})
    (tmp_path / "elsewhere.bin").write_bytes(FILES["model.bin"])
    (picked / "model.bin").symlink_to(tmp_path / "elsewhere.bin")
    assert_refused(store, picked, r"its model\.bin is a link to another place")


@pytest.mark.parametrize("double", ["MODEL.bin", "model.bin"])
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_names_that_differ_in_case_only_are_refused(store: SpeechModelStore, tmp_path: Path, double: str):
    """Case 97."""
    path = write_zip(tmp_path / "x.zip", FILES)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(double, b"evil")
    assert_refused(store, path, "two files in it have the same name")


def test_a_zip_that_grows_beyond_measure_is_refused(store: SpeechModelStore, tmp_path: Path):
    """Case 97: 200 MB of zeros in 190 KB."""
    path = write_zip(tmp_path / "bomb.zip", {**FILES, "a.wav": bytes(200_000_000)})
    assert path.stat().st_size < 400_000
    assert_refused(store, path, "would grow to a size that no speech model has")


def test_a_zip_of_very_many_files_is_refused_before_its_list_is_read(store: SpeechModelStore, tmp_path: Path):
    """Case 97: a million entries; here twenty thousand, and a list that only says it is so long."""
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(20_000):
            archive.writestr(f"folder/file-with-a-longer-name-{number}", b"")
    assert_refused(store, path, "far more files than a speech model")
    claims = write_zip(tmp_path / "claims.zip", FILES)
    content = bytearray(claims.read_bytes())
    struct.pack_into("<I", content, len(content) - 22 + 12, 500_000_000)
    claims.write_bytes(content)
    assert_refused(store, claims, "far more files than a speech model")


def test_a_password_is_not_asked_for(store: SpeechModelStore, tmp_path: Path):
    path = write_zip(tmp_path / "x.zip", FILES)
    content = bytearray(path.read_bytes())
    at = content.index(b"PK\x01\x02")
    content[at + 8] |= 1
    path.write_bytes(content)
    assert_refused(store, path, "protected by a password")


def test_a_full_disk_is_said_before_anything_is_written(tmp_path: Path):
    store = SpeechModelStore(tmp_path / "models", make_catalogue(), free_bytes=lambda _: 1000)
    with pytest.raises(DiskFull):
        store.add_from(write_zip(tmp_path / "x.zip", FILES))
    assert [entry.name for entry in store.folder.iterdir()] == [".lock"]


def test_a_cancelled_import_leaves_nothing(store: SpeechModelStore, tmp_path: Path):
    cancellation = Cancellation()
    picked = write_folder(tmp_path / "picked", FILES)
    with pytest.raises(Cancelled):
        store.add_from(picked, cancellation=cancellation, on_progress=lambda done, total: cancellation.request())
    assert [entry.name for entry in store.folder.iterdir()] == [".lock"]


def test_only_folders_near_the_picked_one_are_searched(store: SpeechModelStore, tmp_path: Path):
    write_folder(tmp_path / "home" / "1/2/3/4/5", FILES)
    assert_refused(store, tmp_path / "home", "it holds no speech model")
    for number in range(picked_model.MOST_FOLDERS + 1):
        (tmp_path / "full" / str(number)).mkdir(parents=True)
    assert_refused(store, tmp_path / "full", "too many folders")
