"""Picking files where the desktop has no dialog of its own."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QToolButton, QTreeView, QWidget

from tests.ui.window_stage import Stage
from ui.dialogs.file_picker import folder_to_begin_in, make_file_picker

AUDIO = "Audio and video (*.mp3 *.wav)"


@pytest.fixture
def parent(stage: Stage) -> QWidget:
    """Dressed like the window, gone with it."""
    return stage.open_window()


def make_picker(parent: QWidget, folder: Path, mode: QFileDialog.FileMode) -> QFileDialog:
    return make_file_picker("Choose", folder=folder, mode=mode, filters=(AUDIO, "All files (*)"), parent=parent)


def test_a_picker_begins_in_its_folder_and_offers_its_filters(parent: QWidget, tmp_path: Path) -> None:
    picker = make_picker(parent, tmp_path, QFileDialog.FileMode.ExistingFiles)
    assert Path(picker.directory().absolutePath()) == tmp_path
    assert picker.nameFilters() == [AUDIO, "All files (*)"]
    assert picker.selectedNameFilter() == AUDIO


def test_qts_own_picker_shows_names_sizes_and_dates_in_one_view(parent: QWidget, tmp_path: Path) -> None:
    picker = make_picker(parent, tmp_path, QFileDialog.FileMode.ExistingFiles)
    tree = picker.findChild(QTreeView, "treeView")
    assert tree is not None
    assert [tree.isColumnHidden(column) for column in range(4)] == [False, False, True, False]
    for name in ("listModeButton", "detailModeButton"):
        button = picker.findChild(QToolButton, name)
        assert button is not None
        assert button.isHidden()
    assert not picker.iconProvider().icon(picker.iconProvider().IconType.Folder).isNull()


def test_a_picker_of_folders_shows_no_files(parent: QWidget, tmp_path: Path) -> None:
    picker = make_picker(parent, tmp_path, QFileDialog.FileMode.Directory)
    assert picker.testOption(QFileDialog.Option.ShowDirsOnly)


def test_a_remembered_folder_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    assert folder_to_begin_in(str(tmp_path)) == tmp_path
    elsewhere = folder_to_begin_in(str(tmp_path / "gone"))
    assert elsewhere.is_dir()
    assert elsewhere == folder_to_begin_in("")
