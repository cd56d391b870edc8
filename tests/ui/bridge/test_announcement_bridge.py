"""Announcements reach the window's thread in order, and progress does not flood it."""

import threading

from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from app.announcements import Announcements, JobEnded, JobProgressAnnounced, MeetingAdded, MeetingUpdated
from app.meetings.identifiers import JobId, MeetingId
from app.meetings.job import JobState
from engine.contract.messages import Stage
from ui.bridge.announcement_bridge import AnnouncementBridge


class Listener(QObject):
    def __init__(self, bridge: AnnouncementBridge) -> None:
        super().__init__()
        self.heard: list[object] = []
        self.threads: set[bool] = set()
        bridge.meeting_added.connect(self.on_heard)
        bridge.meeting_updated.connect(self.on_heard)
        bridge.job_progressed.connect(self.on_heard)
        bridge.job_ended.connect(self.on_heard)

    def on_heard(self, announcement: object) -> None:
        self.heard.append(announcement)
        self.threads.add(QThread.currentThread() is self.thread())


def progress(fraction: float, job: str = "j") -> JobProgressAnnounced:
    return JobProgressAnnounced(JobId(job), MeetingId("m"), JobState.RUNNING, Stage.RECOGNISING, fraction, None)


def announce_elsewhere(announcements: Announcements, *what: object) -> None:
    thread = threading.Thread(target=lambda: [announcements.announce(item) for item in what])  # type: ignore[arg-type] # test data
    thread.start()
    thread.join()


def test_announcements_of_another_thread_arrive_here_in_order(qtbot: QtBot) -> None:
    announcements = Announcements()
    bridge = AnnouncementBridge(announcements)
    listener = Listener(bridge)
    said = [MeetingAdded(MeetingId("a")), MeetingUpdated(MeetingId("a")), MeetingAdded(MeetingId("b"))]
    announce_elsewhere(announcements, *said)
    assert listener.heard == []
    qtbot.waitUntil(lambda: len(listener.heard) == 3)
    assert listener.heard == said
    assert listener.threads == {True}
    bridge.close()


def test_of_much_progress_only_the_newest_is_shown(qtbot: QtBot) -> None:
    announcements = Announcements()
    bridge = AnnouncementBridge(announcements)
    listener = Listener(bridge)
    announce_elsewhere(announcements, *(progress(step / 1000) for step in range(1001)), progress(0.5, "k"))
    qtbot.waitUntil(lambda: len(listener.heard) >= 2)
    qtbot.wait(250)
    assert listener.heard == [progress(1.0), progress(0.5, "k")]
    bridge.close()


def test_progress_that_was_waiting_is_dropped_when_its_job_ends(qtbot: QtBot) -> None:
    announcements = Announcements()
    bridge = AnnouncementBridge(announcements)
    listener = Listener(bridge)
    ended = JobEnded(JobId("j"), MeetingId("m"), JobState.DONE)
    announce_elsewhere(announcements, progress(0.4), ended)
    qtbot.waitUntil(lambda: bool(listener.heard))
    qtbot.wait(250)
    assert listener.heard == [ended]
    bridge.close()


def test_a_closed_bridge_hears_nothing(qtbot: QtBot) -> None:
    announcements = Announcements()
    bridge = AnnouncementBridge(announcements)
    listener = Listener(bridge)
    announce_elsewhere(announcements, MeetingAdded(MeetingId("a")))
    bridge.close()
    announce_elsewhere(announcements, MeetingAdded(MeetingId("b")))
    qtbot.wait(150)
    assert listener.heard == []
