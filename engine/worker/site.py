"""The Redis of a site, as a worker or a front uses it: what is known of meetings, and lines of files, encrypted.

Made by ``vivavoce worker serve`` and ``worker group`` where ``--redis`` is given, and by nobody else. One that is away,
full or without its modules costs a moment and keeps nothing (``engine/caching/redis_line.py``).
"""

from typing import Any

from engine.caching.redis_contexts import RedisContexts
from engine.caching.redis_line import TIMEOUT_S, RedisLine
from engine.caching.redis_store import RedisStore
from engine.worker.known_lines import SiteLines
from engine.worker.meetings_known import Awaited, MeetingsKnown

SCHEMES = ("redis://", "rediss://", "unix://")

PREFIX = "vivavoce:lines:"
"""Of workers; what desktops would keep there has another one."""

_NEEDED = (("JSON.GET", f"{PREFIX}probe", "."), ("BF.EXISTS", f"{PREFIX}probe", "probe"))
"""Questions that only a Redis with its modules understands."""


class Site:
    """See the top of this file."""

    def __init__(self, url: str, *, timeout_s: float = TIMEOUT_S) -> None:
        """Connects with the first use.

        Args:
            url: Begins with one of ``SCHEMES``, and may hold a password.
            timeout_s: Seconds for connecting, and for each answer.
        """
        self._line = RedisLine(url, timeout_s=timeout_s)
        self.lines = SiteLines(RedisStore(self._line, prefix=PREFIX))
        self.meetings = MeetingsKnown(Awaited(RedisContexts(RedisLine(url, timeout_s=timeout_s)), waits=True))
        """Closed by the desk or the front that gets it."""

    def look(self) -> str:
        """What there is, as one plain sentence for whoever starts a worker. Blocks for a moment."""
        if not self._line.use(lambda redis: bool(redis.ping()), default=False):
            return "The Redis does not answer now. The worker does without it, and looks again every few seconds."
        if not all(self._line.use(lambda redis, words=words: _can(redis, words), default=False) for words in _NEEDED):
            return "The Redis lacks RedisJSON or RedisBloom: what they are for is not kept there."
        return "What is understood of files, encrypted, and what is known of meetings is kept in the Redis."

    def close(self) -> None:
        """Let go of it. Closing twice is harmless."""
        self._line.close()


def _can(redis: Any, words: tuple[str, ...]) -> bool:
    redis.execute_command(*words)
    return True
