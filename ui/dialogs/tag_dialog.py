"""Asks for the tags of a meeting, with commas between them. Opened by ``shelf_desk.py``, on the window's thread."""

from collections.abc import Sequence

from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget

from ui.dialogs.form_dialog import FormDialog


class TagDialog(FormDialog):
    """The dialog; ``tags`` are what the person wrote."""

    def __init__(self, title: str, tags: Sequence[str], known: Sequence[str], *, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Tags of “{title}”").format(title=title), "", action=self.tr("Save"), parent=parent)
        self.field = QLineEdit(self.tr(", ").join(tags))
        self.field.setMaxLength(2000)
        self.field.setPlaceholderText(self.tr("exam, week 3"))
        self.add_row(self.tr("Tags, with commas"), self.field)
        if known:
            self.say(self.tr("In use: {tags}").format(tags=self.tr(", ").join(known[:12])))
        self.field.setCompleter(QCompleter(list(known), self.field))
        self.field.selectAll()
        self.field.setFocus()

    @property
    def tags(self) -> list[str]:
        """What is written, tag by tag; Chinese commas are commas as well."""
        written = self.field.text().replace("，", ",").replace("、", ",")
        return [tag.strip() for tag in written.split(",") if tag.strip()]
