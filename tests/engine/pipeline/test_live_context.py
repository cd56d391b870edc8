"""What a meeting taught one engine is known to the next: the language, the words as they were written, the terms."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.folders import Folders
from engine.caching.disk_contexts import CONTEXT_FOLDER, DiskContexts
from engine.caching.memory_contexts import MemoryContexts
from engine.caching.session_context import (
    KnownVoice,
    SaidWord,
    SessionContext,
    SessionContexts,
    read_context,
    write_context,
)
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, Samples, TrackKind
from engine.contract.engine import DeviceReport
from engine.contract.heard import AlignedWord, Heard
from engine.contract.messages import FollowedTrack, FollowRecording, JobFinished, LanguageChosen, LineGrown
from engine.contract.options import GlossaryTerm, RecognitionOptions
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.pipeline.engine_client import EngineClient, EngineEnded
from engine.pipeline.live_context import KEPT_EVERY_S, TOLD_AGAIN_S, LiveContext
from tests.builders.recited_recording import recited_recording, reciting_engine
from tests.builders.recorded_folder import record
from tests.fakes.fake_speech_engine import FAKE_CPU
from tests.fakes.reciting_engine_process import LANGUAGE

TERM = GlossaryTerm("eigenvalue")


class Writer:
    """Writes every word with its own tokens."""

    device: DeviceReport = FAKE_CPU

    def __init__(self) -> None:
        self.learned: list[AlignedWord] = []

    def learn(self, words: Sequence[AlignedWord]) -> None:
        self.learned += words

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        return Heard((AlignedWord(0, 100, " hello", 0.9, (7, 8)),), is_loop=False, no_speech=0.0, score=0.0)

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        return "en", 0.9


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def grown(text: str) -> LineGrown:
    word = RecognisedWord(SampleIndex(0), SampleIndex(100), text, 0.9)
    segment = RecognisedSegment(0, SampleIndex(0), SampleIndex(100), text, "en", 0.9, words=(word,))
    return LineGrown("job", "line", segment, 1, SampleIndex(100), is_closed=False)


def test_the_next_engine_knows_how_the_words_were_written():
    contexts = SessionContexts(MemoryContexts())
    options = RecognitionOptions(glossary=(TERM,))
    context = LiveContext(contexts, name="monday", options=options)
    heard = context.around(Writer()).understand(np.zeros(0, np.float32), said=(), language="en", careful=True)
    context.take(grown(heard.words[0].text))
    context.keep()
    writer = Writer()
    next_one = LiveContext(contexts, name="monday", options=options)
    next_one.around(writer)
    assert [(word.text, word.tokens) for word in writer.learned] == [(" hello", (7, 8))]
    assert next_one.known.glossary == (TERM,)
    assert next_one.known.uses == 2


def test_another_speech_model_writes_in_its_own_way():
    contexts = SessionContexts(MemoryContexts())
    contexts.change("monday", lambda known: replace(known, model="base", said=(SaidWord(" hello", (7, 8)),)))
    writer = Writer()
    LiveContext(contexts, name="monday", options=RecognitionOptions(model="small")).around(writer)
    assert not writer.learned


def test_a_language_that_is_not_allowed_any_more_is_not_gone_on_with():
    contexts = SessionContexts(MemoryContexts())
    contexts.change("monday", lambda known: replace(known, language="de", probability=0.9))

    def ask(*languages: str) -> LiveContext:
        return LiveContext(contexts, name="monday", options=RecognitionOptions(languages=languages))

    assert ask().language == ("de", 0.9)
    assert ask("en", "de").language == ("de", 0.9)
    assert ask("en", "zh").language is None


def test_workers_are_told_the_language_and_the_terms_and_neither_words_nor_voices():
    contexts = SessionContexts(MemoryContexts())
    voice = KnownVoice(1, (0.5, 0.25), 9.0)
    contexts.change("monday", lambda known: replace(known, said=(SaidWord(" secret"),), voices=(voice,)))
    context = LiveContext(contexts, name="monday", options=RecognitionOptions(glossary=(TERM,)))
    context.take(grown(" secret"))
    context.take(LanguageChosen("job", "zh", 0.9))
    told = read_context(context.document)
    assert told is not None
    assert (told.language, told.glossary, told.version) == ("zh", (TERM,), context.known.version)
    assert (told.said, told.voices) == ((), ())
    assert "monday" not in context.meeting
    assert context.meeting == LiveContext(contexts, name="monday", options=RecognitionOptions()).meeting


def test_workers_are_told_again_where_something_changed_and_now_and_then():
    contexts, clock = SessionContexts(MemoryContexts()), Clock()
    context = LiveContext(contexts, name="monday", options=RecognitionOptions(), clock=clock)
    first = context.document
    context.take(grown(" word"))
    context.keep()
    assert context.document == first
    context.take(LanguageChosen("job", "zh", 0.9))
    second = context.document
    assert second != first
    clock.now += TOLD_AGAIN_S
    context.keep()
    assert context.document != second


def test_what_a_worker_knows_counts_where_nothing_is_known_here():
    contexts = SessionContexts(MemoryContexts())
    came = SessionContext(version=7, language="zh", probability=0.8, uses=3)
    context = LiveContext(contexts, name="monday", options=RecognitionOptions())
    context.take_up("nonsense")
    assert context.language is None
    context.take_up(write_context(came))
    assert context.language == ("zh", 0.8)
    told = read_context(context.document)
    assert told is not None
    assert (told.language, told.uses) == ("zh", 4)
    assert told.version > came.version
    kept = contexts.read("monday")
    assert kept is not None
    assert (kept.language, kept.version) == ("zh", told.version)


def test_what_is_known_here_goes_before_what_a_worker_knows_and_is_newer_then():
    contexts = SessionContexts(MemoryContexts())
    context = LiveContext(contexts, name="monday", options=RecognitionOptions(), language="en")
    context.take_up(write_context(SessionContext(version=7, language="zh", probability=0.8)))
    assert context.language == ("en", 1.0)
    told = read_context(context.document)
    assert told is not None
    assert (told.language, told.version) == ("en", 8)


def test_what_is_settled_is_kept_now_and_then_and_not_at_every_word():
    contexts, clock = SessionContexts(MemoryContexts()), Clock()
    context = LiveContext(contexts, name="monday", options=RecognitionOptions(), clock=clock)
    for number in range(10):
        context.take(grown(f" w{number}"))
    known = contexts.read("monday")
    assert known is not None
    assert known.version == 1
    clock.now += KEPT_EVERY_S
    context.take(grown(" last"))
    known = contexts.read("monday")
    assert known is not None
    assert known.version == 2
    assert known.said[-1] == SaidWord(" last")


@pytest.mark.slow
def test_an_engine_process_that_is_killed_goes_on_in_the_language_that_was_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also where the desktop does not know it: the language, the terms and the last words come from the one before."""
    recording = recited_recording(tmp_path, monkeypatch, seconds=20.0)
    folder = tmp_path / "monday"
    places = [tmp_path / name for name in ("library", "models", "cache", "logs")]
    folders = Folders(places[0], places[1], places[2], places[3], tmp_path / "settings.json")
    folders.make()
    record(folder, [(TrackKind.MICROPHONE, _sound(recording.path))])
    options = RecognitionOptions(glossary=(TERM,))
    command = FollowRecording("job", str(folder), (FollowedTrack(0, TrackKind.MICROPHONE),), options)
    monkeypatch.setenv(LANGUAGE, "zh")
    first, _, mark = _run(reciting_engine(folders), command, kill_at=SampleIndex(6 * SAMPLE_RATE_HZ))
    monkeypatch.setenv(LANGUAGE, "en")
    rest = FollowedTrack(0, TrackKind.MICROPHONE, resume_at=mark, said=first[-1].text)
    again, chosen, _ = _run(reciting_engine(folders), replace(command, tracks=(rest,)))
    assert first
    assert again
    assert {line.language for line in (*first, *again)} == {"zh"}
    assert [each.language for each in chosen] == ["zh"]
    contexts = SessionContexts(DiskContexts(folders.cache / CONTEXT_FOLDER))
    known = contexts.read("monday")
    contexts.close()
    assert known is not None
    assert known.glossary == (TERM,)
    assert known.said[-1].text.strip() == again[-1].words[-1].text.strip()


def _run(
    client: EngineClient, command: FollowRecording, *, kill_at: SampleIndex = SampleIndex(1 << 60)
) -> tuple[list[RecognisedSegment], list[LanguageChosen], SampleIndex]:
    """Understand a recording to its end, or kill the process on the way: lines, languages, and the mark."""
    lines: dict[str, RecognisedSegment] = {}
    chosen: list[LanguageChosen] = []
    mark = SampleIndex(0)
    client.send(command)
    while mark < kill_at:
        event = client.receive(20.0)
        assert event is not None
        assert not isinstance(event, EngineEnded)
        if isinstance(event, LineGrown):
            lines[event.line] = event.segment
            mark = event.settled_to
        if isinstance(event, LanguageChosen):
            chosen.append(event)
        if isinstance(event, JobFinished):
            break
    client.kill()
    client.close()
    return sorted(lines.values(), key=lambda line: line.start), chosen, mark


def _sound(path: Path) -> Samples:
    return np.frombuffer(path.with_suffix(".pcm").read_bytes(), "<i2").astype(np.float32) / np.float32(32767)
