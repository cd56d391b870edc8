"""A headset in telephone quality is noticed while it records, and again when it is put on in the middle."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.meetings.identifiers import MeetingId
from app.recording.status import RecordingStatus
from engine.contract.audio import Milliseconds, Samples, TrackKind
from engine.contract.recorder_messages import SourceState
from tests.app.recording.test_telephone_quality import VOICES, through_telephone
from tests.builders.speech_clips import clip
from tests.fakes.fake_recordings import a_track
from tests.ui.live.test_silence_watch import STATUS
from tests.ui.window_stage import Stage
from ui.live.telephone_watch import HEARD_MS, TelephoneWatch

HEADSET = "“Headset” is in telephone quality."


class Watched:
    def __init__(self, stage: Stage) -> None:
        self.watch = TelephoneWatch(library=stage.library, background=stage.background)
        self.folder: Path = stage.library.meeting_folder(MeetingId("m"))
        self.folder.mkdir(parents=True)
        self.changes: list[str] = []
        self.watch.changed.connect(lambda: self.changes.append(self.watch.words))

    def record(self, sound: Samples) -> None:
        (self.folder / "track-0.pcm").write_bytes((sound * 32767).astype("<i2").tobytes())

    def look(self, saved_ms: int, device: str = "Headset", state: SourceState = SourceState.OPENED) -> None:
        track = a_track(0, TrackKind.MICROPHONE, device=device, state=state, saved_ms=Milliseconds(saved_ms))
        status: RecordingStatus = replace(STATUS, tracks=(track,))
        self.watch.look(status)


@pytest.fixture
def watched(stage: Stage, qtbot: QtBot) -> Iterator[Watched]:
    yield Watched(stage)


def a_quarter_of_a_minute(sound: Samples) -> Samples:
    return np.tile(sound, 4)[: HEARD_MS * 16]


def test_a_headset_in_telephone_quality_is_said_by_its_name(watched: Watched, qtbot: QtBot) -> None:
    watched.record(a_quarter_of_a_minute(through_telephone(clip(VOICES[0]))))
    watched.look(0)
    watched.look(HEARD_MS - 1)
    assert watched.changes == []
    watched.look(HEARD_MS)
    qtbot.waitUntil(lambda: watched.watch.words.startswith(HEADSET))
    watched.look(2 * HEARD_MS)
    assert len(watched.changes) == 1, "it is said once"
    watched.look(2 * HEARD_MS, device="Built-in")
    assert watched.watch.words == "", "another one was chosen"


def test_a_microphone_is_asked_again_when_it_was_opened_anew(watched: Watched, qtbot: QtBot) -> None:
    watched.record(a_quarter_of_a_minute(clip(VOICES[0])))
    watched.look(0)
    watched.look(HEARD_MS)
    narrow = a_quarter_of_a_minute(through_telephone(clip(VOICES[0])))
    watched.record(np.concatenate([a_quarter_of_a_minute(clip(VOICES[0])), narrow, narrow]))
    watched.look(2 * HEARD_MS, state=SourceState.REOPENED)
    watched.look(3 * HEARD_MS, state=SourceState.REOPENED)
    qtbot.waitUntil(lambda: watched.watch.words.startswith(HEADSET))
