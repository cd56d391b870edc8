"""How much one peer may cost a worker, whatever it sends, and what it has taken of that.

On the worker's event loop; called by ``service.py``, ``sessions.py`` and ``session.py``. Who sends faster than allowed
is read more slowly, so that an honest desktop with a long file only waits; everything else that is too much is
refused. What one message may hold is the protocol's own matter (``wire_format.py``).
"""

import math
from dataclasses import dataclass

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.remote.refusal import RefusalReason, Refused

BYTES_PER_SAMPLE = 2
BYTES_PER_SECOND = SAMPLE_RATE_HZ * BYTES_PER_SAMPLE


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a worker. The defaults are far above what a desktop needs."""

    message_bytes: int = 1 << 20
    """A whole message; beyond it the call ends before anything is parsed."""
    metadata_bytes: int = 16 << 10
    streams_per_peer: int = 64
    streams: int = 256
    sessions_per_peer: int = 128
    """Streams and what is kept of broken ones."""
    session_sound_s: float = 1800.0
    """Sound that one session may ask to keep."""
    peer_sound_s: float = 3600.0
    """Sound that all sessions of a peer may ask to keep: 115 MB."""
    sound_s: float = 4 * 3600.0
    """Sound that is kept for all peers together: 460 MB."""
    questions: int = 64
    """Questions of one session that are not answered, or whose answer was not read."""
    asked_s: float = 1800.0
    """Sound in the unanswered questions of one session."""
    peer_asked_s: float = 3600.0
    """Sound in the unanswered questions of one peer; each is held a second time while it waits."""
    messages_per_s: float = 2000.0
    messages_at_once: float = 4000.0
    """A peer may send so many before its rate counts."""
    received_s_per_s: float = 400.0
    """Seconds of sound that a peer may send a second: 100 Mbit/s."""
    received_s_at_once: float = 1200.0
    opening_within_s: float = 10.0
    """A stream that was not opened by then ends."""
    silent_s: float = 900.0
    """A stream on which nothing came for so long ends; its peer may come back."""
    unread_s: float = 30.0
    """A peer that does not read a message for so long is let go."""
    linger_s: float = 60.0
    """A session whose stream broke is kept for so long."""
    faults: int = 100
    """Messages of one stream that break the protocol before it ends."""
    handshake_s: float = 10.0
    """For TLS and the first bytes of HTTP/2."""
    idle_connection_s: float = 600.0
    """A connection without any call ends."""
    keepalive_s: float = 10.0
    """A peer from which nothing came is asked after so long whether it is still there, …"""
    keepalive_answer_s: float = 5.0
    """… and let go when it does not say so."""


class TokenBucket:
    """How fast something may come: ``rate`` a second, ``at_once`` before that counts."""

    def __init__(self, *, rate: float, at_once: float) -> None:
        self._rate = rate
        self._at_once = at_once
        self._left = at_once
        self._looked_at_s = -math.inf

    def take(self, amount: float, *, now_s: float) -> float:
        """Take it, also where it has to be borrowed; seconds to wait before the next."""
        if self._looked_at_s > -math.inf:
            self._left = min(self._at_once, self._left + (now_s - self._looked_at_s) * self._rate)
        self._looked_at_s = now_s
        self._left -= amount
        return max(0.0, -self._left / self._rate)


@dataclass(slots=True)
class Held:
    """What is held for one peer, or for all."""

    streams: int = 0
    sessions: int = 0
    sound: int = 0
    """Samples kept because they may be asked about."""
    asked: int = 0
    """Samples in questions that wait or are worked at."""

    @property
    def is_nothing(self) -> bool:
        """Nothing is held at all."""
        return not (self.streams or self.sessions or self.sound or self.asked)


class PeerUse:
    """What one peer has taken."""

    def __init__(self, name: str, *, limits: Limits, of_all: Held) -> None:
        self.name = name
        self.held = Held()
        self._limits = limits
        self._of_all = of_all
        self._messages = TokenBucket(rate=limits.messages_per_s, at_once=limits.messages_at_once)
        self._received = TokenBucket(rate=limits.received_s_per_s, at_once=limits.received_s_at_once)

    def begin_stream(self) -> None:
        """One more stream. Raises ``Refused``."""
        if self.held.streams >= self._limits.streams_per_peer or self._of_all.streams >= self._limits.streams:
            raise Refused(RefusalReason.TOO_MUCH, "too many streams at a time")
        self.held.streams += 1
        self._of_all.streams += 1

    def end_stream(self) -> None:
        """One less."""
        self.held.streams -= 1
        self._of_all.streams -= 1

    def keep_sound(self, samples: int) -> None:
        """So many more samples are to be kept. Raises ``Refused``."""
        if self.held.sound + samples > self._limits.peer_sound_s * SAMPLE_RATE_HZ:
            raise Refused(RefusalReason.TOO_MUCH, "too much sound is kept for this desktop")
        if self._of_all.sound + samples > self._limits.sound_s * SAMPLE_RATE_HZ:
            raise Refused(RefusalReason.TOO_MUCH, "too much sound is kept for all desktops")
        self.held.sound += samples
        self._of_all.sound += samples

    def drop_sound(self, samples: int) -> None:
        """So many samples less."""
        self.held.sound -= samples
        self._of_all.sound -= samples

    def ask(self, samples: int) -> None:
        """A question with so much sound waits. Raises ``Refused``."""
        if self.held.asked + samples > self._limits.peer_asked_s * SAMPLE_RATE_HZ:
            raise Refused(RefusalReason.TOO_MUCH, "too much sound of this desktop waits to be understood")
        self.held.asked += samples
        self._of_all.asked += samples

    def unask(self, samples: int) -> None:
        """It waits no longer."""
        self.held.asked -= samples
        self._of_all.asked -= samples

    def pause_s(self, *, message_bytes: int, now_s: float) -> float:
        """A message of so much sound came: seconds before the next is to be read."""
        return max(
            self._messages.take(1.0, now_s=now_s),
            self._received.take(message_bytes / BYTES_PER_SECOND, now_s=now_s),
        )


class Peers:
    """All peers that ever called, and what they hold together. They are few: only who is trusted becomes one."""

    def __init__(self, limits: Limits) -> None:
        self.held = Held()
        """For all peers together."""
        self._limits = limits
        self._uses: dict[str, PeerUse] = {}

    def use_of(self, name: str) -> PeerUse:
        """What this peer has taken."""
        return self._uses.setdefault(name, PeerUse(name, limits=self._limits, of_all=self.held))
