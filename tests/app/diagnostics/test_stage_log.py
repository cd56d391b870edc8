"""The log keeps the newest spans and ten minutes of the picture, whichever of window and library is first."""

import json

from app.diagnostics.stage_log import StageLog
from engine.contract.audio import SAMPLE_RATE_HZ, SampleIndex
from engine.contract.messages import LineGrown, StagesTimed
from engine.contract.segments import RecognisedSegment, RecognisedWord
from engine.contract.stages import Part, StageStamps


def grown(line: str, *, committed_s: float = 3.0, job: str = "job#1") -> LineGrown:
    word = RecognisedWord(SampleIndex(SAMPLE_RATE_HZ), SampleIndex(SAMPLE_RATE_HZ + 1600), " word", 1.0)
    segment = RecognisedSegment(0, word.start, word.stop, "word", "en", 1.0, (word,))
    stamps = StageStamps(captured_s=2.0, framed_s=2.1, post_processed_s=2.9, committed_s=committed_s)
    return LineGrown(job, line, segment, 1, SampleIndex(0), is_closed=False, stamps=stamps)


def pictured(start_s: int, *, job: str = "job#1") -> StagesTimed:
    return StagesTimed(job, 0, SampleIndex(start_s * SAMPLE_RATE_HZ), "ff" * 200, "80" * 200)


def test_a_line_is_shown_before_or_after_its_commit_is_heard_of() -> None:
    log = StageLog()
    log.hear(grown("a"))
    log.show("a", 3.5)
    log.show("b", 3.6)
    log.hear(grown("b"))
    assert [span.shown_s for span in log.summary().spans] == [3.5, 3.6]


def test_what_was_shown_before_the_line_grew_is_not_its_new_words() -> None:
    log = StageLog()
    log.show("a", 2.5)
    log.hear(grown("a"))
    assert log.summary().spans[0].shown_s is None


def test_only_the_newest_spans_are_kept() -> None:
    log = StageLog(most_spans=3)
    for number in range(9):
        log.hear(grown(str(number), committed_s=float(number)))
    assert [span.committed_s for span in log.summary().spans] == [6.0, 7.0, 8.0]


def test_the_picture_has_three_rows_and_words_with_their_confidence() -> None:
    log = StageLog()
    log.hear(pictured(0))
    log.hear(grown("a"))
    (picture,) = log.summary().pictures
    column = 100 - picture.start_ms // 10
    assert picture.cells[:, column].tolist() == [255, 128, 255]
    assert picture.cells[:, column + 10].tolist() == [255, 128, 0]


def test_the_picture_forgets_what_is_long_ago_and_begins_anew_with_another_recording() -> None:
    log = StageLog(most_cells=1000)
    for start in range(0, 60, 2):
        log.hear(pictured(start))
    (picture,) = log.summary().pictures
    assert picture.cells.shape == (3, 1000)
    assert picture.start_ms == 50_000
    log.hear(pictured(0, job="job#2"))
    assert log.summary().pictures[0].start_ms == 50_000
    log.hear(pictured(0, job="other#1"))
    assert log.summary().pictures[0].start_ms == 0


def test_all_of_it_is_data() -> None:
    log = StageLog()
    log.hear(pictured(0))
    log.hear(grown("a"))
    found = json.loads(json.dumps(log.summary().as_json()))
    assert found["parts"][Part.CAPTURE.value]["p50_s"] == 0.1
    assert len(found["pictures"][0]["framing"]) == 2 * len(log.summary().pictures[0].cells[0])
