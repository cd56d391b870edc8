"""Asks how many people speak in a recording, before its speakers are told apart anew. On the window's thread."""

from PySide6.QtWidgets import QWidget

from engine.contract.speakers import ANY_COUNT, SpeakerCount
from ui.dialogs.form_dialog import FormDialog
from ui.dialogs.speaker_count_field import SpeakerCountField


class SpeakerCountDialog(FormDialog):
    """The dialog. Emits ``accepted``; then ``count`` is the person's."""

    def __init__(self, count: SpeakerCount = ANY_COUNT, *, found: int = 2, parent: QWidget | None = None) -> None:
        """``found``: so many there are now; whoever wants another number begins to look there."""
        super().__init__(
            self.tr("How many speakers?"),
            self.tr(
                "The speakers are told apart anew, which takes seconds. The text stays, and so do names and lines that "
                "you gave to somebody."
            ),
            action=self.tr("Find speakers"),
            parent=parent,
        )
        self.people = SpeakerCountField(count, found=found)
        self.add_row("", self.people)

    @property
    def count(self) -> SpeakerCount:
        """What the person said."""
        return self.people.count
