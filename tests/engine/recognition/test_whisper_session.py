from typing import Any

import pytest

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import SpanAudio
from engine.contract.errors import RecogniserFailed
from engine.contract.options import RecognitionOptions
from engine.contract.segments import QuarantineReason, RecognisedSegment
from engine.recognition.whisper_session import WhisperSession
from tests.builders.speech_clips import span
from tests.fakes.fake_whisper import FakeWhisper, Reading, Said, indexed, said

FIRST = said("The cat sat on the mat and looked out of the window all day long.")  # 15 words, 6 s
SECOND = said("Nobody knew what it was waiting for until the snow began to fall.", start_s=7.0)  # 13 words, to 12.2 s
BOTH = indexed(span(0, 12.4), speech=[span(0, 6.2), span(6.8, 12.4)])
TALK = FIRST + SECOND


def session(model: FakeWhisper, *, batch: int = 2, device: str = "cpu", **options: Any) -> WhisperSession:
    return WhisperSession(model=model, options=RecognitionOptions(**options), batch=batch, device=device)


def recognise(model: FakeWhisper, *stretches: SpanAudio, **options: Any) -> list[RecognisedSegment]:
    found = session(model, **options).recognise(stretches or [BOTH], Cancellation(), language="en")
    return [line for lines in found for line in lines]


def text_of(lines: list[RecognisedSegment]) -> str:
    return " ".join(line.text for line in lines)


def script_text(words: list[Said]) -> str:
    return "".join(word.text for word in words).strip()


def loop_in(reading: Reading) -> list[Said]:
    """What a loop looks like: the same words from the window's start to its end."""
    seconds = (reading.stop - reading.start) / SAMPLE_RATE_HZ
    count = int(seconds / 0.1)
    return [Said(" so", reading.start / SAMPLE_RATE_HZ + at * 0.1, reading.start / SAMPLE_RATE_HZ + (at + 1) * 0.1)
            for at in range(count)]  # fmt: skip


def test_a_good_window_is_decoded_once():
    model = FakeWhisper(TALK)
    lines = recognise(model)
    assert len(model.readings) == 1
    assert [line.text for line in lines] == [script_text(FIRST), script_text(SECOND)]
    assert [line.quarantine for line in lines] == [None, None]
    assert lines[0].confidence == pytest.approx(0.9)
    assert lines[0].no_speech == 0.05


def test_words_are_placed_in_the_recording_across_a_silence_that_was_left_out():
    late = said("And then it was gone.", start_s=600.5)
    stretch = indexed(span(0, 6.5), span(600, 603), speech=[span(0, 6.2), span(600.4, 603)])
    lines = recognise(FakeWhisper(FIRST + late), stretch)
    assert lines[-1].text == script_text(late)
    assert lines[-1].start == pytest.approx(600.5 * SAMPLE_RATE_HZ, abs=2)
    assert lines[-1].words[-1].stop == pytest.approx(602.5 * SAMPLE_RATE_HZ, abs=2)


def test_each_stretch_gets_its_own_lines_in_order():
    model = FakeWhisper(TALK)
    found = session(model).recognise(
        [indexed(span(0, 6.2)), indexed(span(6.2, 6.8)), indexed(span(6.8, 12.4))], Cancellation(), language="en"
    )
    assert [text_of(lines) for lines in found] == [script_text(FIRST), "", script_text(SECOND)]


def test_a_short_recording_is_given_whole_with_time_marks_and_a_full_window():
    model = FakeWhisper(TALK)
    recognise(model, indexed(span(0, 12.4), is_whole=True))
    assert (model.readings[0].timestamps, model.readings[0].frames) == (True, 3000)


def test_a_packed_stretch_gets_a_short_window():
    model = FakeWhisper(TALK)
    recognise(model)
    assert (model.readings[0].timestamps, model.readings[0].frames) == (False, 2000)


# Loops (case 47)


def test_a_loop_gets_a_second_try_in_two_halves():
    model = FakeWhisper(TALK, ear=lambda reading, words: loop_in(reading) if reading.frames < 3000 else words)
    lines = recognise(model)
    assert text_of(lines) == script_text(TALK)
    assert all(line.quarantine is None for line in lines)
    assert [(reading.start, reading.stop) for reading in model.readings[1:]] == [
        (0, 6.5 * SAMPLE_RATE_HZ), (6.5 * SAMPLE_RATE_HZ, 12.4 * SAMPLE_RATE_HZ),
    ]  # fmt: skip


def test_a_half_that_still_loops_is_tried_once_more_without_repeats():
    model = FakeWhisper(TALK, ear=lambda reading, words: words if reading.forbid_repeats else loop_in(reading))
    lines = recognise(model)
    assert text_of(lines) == script_text(TALK)
    assert all(line.quarantine is None for line in lines)
    assert sum(reading.forbid_repeats for reading in model.readings) == 2


def test_what_loops_even_then_is_kept_and_set_aside_once():
    """Case 47: flagged, never silently multiplied."""
    model = FakeWhisper(TALK, ear=lambda reading, words: loop_in(reading))
    lines = recognise(model)
    assert {line.quarantine for line in lines} == {QuarantineReason.LOOP}
    assert len(text_of(lines).split()) <= 130


def test_only_the_half_that_loops_is_set_aside():
    def ear(reading: Reading, words: list[Said]) -> list[Said]:
        return words if reading.start == 0 and reading.stop < 7 * SAMPLE_RATE_HZ else loop_in(reading)

    lines = recognise(FakeWhisper(TALK, ear=ear))
    assert [line.text for line in lines if line.quarantine is None] == [script_text(FIRST)]
    assert {line.quarantine for line in lines if line.start >= 6.5 * SAMPLE_RATE_HZ} == {QuarantineReason.LOOP}


def test_a_loop_in_one_stretch_costs_its_neighbour_nothing():
    model = FakeWhisper(TALK, ear=lambda reading, words: loop_in(reading) if reading.start == 0 else words)
    found = session(model).recognise([indexed(span(0, 6.2)), indexed(span(6.8, 12.4))], Cancellation(), language="en")
    assert {line.quarantine for line in found[0]} == {QuarantineReason.LOOP}
    assert [line.text for line in found[1]] == [script_text(SECOND)]


def test_a_clause_that_was_really_said_twice_is_believed():
    twice = said("I want to go home now. I want to go home now.")
    lines = recognise(FakeWhisper(twice), indexed(span(0, 5)))
    assert text_of(lines) == script_text(twice)
    assert all(line.quarantine is None for line in lines)


# Speech without words


def test_where_the_decoder_stopped_early_the_rest_is_decoded_and_put_in_its_place():
    def ear(reading: Reading, words: list[Said]) -> list[Said]:
        return words[:15] if reading.start == 0 else words

    model = FakeWhisper(TALK, ear=ear)
    lines = recognise(model)
    assert text_of(lines) == script_text(TALK)
    assert [line.start for line in lines] == sorted(line.start for line in lines)
    assert model.readings[1].start > 6 * SAMPLE_RATE_HZ


def test_a_hole_in_the_middle_is_filled_without_doubling_a_word():
    def ear(reading: Reading, words: list[Said]) -> list[Said]:
        return words[:6] + words[12:] if len(words) > 20 else words

    lines = recognise(FakeWhisper(TALK, ear=ear))
    spoken = sorted((word.start, word.text) for line in lines for word in line.words)
    assert "".join(text for _, text in spoken).strip() == script_text(TALK)


def test_speech_that_stays_without_words_is_given_up_after_a_few_tries():
    model = FakeWhisper([])
    assert recognise(model) == []
    assert 2 <= len(model.readings) <= 4


@pytest.mark.parametrize("way", ["score", "loop", "too fast"])
def test_what_is_not_believable_is_not_put_into_a_hole(way: str):
    def ear(reading: Reading, words: list[Said]) -> list[Said]:
        if reading.start == 0:
            return words[:15]
        if way == "loop":
            return loop_in(reading)
        return words * 30 if way == "too fast" else words

    model = FakeWhisper(TALK, ear=ear, score=lambda reading: -1.5 if way == "score" and reading.start else -0.3)
    assert text_of(recognise(model)) == script_text(FIRST)


def test_words_without_any_alignment_are_kept():
    """Case 52: numbers may have no time at all."""

    class Unaligned(FakeWhisper):
        def align(self, encoded: object, decoded: object, *, language: str) -> list[list[object]]:  # pyright: ignore[reportIncompatibleMethodOverride] - gives nothing at all
            return [[]]

    lines = recognise(Unaligned(FIRST), indexed(span(0, 6.2)))
    assert script_text(FIRST) in text_of(lines)
    assert lines[0].confidence == 0.0


# Languages


def test_each_stretch_votes_with_its_length():
    model = FakeWhisper([], language_at=lambda start: {"en": 0.9, "es": 0.1} if start == 0 else {"en": 0.3, "es": 0.7})
    guess = session(model).guess_language([indexed(span(0, 2)), indexed(span(10, 30))], Cancellation())
    assert (guess.language, round(guess.probability, 3)) == ("es", 0.645)


def test_only_allowed_languages_get_votes():
    model = FakeWhisper([], language_at=lambda start: {"en": 0.9, "es": 0.06, "zh": 0.04})
    guess = session(model, languages=("zh", "es")).guess_language([indexed(span(0, 2))], Cancellation())
    assert (guess.language, round(guess.probability, 3)) == ("es", 0.6)


def test_a_single_language_needs_no_vote():
    model = FakeWhisper([])
    guess = session(model, languages=("zh",)).guess_language([indexed(span(0, 2))], Cancellation())
    assert (guess.language, guess.probability, model.guesses) == ("zh", 1.0, 0)


def test_a_speech_model_for_english_alone_hears_english():
    model = FakeWhisper([], is_multilingual=False)
    guess = session(model, languages=("zh",)).guess_language([], Cancellation())
    assert (guess.language, guess.probability) == ("en", 1.0)


def test_a_language_that_the_speech_model_does_not_know_is_no_choice():
    guess = session(FakeWhisper([]), languages=("yue",)).guess_language([indexed(span(0, 2))], Cancellation())
    assert guess.language == "en"


def test_without_anything_to_hear_there_is_no_evidence():
    """Case 46."""
    assert session(FakeWhisper([])).guess_language([], Cancellation()).probability == 0.0


def test_a_stretch_that_is_clearly_in_another_language_is_decoded_in_it():
    model = FakeWhisper(TALK, language_at=lambda start: {"en": 0.1, "es": 0.9} if start else {"en": 0.9, "es": 0.1})
    lines = recognise(model, indexed(span(0, 6.2)), indexed(span(6.8, 12.4)), language_per_segment=True)
    assert [line.language for line in lines] == ["en", "es"]
    assert [reading.language for reading in model.readings] == ["en", "es"]


def test_a_doubtful_stretch_stays_in_the_language_of_the_meeting():
    model = FakeWhisper(TALK, language_at=lambda start: {"en": 0.45, "es": 0.55})
    assert {line.language for line in recognise(model, language_per_segment=True)} == {"en"}


def test_one_language_for_the_meeting_is_not_guessed_again():
    model = FakeWhisper(TALK)
    recognise(model)
    assert model.guesses == 0


# Ends


def test_a_cancelled_call_gives_nothing():
    cancellation = Cancellation()
    cancellation.request()
    model = FakeWhisper(TALK)
    with pytest.raises(Cancelled):
        session(model).recognise([BOTH], cancellation, language="en")
    assert model.readings == []


def test_cancelling_is_heard_between_batches_and_between_tries():
    """Case 64."""
    cancellation = Cancellation()

    def ear(reading: Reading, words: list[Said]) -> list[Said]:
        cancellation.request()
        return loop_in(reading)

    model = FakeWhisper(TALK, ear=ear)
    with pytest.raises(Cancelled):
        session(model).recognise([BOTH] * 9, cancellation, language="en")
    assert len(model.readings) == 2


@pytest.mark.parametrize("trouble", [RuntimeError("CUDA failed with error out of memory"), MemoryError()])
def test_a_device_that_fails_at_work_is_a_known_trouble(trouble: Exception):
    """Case 92."""

    def ear(reading: Reading, words: list[Said]) -> list[Said]:
        raise trouble

    with pytest.raises(RecogniserFailed) as caught:
        session(FakeWhisper(TALK, ear=ear), device="cuda").recognise([BOTH], Cancellation(), language="en")
    assert (caught.value.device, caught.value.detail) == ("cuda", str(trouble))


def test_no_stretches_are_no_lines_and_closing_twice_is_harmless():
    it = session(FakeWhisper(TALK))
    assert it.recognise([], Cancellation(), language="en") == []
    it.close()
    it.close()
