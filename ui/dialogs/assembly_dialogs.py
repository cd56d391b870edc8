"""Asks which recordings become one, and where one is divided. Opened by ``shelf_desk.py``, on the window's thread."""

from collections.abc import Sequence

from PySide6.QtWidgets import QLineEdit, QWidget

from app.meetings.identifiers import MeetingId
from app.meetings.typed_time import typed_time
from ui.dialogs.form_dialog import FormDialog
from ui.reading.clock import clock
from ui.widgets.choice import Choice


class MergeDialog(FormDialog):
    """Which recording is put behind which."""

    def __init__(
        self,
        meeting_id: MeetingId,
        title: str,
        others: Sequence[tuple[MeetingId, str, bool]],
        *,
        parent: QWidget | None = None,
    ) -> None:
        """``others``: id, how it is called, and whether it is the earlier of the two."""
        super().__init__(
            self.tr("Put together with “{title}”").format(title=title),
            self.tr(
                "The two become one meeting, the later behind the earlier: sound, words, speakers and notes. "
                "Both stay in the bin as they are, until you empty it."
            ),
            action=self.tr("Put together"),
            parent=parent,
        )
        self._meeting_id = meeting_id
        self._is_earlier = {other: is_earlier for other, _, is_earlier in others}
        self.other = Choice(self.tr("Recording"))
        for other, words, _ in others:
            self.other.offer(other, words)
        self.add_row(self.tr("Recording"), self.other)
        self.go_on.setEnabled(bool(others))
        self.other.setFocus()

    @property
    def pair(self) -> tuple[MeetingId, MeetingId]:
        """The earlier and the later."""
        other = MeetingId(str(self.other.chosen))
        return (other, self._meeting_id) if self._is_earlier.get(other) else (self._meeting_id, other)


class SplitDialog(FormDialog):
    """Where a recording is divided."""

    def __init__(self, title: str, length_ms: int, at_ms: int, *, parent: QWidget | None = None) -> None:
        super().__init__(
            self.tr("Divide “{title}”").format(title=title),
            self.tr(
                "It becomes two meetings, cut in the pause nearest to this time. It is {length} long. "
                "The whole stays in the bin as it is, until you empty it."
            ).format(length=clock(length_ms)),
            action=self.tr("Divide"),
            parent=parent,
        )
        self._length_ms = length_ms
        self.field = QLineEdit(clock(at_ms))
        self.field.setPlaceholderText("0:41:10")
        self.add_row(self.tr("Time"), self.field)
        self.field.textChanged.connect(self._show_whether)
        self._show_whether()
        self.field.selectAll()
        self.field.setFocus()

    @property
    def at_ms(self) -> int | None:
        """The time that is written there; ``None`` if it is none, or not inside of the recording."""
        at_ms = typed_time(self.field.text())
        return at_ms if at_ms is not None and 0 < at_ms < self._length_ms else None

    def _show_whether(self) -> None:
        self.go_on.setEnabled(self.at_ms is not None)
