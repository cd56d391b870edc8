"""All sessions of a worker: each belongs to the peer that opened it, and is kept for a minute when its stream breaks.

On the worker's event loop; called by ``session_stream.py``. A session's key holds its peer: another peer that asks for
the same session gets a new one of its own, and learns nothing.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.contract.options import RecognitionOptions
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.standing import OpenedSession
from engine.worker.answering import Answering
from engine.worker.limits import Limits, Peers, PeerUse
from engine.worker.session import Session
from engine.worker.session_outbox import Outbox
from engine.worker.watching import Watching

_SHOWN = 16
"""Characters of a peer's fingerprint in the names of its sessions; enough that nobody finds a second key for them."""

_Key = tuple[str, str]


@dataclass(slots=True, eq=False)
class _Kept:
    session: Session
    opening: "asyncio.Task[OpenedSession]"
    leaving: asyncio.TimerHandle | None = None
    """Set while no stream has it."""


class Sessions:
    """See above."""

    def __init__(self, *, answering: Answering, peers: Peers, limits: Limits, watching: Watching) -> None:
        self._answering = answering
        self._peers = peers
        self._limits = limits
        self._watching = watching
        self._kept: dict[_Key, _Kept] = {}
        self._farewells: set[asyncio.Task[None]] = set()
        self._loose: set[asyncio.Task[None]] = set()
        self._told: dict[str, str] = {}
        """Meetings of which something is to be remembered still."""

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Session]:
        return iter([kept.session for kept in self._kept.values()])

    @property
    def open_questions(self) -> int:
        """Questions of all sessions that are not answered, or whose answer was not read."""
        return sum(kept.session.open_questions for kept in self._kept.values() if kept.leaving is None)

    async def attach(
        self, *, use: PeerUse, session_id: str, options: RecognitionOptions, outbox: Outbox, known: str = ""
    ) -> Session:
        """The peer's session of this name for a stream: the one that is kept, or a new one.

        Args:
            use: Of the peer.
            session_id: As the peer calls it.
            options: How to understand it.
            outbox: Of the stream.
            known: What its peer is told of the meeting; see ``remember``.

        Raises:
            Refused: it is not admitted.
        """
        key = (use.name, session_id)
        kept = self._kept.get(key)
        if kept is not None and kept.session.options != options:
            self._leave(key)
            kept = None
        if kept is None:
            kept = self._begin(key, use=use, options=options)
        elif kept.leaving is not None:
            kept.leaving.cancel()
            kept.leaving = None
        try:
            # Shielded: when this stream breaks meanwhile, the next one finds it opened.
            opened = await asyncio.shield(kept.opening)
        except Refused:
            if self._kept.get(key) is kept:
                self._leave(key)
            raise
        except asyncio.CancelledError:
            if self._kept.get(key) is kept and kept.session.outbox is None:
                self._linger(key, kept)
            raise
        if self._kept.get(key) is not kept:
            raise Refused(RefusalReason.NOT_UNDERSTOOD, "the session was opened anew meanwhile")
        kept.session.opened = opened
        kept.session.go_on_with(outbox, opened=replace(opened, context_json=known))
        return kept.session

    async def remember(self, *, use: PeerUse, meeting: str, document: str) -> str:
        """Keep what a peer says of one of its meetings; what is known of it here, where that is newer."""
        return await self._answering.remember(_name_of(use, meeting), document) if meeting else ""

    def remember_soon(self, *, use: PeerUse, meeting: str, document: str) -> None:
        """The same while the stream goes on, which does not wait for it. Of what comes too fast, the last counts."""
        name = _name_of(use, meeting)
        is_at_work = name in self._told
        self._told[name] = document
        if not is_at_work:
            remembering = asyncio.get_running_loop().create_task(self._remember_last(name))
            self._loose.add(remembering)
            remembering.add_done_callback(self._loose.discard)

    def break_off(self, session: Session, outbox: Outbox) -> None:
        """A stream broke; its session is kept for a while, unless another stream has it already."""
        key, kept = self._find(session)
        if kept is not None and session.outbox is outbox:
            session.outbox = None
            self._linger(key, kept)

    def end(self, session: Session, outbox: Outbox) -> None:
        """A stream ended as it should: so does its session."""
        key, kept = self._find(session)
        if kept is not None and session.outbox is outbox:
            self._leave(key)

    async def close(self) -> None:
        """End all of them."""
        for key in list(self._kept):
            self._leave(key)
        if ending := {*self._farewells, *self._loose}:
            await asyncio.wait(ending)

    async def _remember_last(self, name: str) -> None:
        try:
            document = None
            while document is not self._told[name]:
                document = self._told[name]
                await self._answering.remember(name, document)
        finally:
            del self._told[name]

    def _begin(self, key: _Key, *, use: PeerUse, options: RecognitionOptions) -> _Kept:
        if use.held.sessions >= self._limits.sessions_per_peer and not self._leave_oldest(use.name):
            raise Refused(RefusalReason.TOO_MUCH, "too many sessions at a time")
        name = f"{use.name[:_SHOWN]}/{key[1]}"
        session = Session(
            name=name,
            use=use,
            options=options,
            answering=self._answering,
            limits=self._limits,
            watching=self._watching,
        )
        opening = asyncio.get_running_loop().create_task(self._answering.open(name, options))
        opening.add_done_callback(_note_outcome)
        use.held.sessions += 1
        self._peers.held.sessions += 1
        kept = self._kept[key] = _Kept(session, opening)
        return kept

    def _leave_oldest(self, peer: str) -> bool:
        """Make room by what nobody came back to."""
        for key, kept in self._kept.items():
            if key[0] == peer and kept.leaving is not None:
                self._leave(key)
                return True
        return False

    def _linger(self, key: _Key, kept: _Kept) -> None:
        if kept.leaving is not None:
            kept.leaving.cancel()
        # To the end: what is kept in order of its breaking is let go in this order.
        self._kept[key] = self._kept.pop(key)
        kept.leaving = asyncio.get_running_loop().call_later(self._limits.linger_s, self._leave, key)

    def _leave(self, key: _Key) -> None:
        kept = self._kept.pop(key)
        if kept.leaving is not None:
            kept.leaving.cancel()
        kept.session.leave()
        kept.session.use.held.sessions -= 1
        self._peers.held.sessions -= 1
        farewell = asyncio.get_running_loop().create_task(self._say_farewell(kept))
        self._farewells.add(farewell)
        farewell.add_done_callback(self._farewells.discard)

    async def _say_farewell(self, kept: _Kept) -> None:
        kept.opening.cancel()
        await asyncio.wait([kept.opening])
        if not kept.opening.cancelled() and kept.opening.exception() is None:
            await self._answering.leave(kept.session.name)

    def _find(self, session: Session) -> tuple[_Key, _Kept | None]:
        for key, kept in self._kept.items():
            if kept.session is session:
                return key, kept
        return ("", ""), None


def _name_of(use: PeerUse, meeting: str) -> str:
    """A meeting of one peer is no meeting of another's, whatever it is called."""
    return f"{use.name[:_SHOWN]}/{meeting}"


def _note_outcome(opening: "asyncio.Task[OpenedSession]") -> None:
    """Whoever waits is told; where nobody does any more, there is nothing to say."""
    if not opening.cancelled():
        opening.exception()
