import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.capture.recording_file import RecordingFile, is_recording, journal_path, recover
from engine.capture.recording_journal import RecordedPause
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import TrackKind
from engine.contract.errors import DiskFull
from engine.contract.segments import GapReason, RecognisedGap
from tests.fakes.small_disk import SmallDisk

ROOT = Path(__file__).resolve().parents[3]
SOUND = np.arange(16_000, dtype=np.int16)


def begin(file: RecordingFile, device: str = "Desk microphone") -> None:
    file.note_start(
        kind=TrackKind.MICROPHONE, device=device, host_api="ALSA", rate_hz=48_000, started_utc="2026-01-01T10:00:00Z"
    )


def record(folder: Path, seconds: int = 2) -> SoundFolder:
    sound = SoundFolder(folder)
    with RecordingFile(sound, track=0) as file:
        begin(file)
        for _ in range(seconds):
            file.append(SOUND)
            file.save()
    return sound


def test_a_stopped_recording_is_read_like_a_decoded_file(tmp_path: Path):
    sound = SoundFolder(tmp_path)
    with RecordingFile(sound, track=0) as file:
        begin(file)
        file.append(SOUND)
        file.note_gap(16_000, 20_000, GapReason.SOURCE_LOST)
        file.append_silence(4000)
        assert file.finish() == 20_000
    decoded = sound.decoded()
    assert decoded is not None
    assert (decoded.length, decoded.gaps) == (20_000, (RecognisedGap(0, 16_000, 20_000, GapReason.SOURCE_LOST),))  # pyright: ignore[reportArgumentType] - plain numbers read better here
    assert np.array_equal(sound.read(0, 16_000) * 32_768, SOUND)
    assert not sound.read(16_000, 20_000).any()


def test_what_was_never_stopped_is_found_and_can_be_read(tmp_path: Path):
    """Case 14."""
    sound = record(tmp_path)
    assert not sound.is_complete()
    found = recover(tmp_path)
    (track,) = found.tracks
    assert (track.length, track.was_stopped, track.kind, track.devices) == (
        32_000,
        False,
        TrackKind.MICROPHONE,
        ("Desk microphone",),
    )
    assert found.not_restored == ()
    assert sound.is_complete()


@given(cut=st.integers(0, 64_000), torn=st.integers(0, 300))
def test_wherever_it_was_cut_recovery_keeps_what_is_there_and_is_idempotent(
    tmp_path_factory: pytest.TempPathFactory, cut: int, torn: int
):
    """Case 14: cut at any byte, of the sound and of the journal."""
    folder = tmp_path_factory.mktemp("meeting")
    sound = record(folder)
    os.truncate(sound.pcm_path(0), cut)
    journal = journal_path(sound, 0)
    os.truncate(journal, max(0, journal.stat().st_size - torn))
    first = recover(folder)
    content = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert recover(folder) == first
    assert content == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert first.length == (cut + 1) // 2 == sound.length()
    assert content["track-0.pcm"][:cut] == np.tile(SOUND, 2).tobytes()[:cut]
    assert sound.is_complete()


def test_samples_that_were_durable_and_are_gone_are_said_to_be_lost(tmp_path: Path):
    sound = record(tmp_path)
    os.truncate(sound.pcm_path(0), 2 * 8000)
    assert recover(tmp_path).not_restored == ("Track 1: the last 1.5 s are not on the disk.",)


def test_a_gap_reaches_as_far_as_its_silence(tmp_path: Path):
    sound = SoundFolder(tmp_path)
    with RecordingFile(sound, track=1) as file:
        begin(file)
        file.append(SOUND)
        file.note_gap(16_000, 48_000, GapReason.SLEPT)
        file.append_silence(1000)
        file.note_gap(50_000, 60_000, GapReason.SLEPT)
    (track,) = recover(tmp_path).tracks
    assert [(gap.track, gap.start, gap.stop) for gap in track.gaps] == [(1, 16_000, 17_000)]


def test_a_meeting_goes_on_after_a_stop_and_after_a_kill(tmp_path: Path):
    sound = SoundFolder(tmp_path)
    with RecordingFile(sound, track=0) as file:
        begin(file)
        file.append(SOUND)
        file.note_gap(0, 100, GapReason.SOURCE_LOST)
        file.finish()
    with sound.pcm_path(0).open("ab") as torn, journal_path(sound, 0).open("ab") as journal:
        torn.write(b"\1")
        journal.write(b'{"kind": "ga')
    with RecordingFile(sound, track=0) as file:
        assert file.length == 16_001
        begin(file, "Headset")
        file.note_pause(length_s=12.5, at=16_001)
        file.append(SOUND)
        file.finish()
    (track,) = recover(tmp_path).tracks
    assert (track.length, track.was_stopped, track.unreadable_lines) == (32_001, True, 1)
    assert track.devices == ("Desk microphone", "Headset")
    assert track.pauses == (RecordedPause(file.length.__class__(16_001), 12.5),)
    assert [gap.stop for gap in track.gaps] == [100]
    assert sound.is_complete()


def test_a_full_disk_keeps_every_sample_that_fitted(tmp_path: Path):
    """Case 17: and when there is room again, the file goes on behind it."""
    disk = SmallDisk(room=20_000)
    sound = SoundFolder(tmp_path)
    with RecordingFile(sound, track=0, open_for_appending=disk.open_growing) as file:
        begin(file)
        with pytest.raises(DiskFull):
            file.append(SOUND)
        fitted = file.length
        assert 9000 < fitted < 10_000
        disk.room = 1 << 20
        file.append(SOUND[fitted:])
    assert np.array_equal(sound.read(0, 16_000) * 32_768, SOUND)
    assert recover(tmp_path).length == 16_000


def test_a_note_that_did_not_fit_is_written_again_on_a_line_of_its_own(tmp_path: Path):
    """Case 17."""
    disk = SmallDisk(room=30)
    with RecordingFile(SoundFolder(tmp_path), track=0, open_for_appending=disk.open_growing) as file:
        with pytest.raises(DiskFull):
            begin(file)
        disk.room = 1 << 20
        begin(file)
    (track,) = recover(tmp_path).tracks
    assert (track.devices, track.unreadable_lines) == (("Desk microphone",), 1)


def test_recovery_on_a_full_disk_leaves_the_sound_as_it_is(tmp_path: Path):
    """Case 17."""
    sound = record(tmp_path)
    before = sound.pcm_path(0).read_bytes()
    marker = SoundFolder(tmp_path, open_for_writing=SmallDisk(room=0).open)
    with RecordingFile(marker, track=0) as file, pytest.raises(DiskFull):
        file.finish()
    assert sound.pcm_path(0).read_bytes() == before
    assert recover(tmp_path).length == 32_000


def test_more_samples_than_a_wav_could_count_are_no_trouble(tmp_path: Path):
    """Case 18: five gigabytes, as a sparse file; the length is the size and no header can be wrong."""
    sound = record(tmp_path)
    os.truncate(sound.pcm_path(0), 5_000_000_000)
    with RecordingFile(sound, track=0) as file:
        file.append(SOUND)
        assert file.finish() == 2_500_016_000
    assert recover(tmp_path).length == 2_500_016_000
    assert np.array_equal(sound.read(2_500_000_000, 2_500_016_000) * 32_768, SOUND)


def test_a_folder_without_a_recording_has_nothing_to_recover(tmp_path: Path):
    assert not is_recording(tmp_path)
    assert recover(tmp_path).tracks == ()
    (tmp_path / "track-x.pcm").touch()
    assert recover(tmp_path).tracks == ()
    record(tmp_path)
    assert is_recording(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_nobody_else_may_read_the_sound(tmp_path: Path):
    sound = record(tmp_path)
    assert sound.pcm_path(0).stat().st_mode & 0o077 == 0
    assert journal_path(sound, 0).stat().st_mode & 0o077 == 0


def test_what_a_killed_process_appended_is_there(tmp_path: Path):
    """Case 14: nothing waits in a buffer of ours."""
    code = (
        "import sys, os, signal, numpy as np; from pathlib import Path;"
        "from engine.capture.recording_file import RecordingFile; from engine.capture.sound_folder import SoundFolder;"
        "file = RecordingFile(SoundFolder(Path(sys.argv[1])), track=0);"
        "file.append(np.arange(16000, dtype=np.int16)); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=False)
    assert recover(tmp_path).length == 16_000


class Clock:
    def __init__(self) -> None:
        self.now_s = 5000.0

    def __call__(self) -> float:
        return self.now_s


def cut_off(folder: Path, clock: Clock, *, pauses: bool = False) -> SoundFolder:
    """A second of sound that was saved, a little that was not, and no stop."""
    sound = SoundFolder(folder)
    with RecordingFile(sound, track=0, now=clock) as file:
        begin(file)
        file.append(SOUND)
        clock.now_s += 1.0
        file.save()
        file.append(SOUND[:4000])
        if pauses:
            file.note_pausing()
    return sound


def test_where_a_track_would_be_by_the_clock_is_known_after_a_kill(tmp_path: Path):
    """Case 14: the recorder died at 1.25 s and is replaced ten seconds later."""
    clock = Clock()
    sound = cut_off(tmp_path, clock)
    clock.now_s += 10.0
    with RecordingFile(sound, track=0, now=clock) as file:
        assert file.was_cut_off
        assert file.due_since_cut_off(600) == 11 * 16_000
        assert file.due_since_cut_off(9) is None  # too long ago: somebody appends
        clock.now_s = 10.0
        assert file.due_since_cut_off(600) is None  # the computer was started again


def test_a_track_keeps_to_its_own_clock_and_not_to_how_late_its_file_was(tmp_path: Path):
    """Case 14: after many deaths in one recording, words still stand where they were said."""
    clock = Clock()
    sound = SoundFolder(tmp_path)
    with RecordingFile(sound, track=0, now=clock) as file:
        begin(file)
        file.note_clock(at=0, steady_s=clock.now_s)
        file.append(SOUND)
        clock.now_s += 1.1  # saved a tenth of a second after it was heard
        file.save()
    clock.now_s += 10.0
    with RecordingFile(sound, track=0, now=clock) as file:
        assert file.due_since_cut_off(600) == round(11.1 * 16_000)
        begin(file)  # until the new recorder says it, nobody knows its clock
    with RecordingFile(sound, track=0, now=clock) as file:
        assert file.due_since_cut_off(600) == file.length


def test_after_a_pause_a_stop_or_another_start_of_the_computer_no_time_is_made_up(tmp_path: Path):
    clock = Clock()
    with RecordingFile(cut_off(tmp_path / "paused", clock, pauses=True), track=0, now=clock) as file:
        assert file.was_cut_off
        assert file.due_since_cut_off(600) is None
    with RecordingFile(record(tmp_path / "stopped"), track=0, now=clock) as file:
        file.finish()
    with RecordingFile(SoundFolder(tmp_path / "stopped"), track=0, now=clock) as file:
        assert not file.was_cut_off
    sound = cut_off(tmp_path / "booted", clock)
    journal = journal_path(sound, 0)
    journal.write_bytes(journal.read_bytes().replace(b'"boot": "', b'"boot": "x'))
    with RecordingFile(sound, track=0, now=clock) as file:
        assert file.due_since_cut_off(600) is None


def test_gaps_that_touch_are_one_if_they_have_one_reason(tmp_path: Path):
    with RecordingFile(SoundFolder(tmp_path), track=0) as file:
        begin(file)
        file.append(np.zeros(64_000, np.int16))
        for stop in (16_000, 32_000, 40_000):
            file.note_gap(8000, stop, GapReason.SOURCE_LOST)
        file.note_gap(40_000, 48_000, GapReason.SLEPT)
        file.note_gap(0, 100, GapReason.NOT_SAVED)
        file.finish()
    (track,) = recover(tmp_path).tracks
    assert [(gap.start, gap.stop, gap.reason.value) for gap in track.gaps] == [
        (0, 100, "not_saved"),
        (8000, 40_000, "source_lost"),
        (40_000, 48_000, "slept"),
    ]
