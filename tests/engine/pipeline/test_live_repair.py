import itertools
from dataclasses import dataclass, field

import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, SpeechSpan, to_index
from engine.contract.heard import AlignedWord, Heard
from engine.contract.messages import StretchRepaired, StretchSkipped
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_repair import Outcome, Repairs
from tests.builders.timed_words import text_of
from tests.fakes.live_speech import PlaceDetector, SpokenWord, spoken

WORDS = [*spoken("a b c d e f", at=1.0), *spoken("g h i j k l.", at=5.0), *spoken("m n o p", at=12.0)]


LONG = spoken(" ".join(f"w{number}" for number in range(150)), at=0.5)
"""Nobody takes a breath for 45 seconds."""


@dataclass
class Jittery:
    """A recogniser whose word times are wrong by something else in each window."""

    seed: int

    def read(self, start: int, stop: int) -> Samples:
        return np.arange(start, min(stop, 46 * SAMPLE_RATE_HZ), dtype=np.float32)

    def reread(self, samples: Samples) -> Heard | None:
        start, stop = int(samples[0]), int(samples[-1]) + 1
        off = round(0.2 * SAMPLE_RATE_HZ * np.random.default_rng((self.seed, start)).uniform(-1, 1))
        found = [
            AlignedWord(round(w.start * 16_000) - start + off, round(w.stop * 16_000) - start + off, f" {w.text}", 0.9)
            for w in LONG
            if start <= (w.start + w.stop) / 2 * SAMPLE_RATE_HZ < stop
        ]
        return Heard(tuple(found), is_loop=False, no_speech=0.0, score=-0.1)


@pytest.mark.parametrize("seed", range(20))
def test_no_word_is_lost_or_doubled_where_continuous_speech_was_cut_between_two_pieces(seed: int):
    """Case 54."""
    saved = Jittery(seed)
    repairs = Repairs(job="job", make_detector=lambda: PlaceDetector(LONG))
    known = [
        RecognisedWord(to_index(word.start), to_index(word.stop), f" {word.text}", 0.9)
        for word in (*LONG[:5], *LONG[130:])
    ]
    repairs.add(SpeechSpan(0, known[4].stop, known[5].start))
    heard = list(known)
    while (span := repairs.next()) is not None:
        for outcome in repairs.repair(
            span, saved, saved.reread, language="en", known=sorted(heard, key=lambda word: word.start)
        ):
            heard += [word for _, line in outcome.lines for word in line.words]
    heard.sort(key=lambda word: word.start)
    assert sorted(text_of(heard).casefold().split()) == sorted(word.text for word in LONG)


@dataclass
class Saved:
    """Sound whose samples are their places, and a recogniser that knows the words there."""

    words: list[SpokenWord] = field(default_factory=lambda: list(WORDS))
    bad_s: tuple[float, ...] = ()

    def read(self, start: int, stop: int) -> Samples:
        return np.arange(start, min(stop, 20 * SAMPLE_RATE_HZ), dtype=np.float32)

    def reread(self, samples: Samples) -> Heard | None:
        start, stop = int(samples[0]), int(samples[-1])
        if any(start <= place * SAMPLE_RATE_HZ < stop for place in self.bad_s):
            return None
        found = [
            AlignedWord(int(w.start * SAMPLE_RATE_HZ) - start, int(w.stop * SAMPLE_RATE_HZ) - start, f" {w.text}", 0.9)
            for w in self.words
            if start <= w.start * SAMPLE_RATE_HZ and w.stop * SAMPLE_RATE_HZ <= stop
        ]
        return Heard(tuple(found), is_loop=False, no_speech=0.0, score=-0.1)


def repair_all(saved: Saved, start_s: float, stop_s: float, *, job: str = "job") -> list[Outcome]:
    repairs = Repairs(job=job, make_detector=lambda: PlaceDetector(WORDS))
    repairs.add(SpeechSpan(0, SampleIndex(int(start_s * SAMPLE_RATE_HZ)), SampleIndex(int(stop_s * SAMPLE_RATE_HZ))))
    found: list[Outcome] = []
    while (span := repairs.next()) is not None:
        found += repairs.repair(span, saved, saved.reread, language="en")
    return found


def texts(found: list[Outcome]) -> list[str]:
    return [segment.text for outcome in found for _, segment in outcome.lines]


def test_the_lines_of_a_skipped_stretch_have_their_right_times():
    found = repair_all(Saved(), 0.0, 20.0)
    assert texts(found) == ["a b c d e f", "g h i j k l.", "m n o p"]
    starts = [segment.start / SAMPLE_RATE_HZ for outcome in found for _, segment in outcome.lines]
    assert starts == [1.0, 5.0, 12.0]
    assert not any(outcome.is_lost for outcome in found)


def test_the_pieces_together_are_the_stretch():
    found = repair_all(Saved(), 0.5, 19.5)
    borders = [(outcome.stretch.start, outcome.stretch.stop) for outcome in found]
    assert borders[0][0] == 8_000
    assert borders[-1][1] == 312_000
    assert all(before[1] == after[0] for before, after in itertools.pairwise(borders))


def test_words_outside_the_stretch_stay_outside():
    assert texts(repair_all(Saved(), 5.6, 6.2)) == ["i j"]


def test_what_cannot_be_read_is_cut_in_two_and_only_the_bad_half_is_lost():
    """Case 47."""
    found = repair_all(Saved(bad_s=(2.0,)), 0.0, 9.0)
    assert texts(found) == ["g h i j k l."]
    events = [outcome.event("job") for outcome in found]
    assert [type(event) for event in events] == [StretchSkipped, StretchRepaired]
    assert all(event.is_lost for event in events if isinstance(event, StretchSkipped))


def test_silence_is_repaired_without_asking_anybody():
    found = repair_all(Saved(bad_s=(17.0,)), 14.0, 20.0)
    assert [(outcome.lines, outcome.is_lost) for outcome in found] == [((), False)]


def test_a_voice_without_any_word_is_lost():
    found = repair_all(Saved(words=[*WORDS[:6], *WORDS[12:]]), 0.0, 20.0)
    lost = [outcome.stretch for outcome in found if outcome.is_lost]
    assert lost == []
    long = [*spoken(" ".join("x" * 14), at=1.0)]
    repairs = Repairs(job="job", make_detector=lambda: PlaceDetector(long))
    found = list(
        repairs.repair(SpeechSpan(0, SampleIndex(0), SampleIndex(160_000)), Saved([]), Saved([]).reread, language="en")
    )
    assert [outcome.is_lost for outcome in found] == [False, True]


def test_doing_it_again_gives_the_same_names():
    """A process may be killed between a line and the news that the stretch is repaired."""
    names = [[name for outcome in repair_all(Saved(), 0.0, 20.0) for name, _ in outcome.lines] for _ in range(2)]
    assert names[0] == names[1]
    assert len(set(names[0])) == 3
    assert names[0] != [name for outcome in repair_all(Saved(), 0.0, 20.0, job="other") for name, _ in outcome.lines]
