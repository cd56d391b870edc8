"""The settled words of a track on their way to lines: held back while they may be an echo, joined, finished, judged.

Pure, one a track, used by ``live_pipeline.py``. Echo becomes lines of its own that are set aside from their first word,
so that what the near end said beside it stays as it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract.audio import SpeechSpan
from engine.contract.segments import QuarantineReason, RecognisedSegment, RecognisedWord
from engine.pipeline.echo_gate import EchoGate, FarSide, is_mostly_echo
from engine.pipeline.line_finish import LineFinish
from engine.pipeline.live_lines import Growth, Line, LineBuilder

NO_FAR_SIDE = FarSide((), (), 1 << 62)
"""What is known where no track can be echoed."""


@dataclass(frozen=True, slots=True)
class GrownLine:
    """A line that changed, and whether it is an echo."""

    growth: Growth
    is_echo: bool

    @property
    def first_new(self) -> int:
        """Where its first new word begins; behind everything if it has none."""
        new = self.growth.new_words
        return self.growth.line.words[-new].start if new else 1 << 62


class LaneWords:
    """See the top of this file."""

    def __init__(self, track: int, *, may_echo: bool, line: Line | None = None) -> None:
        """``line`` is open already, from an engine that ended."""
        self._track = track
        self._gate = EchoGate() if may_echo else None
        self._lines = LineBuilder(line=line)
        self._finish = LineFinish(line=line)
        self._echo_lines = LineBuilder()
        self._echo_finish = LineFinish()

    @property
    def first_waiting(self) -> int | None:
        """Where the first word begins that is settled and not in a line yet."""
        return self._gate.first if self._gate is not None else None

    def add(self, words: Sequence[RecognisedWord], *, language: str, no_speech: float, now: int) -> list[GrownLine]:
        """Take settled words; they come back from here or, if they may be an echo, from ``release``."""
        if self._gate is not None:
            self._gate.hold(words, no_speech=no_speech, now=now)
            return []
        return [GrownLine(each, is_echo=False) for each in self._join(words, language, no_speech)]

    def release(self, far: FarSide, *, language: str, now: int, is_patient: bool, is_over: bool) -> list[GrownLine]:
        """What need not be held back any longer. See ``EchoGate.release``."""
        if self._gate is None:
            return []
        grown: list[GrownLine] = []
        for part, no_speech in self._gate.release(far, now=now, is_patient=is_patient, is_over=is_over):
            if part.is_echo:
                more = self._echo_lines.add(part.words, language=language, no_speech=no_speech)
                grown += [GrownLine(each, is_echo=True) for each in more]
            else:
                more = self._join(part.words, language, no_speech)
                grown += [GrownLine(each, is_echo=False) for each in more]
        return grown

    def close_after_pause(self, quiet_to: int) -> list[GrownLine]:
        """The lines behind which nothing was said for long enough."""
        if self.first_waiting is not None:
            return []
        return [
            *(GrownLine(each, is_echo=False) for each in self._lines.close_after_pause(quiet_to)),
            *(GrownLine(each, is_echo=True) for each in self._echo_lines.close_after_pause(quiet_to)),
        ]

    def close(self) -> list[GrownLine]:
        """The lines that were open."""
        return [
            *(GrownLine(each, is_echo=False) for each in self._lines.close()),
            *(GrownLine(each, is_echo=True) for each in self._echo_lines.close()),
        ]

    def finish(self, grown: GrownLine, *, speech: Sequence[SpeechSpan], length: int, far: FarSide) -> RecognisedSegment:
        """The line as it goes to the library. One that turns out an echo when it is complete is set aside whole."""
        growth = grown.growth
        is_echo = grown.is_echo or (growth.is_closed and is_mostly_echo(growth.line.words, far.words))
        finish = self._echo_finish if grown.is_echo else self._finish
        reason = QuarantineReason.ECHO if is_echo else None
        return finish.finish(growth, track=self._track, speech=speech, length=length, quarantine=reason)

    def shown(self, rest: Sequence[RecognisedWord], far: FarSide) -> Sequence[RecognisedWord]:
        """What follows the committed words for now."""
        return self._gate.shown(rest, far) if self._gate is not None else rest

    def _join(self, words: Sequence[RecognisedWord], language: str, no_speech: float) -> list[Growth]:
        return self._lines.add(words, language=language, no_speech=no_speech)
