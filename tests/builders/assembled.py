"""Meetings with real sound on disk, of which every sample says where it is from."""

from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from numpy.typing import NDArray

from app.library.library import Library
from app.meetings.identifiers import SpeakerId
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Speaker
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import DecodedMedia, SoundFolder
from engine.capture.sound_writer import SoundWriter
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.segments import GapReason
from tests.builders.library import NOON, a_meeting, a_segment


@dataclass(frozen=True)
class Sounding:
    """A meeting in the library, and what its tracks hold."""

    meeting: Meeting
    tracks: tuple[NDArray[np.int16], ...]


def a_sound(count: int, seed: int) -> NDArray[np.int16]:
    """Noise, so that no stretch is like another."""
    return np.random.default_rng(seed).integers(-3000, 3000, count).astype(np.int16)


def recorded(
    library: Library, title: str, *, seconds: float, seed: int, kinds: tuple[TrackKind, ...], minutes: int = 0
) -> Sounding:
    """A finished recording."""
    count = int(seconds * 16_000)
    tracks = tuple(a_sound(count, seed + number) for number in range(len(kinds)))
    meeting = _put(library, title, seconds, kinds, minutes)
    for number, (kind, sound) in enumerate(zip(kinds, tracks, strict=True)):
        with RecordingFile(SoundFolder(library.meeting_folder(meeting.id)), track=number) as file:
            file.note_start(kind=kind, device="desk", host_api="", rate_hz=48_000, started_utc="")
            file.append(sound)
            file.note_gap(1600, 3200, GapReason.SOURCE_LOST)
            file.finish()
    return Sounding(meeting, tracks)


def imported(library: Library, title: str, *, seconds: float, seed: int, minutes: int = 0) -> Sounding:
    """A file that was imported, 48 kHz, with its copy to listen to."""
    meeting = _put(library, title, seconds, (TrackKind.FILE,), minutes)
    wave = a_sound(int(seconds * 16_000), seed).astype(np.float32) / 32768
    loud = np.repeat(wave, 3).astype(np.float32)
    folder = SoundFolder(library.meeting_folder(meeting.id))
    with SoundWriter(folder, track=0, rate_hz=48_000, channels=1) as writer:
        writer.write(loud[np.newaxis], loud)
        length = writer.finish()
    folder.write_marker(0, DecodedMedia(length, (), ()))
    return Sounding(meeting, (np.fromfile(folder.pcm_path(0), "<i2"),))


def _put(library: Library, title: str, seconds: float, kinds: tuple[TrackKind, ...], minutes: int) -> Meeting:
    meeting = a_meeting(
        title,
        status=MeetingStatus.READY,
        duration_ms=Milliseconds(int(seconds * 1000)),
        created_at=NOON + timedelta(minutes=minutes),
        source_path="",
        source_fingerprint="",
        tracks=tuple(TrackInfo(number, kind) for number, kind in enumerate(kinds)),
    )
    ada, someone = Speaker(SpeakerId("ada-" + title), 1, "Ada"), Speaker(SpeakerId("some-" + title), 2, "Speaker 2")
    lines = [
        a_segment(f"{title} first line", 200, 1200, speaker_id=ada.id),
        a_segment(f"{title} second line here", 1600, int(seconds * 1000) - 100, speaker_id=someone.id),
    ]
    library.add_transcript(meeting, lines, (ada, someone), ()).result()
    return meeting
