"""Real speech, heard again as itself, moved, quieter, through a codec, and with other words in it."""

from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from engine.caching.known_piece import KnownPiece, Recalled
from engine.caching.recording_memory import RecordingMemory
from engine.caching.segment_cache import Question
from engine.caching.sound_index import SoundIndex
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.options import RecognitionOptions
from engine.pipeline.file_pipeline import ReadSound
from tests.builders.encoded import encode
from tests.builders.speech_clips import clip, silence
from tests.fakes.fake_speech_engine import scripted_line
from tests.fakes.memory_store import MemoryStore

CLIPS = ("2414-128291-0002.flac", "1998-15444-0001.flac", "2033-164914-0003.flac", "BAC009S0150W0184.wav")
QUESTION = Question("weights", "int8", RecognitionOptions(), "1")


class Heard:
    """A recording with its pieces, and a store that may remember it."""

    def __init__(self) -> None:
        self.store = MemoryStore(bound=64 << 20)
        self.pieces: list[KnownPiece] = []
        sounds: list[Samples] = [silence(1.5)]
        at = len(sounds[0])
        for number, name in enumerate(CLIPS):
            sound = clip(name)
            start, stop = at, at + len(sound)
            line = scripted_line(f"Line number {number}.", start / SAMPLE_RATE_HZ + 0.3, stop / SAMPLE_RATE_HZ - 0.3)
            span = SpeechSpan(0, SampleIndex(start), SampleIndex(stop))
            self.pieces.append(KnownPiece(span, (span,), (line,), "en"))
            sounds += [sound, silence(2.5)]
            at = stop + len(sounds[-1])
        self.samples: Samples = np.concatenate(sounds)

    def memory(self, sound: str, question: Question = QUESTION) -> RecordingMemory:
        return RecordingMemory(self.store, index=SoundIndex(self.store), question=question, sound=sound)

    def keep(self) -> None:
        memory = self.memory("first")
        memory.recall(reader(self.samples), len(self.samples), Cancellation())
        memory.keep(
            reader(self.samples),
            self.pieces,
            finished_to=len(self.samples),
            length=len(self.samples),
            probability=0.9,
            language="en",
        )

    def recall(self, samples: Samples, *, question: Question = QUESTION, language: str = "") -> Recalled:
        memory = self.memory("second", question)
        return memory.recall(reader(samples), len(samples), Cancellation(), language=language)

    def numbers(self, recalled: Recalled) -> list[int]:
        """Which of the lines are known."""
        return [int(line.text[12:-1]) for piece in recalled.pieces for line in piece.lines]


def reader(samples: Samples) -> ReadSound:
    return lambda start, stop: samples[start:stop]


@pytest.fixture(scope="module")
def heard() -> Heard:
    heard = Heard()
    heard.keep()
    return heard


def test_the_same_recording_is_known_from_its_beginning_to_its_end(heard: Heard):
    recalled = heard.recall(heard.samples)
    assert heard.numbers(recalled) == [0, 1, 2, 3]
    assert [(span.start, span.stop) for span in recalled.covered] == [(0, len(heard.samples))]
    assert (recalled.language, recalled.probability) == ("en", 0.9)
    assert [piece.lines for piece in recalled.pieces] == [piece.lines for piece in heard.pieces]


@pytest.mark.parametrize("by", [1, 777, 40_000])
def test_words_move_with_their_sound(heard: Heard, by: int):
    moved = np.concatenate((np.zeros(by, np.float32), heard.samples))
    recalled = heard.recall(moved)
    assert heard.numbers(recalled) == [0, 1, 2, 3]
    for piece, before in zip(recalled.pieces, heard.pieces, strict=True):
        assert abs(piece.lines[0].words[0].start - before.lines[0].words[0].start - by) <= 2


def test_a_quieter_copy_is_the_same_sound(heard: Heard):
    assert heard.numbers(heard.recall(heard.samples * np.float32(0.3))) == [0, 1, 2, 3]


@pytest.mark.parametrize("codec", [("mp3", "64k"), ("aac", "64k")])
def test_a_codec_between_changes_nothing(heard: Heard, codec: tuple[str, str], tmp_path: Path):
    assert heard.numbers(heard.recall(through(codec, heard.samples, tmp_path))) == [0, 1, 2, 3]


def test_a_part_that_begins_in_the_middle_is_known_as_far_as_it_goes(heard: Heard):
    start = heard.pieces[1].part.start - SAMPLE_RATE_HZ
    recalled = heard.recall(heard.samples[start:])
    assert heard.numbers(recalled) == [1, 2, 3]


def test_a_piece_with_another_word_in_it_is_not_known_and_the_others_are(heard: Heard):
    changed = heard.samples.copy()
    middle = (heard.pieces[1].part.start + heard.pieces[1].part.stop) // 2
    word = clip("61-70968-0000.flac")[SAMPLE_RATE_HZ : SAMPLE_RATE_HZ + 4800]
    changed[middle : middle + len(word)] = word
    recalled = heard.recall(changed)
    assert heard.numbers(recalled) == [0, 2, 3]
    assert not any(span.start <= middle < span.stop for span in recalled.covered)


def test_a_quiet_piece_that_is_missing_is_noticed(heard: Heard):
    # The quietest tenth of a second: everything behind it comes sooner.
    piece = heard.pieces[1].part
    levels = [float(np.std(heard.samples[at : at + 1600])) for at in range(piece.start + 8000, piece.stop - 8000, 160)]
    at = piece.start + 8000 + 160 * int(np.argmin(levels))
    recalled = heard.recall(np.concatenate((heard.samples[:at], heard.samples[at + 1600 :])))
    assert 1 not in heard.numbers(recalled)
    assert {2, 3} <= set(heard.numbers(recalled))


def test_speech_where_it_was_silent_is_not_passed_over(heard: Heard):
    changed = heard.samples.copy()
    start = heard.pieces[1].part.stop + 8000
    changed[start : start + 16_000] = clip("61-70968-0000.flac")[16_000:32_000]
    recalled = heard.recall(changed)
    assert not any(span.start < start + 16_000 and start < span.stop for span in recalled.covered)


def test_a_repeated_announcement_is_known_wherever_it_comes(heard: Heard):
    announcement = heard.samples[heard.pieces[2].part.start - 8000 : heard.pieces[2].part.stop + 8000]
    other = clip("61-70968-0000.flac")
    recalled = heard.recall(np.concatenate((other, silence(1), announcement, silence(1), other)))
    assert heard.numbers(recalled) == [2]
    assert recalled.language == ""  # too little is known to say what the rest is in


def test_other_speech_is_not_known(heard: Heard):
    assert heard.recall(np.tile(clip("61-70968-0000.flac"), 3)) == Recalled()


def test_another_question_finds_nothing(heard: Heard):
    other = Question("weights", "int8", RecognitionOptions(beam_size=1), "1")
    assert heard.recall(heard.samples, question=other) == Recalled()


def test_what_was_recognised_in_another_language_is_not_known(heard: Heard):
    assert heard.numbers(heard.recall(heard.samples, language="zh")) == []
    assert heard.numbers(heard.recall(heard.samples, language="en")) == [0, 1, 2, 3]


def test_what_is_deleted_is_not_known_any_more():
    """Case 98."""
    heard = Heard()
    heard.keep()
    heard.store.forget("first")
    assert heard.recall(heard.samples) == Recalled()
    assert heard.store.keys("print/") == []


def test_nothing_is_kept_twice(heard: Heard):
    memory = heard.memory("third")
    memory.recall(reader(heard.samples), len(heard.samples), Cancellation())
    before = set(heard.store.keys("proof/"))
    memory.keep(
        reader(heard.samples),
        heard.pieces,
        finished_to=len(heard.samples),
        length=len(heard.samples),
        probability=0.9,
        language="en",
    )
    assert set(heard.store.keys("proof/")) == before


def test_listening_can_be_cancelled(heard: Heard):
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(Cancelled):
        heard.memory("fourth").recall(reader(heard.samples), len(heard.samples), cancellation)


def through(codec: tuple[str, str], samples: Samples, folder: Path) -> Samples:
    """Sound encoded and decoded again."""
    name, rate = codec
    path = folder / f"sound.{'mp3' if name == 'mp3' else 'm4a'}"
    encode(samples, path, codec=name, bit_rate=int(rate[:-1]) * 1000)
    pieces: list[Any] = []
    with av.open(str(path)) as container:
        resampler = av.AudioResampler("s16", "mono", SAMPLE_RATE_HZ)
        for frame in container.decode(audio=0):
            pieces += [each.to_ndarray()[0] for each in resampler.resample(frame)]
        pieces += [each.to_ndarray()[0] for each in resampler.resample(None)]
    return np.concatenate(pieces).astype(np.float32) / np.float32(32768)
