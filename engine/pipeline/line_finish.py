"""What is done to a live line on its way out: marks, spaces, sound numbers, and the judgement whether it is speech.

Pure, one a track, used by ``live_pipeline.py``. Words that were shown stay as they are; only the marks and spaces
at the seam to what is new may change. A line is judged when it is closed: one or two words are too little to judge by.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.contract.audio import SpeechSpan
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.pipeline.live_lines import Growth, Line
from engine.postprocess.chinese_marks import FULL_STOP, add_marks
from engine.postprocess.normaliser import normalise
from engine.postprocess.quarantine import Quarantine
from engine.postprocess.spacing import tidy


class LineFinish:
    """Finishes the lines of one track."""

    def __init__(self, *, line: Line | None = None) -> None:
        """``line`` was shown already."""
        self._quarantine = Quarantine()
        self._shown: tuple[str, tuple[RecognisedWord, ...]] = ("", ()) if line is None else (line.name, line.words)

    def finish(
        self,
        growth: Growth,
        *,
        track: int,
        speech: Sequence[SpeechSpan],
        length: int,
        quarantine: QuarantineReason | None = None,
    ) -> RecognisedSegment:
        """The line as it goes to the library.

        Args:
            growth: What became of it.
            track: Its number.
            speech: Where a voice was heard around it.
            length: Samples of the track.
            quarantine: Why it is set aside, if that is known already.
        """
        segment = self._with_marks(_segment(track, growth.line, quarantine), growth, speech)
        segment = normalise([tidy(segment) or segment], length=length)[0]
        judged = self._quarantine.judge(segment, speech)
        if growth.is_closed or judged.quarantine in (None, QuarantineReason.SILENCE):
            return judged
        return segment

    def _with_marks(
        self, segment: RecognisedSegment, growth: Growth, speech: Sequence[SpeechSpan]
    ) -> RecognisedSegment:
        if segment.language != "zh":
            return segment
        marked = add_marks(segment, speech).words
        if len(marked) != len(segment.words):
            marked = segment.words
        if not growth.is_closed and not segment.words[-1].text.rstrip().endswith(FULL_STOP):
            last = marked[-1]
            marked = (*marked[:-1], replace(last, text=last.text.rstrip().removesuffix(FULL_STOP)))
        name, shown = self._shown
        if name == growth.line.name and shown:
            keep = max(0, len(shown) - 1)
            marked = (*shown[:keep], *marked[keep:])
        self._shown = (growth.line.name, marked)
        return replace(segment, words=marked, text="".join(word.text for word in marked).strip())


def _segment(track: int, line: Line, quarantine: QuarantineReason | None) -> RecognisedSegment:
    words = line.words
    return RecognisedSegment(
        track=track,
        start=words[0].start,
        stop=words[-1].stop,
        text="".join(word.text for word in words).strip(),
        language=line.language,
        confidence=sum(word.confidence for word in words) / len(words),
        words=words,
        quarantine=quarantine,
        no_speech=line.no_speech,
    )
