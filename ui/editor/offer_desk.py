"""Asks a person what shall become of a better pass over words that they edited: all of it, some places, or nothing.

Lives on the window's thread, owned by ``VersionsDesk``. What would change is read in the background; nothing changes
before the person says so. A place that is taken is an edit like any other, and undone like one.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.editing.version_diff import Difference
from app.editing.version_taking import TakeLines
from app.library.library import Library
from app.meetings.edit import VersionInfo
from app.meetings.identifiers import MeetingId, VersionId
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.offer_dialog import OfferDialog
from ui.editor.version_reading import Comparison, read_offer
from ui.messages.error_messages import describe_error
from ui.widgets.message_bar import MessageBar, MessageKind


class OfferDesk(QObject):
    """Knows the better pass that waits, one at a time."""

    moment_chosen = Signal(int)
    """A place to look at, in milliseconds."""

    def __init__(
        self,
        *,
        library: Library,
        background: Background,
        editor: MeetingEditor,
        message: MessageBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._background = background
        self._editor = editor
        self._message = message
        self._meeting_id: MeetingId | None = None
        self._offered: VersionInfo | None = None
        self._told: VersionId | None = None
        self._dialog: OfferDialog | None = None

    @property
    def dialog(self) -> OfferDialog | None:
        """What stands open."""
        return self._dialog

    @property
    def is_waiting(self) -> bool:
        """Whether a better pass waits for an answer."""
        return self._offered is not None

    def show_versions(self, meeting_id: MeetingId, versions: Sequence[VersionInfo]) -> None:
        """The meeting has these; a better pass that waits is told of once."""
        self._meeting_id = meeting_id
        self._offered = next((each for each in versions if each.is_offered), None)
        if self._offered is None:
            self._close()
        elif self._offered.id != self._told:
            self._told = self._offered.id
            self._read(self._on_told)

    def look(self) -> None:
        """Show what would change."""
        if self._offered is not None and self._dialog is None:
            self._editor.flush()
            self._read(self._on_looked)

    def forget(self) -> None:
        """Another meeting is opened."""
        self._meeting_id, self._offered, self._told = None, None, None
        self._close()

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.close()

    def _read(self, then: Callable[[Comparison], None]) -> None:
        if self._meeting_id is not None and self._offered is not None:
            work = partial(read_offer, self._library, self._meeting_id, self._offered)
            deliver(self._background.run(work), then, self._on_failed)

    def _on_told(self, comparison: Comparison) -> None:
        if not self._is_asked(comparison):
            return
        if not comparison.differences:
            self._take()  # nothing that can be seen changes: there is nothing to ask
            return
        changed = self.tr("%n place(s) would change", "", len(comparison.differences))
        kept = self.tr("%n line(s) of yours would stay", "", comparison.kept)
        text = self.tr("It was understood again: {changed}, {kept}. Nothing has changed yet.")
        self._message.say(text.format(changed=changed, kept=kept), other=self.tr("Look at it"))

    def _on_looked(self, comparison: Comparison) -> None:
        if not self._is_asked(comparison) or self._dialog is not None:
            return
        self._dialog = OfferDialog(comparison, parent=self._message.window())
        self._dialog.all_taken.connect(self._take)
        self._dialog.places_taken.connect(self._on_places)
        self._dialog.declined.connect(self._decline)
        self._dialog.moment_chosen.connect(self.moment_chosen)
        self._dialog.finished.connect(self._on_closed)
        self._dialog.show()

    def _is_asked(self, comparison: Comparison) -> bool:
        """Whether the answer is about what is open and still waits."""
        is_it = self._offered is not None and comparison.new.info.id == self._offered.id
        return is_it and comparison.meeting_id == self._meeting_id

    def _on_places(self, differences: Sequence[Difference]) -> None:
        if self._dialog is None:
            return
        speakers = self._dialog.comparison.new_speakers
        taken = [
            each for each in differences if self._editor.apply(TakeLines(each.before, each.after, speakers)) is not None
        ]
        for each in taken:
            self._dialog.show_taken(each)
        if len(taken) < len(differences):
            self._dialog.say(self.tr("This place was changed since; look again to see what stands there now."))

    def _take(self) -> None:
        if self._meeting_id is not None and self._offered is not None:
            self._editor.flush()
            taken = self._library.take_offer(self._meeting_id, self._offered.id)
            deliver(taken, self._on_answered, self._on_failed)

    def _decline(self) -> None:
        if self._meeting_id is not None and self._offered is not None:
            declined = self._library.decline_offer(self._meeting_id, self._offered.id)
            deliver(declined, self._on_answered, self._on_failed)

    def _on_answered(self, _nothing: None) -> None:
        self._offered = None
        self._close()

    def _on_closed(self) -> None:
        self._dialog = None

    def _on_failed(self, error: VivavoceError) -> None:
        self._message.say(describe_error(error), MessageKind.DANGER)
