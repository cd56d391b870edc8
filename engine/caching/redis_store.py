"""The store of a site that runs a Redis for its workers. See ``CacheStore`` and ``redis_line.py``.

A Bloom filter (RedisBloom's ``BF.*``) of all names stands before the values, in the same Redis and asked in the same
turn: what is not there is never looked for, also if another worker filled it. Where Redis has no such module, or lost
the filter, the values are asked. Beside each value: when it was used (``lru_k.py``), its size and its tag, in one hash
each, because who has to go is decided here as on every other store. Redis' own ``maxmemory`` may drive out more.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from engine.caching.lru_k import History, LruKRules, is_forgotten, packed, unpacked, used, victims
from engine.caching.redis_line import RedisLine
from engine.caching.store import StoreUsage

PREFIX = "vivavoce:speech:"
DEFAULT_BOUND = 1 << 30
ROOM_MADE = 0.9
"""So full it is after room was made."""

FALSE_POSITIVES = 0.001
FIRST_ROOM = 100_000
"""Names that the filter is made for; RedisBloom adds another one when it is full."""

_GET = """
if redis.call('EXISTS', KEYS[2]) == 1 and redis.call('BF.EXISTS', KEYS[2], ARGV[1]) == 0 then return false end
return redis.call('GET', KEYS[1])
"""


class RedisStore:
    """See ``CacheStore``."""

    def __init__(
        self,
        line: RedisLine,
        *,
        prefix: str = PREFIX,
        bound: int = DEFAULT_BOUND,
        rules: LruKRules | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Get ready.

        Args:
            line: The way to it; closed with this.
            prefix: Of all names there, so that other things in the same Redis are left alone.
            bound: Bytes to keep within.
            rules: Who has to go when it is full.
            clock: Seconds since 1970.
        """
        self._line = line
        self._prefix = prefix
        self._filter = prefix + "filter"
        self._uses = prefix + "uses"
        self._sizes = prefix + "sizes"
        self._tags = prefix + "tags"
        self._bound = bound
        self._rules = rules or LruKRules()
        self._clock = clock
        self._has_filter: bool | None = None
        self._bytes = 0
        """About as many, so that not every entry is counted at every put."""
        self._driven_out = 0

    @property
    def about_bytes(self) -> int:
        """How much lies there, about, as this process last counted and put. Asks nobody."""
        return self._bytes

    def get(self, key: str) -> bytes | None:
        """See ``CacheStore``."""

        def work(redis: Any) -> Any:
            if not self._is_filtered(redis):
                return redis.get(self._value(key))
            return redis.eval(_GET, 2, self._value(key), self._filter, key)

        found = self._line.use(work, None)
        return found if isinstance(found, bytes) else None

    def put(self, key: str, value: bytes, *, tag: str = "", lifetime_s: float | None = None) -> None:
        """See ``CacheStore``."""
        if lifetime_s is not None and lifetime_s <= 0:
            self.remove(key)
            return

        def work(redis: Any) -> None:
            is_filtered = self._is_filtered(redis)
            history = used(unpacked(redis.hget(self._uses, key)), self._clock(), self._rules)
            with redis.pipeline(transaction=True) as many:
                if is_filtered:
                    many.execute_command("BF.ADD", self._filter, key)
                many.set(self._value(key), value, px=None if lifetime_s is None else max(1, round(lifetime_s * 1000)))
                many.hset(self._uses, key, packed(history))
                many.hset(self._sizes, key, len(value))
                many.hset(self._tags, key, tag)
                many.execute()
            self._bytes += len(value)
            if self._bytes > self._bound:
                self._make_room(redis)

        self._line.use(work, None)

    def note_use(self, keys: Sequence[str]) -> None:
        """See ``CacheStore``."""

        def work(redis: Any) -> None:
            now = self._clock()
            with redis.pipeline(transaction=False) as many:
                for key in keys:
                    many.exists(self._value(key))
                is_there = many.execute()
            there = [key for key, each in zip(keys, is_there, strict=True) if each]
            if there:
                known = redis.hmget(self._uses, there)
                fresh = {
                    key: packed(used(unpacked(raw), now, self._rules)) for key, raw in zip(there, known, strict=True)
                }
                redis.hset(self._uses, mapping=fresh)

        if keys:
            self._line.use(work, None)

    def keys(self, prefix: str = "") -> list[str]:
        """See ``CacheStore``."""
        return self._line.use(lambda redis: [key for key in self._there(redis) if key.startswith(prefix)], [])

    def remove(self, key: str) -> None:
        """See ``CacheStore``."""
        self._line.use(lambda redis: self._drop(redis, [key]), None)

    def forget(self, tag: str) -> int:
        """See ``CacheStore``."""

        def work(redis: Any) -> int:
            keys = [key.decode() for key, each in redis.hgetall(self._tags).items() if each == tag.encode()]
            there = set(self._there(redis))
            self._drop(redis, keys)
            if keys:
                redis.hdel(self._uses, *keys)
            return len(there.intersection(keys))

        return self._line.use(work, 0)

    def clear(self) -> None:
        """See ``CacheStore``."""

        def work(redis: Any) -> None:
            self._drop(redis, self._there(redis))
            redis.delete(self._filter, self._uses, self._sizes, self._tags)
            self._has_filter = None
            self._bytes = 0

        self._line.use(work, None)

    def usage(self) -> StoreUsage:
        """See ``CacheStore``."""

        def work(redis: Any) -> tuple[int, int]:
            there = self._there(redis)
            return len(there), self._size(redis, there)

        entries, size = self._line.use(work, (0, 0))
        return StoreUsage(entries, size, self._bound, self._driven_out)

    def close(self) -> None:
        """See ``CacheStore``."""
        self._line.close()

    def _value(self, key: str) -> str:
        return f"{self._prefix}v/{key}"

    def _is_filtered(self, redis: Any) -> bool:
        """Whether there is a filter; made where there is none yet and none of the values either."""
        from redis.exceptions import ResponseError  # noqa: PLC0415 - see redis_line.py

        if self._has_filter is None:
            try:
                if not redis.exists(self._filter):
                    redis.execute_command("BF.RESERVE", self._filter, FALSE_POSITIVES, FIRST_ROOM)
                    for key in self._there(redis):
                        redis.execute_command("BF.ADD", self._filter, key)
                self._has_filter = True
            except ResponseError:  # no such module, no room for it, or another worker was faster
                self._has_filter = bool(redis.exists(self._filter))
            self._bytes = self._size(redis, self._there(redis))
        return self._has_filter

    def _there(self, redis: Any) -> list[str]:
        start = self._value("")
        return [key.decode()[len(start) :] for key in redis.scan_iter(match=f"{start}*", count=1000)]

    def _size(self, redis: Any, keys: Sequence[str]) -> int:
        return sum(int(each or 0) for each in redis.hmget(self._sizes, list(keys))) if keys else 0

    def _drop(self, redis: Any, keys: Sequence[str]) -> None:
        """Remove values; when they were used is remembered."""
        if not keys:
            return
        self._bytes -= self._size(redis, keys)
        with redis.pipeline(transaction=True) as many:
            many.unlink(*(self._value(key) for key in keys))
            many.hdel(self._sizes, *keys)
            many.hdel(self._tags, *keys)
            many.execute()

    def _make_room(self, redis: Any) -> None:
        now = self._clock()
        there = self._there(redis)
        known = {key.decode(): unpacked(raw) for key, raw in redis.hgetall(self._uses).items()}
        sizes = {key.decode(): int(each) for key, each in redis.hgetall(self._sizes).items()}
        left = sum(sizes.get(key, 0) for key in there)
        goes: list[str] = []
        for key in victims({key: known.get(key) or History((0.0,), 0.0) for key in there}, now, self._rules):
            if left <= self._bound * ROOM_MADE:
                break
            goes.append(key)
            left -= sizes.get(key, 0)
        self._drop(redis, goes)
        self._driven_out += len(goes)
        self._bytes = left
        gone = set(known) - set(there)
        old = [key for key in gone if (each := known[key]) is None or is_forgotten(each, now, self._rules)]
        if old:
            redis.hdel(self._uses, *old)
        if expired := [key for key in sizes if key not in set(there)]:
            redis.hdel(self._sizes, *expired)
            redis.hdel(self._tags, *expired)
