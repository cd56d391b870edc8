"""A real speech model with a glossary, on a sentence in which it mishears a name."""

import os
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.contract.audio import SampleIndex, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.engine import DeviceReport, SpanAudio
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.places import RESOURCES
from engine.pipeline.live_engine import LiveEngine
from engine.recognition.whisper_engine import WhisperEngine

MODEL = Path(os.environ.get("VIVAVOCE_TEST_MODELS", "")) / "base"
CPU = DeviceReport("cpu", "int8", "the processor")
TERMS = tuple(map(GlossaryTerm, ("ultimately", "coalesced", "Helstone", "apomorphine")))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (MODEL / "model.bin").is_file(), reason="the speech model is not here"),
]


def sentence() -> SpanAudio:
    read, rate = soundfile.read(
        RESOURCES / "samples" / "lecture.flac", dtype="float32", start=130 * 16_000, frames=9 * 16_000
    )
    assert rate == 16_000
    sound = np.asarray(read, np.float32)
    span = SpeechSpan(0, SampleIndex(0), SampleIndex(len(sound)))
    return SpanAudio((span,), sound, (span,))


def test_a_term_is_written_where_it_was_misheard_and_nowhere_else_and_keeps_what_was_heard():
    engine = WhisperEngine(model_path=MODEL, device=CPU, threads=2)
    try:
        texts: list[str] = []
        for terms in ((), TERMS):
            session = engine.open_session(RecognitionOptions(languages=("en",), glossary=terms))
            [lines] = session.recognise([sentence()], Cancellation(), language="en")
            texts.append(" ".join(line.text for line in lines))
            changes = [(word.heard, word.text.strip()) for line in lines for word in line.words if word.heard]
    finally:
        engine.close()
    assert changes
    assert {written for _, written in changes} <= {"ultimately", "coalesced"}
    back = texts[1]
    for heard, written in changes:
        assert written not in texts[0]
        back = back.replace(written, heard)
    assert back == texts[0]


def test_live_too_and_the_passes_after_go_on_behind_the_term():
    engine = LiveEngine(MODEL, device=CPU, options=RecognitionOptions(languages=("en",)), sample=sentence().samples)
    try:
        engine.know(TERMS)
        heard = engine.understand(sentence().samples, said=(), language="en", careful=True)
        texts = [word.text for word in heard.words]
        changed = [number for number, word in enumerate(heard.words) if word.heard]
        assert changed
        assert {texts[number].strip(" ,.") for number in changed} <= {"ultimately", "coalesced"}
        behind = changed[0] + 1
        again = engine.understand(sentence().samples, said=texts[:behind], language="en", careful=True)
        assert again.words
        assert texts[changed[0]].strip(" ,.") not in "".join(word.text for word in again.words)
    finally:
        engine.close()
