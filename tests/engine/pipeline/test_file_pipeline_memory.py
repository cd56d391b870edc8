"""The file pipeline with a memory: what is known is neither recognised nor voted on again, and what is new is kept."""

from collections.abc import Iterable

from engine.caching.known_piece import KnownPiece, Recalled
from engine.contract.audio import SampleIndex, SpeechSpan
from engine.contract.cancellation import Cancellation
from engine.contract.messages import LanguageChosen
from engine.pipeline.file_pipeline import ReadSound
from tests.builders.spoken_file import Recording, S, finished, pipeline, texts_of


class Remembered:
    """A memory that knows some of the sentences, and notes what it is told."""

    def __init__(self, recording: Recording, *known: int) -> None:
        lines = [recording.lines[number] for number in known]
        spans = [SpeechSpan(0, line.start, line.stop) for line in lines]
        pieces = [KnownPiece(span, (span,), (line,), "en") for span, line in zip(spans, lines, strict=True)]
        around = [SpeechSpan(0, SampleIndex(max(0, span.start - S)), SampleIndex(span.stop + S)) for span in spans]
        self.recalled = Recalled(tuple(pieces), tuple(around), "en", 0.8)
        self.kept: list[str] = []
        self.finished: list[int] = []

    def recall(
        self, read: ReadSound, length: int, cancellation: Cancellation, *, start: int = 0, language: str = ""
    ) -> Recalled:
        return self.recalled

    def keep(
        self,
        read: ReadSound,
        pieces: Iterable[KnownPiece],
        *,
        finished_to: int,
        length: int,
        probability: float,
        language: str,
    ) -> None:
        self.kept += [line.text for piece in pieces for line in piece.lines]
        self.finished.append(finished_to)


def test_what_was_heard_before_is_not_recognised_again():
    recording = Recording(2, 12, 22, 50, 62, length_s=70)
    memory, engine = Remembered(recording, 1, 3), recording.engine()
    events = list(pipeline(recording, engine, memory=memory).run())
    assert texts_of(events) == recording.texts
    asked = [span for stretch in engine.recognised for span in stretch.speech]
    assert not any(
        span.start < line.stop and line.start < span.stop for span in asked for line in recording.lines[1::2]
    )
    marks = [event.finished_to for event in finished(events)]
    assert marks == sorted(marks)


def test_the_language_that_is_known_is_not_voted_on():
    recording = Recording(2, 12, length_s=40)
    memory, engine = Remembered(recording, 0, 1), recording.engine()
    events = list(pipeline(recording, engine, memory=memory).run())
    assert [event for event in events if isinstance(event, LanguageChosen)] == [LanguageChosen("job", "en", 0.8)]
    assert engine.voters == []


def test_all_that_was_said_is_remembered_in_order():
    recording = Recording(2, 12, 22, length_s=40)
    memory = Remembered(recording, 1)
    list(pipeline(recording, recording.engine(), memory=memory).run())
    assert memory.kept == recording.texts
    assert memory.finished[-1] == recording.length
    assert memory.finished == sorted(memory.finished)
