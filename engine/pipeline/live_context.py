"""What is known of a meeting, kept while it is understood live and taken up by whoever goes on with it.

On the live job's thread; used by ``live_job.py``. The recogniser is wrapped so that it is seen how the decoder wrote
each word; what is settled is kept every few seconds (``session_context.py``). The desktop's own word goes first: a
language that a person or the library says is not overruled by what was kept.

Workers are told of it too, without the words, and may know more than this computer, whose own memory can be gone
(``meeting``, ``document`` and ``take_up``, on the threads of ``engine/remote``).
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol, runtime_checkable

from engine.caching.session_context import (
    MOST_WORDS,
    SaidWord,
    SessionContext,
    SessionContexts,
    meeting_token,
    read_context,
    without_speech,
    write_context,
)
from engine.contract.audio import Samples
from engine.contract.engine import DeviceReport
from engine.contract.heard import AlignedWord, Heard
from engine.contract.messages import Event, LanguageChosen, LineGrown
from engine.contract.options import RecognitionOptions
from engine.pipeline.patient_recogniser import TurnsTo, Understands

KEPT_EVERY_S = 5.0
"""What a process that is killed takes with it."""

TOLD_AGAIN_S = 300.0
"""Workers are told again also where nothing changed: what they keep does not live for as long as a meeting."""

MOST_WRITTEN = 4000
"""Words of which it is remembered how they were written."""


class Told(Understands, Protocol):
    """A recogniser that says what it runs on."""

    @property
    def device(self) -> DeviceReport:
        """What it runs on."""
        ...


@runtime_checkable
class Learns(Protocol):
    """A recogniser that can be told how words were written before it was there."""

    def learn(self, words: Sequence[AlignedWord]) -> None:
        """Remember how words were written."""
        ...


class LiveContext:
    """Of one meeting."""

    def __init__(
        self,
        contexts: SessionContexts,
        *,
        name: str,
        options: RecognitionOptions,
        language: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read what is known.

        Args:
            contexts: Where it is kept; stays open.
            name: Of the meeting.
            options: How it is understood now.
            language: As the desktop says it; empty if it does not.
            clock: Seconds.
        """
        self._contexts = contexts
        self._name = name
        self._options = options
        self._clock = clock
        self._kept_at_s = clock()
        self._known = contexts.go_on(name)
        if language:
            self._known = replace(self._known, language=language, probability=1.0)
        self._tokens: dict[str, tuple[int, ...]] = {}
        self._is_news = False
        self._came: SessionContext | None = None
        """What a worker knew, until it is looked at."""
        self._told = self._ours()
        self._told_at_s = self._kept_at_s
        self._document = write_context(self._told)

    @property
    def known(self) -> SessionContext:
        """As it stands now."""
        return self._known

    @property
    def meeting(self) -> str:
        """See ``MeetingContext``."""
        return meeting_token(self._name)

    @property
    def document(self) -> str:
        """See ``MeetingContext``."""
        return self._document

    def take_up(self, document: str) -> None:
        """See ``MeetingContext``. What it says counts from the next look on."""
        self._came = read_context(document)

    @property
    def language(self) -> tuple[str, float] | None:
        """The language that was decided before, here or at a worker, and is still allowed; how probable it was."""
        if self._came is not None:
            self.keep()
        language, allowed = self._known.language, self._options.languages
        return (language, self._known.probability) if language and (not allowed or language in allowed) else None

    def around(self, recogniser: Told) -> "RememberedRecogniser":
        """The recogniser, told what is known, and listened to."""
        if self._known.model == self._options.model and isinstance(recogniser, Learns):
            recogniser.learn([AlignedWord(0, 0, word.text, 1.0, word.tokens) for word in self._known.said])
        return RememberedRecogniser(recogniser, hear=self._hear)

    def take(self, event: Event) -> None:
        """Take what was settled and decided; kept now and then."""
        match event:
            case LanguageChosen():
                self._known = replace(self._known, language=event.language, probability=event.probability)
                self.keep()
            case LineGrown() if event.new_words:
                words = event.segment.words[-event.new_words :]
                said = tuple(SaidWord(word.text, self._tokens.get(word.text, ())) for word in words)
                self._known = replace(self._known, said=(*self._known.said, *said)[-MOST_WORDS:])
                self._is_news = True
            case _:
                pass
        if self._is_news and self._clock() - self._kept_at_s >= KEPT_EVERY_S:
            self.keep()

    def keep(self) -> None:
        """Keep what is known now. Who understands a meeting knows best: what others wrote meanwhile is older."""
        self._kept_at_s, self._is_news = self._clock(), False
        came, self._came = self._came, None
        if came is not None:
            self._known = _with_what_came(self._known, came)
        ours = replace(self._known, model=self._options.model, glossary=self._options.glossary)
        self._known = self._contexts.change(
            self._name, lambda there: replace(ours, uses=max(ours.uses, there.uses), voices=there.voices)
        )
        self._tell(is_newer_elsewhere=came is not None)

    def _ours(self) -> SessionContext:
        """What workers may know of it."""
        return without_speech(replace(self._known, model=self._options.model, glossary=self._options.glossary))

    def _tell(self, *, is_newer_elsewhere: bool) -> None:
        ours, told = self._ours(), self._told
        is_same = replace(told, version=ours.version, uses=ours.uses, used_at=ours.used_at) == ours
        if is_same and not is_newer_elsewhere and self._kept_at_s - self._told_at_s < TOLD_AGAIN_S:
            return
        self._told, self._told_at_s = ours, self._kept_at_s
        self._document = write_context(ours)

    def _hear(self, words: Sequence[AlignedWord]) -> None:
        self._tokens.update((word.text, word.tokens) for word in words if word.tokens)
        while len(self._tokens) > MOST_WRITTEN:
            del self._tokens[next(iter(self._tokens))]


def _with_what_came(known: SessionContext, came: SessionContext) -> SessionContext:
    """What is known here goes first; whatever is written next is newer than both."""
    if not known.language:
        known = replace(known, language=came.language, probability=came.probability)
    return replace(known, version=max(known.version, came.version), uses=max(known.uses, came.uses + 1))


class RememberedRecogniser:
    """See ``Understands``: another one, and what it hears is seen."""

    def __init__(self, inner: Told, *, hear: Callable[[Sequence[AlignedWord]], None]) -> None:
        self._inner = inner
        self._hear = hear

    @property
    def device(self) -> DeviceReport:
        """What it runs on."""
        return self._inner.device

    def turn_to(self, track: int, *, is_tentative: bool) -> None:
        """See ``TurnsTo``."""
        if isinstance(self._inner, TurnsTo):
            self._inner.turn_to(track, is_tentative=is_tentative)

    def understand(self, samples: Samples, *, said: Sequence[str], language: str, careful: bool) -> Heard:
        """See ``Understands``."""
        heard = self._inner.understand(samples, said=said, language=language, careful=careful)
        self._hear(heard.words)
        return heard

    def guess_language(self, samples: Samples) -> tuple[str, float]:
        """See ``Understands``."""
        return self._inner.guess_language(samples)
