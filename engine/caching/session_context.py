"""What is known of a meeting while it is understood, so that whoever goes on with it need not find it out again.

One JSON document for each meeting: its language, its terms, the last words as the decoder itself wrote them, and the
middles of its speakers' voices. Read by ``engine/pipeline/live_context.py`` when live recognition begins, also in a new
engine process, and written while it lasts. What ``without_speech`` leaves of it goes to workers, which keep it for
whoever goes on with the meeting (``engine/worker/meetings_known.py``). Each document has a version; whoever changes one
says which version was read, and nothing is lost where two write at once. Safe for several threads.

It is a cache: what is gone, damaged or of another format is found out anew, a little later than else.
"""

import hashlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from pydantic import TypeAdapter, ValidationError

from engine.caching.figures import CacheFigures
from engine.contract.options import GlossaryTerm

FORMAT = 1
"""Of the document; one of another format is none."""

USUAL_LIFETIME_S = 1800.0
LEAST_SHARE = 0.3
MOST_SHARE = 2.0
SHARE_A_USE = 0.1
FADES_IN_H = 24.0
JITTER = 0.15
"""Lifetimes differ by so much, so that what was kept at one moment is not gone at one moment."""

LONGEST_LIFETIME_S = USUAL_LIFETIME_S * MOST_SHARE * (1 + JITTER)

MOST_WORDS = 60
"""The last words are kept, more than any window holds."""

MOST_CHARACTERS = 64 * 1024
"""Of a document, as the protocol with workers has it; beyond this, terms are left out."""

TRIES = 8
"""So often a change is begun anew because another one came between."""

FIRST_PAUSE_S = 0.002
"""Waited before that, up to so long by chance, so that several do not meet again; twice as long each time."""


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A settled word."""

    text: str
    tokens: tuple[int, ...] = ()
    """As the speech model wrote it."""


@dataclass(frozen=True, slots=True)
class KnownVoice:
    """A speaker as heard so far."""

    speaker: int
    centre: tuple[float, ...]
    heard_s: float
    """Speech that it was made of."""


@dataclass(frozen=True, slots=True)
class SessionContext:
    """See the top of this file."""

    version: int = 0
    """Of this document: 1 when it is first kept, and one more with each change."""
    model: str = ""
    """Catalogue name of the speech model whose tokens these are."""
    language: str = ""
    """As it was decided; empty while it is not."""
    probability: float = 0.0
    """Of the language, when it was decided."""
    glossary: tuple[GlossaryTerm, ...] = ()
    said: tuple[SaidWord, ...] = ()
    voices: tuple[KnownVoice, ...] = ()
    uses: int = 0
    """How often it was gone on with."""
    used_at: float = 0.0
    """Last use, in seconds since 1970."""
    format: int = FORMAT


NOTHING_KNOWN = SessionContext()

_CONTEXT = TypeAdapter(SessionContext)


def lifetime_s(*, idle_s: float, uses: int, chance: float) -> float:
    """How long a document lives from now on: longer with each use, shorter the longer it was not used.

    Args:
        idle_s: Seconds since its last use.
        uses: How often it was used.
        chance: From 0 to 1, for the jitter.
    """
    age = max(LEAST_SHARE, 1 - max(0.0, idle_s) / 3600 / FADES_IN_H)
    use = min(MOST_SHARE, 1 + SHARE_A_USE * max(0, uses))
    return USUAL_LIFETIME_S * age * use * (1 + JITTER * (2 * chance - 1))


def pause_s(number: int, chance: random.Random) -> float:
    """How long to wait before a change is begun anew for so many times."""
    return FIRST_PAUSE_S * (1 << number) * chance.random()


def without_speech(context: SessionContext) -> SessionContext:
    """What of it may leave this computer. A worker keeps nothing that was said, and nobody's voice."""
    return replace(context, said=(), voices=())


def meeting_token(name: str) -> str:
    """What a meeting is called towards workers: the same each time, and nothing by which it is known."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def write_context(context: SessionContext) -> str:
    """As JSON. A glossary that is too long to travel stays behind: it comes with the options as well."""
    text = _CONTEXT.dump_json(context).decode()
    if len(text) > MOST_CHARACTERS and context.glossary:
        text = _CONTEXT.dump_json(replace(context, glossary=())).decode()
    return text


def read_context(text: str | None) -> SessionContext | None:
    """Out of JSON; ``None`` for what is none, or of another format."""
    if not text:
        return None
    try:
        context = _CONTEXT.validate_json(text)
    except ValidationError:
        return None
    return context if context.format == FORMAT else None


class ContextStore(Protocol):
    """Keeps documents by the names of meetings. As a cache it has no errors; see ``store.py``.

    On disk on the desktop (``disk_contexts.py``), in the memory of one worker (``memory_contexts.py``), on Redis
    (``redis_contexts.py``); a group of workers has its own (``engine/worker/group/nats_contexts.py``).
    ``tests/contract/test_context_stores.py`` runs over all.
    """

    def read(self, name: str) -> str | None:
        """The document of a meeting, unless it is gone."""
        ...

    def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:
        """Keep a document in place of the one that was read, in one step.

        Args:
            name: Of the meeting; at the most 150 characters of ASCII.
            document: JSON with a ``version``.
            version: Of the new document.
            over: Of the one that has to be there; 0 for none.
            lifetime_s: Seconds after which it is gone.

        Returns:
            Whether it was; ``False`` where another version is there, ``None`` where nothing can be kept now.
        """
        ...

    def forget(self, name: str) -> None:
        """Remove the document of a meeting. It need not be there."""
        ...

    def close(self) -> None:
        """Let go of what is held open. Closing twice is harmless; afterwards it is empty and keeps nothing."""
        ...


@dataclass
class SessionContexts:
    """The documents of all meetings, as values."""

    store: ContextStore
    clock: Callable[[], float] = time.time
    """Seconds since 1970."""
    chance: random.Random = field(default_factory=random.Random)
    figures: CacheFigures = field(default_factory=CacheFigures)
    """How often something was known of a meeting that somebody went on with."""

    def read(self, name: str) -> SessionContext | None:
        """What is known of a meeting; ``None`` if nothing is."""
        return read_context(self.store.read(name))

    def go_on(self, name: str) -> SessionContext:
        """What is known of a meeting, by somebody who goes on with it: that counts as a use."""
        began_s = time.perf_counter()
        context = self.change(name, lambda known: replace(known, uses=known.uses + 1))
        self.figures.note(found=context.version > 1, speech_s=0.0, spent_s=time.perf_counter() - began_s)
        return context

    def change(self, name: str, make: Callable[[SessionContext], SessionContext]) -> SessionContext:
        """Change what is known, whoever else does so at the same time.

        Args:
            name: Of the meeting.
            make: Gives the new one from the one that is there; called again where another change came between.

        Returns:
            What is known now; also where it could not be kept.
        """
        made = NOTHING_KNOWN
        for number in range(TRIES):
            text = self.store.read(name)
            known = read_context(text)
            if known is None and text is not None:
                self.store.forget(name)  # of another format, or damaged
            known = known or NOTHING_KNOWN
            now = self.clock()
            idle_s = now - known.used_at if known.used_at else 0.0
            made = make(known)
            # A worker may know of a newer one than is kept here.
            version = max(known.version, made.version) + 1
            made = replace(made, version=version, used_at=now, format=FORMAT)
            made = replace(made, said=made.said[-MOST_WORDS:])
            lives_s = lifetime_s(idle_s=idle_s, uses=made.uses, chance=self.chance.random())
            kept = self.store.swap(
                name, write_context(made), version=made.version, over=known.version, lifetime_s=lives_s
            )
            if kept is not False:
                break
            time.sleep(pause_s(number, self.chance))
        return made

    def forget(self, name: str) -> None:
        """Forget a meeting."""
        self.store.forget(name)

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()
