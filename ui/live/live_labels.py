"""Lays who probably speaks over the lines of the recording that is shown; what the library says goes first.

Lives on the window's thread, owned by ``RecordingPage``. The snapshot costs nothing to read; only lines that a change
reaches are labelled anew, so it costs the same after three hours as after three minutes.
"""

from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from app.announcements import LiveSpeakersChanged
from app.meetings.identifiers import MeetingId, SpeakerId
from app.meetings.live_who import LiveWho
from app.meetings.transcript import Segment, Speaker, TranscriptChange
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.live.tentative_words import is_placeholder
from ui.reading.reading_document import ReadingDocument

_LONGEST_MS = 120_000
"""A line that begins so long before what changed does not reach into it."""


class Labelling(Protocol):
    """Says who speaks while something is recorded; ``app/speaking/live_speakers.py`` is the real one."""

    @property
    def who(self) -> LiveWho | None:
        """The snapshot of now."""
        ...

    def name(self, meeting_id: MeetingId, speaker_id: SpeakerId, name: str) -> None:
        """A person says who somebody is. Returns at once."""
        ...


class LiveLabels(QObject):
    """The labels of the meeting that is followed."""

    changed = Signal(object, int)
    """A ``LiveWho``, and from which millisecond on lines are labelled otherwise."""

    def __init__(self, *, labelling: Labelling | None, bridge: AnnouncementBridge, parent: QObject) -> None:
        """Without a ``labelling`` nobody is labelled."""
        super().__init__(parent)
        self._labelling = labelling
        self._meeting_id: MeetingId | None = None
        self._known: tuple[Speaker, ...] = ()
        bridge.live_speakers_changed.connect(self._on_changed)

    @property
    def who(self) -> LiveWho | None:
        """Of the meeting that is followed."""
        who = self._labelling.who if self._labelling is not None else None
        return who if who is not None and who.meeting_id == self._meeting_id else None

    def follow(self, meeting_id: MeetingId | None) -> None:
        """Another meeting is shown."""
        self._meeting_id = meeting_id
        self._known = ()

    def name(self, speaker: Speaker, name: str) -> None:
        """A person says who somebody is."""
        if self._labelling is not None and self._meeting_id is not None:
            self._labelling.name(self._meeting_id, speaker.id, name)

    def all_lines(self, document: ReadingDocument) -> TranscriptChange:
        """What labels a transcript that was just read."""
        self._known = document.speakers
        return self.since(document, 0)

    def since(self, document: ReadingDocument, changed_ms: int) -> TranscriptChange:
        """What labels the lines that reach behind a moment."""
        who = self.who
        found: list[Segment] = []
        for index in range(len(document) - 1, -1, -1):
            block = document.block(index)
            if block.start_ms < changed_ms - _LONGEST_MS:
                break
            if isinstance(block, Segment) and block.end_ms >= changed_ms and not is_placeholder(block.id):
                line = self._labelled(block, who)
                if line != block:
                    found.append(line)
        return TranscriptChange(document.meeting_id, updated=tuple(found), speakers=self._speakers(who))

    def dressed(self, change: TranscriptChange) -> TranscriptChange:
        """A change of the library with labels on its lines."""
        if change.speakers is not None:
            self._known = change.speakers
        who = self.who
        if who is None:
            return change
        return replace(
            change,
            added=tuple(self._labelled(line, who) for line in change.added),
            updated=tuple(self._labelled(line, who) for line in change.updated),
            speakers=self._speakers(who),
        )

    def _labelled(self, line: Segment, who: LiveWho | None) -> Segment:
        if who is None:
            return line
        speaker_id = who.speaker_of(line)
        if speaker_id is None and any(line.speaker_id == each.id for each in self._known):
            return line  # what the library says of an earlier part
        return line if line.speaker_id == speaker_id else replace(line, speaker_id=speaker_id)

    def _speakers(self, who: LiveWho | None) -> tuple[Speaker, ...]:
        live = () if who is None else tuple(each.speaker for each in who.speakers)
        known = {speaker.id for speaker in live}
        return (*(speaker for speaker in self._known if speaker.id not in known), *live)

    def _on_changed(self, said: LiveSpeakersChanged) -> None:
        who = self.who
        if said.meeting_id == self._meeting_id and who is not None:
            self.changed.emit(who, said.changed_ms)
