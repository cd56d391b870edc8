"""Lets the person pick files or a folder: the system's own dialog, and Qt's where there is no desktop that has one.

Called on the window's thread by whoever needs a file. No subclass of ``QFileDialog``: Qt would take its own dialog for
that everywhere. Qt's own is dressed here, since its drawings and places are none of ours.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QFileInfo, QSize, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QAbstractFileIconProvider, QIcon
from PySide6.QtWidgets import QFileDialog, QHeaderView, QListView, QSplitter, QToolButton, QTreeView, QWidget

from ui.style.fonts import scaled
from ui.style.icons import Icon, tinted_icon
from ui.style.tokens import ICON, Role

translate = QCoreApplication.translate
"""Under this name the translation tools find the texts."""

_SIZE = QSize(880, 560)
_FRAME = QSize(32, 64)
"""What the window manager puts around it, about."""
_PLACES_WIDTH = 176
_PLACES = (
    QStandardPaths.StandardLocation.HomeLocation,
    QStandardPaths.StandardLocation.DesktopLocation,
    QStandardPaths.StandardLocation.DocumentsLocation,
    QStandardPaths.StandardLocation.DownloadLocation,
    QStandardPaths.StandardLocation.MusicLocation,
    QStandardPaths.StandardLocation.MoviesLocation,
)
_BUTTONS = {
    "backButton": Icon.CHEVRON_LEFT,
    "forwardButton": Icon.CHEVRON_RIGHT,
    "toParentButton": Icon.CHEVRON_UP,
    "newFolderButton": Icon.PLUS,
}
_NEEDLESS = ("listModeButton", "detailModeButton")
"""There is one view, with sizes and dates."""
_TYPE_COLUMN = 2
"""The ending of the name says it already."""


def make_file_picker(
    title: str, *, folder: Path, mode: QFileDialog.FileMode, filters: Sequence[str] = (), parent: QWidget
) -> QFileDialog:
    """A picker that begins in a folder and deletes itself when closed; connect its signals, then ``open()`` it."""
    picker = QFileDialog(parent, title, str(folder))
    picker.setFileMode(mode)
    if mode is QFileDialog.FileMode.Directory:
        picker.setOption(QFileDialog.Option.ShowDirsOnly)
    if filters:
        picker.setOption(QFileDialog.Option.HideNameFilterDetails)
        picker.setNameFilters(list(filters))
    picker.setLabelText(QFileDialog.DialogLabel.LookIn, translate("FilePicker", "Look in:"))
    picker.setLabelText(QFileDialog.DialogLabel.FileType, translate("FilePicker", "Show:"))
    picker.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if picker.findChild(QTreeView, "treeView") is not None:  # only Qt's own has widgets
        _dress(picker)
    return picker


def folder_to_begin_in(remembered: str) -> Path:
    """The remembered folder if it is still there, else the person's documents."""
    if remembered and Path(remembered).is_dir():
        return Path(remembered)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents) if documents and Path(documents).is_dir() else Path.home()


class TokenIcons(QAbstractFileIconProvider):
    """Folders and files in our own drawings."""

    def icon(self, asked: QFileInfo | QAbstractFileIconProvider.IconType) -> QIcon:  # type: ignore[override] # Qt asks both ways by one name
        """Qt: the drawing for a file or for a kind of place."""
        kinds = QAbstractFileIconProvider.IconType
        if isinstance(asked, QFileInfo):
            is_folder = asked.isDir()
        elif asked in (kinds.Computer, kinds.Drive, kinds.Desktop, kinds.Network):
            return tinted_icon(Icon.SCREEN, Role.TEXT2, scaled(ICON))
        else:
            is_folder = asked is kinds.Folder
        return tinted_icon(Icon.FOLDER if is_folder else Icon.DOCUMENT, Role.TEXT2, scaled(ICON))


def _dress(picker: QFileDialog) -> None:
    icons = TokenIcons()
    picker.setIconProvider(icons)
    picker.setProperty("icons", icons)  # Qt does not keep it
    picker.setViewMode(QFileDialog.ViewMode.Detail)
    for name, icon in _BUTTONS.items():
        button = picker.findChild(QToolButton, name)
        if button is not None:
            button.setIcon(tinted_icon(icon, Role.TEXT, scaled(ICON)))
            button.setIconSize(QSize(scaled(ICON), scaled(ICON)))
    for name in _NEEDLESS:
        button = picker.findChild(QToolButton, name)
        if button is not None:
            button.hide()
    picker.resize(_SIZE.scaled(scaled(_SIZE.width()), scaled(_SIZE.height()), Qt.AspectRatioMode.KeepAspectRatio))
    picker.resize(picker.size().boundedTo(picker.screen().availableSize() - _FRAME))
    _dress_lists(picker)


def _dress_lists(picker: QFileDialog) -> None:
    places = [Path(QStandardPaths.writableLocation(place)) for place in _PLACES]
    picker.setSidebarUrls([QUrl.fromLocalFile(str(place)) for place in dict.fromkeys(places) if place.is_dir()])
    for view in (*picker.findChildren(QListView), *picker.findChildren(QTreeView)):
        view.setIconSize(QSize(scaled(ICON), scaled(ICON)))
    splitter, tree = picker.findChild(QSplitter), picker.findChild(QTreeView, "treeView")
    if splitter is not None and tree is not None:
        splitter.setSizes([scaled(_PLACES_WIDTH), picker.width() - scaled(_PLACES_WIDTH)])
        tree.setColumnHidden(_TYPE_COLUMN, True)
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
