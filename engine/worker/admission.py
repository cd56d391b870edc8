"""How many live sessions a worker takes on: as many as it was measured to hold, and no more in the hope of silence.

Pure: the caller says what time it is. Used by ``desk.py`` on the worker's event loop. What a live session costs is the
part of the device's time that its final words take. At first that follows from the capacity that the probe measured;
the longer a session lasts, the more from what it really took. Tentative words do not count, for they give way; nor do
files, which live from what is left. An empty worker takes the first one on in any case: whether it keeps up with it the
desktop sees by what comes, and goes on without it if not.

What a device understands in all says little of how soon: final words wait for whatever is being read when they come.
So there is a second bound, ``most_in_time``, by how long one final window takes there.
"""

import math
from dataclasses import dataclass

TARGET = 0.6
"""Part of the device's time that final words may take. They come at random: with more, some wait for long."""

READINGS = 1.5
"""How often each second of a live meeting is read for final words: windows begin with what was settled before."""

MEMORY_S = 60.0
"""What a session took is believed after about this time, and forgotten as fast."""

LEAST_PART = 0.3
"""A session never counts for less than this part of what the probe says: who is silent now may speak in a moment."""

MOST_WAIT_S = 0.4
"""If the final words of those who are here waited longer, nobody else is taken on, whatever the sums say."""

QUIET_S = 10.0
"""Who asked nothing for so long counts for the least. Nobody speaks there, or its line broke: then it is kept for a
minute, and must not take the room of the session that its own desktop begins instead."""


IN_TIME_S = 0.6
"""From the breath by which an end is noticed until the words must be there, if they are to come 850 ms after they were
said: what is left of it for waiting and reading."""

LONGEST = 1.8
"""The longest final window of a hundred takes so many times what one of the probe takes: it holds settled words too."""

SHARED = 1.8
"""So many streams find room in the time that one of them could wait on one turn. Measured on two cores: with tiny.en,
0.17 s a window, 6 streams came in time; with base, 0.32 s, one."""


def most_in_time(*, final_s: float, turns: int) -> float:
    """Live sessions whose final words still come in time; no bound where that was not measured.

    Args:
        final_s: What a final window of the probe took, read alone, while all slots were at work.
        turns: Windows that are read side by side: slots times windows of a batch.
    """
    if final_s <= 0.0:
        return math.inf
    return SHARED * turns * max(0.0, IN_TIME_S - LONGEST * final_s) / final_s


def has_time_to_wait(final_s: float) -> bool:
    """Whether final words still come in time that have to wait for a turn of tentative ones."""
    return (1.0 + LONGEST) * final_s <= IN_TIME_S


@dataclass(slots=True)
class _Session:
    opened_s: float
    asked_s: float
    """When it asked something last, or was opened."""
    is_file: bool = False
    taken_s: float = 0.0
    """Device seconds, fading with ``MEMORY_S``."""
    at_s: float = 0.0
    """When ``taken_s`` was true."""


class Admission:
    """See the top of this file."""

    def __init__(self) -> None:
        self._sessions: dict[str, _Session] = {}

    @property
    def live(self) -> int:
        """Sessions that are live, or have not shown yet that they are a file."""
        return sum(not session.is_file for session in self._sessions.values())

    def join(self, session_id: str, now_s: float) -> None:
        """A session was taken on. Once more is harmless."""
        self._sessions.setdefault(session_id, _Session(now_s, now_s, at_s=now_s))

    def leave(self, session_id: str) -> None:
        """A session ended."""
        self._sessions.pop(session_id, None)

    def knows(self, session_id: str) -> bool:
        """Whether it was taken on already, or another track of its meeting: half a meeting helps nobody."""
        return any(_meeting_of(each) == _meeting_of(session_id) for each in self._sessions)

    def asks(self, session_id: str, now_s: float, *, is_file: bool) -> None:
        """A session asks something, by which it shows what it is."""
        session = self._sessions.get(session_id)
        if session is not None:
            session.is_file, session.asked_s = is_file, now_s

    def spent(self, session_id: str, device_s: float, now_s: float) -> None:
        """What final words of a session took of the whole device."""
        session = self._sessions.get(session_id)
        if session is not None:
            session.taken_s = _faded(session, now_s) + device_s
            session.at_s = now_s

    def load(self, now_s: float, *, capacity: float) -> float:
        """Part of the device's time that the live sessions take, 0 or more.

        Args:
            now_s: On the clock of the other calls.
            capacity: Seconds of speech that the device understands a second.
        """
        expected = _expected(capacity)
        return sum(_cost(each, now_s, expected) for each in self._sessions.values() if not each.is_file)

    def room(self, now_s: float, *, capacity: float, wait_s: float, most: float = math.inf) -> int:
        """Live sessions that may join now.

        Args:
            now_s: On the clock of the other calls.
            capacity: Seconds of speech that the device understands a second.
            wait_s: How long the last final words waited for their turn, 95th percentile.
            most: Live sessions that may be there at a time; see ``most_in_time``.
        """
        expected = _expected(capacity)
        if not math.isfinite(expected):
            return 0
        live = [each for each in self._sessions.values() if not each.is_file]
        load = sum(_cost(each, now_s, expected) for each in live)
        places = most - sum(LEAST_PART if _is_quiet(each, now_s) else 1.0 for each in live)
        if all(_is_quiet(each, now_s) for each in live):
            # What was waited for is over with those who waited. What the first one takes then tells the rest.
            return max(int(load < 1.0), _whole(min(places, (TARGET - load) / expected)))
        if wait_s > MOST_WAIT_S:
            return 0
        return max(0, _whole(min(places, (TARGET - load) / max(load / len(live), expected * LEAST_PART))))


def _whole(places: float) -> int:
    return math.floor(places + 1e-9)


def _meeting_of(session_id: str) -> str:
    return session_id.rpartition("/")[0] or session_id


def _expected(capacity: float) -> float:
    return READINGS / capacity if capacity > 0 else math.inf


def _cost(session: _Session, now_s: float, expected: float) -> float:
    age_s = max(0.0, now_s - session.opened_s)
    known = 1.0 if _is_quiet(session, now_s) else 1.0 - math.exp(-age_s / MEMORY_S)
    # The faded sum of a session that takes the same all the time is its rate times what is remembered of its life.
    measured = _faded(session, now_s) / MEMORY_S
    return max(LEAST_PART * expected, measured + (1.0 - known) * expected)


def _is_quiet(session: _Session, now_s: float) -> bool:
    return now_s - session.asked_s > QUIET_S


def _faded(session: _Session, now_s: float) -> float:
    return session.taken_s * math.exp(-max(0.0, now_s - session.at_s) / MEMORY_S)
