import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from app.exporting import destination
from app.exporting.destination import export_files, planned_files
from app.exporting.profile import ExportProfile
from app.meetings.errors import DestinationExists, DestinationNotWritable
from engine.contract.errors import DiskFull
from tests.builders.transcripts import document_of, line

DOCUMENT = document_of(line("Good morning."), title="Weekly")
SUBTITLES = ExportProfile(formats=("srt", "vtt"))


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_are_called_by_the_title(tmp_path: Path) -> None:
    paths = export_files(DOCUMENT, SUBTITLES, tmp_path / "new" / "folder")
    assert paths == [tmp_path / "new" / "folder" / "Weekly.srt", tmp_path / "new" / "folder" / "Weekly.vtt"]
    assert paths[0].read_text(encoding="utf-8").startswith("1\n00:00:00,000")
    assert names_in(tmp_path / "new" / "folder") == ["Weekly.srt", "Weekly.vtt"]


def test_batch_exports_do_not_overwrite_one_another(tmp_path: Path) -> None:
    """Case 79."""
    (tmp_path / "talk.srt").write_text("edited by hand", encoding="utf-8")
    profile = ExportProfile(formats=("srt",))
    stems = [Path(name).stem for name in ("talk.mp3", "talk.wav", "TALK.mp4")]
    written = [export_files(DOCUMENT, profile, tmp_path, stem=stem)[0].name for stem in stems]
    assert written == ["talk (2).srt", "talk (3).srt", "TALK (4).srt"]
    assert (tmp_path / "talk.srt").read_text(encoding="utf-8") == "edited by hand"
    twice = [export_files(DOCUMENT, profile, tmp_path)[0].name for _ in range(2)]
    assert twice == ["Weekly.srt", "Weekly (2).srt"]


def test_the_files_of_one_export_share_their_number(tmp_path: Path) -> None:
    """Case 79."""
    (tmp_path / "WEEKLY.VTT").touch()
    assert [path.name for path in export_files(DOCUMENT, SUBTITLES, tmp_path)] == ["Weekly (2).srt", "Weekly (2).vtt"]


def test_composed_and_decomposed_names_count_as_the_same(tmp_path: Path) -> None:
    """Case 79."""
    (tmp_path / "cafe\u0301.srt").touch()
    written = export_files(DOCUMENT, ExportProfile(formats=("srt",)), tmp_path, stem="café")
    assert [path.name for path in written] == ["café (2).srt"]


def test_replacing_takes_the_place_of_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "Weekly.srt").write_text("old", encoding="utf-8")
    paths = export_files(DOCUMENT, SUBTITLES, tmp_path, replace=True)
    assert [path.name for path in paths] == ["Weekly.srt", "Weekly.vtt"]
    assert "Good morning." in paths[0].read_text(encoding="utf-8")
    assert names_in(tmp_path) == ["Weekly.srt", "Weekly.vtt"]


def test_a_folder_of_that_name_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "Weekly.srt").mkdir()
    with pytest.raises(DestinationExists, match="is there already"):
        export_files(DOCUMENT, ExportProfile(formats=("srt",)), tmp_path, replace=True)
    assert names_in(tmp_path) == ["Weekly.srt"]


def test_taken_names_can_be_told_before(tmp_path: Path) -> None:
    (tmp_path / "weekly.VTT").touch()
    assert planned_files(DOCUMENT, SUBTITLES, tmp_path) == (["Weekly.srt", "Weekly.vtt"], ["Weekly.vtt"])
    assert planned_files(DOCUMENT, SUBTITLES, tmp_path / "not there") == (["Weekly.srt", "Weekly.vtt"], [])


def test_a_file_where_the_folder_should_be_is_a_plain_trouble(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DestinationNotWritable, match="could not be written"):
        export_files(DOCUMENT, SUBTITLES, tmp_path / "file")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of folders work differently there")
def test_a_folder_that_may_not_be_written_is_a_plain_trouble(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(DestinationNotWritable):
            export_files(DOCUMENT, SUBTITLES, tmp_path)
    finally:
        tmp_path.chmod(0o700)


def test_a_full_disk_leaves_nothing_half_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(destination.os, "fsync", full)
    with pytest.raises(DiskFull) as caught:
        export_files(DOCUMENT, SUBTITLES, tmp_path)
    assert caught.value.folder == str(tmp_path)
    assert names_in(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
def test_exported_files_have_the_permissions_of_new_files(tmp_path: Path) -> None:
    path = export_files(DOCUMENT, ExportProfile(formats=("srt",)), tmp_path)[0]
    usual = tmp_path / "usual"
    usual.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)


def test_a_title_in_any_script_is_written(tmp_path: Path) -> None:
    """Case 81."""
    document = document_of(line("下周五发布第二版。", language="zh"), title="線性代數：第三週")
    paths = export_files(document, ExportProfile(formats=("txt",)), tmp_path / "Zoë 测试")
    assert paths == [tmp_path / "Zoë 测试" / "線性代數：第三週.txt"]
    assert paths[0].read_bytes().decode("utf-8") == "[0:00:00] 下周五发布第二版。\n"


def test_the_longest_title_is_written(tmp_path: Path) -> None:
    """Case 80."""
    document = document_of(line("Hello."), title="\U0001f600" * 300)
    for _ in range(3):
        paths = export_files(document, SUBTITLES, tmp_path)
        assert all(path.exists() for path in paths)
    assert len(names_in(tmp_path)) == 6
