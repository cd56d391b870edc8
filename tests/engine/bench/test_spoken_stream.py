import asyncio
from collections.abc import Callable

import numpy as np

from engine.bench.spoken_stream import SpokenSound, SpokenStream, StreamLog
from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES
from engine.contract.heard import AlignedWord, Heard
from engine.contract.options import RecognitionOptions
from engine.remote.question import Answer, Priority, Question, WindowTask
from engine.remote.refusal import RefusalReason, Refused

WORD = SAMPLE_RATE_HZ // 2
"""Samples of each word, which is called by its number."""

SPOKEN_S, LENGTH_S = 6.0, 8.0

LONG_S = 40.0
"""Longer than a window, without a pause."""


def sound(spoken_s: float = SPOKEN_S) -> SpokenSound:
    """So much of two words a second, then silence; each sample is its own index."""
    windows = int((spoken_s + LENGTH_S - SPOKEN_S) * SAMPLE_RATE_HZ) // WINDOW_SAMPLES
    voice = tuple(0.9 if at * WINDOW_SAMPLES < spoken_s * SAMPLE_RATE_HZ else 0.01 for at in range(windows))
    return SpokenSound(np.arange(windows * WINDOW_SAMPLES).astype(np.float32), "", voice)


def recite(question: Question, spoken_s: float = SPOKEN_S) -> Answer:
    assert isinstance(question.task, WindowTask)
    start, stop = int(question.task.samples[0]), int(question.task.samples[-1]) + 1
    words = [
        AlignedWord(number * WORD - start, (number + 1) * WORD - start, f" {number}", 0.9, (number,))
        for number in range(-(-start // WORD), min(stop, int(spoken_s * SAMPLE_RATE_HZ)) // WORD)
    ]
    return Heard(tuple(words[len(question.task.said) :]), False, 0.0, 0.0)


def spoken(
    answer: Callable[[Question], Answer], asked: list[Question] | None = None, *, spoken_s: float = SPOKEN_S
) -> StreamLog:
    async def ask(question: Question) -> Answer:
        if asked is not None:
            asked.append(question)
        return answer(question)

    options = RecognitionOptions(languages=("en",))
    stream = SpokenStream(sound(spoken_s), session_id="a/0", options=options, language="en", is_paced=False)
    return asyncio.run(stream.run(ask))


def test_every_word_is_settled_once_and_settled_words_travel_with_their_tokens():
    asked: list[Question] = []
    log = spoken(recite, asked)
    assert log.text == " ".join(str(number) for number in range(12))
    assert log.answered >= 1
    assert log.tentative > log.answered
    assert [question.seq_id for question in asked] == list(range(1, len(asked) + 1))
    tasks = [question.task for question in asked if isinstance(question.task, WindowTask)]
    assert any(task.said for task in tasks)
    assert all(word.tokens for task in tasks for word in task.said)


def test_what_is_asked_at_the_end_of_speech_is_final():
    asked: list[Question] = []
    spoken(recite, asked)
    assert asked[-1].priority is Priority.LIVE_FINAL
    assert asked[0].priority is Priority.LIVE_TENTATIVE


def test_tentative_words_that_are_given_up_cost_no_word():
    def answer(question: Question) -> Answer:
        if question.priority is Priority.LIVE_TENTATIVE:
            raise Refused(RefusalReason.BUSY)
        return recite(question)

    log = spoken(answer)
    assert log.given_up > 0
    assert log.unanswered == 0
    assert log.text == " ".join(str(number) for number in range(12))


def test_final_words_that_are_refused_are_counted():
    def answer(question: Question) -> Answer:
        raise Refused(RefusalReason.BUSY)

    log = spoken(answer)
    assert log.unanswered >= 1
    assert log.text == ""


def test_a_full_window_is_asked_as_final_though_somebody_still_speaks_for_it_settles_words():
    asked: list[Question] = []

    def answer(question: Question) -> Answer:
        if question.priority is Priority.LIVE_TENTATIVE:
            raise Refused(RefusalReason.BUSY)
        return recite(question, LONG_S)

    log = spoken(answer, asked, spoken_s=LONG_S)
    finals = [question for question in asked if question.priority is Priority.LIVE_FINAL]
    assert len(finals) == log.answered > len(log.late_s) == 1, "only the last one is late after an end of speech"
    assert log.text == " ".join(str(number) for number in range(int(LONG_S * 2)))
