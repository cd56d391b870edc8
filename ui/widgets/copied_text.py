"""Words for the clipboard, plain and with their form. On the window's thread."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QStandardItemModel


def copied_text(plain: str, html: str) -> QMimeData:
    """What goes onto the clipboard, to be pasted as plain text or with its form.

    The clipboard outlives Python. A ``QMimeData`` that Python makes calls back into it when it is asked or deleted, and
    after the end that is a crash (seen with PySide6 6, without a screen). That of a model is made by Qt alone.
    """
    model = QStandardItemModel(1, 1)
    data = model.mimeData([model.index(0, 0)])
    for kind in data.formats():
        data.removeFormat(kind)
    data.setText(plain)
    data.setHtml(html)
    return data
