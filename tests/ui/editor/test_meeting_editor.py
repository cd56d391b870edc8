"""The editor of the window says when something can be undone, whoever did it."""

from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.announcements import TranscriptChanged
from app.editing.transcript_editor import TranscriptEditor
from app.meetings.attribution import Turn
from app.meetings.meeting import MeetingStatus
from app.meetings.speaker_run import HeardSpeaker, SpeakerNames, SpeakerRun
from engine.contract.audio import Milliseconds
from tests.builders.library import Heard, a_meeting, a_segment, open_library
from ui.bridge.announcement_bridge import AnnouncementBridge
from ui.editor.meeting_editor import MeetingEditor


def test_what_a_look_for_speakers_did_can_be_undone_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    heard = Heard()
    library = open_library(tmp_path / "library", heard)
    meeting = a_meeting(status=MeetingStatus.READY, duration_ms=60_000)
    library.add_transcript(meeting, (a_segment("one two three four", 0, 4000),), (), ()).result()
    owner = QObject()
    editor = MeetingEditor(bridge=AnnouncementBridge(heard.announcements), parent=owner)
    inner = TranscriptEditor(library=library, meeting_id=meeting.id, announcements=heard.announcements)
    editor.attach(inner)
    assert not editor.can_undo
    turns = (Turn(0, Milliseconds(0), Milliseconds(4000), 0),)
    found = SpeakerRun(turns=turns, speakers=(HeardSpeaker(0, None, Milliseconds(4000), (), None, ()),))
    library.take_speakers(meeting.id, found, asked_for=(), names=SpeakerNames()).result()
    (told,) = heard.of(TranscriptChanged)[-1:]

    with qtbot.waitSignal(editor.state_changed):
        editor.take(told.change)

    assert editor.can_undo
    assert inner.close()
    library.close()
