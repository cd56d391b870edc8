"""The way to a Redis that may be gone, full or of another kind at any moment; then nothing is there and nothing fails.

Beneath ``redis_store.py`` and ``redis_contexts.py``; safe for several threads. What is asked waits for ``TIMEOUT_S`` at
the most, and a Redis that was away is left alone for a while: one that is gone in mid-stream costs a moment once,
not one for each question.
"""

import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

TIMEOUT_S = 0.25
"""For connecting and for an answer: a cache that takes longer is none."""

PAUSE_S = 5.0
"""So long it is not asked after it was away."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


class RedisLine:
    """Connects with its first use."""

    def __init__(self, url: str, *, timeout_s: float = TIMEOUT_S, clock: Callable[[], float] = time.monotonic) -> None:
        """Name it.

        Args:
            url: ``redis://``, ``rediss://`` or ``unix://``.
            timeout_s: Seconds for connecting, and for each answer.
            clock: Monotonic seconds.
        """
        self._url = url
        self._timeout_s = timeout_s
        self._clock = clock
        self._lock = threading.Lock()
        self._redis: Any = None
        self._away_until_s = 0.0
        self._is_closed = False

    def use(self, work: Callable[[Any], T], default: T) -> T:
        """Do something with it; the default where it cannot be done."""
        # Imported here: few sites run one, and no desktop does.
        from redis import exceptions  # noqa: PLC0415

        redis = self._opened()
        if redis is None:
            return default
        try:
            return work(redis)
        except (exceptions.ConnectionError, exceptions.TimeoutError, OSError) as error:
            _log.info("Redis is away: %s", type(error).__name__)
            self._away_until_s = self._clock() + PAUSE_S
        except exceptions.RedisError as error:  # full, read-only, still loading, or without the module
            _log.info("Redis could not do it: %s", type(error).__name__)
        return default

    def close(self) -> None:
        """Hang up; afterwards everything gives its default. Closing twice is harmless."""
        with self._lock:
            self._is_closed = True
            redis, self._redis = self._redis, None
        if redis is not None:
            redis.close()

    def _opened(self) -> Any:
        with self._lock:
            if self._is_closed or self._clock() < self._away_until_s:
                return None
            if self._redis is None:
                import redis  # noqa: PLC0415 - likewise
                from redis.backoff import NoBackoff  # noqa: PLC0415
                from redis.retry import Retry  # noqa: PLC0415

                client: Any = redis.Redis  # its types say nothing of its settings
                self._redis = client.from_url(
                    self._url,
                    socket_timeout=self._timeout_s,
                    socket_connect_timeout=self._timeout_s,
                    retry=Retry(NoBackoff(), 0),
                    protocol=2,
                )
            return self._redis
