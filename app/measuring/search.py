"""``vivavoce measure search``: whether a library of a thousand hours is searched while one types.

Lines are made anew from what was really said in the recordings of the data: each word is one that followed the
two words before it somewhere, so that phrases are phrases and common words are common; a tenth of them Chinese. They go
through the library's own door. Then it is asked as a person types: beginnings, words, phrases, titles, what nobody
said. Main thread of a command; the sums are pure.
"""

import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.long_meeting import write_silence
from app.measuring.window_side import WindowAnswer, WindowRequest, folders_in
from app.measuring.workbench import Workbench
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, new_id
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Segment, Speaker, Word
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.bench.speech_data import MEETINGS, SpeechData
from engine.contract.audio import SAMPLE_RATE_HZ, Milliseconds, TrackKind

HOURS = 1000
QUICK_HOURS = 100
WORDS_AN_HOUR = 10_000
FIRST_HITS = 40
"""So many the window asks for before it shows any."""
GOAL_MS = 50.0
GOAL_PLAYS_S = 0.5
_HOUR_MS = 3_600_000
OPENED = 5
"""Hits that are opened, in a meeting of an hour each."""
_WORDS_A_LINE = (4, 14)
_SEED = 7
_QUESTIONS = 150
"""Of each kind."""


@dataclass(frozen=True, slots=True)
class Answered:
    """How one kind of question was answered."""

    kind: str
    milliseconds: tuple[float, ...]
    worked_ms: tuple[float, ...]
    """Of these, the time that a processor worked for the answer: others that use the machine are not in it."""
    hits: int


class Chain:
    """Makes up lines in the manner of real ones."""

    def __init__(self, sentences: Sequence[Sequence[str]], *, joint: str, rng: random.Random) -> None:
        self._joint = joint
        self._rng = rng
        self._next: dict[tuple[str, str], list[str]] = defaultdict(list)
        self._starts: list[tuple[str, str]] = []
        for words in sentences:
            if len(words) > 2:
                self._starts.append((words[0], words[1]))
                for one, two, three in zip(words, words[1:], words[2:], strict=False):
                    self._next[one, two].append(three)
        if not self._starts:
            raise CannotMeasure("There are no sentences in the data to make lines of.")

    def line(self, count: int) -> list[str]:
        """So many words; where nothing ever followed, another sentence begins."""
        one, two = self._rng.choice(self._starts)
        words = [one, two]
        while len(words) < count:
            following = self._next.get((words[-2], words[-1]))
            words += [self._rng.choice(following)] if following else self._rng.choice(self._starts)
        return words[:count]

    def text(self, words: Sequence[str]) -> str:
        """The words as a line."""
        return self._joint.join(words)


def measure_search(workbench: Workbench, *, quick: bool = False) -> Measurement:
    """Write a library, ask it, and open a hit. Raises ``CannotMeasure``."""
    hours = QUICK_HOURS if quick else HOURS
    rng = random.Random(_SEED)
    english, chinese = chains_of(workbench.data, rng)
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folders = folders_in(Path(name))
        folders.make()
        library = Library.open(folders.library, announcements=Announcements())
        try:
            written = write_hours(library, english, chinese, hours, rng, tell=workbench.tell)
            size_mb = (folders.library / "library.db").stat().st_size / 1e6
            workbench.tell("Asking")
            answered = ask_all(library, written, rng)
        finally:
            library.close()
        workbench.tell("Opening a hit in the window")
        opened = workbench.run_window(WindowRequest("hit", name, words=written.opened_words, is_quick=quick))
    return Measurement(
        "search",
        workbench.machine,
        _figures(answered, opened),
        f"{hours} meetings of an hour, {written.words} words in {written.lines} lines, {written.chinese_words} of the "
        f"words Chinese, {size_mb:.0f} MB; {_QUESTIONS} questions of each kind, taking turns, the first {FIRST_HITS} "
        "hits; a hit clicked in the window, drawn into memory, over an hour of sound",
        _details(answered, opened),
    )


@dataclass
class Written:
    """What was written, and pieces of it to ask for."""

    meetings: list[MeetingId]
    words: int = 0
    chinese_words: int = 0
    lines: int = 0
    opened_words: str = ""
    """Stand in some meetings alone, once in each, and these have sound."""


def chains_of(data: SpeechData, rng: random.Random) -> tuple[Chain, Chain]:
    """One that makes English lines and one that makes Chinese ones."""
    rows = data.recordings()
    english = [row.transcript.split() for row in rows if row.language == "en" and row.transcript]
    for name in MEETINGS[:2]:
        english += [segment.text.split() for segment in data.meeting(name).segments]
    chinese = [[each for each in row.transcript if not each.isspace()] for row in rows if row.language == "zh"]
    return Chain(english, joint=" ", rng=rng), Chain(chinese, joint="", rng=rng)


def write_hours(
    library: Library, english: Chain, chinese: Chain, hours: int, rng: random.Random, *, tell: Callable[[str], None]
) -> Written:
    """Meetings of an hour each, with words and times."""
    written = Written([])
    for number in range(hours):
        is_chinese = number % 10 == 9
        chain = chinese if is_chinese else english
        meeting = Meeting(
            MeetingId(new_id()),
            f"{chain.text(chain.line(4))} {number}",
            datetime(2020, 1, 1, 9, tzinfo=UTC) + timedelta(hours=number * 24),
            MeetingStatus.READY,
            duration_ms=Milliseconds(_HOUR_MS),
            language="zh" if is_chinese else "en",
            tracks=(TrackInfo(0, TrackKind.FILE),),
        )
        speaker = Speaker(SpeakerId(new_id()), 1, chain.text(chain.line(2)))
        lines = list(_lines(chain, rng, speaker.id, joint="" if is_chinese else " "))
        if number in range(hours // 2, hours // 2 + OPENED):
            lines[len(lines) // 2] = _marked(lines[len(lines) // 2])
            written.opened_words = "zyzzyva quokka"
            _write_sound(library.meeting_folder(meeting.id))
        library.add_transcript(meeting, lines, (speaker,), ()).result()
        count = sum(len(line.words) for line in lines)
        written.meetings.append(meeting.id)
        written.words += count
        written.chinese_words += count if is_chinese else 0
        written.lines += len(lines)
        if number % max(1, hours // 10) == 0:
            tell(f"Writing hour {number + 1} of {hours}")
    return written


def _lines(chain: Chain, rng: random.Random, speaker: SpeakerId, *, joint: str) -> Iterator[Segment]:
    left, at = WORDS_AN_HOUR, 0
    width = _HOUR_MS // WORDS_AN_HOUR
    while left > 0:
        count = min(left, rng.randint(*_WORDS_A_LINE))
        pieces = chain.line(count)
        words = tuple(
            Word(Milliseconds(at + n * width), Milliseconds(at + (n + 1) * width), joint + piece, 0.9)
            for n, piece in enumerate(pieces)
        )
        end = at + count * width
        yield Segment(
            SegmentId(new_id()), 0, Milliseconds(at), Milliseconds(end), chain.text(pieces), "", 0.9, words, speaker
        )
        at, left = end, left - count


def _marked(line: Segment) -> Segment:
    words = (*line.words[:-1],)
    return Segment(line.id, 0, line.start_ms, line.end_ms, line.text + " zyzzyva quokka", "en", 0.9, words)


def _write_sound(folder: Path) -> None:
    """An hour, decoded as an import leaves it."""
    write_silence(folder, _HOUR_MS // 1000 * SAMPLE_RATE_HZ)


# Asking


def ask_all(library: Library, written: Written, rng: random.Random) -> list[Answered]:
    """Every kind of question, taking turns, so that no kind has a warm cache for itself."""
    texts = _said(library, written, rng)
    kinds = _questions(texts, rng)
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    worked: dict[str, list[float]] = {kind: [] for kind in kinds}
    hits = dict.fromkeys(kinds, 0)
    for number in range(_QUESTIONS):
        for kind, questions in kinds.items():
            question = questions[number % len(questions)]
            before, worked_before = time.perf_counter(), time.thread_time()
            found = library.search(question, limit=FIRST_HITS)
            times[kind].append((time.perf_counter() - before) * 1000)
            worked[kind].append((time.thread_time() - worked_before) * 1000)
            hits[kind] += len(found)
    return [Answered(kind, tuple(times[kind]), tuple(worked[kind]), hits[kind]) for kind in kinds]


def _said(library: Library, written: Written, rng: random.Random) -> tuple[list[str], list[str], list[str]]:
    """English lines, Chinese lines and titles to take questions from."""
    english: list[str] = []
    chinese: list[str] = []
    titles: list[str] = []
    for place, meeting_id in enumerate(rng.sample(written.meetings, min(60, len(written.meetings)))):
        titles.append(library.meeting(meeting_id).title)
        into = chinese if library.meeting(meeting_id).language == "zh" else english
        lines = library.transcript(meeting_id).segments
        into += [line.text for line in rng.sample(lines, min(20, len(lines)))]
        if place >= 40 and english and chinese:
            break
    return english, chinese, titles


def _questions(texts: tuple[list[str], list[str], list[str]], rng: random.Random) -> dict[str, list[str]]:
    english, chinese, titles = texts

    def some(pool: Sequence[str], make: Callable[[str], str]) -> list[str]:
        return [make(rng.choice(pool)) for _ in range(_QUESTIONS)]

    def begun(line: str) -> str:
        word = rng.choice([word for word in line.split() if len(word) > 2] or ["the"])
        return word[: rng.randint(2, len(word))]

    def stretch(line: str, count: int) -> str:
        words = line.split()
        at = rng.randrange(max(1, len(words) - count + 1))
        return " ".join(words[at : at + count])

    def piece(line: str) -> str:
        count = rng.randint(1, 4)
        at = rng.randrange(max(1, len(line) - count + 1))
        return line[at : at + count]

    return {
        "the beginning of a word": some(english, begun),
        "a word": some(english, lambda line: rng.choice(line.split())),
        "two words": some(english, lambda line: stretch(line, 2)),
        "three words apart": some(english, lambda line: " ".join(rng.sample(line.split(), min(3, len(line.split()))))),
        "a phrase in quotation marks": some(english, lambda line: f'"{stretch(line, 3)}"'),
        "one to four characters": some(chinese, piece),
        "both languages": some(english, lambda line: f"{stretch(line, 1)} {piece(rng.choice(chinese))}"),
        "a title": some(titles, lambda title: title.split()[0]),
        "words nobody said": some(english, lambda line: stretch(line, 1) + " xylophonist"),
    }


# Figures


def percentile(values: Sequence[float], share: float) -> float:
    """So many of the values are no larger."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(share * (len(ordered) - 1)))]


def _figures(answered: Sequence[Answered], opened: WindowAnswer) -> tuple[Figure, ...]:
    everything = [each for kind in answered for each in kind.milliseconds]
    worked = [each for kind in answered for each in kind.worked_ms]
    worst = max(percentile(kind.milliseconds, 0.95) for kind in answered)
    ours = GoalOn.OURS
    return (
        Figure("first_hits_ms_p50", "first hits, half, ms", median(everything), None, None),
        Figure("first_hits_ms_p95", "first hits, 95 %, ms", percentile(everything, 0.95), None, None, GOAL_MS, ours),
        Figure("first_hits_worked_ms_p95", "the processor worked, 95 %, ms", percentile(worked, 0.95), None, None),
        Figure("worst_kind_ms_p95", "the worst kind, 95 %, ms", worst, None, None),
        Figure("hit_plays_s", "a hit plays after, s", median(opened.plays_s[1:]), None, None, GOAL_PLAYS_S, ours, 2),
        Figure("first_hit_plays_s", "the first one of all, s", opened.plays_s[0], None, None, digits=2),
    )


def _details(answered: Sequence[Answered], opened: WindowAnswer) -> tuple[str, ...]:
    lines = [
        f"{kind.kind}: half {median(kind.milliseconds):.1f} ms, 95 % {percentile(kind.milliseconds, 0.95):.1f} ms, "
        f"most {max(kind.milliseconds):.1f} ms; {kind.hits / len(kind.milliseconds):.1f} hits"
        for kind in answered
    ]
    times = ", ".join(f"{each:.2f}" for each in opened.plays_s)
    return (
        *lines,
        f"last letter to first hit on the screen: {opened.found_s:.2f} s",
        f"click to the order to play: {times} s; with the first one the editor is loaded",
    )
