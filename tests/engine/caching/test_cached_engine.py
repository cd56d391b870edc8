import threading
from collections.abc import Sequence

import pytest

from engine.caching.cached_engine import CachedEngine, CachedSession
from engine.contract.cancellation import Cancellation, Cancelled
from engine.contract.engine import DeviceReport, SpanAudio
from engine.contract.errors import RecogniserFailed
from engine.contract.options import GlossaryTerm, RecognitionOptions
from tests.builders.speech_clips import noise, silence, stretches_of
from tests.fakes.fake_speech_engine import FakeSpeechEngine, scripted_line
from tests.fakes.memory_store import MemoryStore

OPTIONS = RecognitionOptions(beam_size=1)
HELLO = scripted_line("Good morning to all of you.", 0.5, 4.5)


def cached(
    engine: FakeSpeechEngine, store: MemoryStore | None = None, *, checksum: str = "weights", steps: str = "1"
) -> CachedEngine:
    return CachedEngine(engine, store=store or MemoryStore(bound=1 << 20), model_checksum=checksum, steps=steps)


def ask(engine: CachedEngine, stretches: Sequence[SpanAudio], options: RecognitionOptions = OPTIONS) -> list[str]:
    session = engine.open_session(options)
    found = session.recognise(stretches, Cancellation(), language="en")
    session.close()
    return [" ".join(line.text for line in lines) for lines in found]


def sound() -> list[SpanAudio]:
    return stretches_of(noise(5, level_dbfs=-20))


def test_what_was_asked_before_is_not_asked_again():
    inner, store = FakeSpeechEngine([HELLO]), MemoryStore(bound=1 << 20)
    assert ask(cached(inner, store), sound()) == [HELLO.text]
    assert ask(cached(inner, store), sound()) == [HELLO.text]
    assert len(inner.recognised) == 1


def test_the_answer_moves_to_where_the_sound_is_now():
    inner = FakeSpeechEngine([HELLO])
    engine = cached(inner)
    ask(engine, sound())
    later = stretches_of(silence(7), noise(5, level_dbfs=-20))[1:]
    session = engine.open_session(OPTIONS)
    line = session.recognise(later, Cancellation(), language="en")[0][0]
    assert (line.start, line.stop) == (HELLO.start + 7 * 16_000, HELLO.stop + 7 * 16_000)
    assert line.words[0].start == HELLO.words[0].start + 7 * 16_000
    assert len(inner.recognised) == 1


@pytest.mark.parametrize(
    "other",
    [
        RecognitionOptions(beam_size=5),
        RecognitionOptions(beam_size=1, glossary=(GlossaryTerm("Eigenvalue"),)),
        RecognitionOptions(beam_size=1, languages=("en", "de")),
        RecognitionOptions(beam_size=1, language_per_segment=True),
    ],
)
def test_other_options_are_another_question(other: RecognitionOptions):
    inner = FakeSpeechEngine([HELLO])
    engine = cached(inner)
    ask(engine, sound())
    ask(engine, sound(), other)
    assert len(inner.recognised) == 2


def test_other_weights_another_precision_and_other_steps_are_another_question():
    inner, store = FakeSpeechEngine([HELLO]), MemoryStore(bound=1 << 20)
    ask(cached(inner, store), sound())
    ask(cached(inner, store, checksum="others"), sound())
    ask(cached(inner, store, steps="2"), sound())
    inner.device = DeviceReport("cuda", "float16", "Card")
    ask(cached(inner, store), sound())
    assert len(inner.recognised) == 4


def test_a_number_of_threads_changes_no_word():
    inner = FakeSpeechEngine([HELLO])
    engine = cached(inner)
    ask(engine, sound())
    ask(engine, sound(), RecognitionOptions(beam_size=1, threads=3))
    assert len(inner.recognised) == 1


def test_a_device_that_changed_at_work_leaves_nothing_behind():
    inner = FakeSpeechEngine([HELLO])

    def fail_over(_: Sequence[SpanAudio], __: Cancellation) -> None:
        inner.device = DeviceReport("cpu", "int8_float32", "Processor")

    inner.before = fail_over
    store = MemoryStore(bound=1 << 20)
    assert ask(cached(inner, store), sound()) == [HELLO.text]
    assert store.keys("exact/") == []


def test_two_threads_that_ask_the_same_cost_one_computation():
    begun, may_end = threading.Event(), threading.Event()

    def wait(_: Sequence[SpanAudio], __: Cancellation) -> None:
        begun.set()
        assert may_end.wait(10)

    inner = FakeSpeechEngine([HELLO], before=wait)
    session = cached(inner).open_session(OPTIONS)
    found: list[str] = []

    def work() -> None:
        found.append(session.recognise(sound(), Cancellation(), language="en")[0][0].text)

    first = threading.Thread(target=work)
    first.start()
    assert begun.wait(10)
    second = threading.Thread(target=work)
    second.start()
    may_end.set()
    first.join()
    second.join()
    assert found == [HELLO.text, HELLO.text]
    assert len(inner.recognised) == 1


def test_who_waits_for_one_that_fails_computes_by_itself():
    begun, may_end = threading.Event(), threading.Event()
    calls: list[int] = []

    def fail_first(_: Sequence[SpanAudio], __: Cancellation) -> None:
        calls.append(1)
        if len(calls) == 1:
            begun.set()
            assert may_end.wait(10)
            raise RecogniserFailed("cpu", "out of memory")

    session = cached(FakeSpeechEngine([HELLO], before=fail_first)).open_session(OPTIONS)
    found: list[str] = []

    def fail() -> None:
        with pytest.raises(RecogniserFailed):
            session.recognise(sound(), Cancellation(), language="en")

    def work() -> None:
        found.append(session.recognise(sound(), Cancellation(), language="en")[0][0].text)

    first, second = threading.Thread(target=fail), threading.Thread(target=work)
    first.start()
    assert begun.wait(10)
    second.start()
    may_end.set()
    first.join()
    second.join()
    assert found == [HELLO.text]


def test_who_waits_may_be_cancelled():
    begun, may_end = threading.Event(), threading.Event()

    def wait(_: Sequence[SpanAudio], __: Cancellation) -> None:
        begun.set()
        assert may_end.wait(10)

    session: CachedSession = cached(FakeSpeechEngine([HELLO], before=wait)).open_session(OPTIONS)
    first = threading.Thread(target=lambda: session.recognise(sound(), Cancellation(), language="en"))
    first.start()
    assert begun.wait(10)
    cancellation = Cancellation()
    threading.Timer(0.05, cancellation.request).start()
    with pytest.raises(Cancelled):
        session.recognise(sound(), cancellation, language="en")
    may_end.set()
    first.join()


def test_the_same_stretch_twice_in_one_call_is_asked_once():
    inner = FakeSpeechEngine([HELLO])
    assert ask(cached(inner), [*sound(), *sound()]) == [HELLO.text, HELLO.text]
    assert len(inner.recognised) == 1


def test_a_vote_on_the_language_is_kept():
    inner = FakeSpeechEngine([HELLO])
    engine = cached(inner)
    for _ in range(2):
        session = engine.open_session(OPTIONS)
        assert session.guess_language(sound(), Cancellation()).language == "en"
    assert len(inner.voters) == 1


def test_damaged_entries_are_recognised_anew():
    inner, store = FakeSpeechEngine([HELLO]), MemoryStore(bound=1 << 20)
    ask(cached(inner, store), sound())
    for key in store.keys("exact/"):
        value = bytearray(store.get(key) or b"")
        value[-3] ^= 1
        store.put(key, bytes(value))
    assert ask(cached(inner, store), sound()) == [HELLO.text]
    assert len(inner.recognised) == 2
