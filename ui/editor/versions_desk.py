"""Versions of the open meeting: listed, compared, brought back, and made anew; and what a re-run changed.

Lives on the window's thread, owned by ``MeetingPage``. Reading is done in the background. Whatever is brought back, the
version that was shown before is kept; a single place that is taken from an older version is an edit like any other.
What is asked before a re-run takes the place of edited words is in ``offer_desk.py``.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.editing.line_keeping import RestoreLines
from app.editing.version_diff import Difference
from app.editing.version_taking import TakeLines
from app.library.library import Library
from app.meetings.edit import VersionInfo
from app.meetings.identifiers import JobId, MeetingId, VersionId
from app.meetings.meeting import MeetingStatus
from app.meetings.transcript import Segment, SegmentOrigin, VersionKind
from app.settings.settings_store import SettingsStore
from engine.contract.errors import VivavoceError
from engine.contract.options import RecognitionOptions
from ui.bridge.delivery import deliver
from ui.editor.meeting_editor import MeetingEditor
from ui.editor.meeting_reading import MeetingFacts
from ui.editor.offer_desk import OfferDesk
from ui.editor.version_reading import Comparison, VersionChoice, read_comparison, read_last_change
from ui.editor.versions_dialog import VersionsDialog
from ui.messages.error_messages import describe_error
from ui.widgets.message_bar import MessageBar, MessageKind
from ui.widgets.question import Question

_BUSY = (MeetingStatus.WAITING, MeetingStatus.WORKING, MeetingStatus.RECORDING)


class Reruns(Protocol):
    """What recognises a meeting again, on background threads."""

    def retry(self, meeting_id: MeetingId, *, options: RecognitionOptions | None = None) -> JobId:
        """Begin anew, or go on where it stopped."""
        ...


class VersionsDesk(QObject):
    """Knows the versions of one meeting at a time."""

    moment_chosen = Signal(int)
    """A place to look at, in milliseconds."""

    def __init__(
        self,
        *,
        library: Library,
        imports: Reruns,
        background: Background,
        editor: MeetingEditor,
        message: MessageBar,
        settings: SettingsStore,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._imports = imports
        self._background = background
        self._editor = editor
        self._message = message
        self._settings = settings
        self._facts: MeetingFacts | None = None
        self._shown: VersionId | None = None
        self._dialog: VersionsDialog | None = None
        self._question: Question | None = None
        self._offers = OfferDesk(library=library, background=background, editor=editor, message=message, parent=self)
        self._offers.moment_chosen.connect(self.moment_chosen)
        message.other_acted.connect(self._on_compare_last)

    @property
    def dialog(self) -> VersionsDialog | None:
        """The comparison that is open."""
        return self._dialog

    @property
    def offers(self) -> OfferDesk:
        """What asks before a better pass takes the place of edited words."""
        return self._offers

    @property
    def question(self) -> Question | None:
        """Whether it shall be understood again."""
        return self._question

    @property
    def versions(self) -> Sequence[VersionInfo]:
        """All versions, newest first."""
        return () if self._facts is None else self._facts.versions

    def show_facts(self, facts: MeetingFacts) -> None:
        """The meeting has these versions; where another pass has come to be shown since, say what it changed."""
        before, self._facts = self._shown, facts
        self._offers.show_versions(facts.meeting.id, facts.versions)
        current = next((each for each in facts.versions if each.is_current), None)
        self._shown = None if current is None else current.id
        is_other = before is not None and current is not None and current.id != before
        if is_other and current is not None and current.kind is VersionKind.RECOGNISED and len(facts.versions) > 1:
            work = partial(read_last_change, self._library, facts.meeting.id)
            deliver(self._background.run(work), self._on_last_change, self._on_failed)
        if is_other and self._dialog is not None:
            self._dialog.offer(facts.versions, old=None, new=None)

    def compare(self, version: VersionInfo | None = None) -> None:
        """Open the comparison of a version with what is shown now."""
        if not self.versions or self._facts is None:
            return
        if version is not None and version.is_offered:
            self._offers.look()
            return
        if self._dialog is None:
            window = self._message.window()
            self._dialog = VersionsDialog(parent=window)
            self._dialog.wanted.connect(self._on_wanted)
            self._dialog.take_clicked.connect(self._on_take)
            self._dialog.restore_clicked.connect(self._on_restore)
            self._dialog.moment_chosen.connect(self.moment_chosen)
            self._dialog.finished.connect(self._on_closed)
        older = None if version is None or version.is_current else VersionChoice(version)
        if version is not None and version.is_current and version.edits:
            older = VersionChoice(version, before_edits=True)
        self._editor.flush()
        self._dialog.offer(self.versions, old=older, new=None)
        self._dialog.show()
        self._dialog.raise_()
        self._dialog.activateWindow()

    def bring_back(self, line: Segment) -> None:
        """Put a deleted line into the transcript again."""
        if self._editor.apply(RestoreLines((line,))) is not None:
            self._message.say(self.tr("The line is back. Undo takes it out again."))
            self.moment_chosen.emit(line.start_ms)

    def ask_again(self) -> None:
        """Ask whether the meeting shall be understood again."""
        if self._facts is None or self._question is not None or self._facts.meeting.status in _BUSY:
            return
        text = self.tr(
            "A new version is made from the sound, with the speech model “{model}”. What you wrote, accepted, deleted "
            "or named stays. What is shown now is kept. Where you edited words, you see first what would change, and "
            "take all of it, some places, or nothing."
        )
        self._question = Question(
            self.tr("Understand this recording again?"),
            " ".join((text.format(model=self._options().model), self._said_of_yours())),
            action=self.tr("Understand again"),
            parent=self._message.window(),
        )
        self._question.accepted.connect(self._on_again)
        self._question.finished.connect(self._on_answered)
        self._question.open()

    def _said_of_yours(self) -> str:
        document = self._editor.document
        count = 0 if document is None else sum(line.origin is SegmentOrigin.EDITED for line in document)
        return self.tr("%n line(s) of yours will not be touched.", "", count) if count else ""

    def forget(self) -> None:
        """Another meeting is opened."""
        self._facts, self._shown = None, None
        self._offers.forget()
        for window in (self._dialog, self._question):
            if window is not None:
                window.close()

    def _options(self) -> RecognitionOptions:
        """Those of the last time, with the speech model that is usual now."""
        usual = self._settings.current.recognition_options()
        job = None if self._facts is None else self._facts.job
        return usual if job is None else replace(job.options, model=usual.model)

    def _on_again(self) -> None:
        if self._facts is not None:
            self._editor.flush()
            work = partial(self._imports.retry, self._facts.meeting.id, options=self._options())
            deliver(self._background.run(work), self._on_begun, self._on_failed)

    def _on_begun(self, _job: JobId) -> None:
        self._message.say(self.tr("It is being understood again. You can go on working; nothing of yours is lost."))

    def _on_answered(self) -> None:
        self._question = None

    def _on_last_change(self, comparison: Comparison | None) -> None:
        if comparison is None or self._facts is None or comparison.meeting_id != self._facts.meeting.id:
            return
        changed = self.tr("%n place(s) changed", "", len(comparison.differences))
        text = self.tr("Understood again: {changed}.").format(changed=changed)
        if comparison.kept:  # “0 lines kept” would sound as if some were lost
            kept = self.tr("%n line(s) of yours kept", "", comparison.kept)
            text = self.tr("Understood again: {changed}, {kept}.").format(changed=changed, kept=kept)
        self._message.say(text, other=self.tr("Compare"))

    def _on_compare_last(self) -> None:
        if self._offers.is_waiting:
            self._offers.look()
        else:
            self.compare()

    def _on_wanted(self, old: VersionChoice, new: VersionChoice) -> None:
        if self._facts is not None:
            work = partial(read_comparison, self._library, self._facts.meeting.id, old, new)
            deliver(self._background.run(work), self._on_compared, self._on_compare_failed)

    def _on_compared(self, comparison: Comparison) -> None:
        is_open = self._facts is not None and comparison.meeting_id == self._facts.meeting.id
        if self._dialog is not None and is_open:
            self._dialog.show_comparison(comparison)

    def _on_compare_failed(self, error: VivavoceError) -> None:
        if self._dialog is not None:
            self._dialog.say(describe_error(error))

    def _on_take(self, differences: Sequence[Difference]) -> None:
        comparison = None if self._dialog is None else self._dialog.comparison
        if self._dialog is None or comparison is None:
            return
        taken = [
            each
            for each in differences
            if self._editor.apply(TakeLines(each.after, each.before, comparison.old_speakers)) is not None
        ]
        for each in taken:
            self._dialog.show_taken(each)
        if len(taken) < len(differences):
            self._dialog.say(self.tr("This place was changed since; compare again to see what stands there now."))

    def _on_restore(self, choice: VersionChoice) -> None:
        if self._facts is not None:
            self._editor.flush()
            restored = self._library.restore_version(
                self._facts.meeting.id, choice.info.id, before_edits=choice.before_edits
            )
            deliver(restored, self._on_restored, self._on_failed)

    def _on_restored(self, _version: VersionId) -> None:
        if self._dialog is not None:
            self._dialog.close()
        self._message.say(
            self.tr("The older version is shown again. The one before it is kept in the list of versions.")
        )

    def _on_closed(self) -> None:
        self._dialog = None

    def _on_failed(self, error: VivavoceError) -> None:
        self._message.say(describe_error(error), MessageKind.DANGER)
