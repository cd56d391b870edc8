import errno
import json
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import av
import numpy as np
import pysubs2
import pytest
import soundfile
from numpy.typing import NDArray

from app.exporting import clip as clip_module
from app.exporting.clip import ClipWish, cut_document, export_clip
from app.exporting.clip_sound import SOUND_FORMATS, cut_sound
from app.exporting.document import ExportDocument
from app.exporting.json_format import read_transcript_json
from app.exporting.profile import ExportProfile
from app.meetings.errors import SoundIsMissing
from engine.capture.media_file import decode_media
from engine.capture.playback_copy import write_playback
from engine.capture.recording_file import RecordingFile
from engine.capture.sound_folder import SoundFolder
from engine.contract.cancellation import Cancellation
from engine.contract.errors import DiskFull
from tests.builders.reading import a_gap, a_line, a_transcript, sample_lecture

PROFILE = ExportProfile()


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A recording of two tracks, ten seconds, whose samples say where they are."""
    folder = tmp_path / "meeting"
    folder.mkdir()
    for track in (0, 1):
        with RecordingFile(SoundFolder(folder), track=track) as file:
            file.append((np.arange(160_000) % 4001 * (track + 1)).astype(np.int16))
            file.finish()
    return folder


@pytest.fixture
def stereo(tmp_path: Path) -> tuple[Path, NDArray[np.int16]]:
    """An imported file of 30 seconds at 44.1 kHz, both channels different noise."""
    rng = np.random.default_rng(5)
    sound = (rng.standard_normal((44_100 * 30, 2)) * 3000).astype(np.int16)
    media = tmp_path / "talk.wav"
    soundfile.write(media, sound, 44_100)
    folder = tmp_path / "imported"
    decode_media(
        media, SoundFolder(folder), audio_stream=None, cancellation=Cancellation(), on_progress=lambda _a, _b: None
    )
    return folder, sound


def a_document() -> ExportDocument:
    meeting, _ = sample_lecture()
    lines = (
        a_line(1, "one two three four", start_ms=0, end_ms=2000),
        a_line(2, "five six", start_ms=2000, end_ms=4000),
        a_line(3, "seven", start_ms=6000, end_ms=7000),
    )
    return ExportDocument(replace(meeting, title="Weekly"), a_transcript(*lines, gaps=(a_gap(3500, 9000),)))


def samples_of(folder: Path, start_ms: int, end_ms: int) -> NDArray[np.int16]:
    return np.concatenate(list(cut_sound(folder, start_ms, end_ms, name="Weekly").blocks), axis=1)[0]


@pytest.mark.parametrize("has_copy", [False, True])
@pytest.mark.parametrize(("start_ms", "end_ms"), [(0, 1000), (1234, 5678), (9000, 10_000)])
def test_the_sound_of_a_recording_is_both_tracks_to_the_sample(
    recorded: Path, start_ms: int, end_ms: int, has_copy: bool
) -> None:
    if has_copy:
        write_playback(SoundFolder(recorded), 2)
    expected = np.arange(start_ms * 16, end_ms * 16) % 4001 * 3
    assert np.array_equal(samples_of(recorded, start_ms, end_ms), expected)


@pytest.mark.parametrize(("start_ms", "end_ms"), [(0, 700), (12_345, 17_001), (29_000, 30_000)])
def test_the_sound_of_a_file_is_as_good_as_it_was(
    stereo: tuple[Path, NDArray[np.int16]], start_ms: int, end_ms: int
) -> None:
    folder, sound = stereo
    cut = cut_sound(folder, start_ms, end_ms, name="Weekly")
    assert (cut.rate_hz, cut.layout) == (44_100, "stereo")
    expected = sound[start_ms * 44_100 // 1000 : end_ms * 44_100 // 1000]
    assert np.array_equal(samples_of(folder, start_ms, end_ms).reshape(-1, 2), expected)


@pytest.mark.parametrize("key", SOUND_FORMATS)
def test_every_format_holds_the_stretch(recorded: Path, tmp_path: Path, key: str) -> None:
    wish = ClipWish(1000, 4000, sound=key, texts=())
    (path,) = export_clip(a_document(), PROFILE, wish, sound_folder=recorded, folder=tmp_path / "out")
    with av.open(str(path)) as container:
        heard = np.concatenate([frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)])
    if SOUND_FORMATS[key].is_exact:
        assert np.array_equal(heard, np.arange(16_000, 64_000) % 4001 * 3)
    else:
        assert len(heard) / 16_000 == pytest.approx(3.0, abs=0.15)


def test_text_and_sound_have_one_name_and_begin_at_zero(recorded: Path, tmp_path: Path) -> None:
    wish = ClipWish(1000, 4000, texts=("srt", "txt", "json"))
    paths = export_clip(a_document(), PROFILE, wish, sound_folder=recorded, folder=tmp_path / "out")
    assert [path.name for path in paths] == [f"Weekly 0.00.01-0.00.04.{end}" for end in ("wav", "srt", "txt", "json")]
    cues = list(pysubs2.load(str(paths[1])))
    assert cues[0].start == 0
    assert " ".join(cue.plaintext for cue in cues).replace("\n", " ") == "three four five six"
    content = json.loads(paths[3].read_text("utf-8"))
    assert content["duration_s"] == 3.0
    assert content["gaps"] == [
        {"track": 0, "start": 2.5, "end": 3.0, "reason": "damaged_media", "state": "open"},
    ]


def test_a_line_that_is_cut_keeps_the_words_inside_with_their_times() -> None:
    document = a_document()
    clip = cut_document(document, 1000, 2700)
    first, second = clip.transcript.segments
    whole = document.transcript.segments[0].words
    assert (first.text, second.text) == ("three four", "five")
    assert [word.start_ms for word in first.words] == [max(0, word.start_ms - 1000) for word in whole[2:]]
    assert all(0 <= line.start_ms < line.end_ms <= 1700 for line in clip.transcript.segments)


def test_a_clip_read_back_is_a_meeting_of_its_own(recorded: Path, tmp_path: Path) -> None:
    document = a_document()
    wish = ClipWish(0, 4000, sound="", texts=("json",))
    (path,) = export_clip(document, PROFILE, wish, sound_folder=recorded, folder=tmp_path)
    meeting, transcript = read_transcript_json(path.read_bytes())
    assert meeting.id != document.meeting.id
    assert not {line.id for line in transcript.segments} & {line.id for line in document.transcript.segments}


def test_the_same_clip_twice_has_two_names(recorded: Path, tmp_path: Path) -> None:
    """Case 79."""
    wish = ClipWish(0, 4000)
    first = export_clip(a_document(), PROFILE, wish, sound_folder=recorded, folder=tmp_path)
    (tmp_path / "Weekly 0.00.00-0.00.04 (2).srt").write_text("mine")
    second = export_clip(a_document(), PROFILE, wish, sound_folder=recorded, folder=tmp_path)
    assert [path.name for path in second] == [f"Weekly 0.00.00-0.00.04 (3).{end}" for end in ("wav", "srt")]
    assert len({*first, *second}) == 4
    assert (tmp_path / "Weekly 0.00.00-0.00.04 (2).srt").read_text() == "mine"


def test_without_sound_it_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(SoundIsMissing):
        export_clip(a_document(), PROFILE, ClipWish(0, 4000), sound_folder=tmp_path / "nothing", folder=out)
    assert not out.exists()


def test_a_disk_that_fills_up_leaves_nothing_half_written(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_cut: object, _format: object, file: BinaryIO) -> None:
        file.write(b"begun")
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(clip_module, "write_sound", full)
    out = tmp_path / "out"
    with pytest.raises(DiskFull):
        export_clip(a_document(), PROFILE, ClipWish(0, 4000), sound_folder=recorded, folder=out)
    assert list(out.iterdir()) == []
