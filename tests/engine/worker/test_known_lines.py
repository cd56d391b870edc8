"""What any worker of a site understood before: the same lines, computed once, and no text that others can read."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from redis.exceptions import ResponseError

from engine.caching.redis_line import PAUSE_S, RedisLine
from engine.caching.redis_store import RedisStore
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex, SpeechSpan
from engine.contract.engine import SpanAudio
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.worker.known_lines import KnownLines, Lines, SiteLines
from engine.worker.site import PREFIX
from tests.builders.redis_server import RedisServer, redis_server

OPTIONS = RecognitionOptions()
SECRET = "Geheimrat"


class Clock:
    """A time that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Recogniser:
    """Says how loud a stretch begins, and remembers what it was asked."""

    asked: list[int] = field(default_factory=list[int])

    def __call__(self, stretches: Sequence[SpanAudio]) -> list[Lines]:
        self.asked.append(len(stretches))
        return [[line(stretch)] for stretch in stretches]


def stretch(number: int, *, start: int = 0, track: int = 0) -> SpanAudio:
    samples = np.random.default_rng(number).normal(0, 0.1, 2 * SAMPLE_RATE_HZ).astype(np.float32)
    span = SpeechSpan(track, SampleIndex(start), SampleIndex(start + len(samples)))
    return SpanAudio((span,), samples, (span,))


def line(stretch: SpanAudio) -> RecognisedSegment:
    text = f"{SECRET} {hashlib.sha256(stretch.samples.tobytes()).hexdigest()[:8]}"
    word = RecognisedWord(SampleIndex(stretch.start), SampleIndex(stretch.start + 100), text, 0.9)
    return RecognisedSegment(stretch.track, word.start, word.stop, text, "en", 0.9, (word,))


def names(server: RedisServer, pattern: str) -> list[bytes]:
    return cast("list[bytes]", server.ask("KEYS", pattern))


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def site(server: RedisServer, clock: Clock) -> Iterator[SiteLines]:
    line = RedisLine(server.url, timeout_s=5.0, clock=clock)
    yield SiteLines(RedisStore(line, prefix=PREFIX))
    line.close()


def known(site: SiteLines, *, checksum: str = "weights", compute_type: str = "int8", steps: str = "1") -> KnownLines:
    return KnownLines(site, checksum=checksum, compute_type=compute_type, steps=steps)


def understand(
    lines: KnownLines,
    stretches: Sequence[SpanAudio],
    recogniser: Recogniser,
    *,
    options: RecognitionOptions = OPTIONS,
    language: str = "en",
) -> list[Lines]:
    found = lines.recognise(stretches, options, language=language, recognise=recogniser)
    assert found == [[line(each)] for each in stretches]
    return found


def test_another_worker_of_the_site_computes_only_what_none_did(site: SiteLines, server: RedisServer):
    first, second = Recogniser(), Recogniser()
    understand(known(site), [stretch(1), stretch(2)], first)
    other = RedisLine(server.url, timeout_s=5.0)
    elsewhere = SiteLines(RedisStore(other, prefix=PREFIX))
    understand(known(elsewhere), [stretch(1, start=7000, track=1), stretch(3), stretch(2)], second)
    assert (first.asked, second.asked) == ([2], [1])
    counts = elsewhere.figures.counts
    assert (counts.asked, counts.found) == (3, 2)
    assert elsewhere.size > 0
    other.close()


def test_another_question_about_the_same_sound_is_another_one(site: SiteLines):
    recogniser = Recogniser()
    sound = [stretch(1)]
    understand(known(site), sound, recogniser)
    understand(known(site, checksum="other weights"), sound, recogniser)
    understand(known(site, compute_type="float16"), sound, recogniser)
    understand(known(site, steps="2"), sound, recogniser)
    understand(known(site), sound, recogniser, options=replace(OPTIONS, beam_size=1))
    understand(known(site), sound, recogniser, language="de")
    assert recogniser.asked == [1] * 6


def test_nobody_reads_there_what_was_said(site: SiteLines, server: RedisServer):
    understand(known(site), [stretch(1)], Recogniser())
    kept = b"".join(cast("bytes", server.ask("DUMP", name)) for name in names(server, "*"))
    assert kept
    assert SECRET.encode() not in kept


def test_what_somebody_else_wrote_or_damaged_there_is_not_believed(site: SiteLines, server: RedisServer):
    recogniser = Recogniser()
    understand(known(site), [stretch(1), stretch(2)], recogniser)
    first, second = names(server, f"{PREFIX}v/*")
    one, other = (cast("bytes", server.ask("GET", name)) for name in (first, second))
    server.ask("SET", first, other)
    server.ask("SET", second, b"x" + one[1:])
    understand(known(site), [stretch(1), stretch(2)], recogniser)
    assert recogniser.asked == [2, 2]


def test_a_redis_that_goes_away_in_mid_stream_costs_no_line(site: SiteLines, server: RedisServer, clock: Clock):
    recogniser, lines = Recogniser(), known(site)
    sound = [stretch(number) for number in range(3)]
    understand(lines, sound, recogniser)
    server.stop()
    understand(lines, sound, recogniser)
    server.start()
    clock.now += PAUSE_S + 1
    understand(lines, sound, recogniser)
    understand(lines, sound, recogniser)
    assert recogniser.asked == [3, 3, 3]


def test_a_full_redis_costs_no_line():
    with redis_server(memory="8mb") as server:
        way = RedisLine(server.url, timeout_s=5.0)
        lines, recogniser = known(SiteLines(RedisStore(way, prefix=PREFIX))), Recogniser()
        with pytest.raises(ResponseError):
            for number in range(100):
                server.ask("SET", f"others/{number}", b"x" * 200_000)
        for number in range(20):
            understand(lines, [stretch(number)], recogniser)
        way.close()


def test_weights_that_cannot_be_told_from_others_are_not_remembered(site: SiteLines, tmp_path: Path):
    assert site.known_to(tmp_path, compute_type="int8") is None
