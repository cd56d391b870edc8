"""Values that cross the wire between a desktop and a worker, as hypothesis draws them."""

import numpy as np
from hypothesis import strategies as st

from engine.contract.audio import SampleIndex, Samples, SpeechSpan
from engine.contract.engine import DeviceReport, LanguageGuess, SpanAudio
from engine.contract.heard import AlignedWord, Heard
from engine.contract.languages import LANGUAGES
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.remote.question import LanguageTask, LinesTask, Priority, Question, SaidWord, Task, WindowTask
from engine.remote.standing import OpenedSession, Standing, WorkerDescription

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
names = st.text(st.characters(min_codepoint=33, max_codepoint=0x4FFF, exclude_categories=("Cs", "C", "Z")), max_size=30)
languages = st.sampled_from(sorted(LANGUAGES))
probabilities = st.floats(0, 1)
places = st.integers(0, 1 << 40)
tokens = st.lists(st.integers(0, 60_000), max_size=4).map(tuple)


def sound(length: int, *, seed: int = 0) -> Samples:
    """Noise as a recording holds it: 16 bit."""
    drawn = np.random.default_rng(seed).integers(-32768, 32767, length, endpoint=True)
    return drawn.astype(np.float32) / np.float32(32768)


sounds = st.builds(sound, st.integers(1, 900), seed=st.integers(0, 1000))


@st.composite
def stretches(draw: st.DrawFn) -> SpanAudio:
    """A stretch of up to four parts."""
    track = draw(st.integers(0, 8))

    def spans(lengths: list[int], pauses: list[int]) -> tuple[SpeechSpan, ...]:
        found: list[SpeechSpan] = []
        at = draw(places)
        for length, pause in zip(lengths, pauses, strict=False):
            found.append(SpeechSpan(track, SampleIndex(at), SampleIndex(at + length)))
            at += length + pause
        return tuple(found)

    lengths = st.lists(st.integers(1, 300), min_size=1, max_size=4)
    pauses = st.lists(st.integers(0, 300), min_size=4, max_size=4)
    parts = spans(draw(lengths), draw(pauses))
    samples = sound(sum(part.length for part in parts), seed=draw(st.integers(0, 1000)))
    return SpanAudio(parts, samples, spans(draw(lengths), draw(pauses)), draw(st.booleans()))


some_stretches = st.lists(stretches(), max_size=3).map(tuple)
said_words = st.lists(st.builds(SaidWord, texts, tokens), max_size=4).map(tuple)
tasks: st.SearchStrategy[Task] = st.one_of(
    st.builds(LinesTask, some_stretches, languages),
    st.builds(WindowTask, sounds, said_words, languages, st.booleans()),
    st.builds(LanguageTask, some_stretches),
    st.builds(LanguageTask, samples=sounds),
)
terms = st.builds(GlossaryTerm, texts, st.lists(texts, max_size=3).map(tuple), texts)
options = st.builds(
    RecognitionOptions,
    model=st.sampled_from(["tiny.en", "base", "large-v3-turbo"]),
    languages=st.lists(languages, max_size=3).map(tuple),
    language_per_segment=st.booleans(),
    beam_size=st.integers(1, 16),
    glossary=st.lists(terms, max_size=3).map(tuple),
)
questions = st.builds(
    Question,
    session_id=st.just("meeting/0"),
    seq_id=st.integers(1, (1 << 64) - 1),
    priority=st.sampled_from(list(Priority)),
    options=options,
    task=tasks,
    answer_within_s=st.integers(0, 600_000).map(lambda milliseconds: milliseconds / 1000),
)

indices = places.map(SampleIndex)
recognised_words = st.builds(RecognisedWord, indices, indices, texts, probabilities, texts)
lines = st.builds(
    RecognisedSegment,
    track=st.integers(0, 8),
    start=indices,
    stop=indices,
    text=texts,
    language=languages,
    confidence=probabilities,
    words=st.lists(recognised_words, max_size=4).map(tuple),
    quarantine=st.none() | st.sampled_from(list(QuarantineReason)),
    no_speech=probabilities,
    repaired=st.booleans(),
)
aligned_words = st.builds(AlignedWord, places, places, texts, probabilities, tokens, texts)
heard = st.builds(
    Heard, st.lists(aligned_words, max_size=5).map(tuple), st.booleans(), probabilities, st.floats(-10, 0)
)
guesses = st.builds(LanguageGuess, languages, probabilities)

devices = st.builds(
    DeviceReport,
    device=st.sampled_from(["cpu", "cuda"]),
    compute_type=st.sampled_from(["int8", "float16"]),
    name=names,
    refused=st.lists(names, max_size=2).map(tuple),
)
opened_sessions = st.builds(
    OpenedSession, devices, st.integers(1, 64), st.integers(1, 64), st.lists(languages, max_size=3).map(tuple)
)
standings = st.builds(
    Standing,
    device=devices,
    models=st.lists(names, max_size=3).map(tuple),
    capacity=st.floats(0, 1000),
    live_streams=st.integers(0, 1000),
    free_streams=st.integers(0, 1000),
    waiting=st.integers(0, 1000),
    wait_ms=st.floats(0, 1e6),
)
descriptions = st.builds(
    WorkerDescription,
    protocols=st.lists(st.integers(1, 9), min_size=1, max_size=3).map(tuple),
    name=names,
    application_version=names,
    standing=standings,
)
