"""Session contexts on a Redis that has RedisJSON, for a site that runs one: a change is one Lua script.

See ``ContextStore``. One that is away, full or has no RedisJSON keeps nothing and costs a moment (``redis_line.py``).
"""

from typing import Any

from engine.caching.redis_line import RedisLine

PREFIX = "vivavoce:context:"

_SWAP = """
local found = redis.call('JSON.GET', KEYS[1], '.version')
if (found and tonumber(found) or 0) ~= tonumber(ARGV[1]) then return 0 end
redis.call('JSON.SET', KEYS[1], '.', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
"""


class RedisContexts:
    """See ``ContextStore``."""

    def __init__(self, line: RedisLine) -> None:
        """``line`` is closed with this."""
        self._line = line

    def read(self, name: str) -> str | None:
        """See ``ContextStore``."""
        found = self._line.use(lambda redis: redis.execute_command("JSON.GET", PREFIX + name, "."), None)
        return found.decode(errors="replace") if isinstance(found, bytes) else None

    def swap(self, name: str, document: str, *, version: int, over: int, lifetime_s: float) -> bool | None:  # noqa: ARG002 - it is in the document
        """See ``ContextStore``."""

        def work(redis: Any) -> bool:
            lives_ms = max(1, round(lifetime_s * 1000))
            return bool(redis.eval(_SWAP, 1, PREFIX + name, over, document, lives_ms) == 1)

        return self._line.use(work, None)

    def forget(self, name: str) -> None:
        """See ``ContextStore``."""
        self._line.use(lambda redis: redis.delete(PREFIX + name), 0)

    def close(self) -> None:
        """See ``ContextStore``."""
        self._line.close()
