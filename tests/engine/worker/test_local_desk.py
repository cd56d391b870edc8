"""The worker's desk with real speech and a real speech model."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, LanguageGuess
from engine.contract.heard import Heard
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.recognition.catalogue import read_catalogue
from engine.recognition.live_recogniser import LiveRecogniser
from engine.recognition.speech_model_store import SpeechModelStore
from engine.recognition.whisper_engine import WhisperEngine
from engine.recognition.whisper_model import WhisperModel
from engine.remote.question import LanguageTask, LinesTask, Priority, Question, SaidWord, WindowTask
from engine.worker.answering import Answered
from engine.worker.local_desk import make_desk
from tests.builders.speech_clips import clip, stretches_of

OPTIONS = RecognitionOptions(model="tiny.en", languages=("en",))
CPU = DeviceReport("cpu", "int8", "cpu")
CLIPS = ("1998-15444-0001.flac", "2414-128291-0002.flac")


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a worker remembers what it found out of this machine, so that it is found out once."""
    return tmp_path_factory.mktemp("state")


async def answered(speech_models: Path, state: Path, *questions: Question) -> list[Answered]:
    desk = make_desk(
        store=SpeechModelStore(speech_models, read_catalogue()), state=state, default_model="tiny.en", threads=1
    )
    await desk.start()
    try:
        told = await desk.open("a", OPTIONS)
        assert told.device.device in {"cpu", "cuda"}
        assert desk.standing().capacity > 0
        assert "tiny.en" in desk.standing().models
        return list(await asyncio.gather(*(desk.answer(question) for question in questions)))
    finally:
        await desk.drain()
        await desk.close()


@pytest.mark.slow
def test_a_worker_understands_live_windows_and_files_as_the_desktop_itself_does(speech_models: Path, state: Path):
    live = LiveRecogniser(
        model=(weights := WhisperModel(speech_models / "tiny.en", device=CPU, replicas=1, threads=1)), options=OPTIONS
    )
    sound = clip(CLIPS[0])[: 6 * SAMPLE_RATE_HZ]
    first = live.understand(sound, said=(), language="en", careful=True)
    said = tuple(word.text for word in first.words[:2])
    second = live.understand(sound, said=said, language="en", careful=False)
    weights.close()
    engine = WhisperEngine(model_path=speech_models / "tiny.en", device=CPU, threads=1)
    stretches = stretches_of(*(clip(name) for name in CLIPS))
    session = engine.open_session(OPTIONS)
    # While somebody speaks, a worker decodes the stretches of a file one by one.
    lines = [session.recognise([stretch], Cancellation(), language="en")[0] for stretch in stretches]
    engine.close()

    def ask(number: int, task: WindowTask | LinesTask | LanguageTask) -> Question:
        return Question("a", number, Priority.LIVE_FINAL, OPTIONS, task)

    known = tuple(SaidWord(word.text, word.tokens) for word in first.words[:2])
    unknown = tuple(SaidWord(word.text) for word in first.words[:2])
    found = asyncio.run(
        answered(
            speech_models,
            state,
            ask(1, WindowTask(sound, (), "en", careful=True)),
            ask(2, WindowTask(sound, known, "en", careful=False)),
            ask(3, WindowTask(sound, unknown, "en", careful=False)),
            ask(4, LinesTask(tuple(stretches), "en")),
            ask(5, LanguageTask(samples=sound)),
        )
    )
    heard = [each.answer for each in found]
    assert heard[0] == first
    assert heard[1] == second
    assert isinstance(heard[2], Heard)
    assert [word.text for word in heard[2].words] == [word.text for word in second.words]
    assert heard[3] == tuple(tuple(each) for each in lines)
    assert heard[4] == LanguageGuess("en", 1.0)


@pytest.mark.slow
def test_sessions_with_different_glossaries_share_a_batch_and_each_gets_its_own_terms(speech_models: Path, state: Path):
    sound = np.ascontiguousarray(clip(CLIPS[0])[: 6 * SAMPLE_RATE_HZ])
    weights = WhisperModel(speech_models / "tiny.en", device=CPU, replicas=1, threads=1)
    first = LiveRecogniser(model=weights, options=OPTIONS).understand(sound, said=(), language="en", careful=True)
    weights.close()
    term = GlossaryTerm("Vivavoce", spoken=(first.words[1].text.strip(),))
    options = RecognitionOptions(model="tiny.en", languages=("en",), glossary=(term,))
    task = WindowTask(sound, (), "en", careful=True)
    plain = Question("a", 1, Priority.LIVE_FINAL, OPTIONS, task)
    other = Question("b", 1, Priority.LIVE_FINAL, options, task)
    found = asyncio.run(answered(speech_models, state, plain, other))
    texts = ["".join(word.text for word in each.answer.words) for each in found if isinstance(each.answer, Heard)]
    assert "Vivavoce" not in texts[0]
    assert "Vivavoce" in texts[1]
