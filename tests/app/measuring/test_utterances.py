from pathlib import Path

import numpy as np
import soundfile

from app.measuring.utterances import LONGEST_S, read_utterances, utterances_of
from engine.caching.sound_proof import STEP_SAMPLES
from tests.builders.speech_clips import clip, silence
from tests.builders.speech_data import SpeechDataBuilder

SPEECH = clip("2414-128291-0002.flac")


def test_a_recording_is_cut_into_pieces_of_whole_steps():
    pieces = utterances_of(np.tile(SPEECH, 2)[: 18 * 16_000], recording="one")
    assert [piece.number for piece in pieces] == [0, 1, 2]
    assert all(len(piece.samples) % STEP_SAMPLES == 0 for piece in pieces)
    assert len(pieces[0].samples) <= LONGEST_S * 16_000 < len(pieces[0].samples) + STEP_SAMPLES


def test_silence_and_what_is_too_short_is_no_utterance():
    assert utterances_of(SPEECH[:12_000], recording="one") == []
    first = utterances_of(np.concatenate((SPEECH[: 8 * 16_000], silence(9))), recording="one")
    assert [piece.number for piece in first] == [0]


def test_only_the_first_piece_may_set_thresholds():
    pieces = utterances_of(np.tile(SPEECH, 2)[: 18 * 16_000], recording="one", is_for_setting=True)
    assert [piece.is_for_setting for piece in pieces] == [True, False, False]


def test_pieces_of_one_recording_say_different_things_and_two_recordings_of_a_text_the_same():
    first, second = utterances_of(np.tile(SPEECH, 2)[: 16 * 16_000], recording="one", text="a text")[:2]
    again = utterances_of(SPEECH, recording="two", text="a text")[0]
    unwritten = utterances_of(SPEECH, recording="three")[0]
    assert not first.says_the_same(second)
    assert first.says_the_same(first)
    assert first.says_the_same(again)
    assert not first.says_the_same(unwritten)


def test_re_encodings_meetings_and_what_cannot_be_read_are_left_out(tmp_path: Path):
    builder = SpeechDataBuilder(tmp_path)
    for path in ("zh/a.wav", "ami/b.wav", "formats/c.wav", "meetings/d.wav", "nonspeech/e.wav", "gcp/broken.wav"):
        builder.recording(path, path)
    data = builder.build()
    for row in data.recordings():
        soundfile.write(data.folder / row.path, SPEECH[:48_000], 16_000)
    (data.folder / "gcp/broken.wav").write_bytes(b"no sound")
    told: list[str] = []
    found = read_utterances(data, told.append)
    assert [(each.recording, each.is_for_setting) for each in found] == [("zh/a.wav", True), ("ami/b.wav", False)]
    assert any("gcp/broken.wav is left out" in line for line in told)
