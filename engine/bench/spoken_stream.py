"""A live stream of real speech that asks a worker as a desktop would: growing windows, one question at a time.

On an event loop; called by ``app/measuring/worker_load.py``. When a window is due, what is settled, what is final: that
is decided by the part of the live pipeline that decides it on a desktop (``LiveTrack``). Speech was detected before, as
that costs a worker nothing. At real pace the clock is the wall's; unloaded it stands still while the worker thinks.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from engine.contract.audio import SAMPLE_RATE_HZ, WINDOW_SAMPLES, Samples
from engine.contract.heard import Heard
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedWord
from engine.pipeline.live_piece import placed
from engine.pipeline.live_schedule import LiveRules, PassKind
from engine.pipeline.live_track import LiveTrack, PassWindow
from engine.remote.question import Answer, Priority, Question, SaidWord, WindowTask
from engine.remote.refusal import Refused

LOOK_S = 0.025
"""How often a stream looks whether a window is due; as the live pipeline does."""

TENTATIVE_WITHIN_S = 1.0
"""As ``remote_recogniser.py`` asks."""

Answers = Callable[[Question], Awaitable[Answer]]
"""Whoever answers; raises ``Refused``."""


@dataclass(frozen=True, slots=True)
class SpokenSound:
    """What a stream says."""

    samples: Samples
    said: str
    voice: tuple[float, ...]
    """Speech probability of each window of the detector."""


@dataclass
class StreamLog:
    """What became of a stream."""

    late_s: list[float] = field(default_factory=list[float])
    """For each final answer, from the end of speech."""
    answered: int = 0
    """Questions about final words that were answered."""
    unanswered: int = 0
    tentative: int = 0
    """Questions about tentative words that were answered."""
    given_up: int = 0
    """Those that were not, because they would have come too late."""
    words: list[RecognisedWord] = field(default_factory=list[RecognisedWord])

    @property
    def text(self) -> str:
        """All that was settled."""
        return "".join(word.text for word in self.words).strip()


class SpokenStream:
    """See the top of this file."""

    def __init__(
        self, sound: SpokenSound, *, session_id: str, options: RecognitionOptions, language: str, is_paced: bool = True
    ) -> None:
        """Get ready.

        Args:
            sound: What is said.
            session_id: Unique.
            options: The speech model.
            language: Whisper code.
            is_paced: At the pace at which it is spoken; else as if every answer came at once.
        """
        self._sound = sound
        self._session_id = session_id
        self._options = options
        self._language = language
        self._is_paced = is_paced
        self._track = LiveTrack(track=0, rules=LiveRules())
        self._tokens: dict[str, tuple[int, ...]] = {}
        self._heard = 0
        self._begun_s = 0.0
        self._numbers = 0
        self.log = StreamLog()

    async def run(self, answers: Answers) -> StreamLog:
        """Say everything and wait for the last words."""
        self._begun_s = time.monotonic()
        spoken = 0
        while True:
            spoken = self._spoken(spoken)
            is_over = self._hear(spoken)
            self.log.words += self._track.settle_if_over()
            window = self._track.next_window(can_wait=not is_over)
            if window is not None:
                await self._ask(window, answers)
            elif is_over:
                self.log.words += self._track.settle_if_over()
                return self.log
            elif self._is_paced:
                await asyncio.sleep(LOOK_S)

    def _spoken(self, before: int) -> int:
        """Samples that were spoken by now."""
        if self._is_paced:
            return int((time.monotonic() - self._begun_s) * SAMPLE_RATE_HZ)
        return before + int(LOOK_S * SAMPLE_RATE_HZ)

    def _hear(self, spoken: int) -> bool:
        """Give the track what was detected by now; whether that is all."""
        windows = min(spoken // WINDOW_SAMPLES, len(self._sound.voice))
        self._track.hear(self._sound.voice[self._heard : windows])
        self._heard = windows
        is_over = windows == len(self._sound.voice)
        if is_over:
            self._track.end()
        return is_over

    async def _ask(self, window: PassWindow, answers: Answers) -> None:
        is_final = not window.is_tentative
        end_of_speech = self._track.standing.voice
        self._numbers += 1
        question = Question(
            self._session_id,
            self._numbers,
            Priority.LIVE_FINAL if is_final else Priority.LIVE_TENTATIVE,
            self._options,
            WindowTask(
                self._sound.samples[window.start : window.stop],
                tuple(SaidWord(text, self._tokens.get(text, ())) for text in window.said),
                self._language,
                careful=True,
            ),
            answer_within_s=0.0 if is_final else TENTATIVE_WITHIN_S,
        )
        begun_s = time.monotonic()
        try:
            heard = await answers(question)
        except Refused:
            self.log.unanswered += is_final
            self.log.given_up += not is_final
            self._track.pass_over(window)
            return
        took_s = time.monotonic() - begun_s
        assert isinstance(heard, Heard)
        if is_final:
            self.log.answered += 1
            if window.kind is not PassKind.GROWING:  # else somebody still speaks, and it must be read all the same
                self.log.late_s.append(time.monotonic() - self._begun_s - end_of_speech / SAMPLE_RATE_HZ)
        else:
            self.log.tentative += 1
        self._tokens.update((word.text, word.tokens) for word in heard.words)
        words: Sequence[RecognisedWord] = [] if heard.is_loop else placed(heard, window.start)
        self.log.words += self._track.take(window, words, took_s=took_s)
