"""Proposes chapters of the open meeting and keeps those that a person wants. Window's thread, owned by ``MeetingPage``.

Proposals are computed on a background thread and are nowhere but in the panel until they are kept; then each is written
by the library, and the announcement shows it among notes and bookmarks.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.background import Background
from app.library.library import Library
from app.meetings.chapters import as_moments, propose_chapters
from app.meetings.identifiers import MeetingId, MomentId, new_id
from app.meetings.moment import Moment, MomentKind
from engine.contract.audio import Milliseconds
from engine.contract.errors import VivavoceError
from ui.bridge.delivery import deliver
from ui.editor.chapter_panel import ChapterPanel
from ui.editor.navigator import Navigator
from ui.editor.playback import Playback


class ChapterDesk(QObject):
    """Between the panel and the library."""

    failed = Signal(object)
    """A ``VivavoceError``."""

    def __init__(
        self,
        *,
        panel: ChapterPanel,
        navigator: Navigator,
        playback: Playback,
        library: Library,
        background: Background,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._playback = playback
        self._library = library
        self._background = background
        self._meeting_id: MeetingId | None = None
        self._proposals: list[Moment] = []
        panel.wanted.connect(self._on_wanted)
        panel.new_wanted.connect(self._on_new_wanted)
        panel.renamed.connect(self._on_renamed)
        panel.removed.connect(self._on_removed)
        panel.kept.connect(self._on_kept)
        panel.chosen.connect(navigator.show_moment)

    def show(self, meeting_id: MeetingId) -> None:
        """This meeting is open."""
        if meeting_id != self._meeting_id:
            self.forget()
            self._meeting_id = meeting_id

    def forget(self) -> None:
        """No meeting is open: proposals of it are gone."""
        self._meeting_id = None
        self._show([])
        self._panel.say("")

    def _on_wanted(self) -> None:
        if self._meeting_id is not None:
            self._panel.say(self.tr("Reading the transcript…"))
            work = partial(_propose, self._library, self._meeting_id)
            deliver(self._background.run(work), self._on_proposed, self._on_failed)

    def _on_proposed(self, answer: tuple[MeetingId, list[Moment]]) -> None:
        meeting_id, proposals = answer
        if meeting_id != self._meeting_id:
            return
        self._show(proposals)
        nothing = self.tr("No clear change of topic was found.")
        self._panel.say("" if proposals else nothing)

    def _on_new_wanted(self) -> None:
        if self._meeting_id is not None:
            at = Milliseconds(self._playback.position_ms)
            text = self.tr("New chapter")
            self._keep([Moment(MomentId(new_id()), self._meeting_id, MomentKind.CHAPTER, at, at, text)])

    def _on_renamed(self, moment: Moment, text: str) -> None:
        self._show([replace(each, text=text) if each.id == moment.id else each for each in self._proposals])

    def _on_removed(self, moment: Moment) -> None:
        self._show([each for each in self._proposals if each.id != moment.id])

    def _on_kept(self, moments: Sequence[Moment]) -> None:
        kept = {moment.id for moment in moments}
        self._keep(moments)
        self._show([each for each in self._proposals if each.id not in kept])

    def _keep(self, moments: Sequence[Moment]) -> None:
        for moment in moments:
            deliver(self._library.add_moment(moment), self._on_written, self._on_failed)

    def _show(self, proposals: Sequence[Moment]) -> None:
        self._proposals = list(proposals)
        self._panel.show_proposals(self._proposals)

    def _on_written(self, _nothing: None) -> None:
        """The announcement tells the rest."""

    def _on_failed(self, error: VivavoceError) -> None:
        self._panel.say("")
        self.failed.emit(error)


def _propose(library: Library, meeting_id: MeetingId) -> tuple[MeetingId, list[Moment]]:
    """On a background thread: proposals where no chapter begins yet."""
    known = {moment.start_ms for moment in library.moments(meeting_id) if moment.kind is MomentKind.CHAPTER}
    found = propose_chapters(library.transcript(meeting_id).segments)
    return meeting_id, [each for each in as_moments(found, meeting_id) if each.start_ms not in known]
