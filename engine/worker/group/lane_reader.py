"""Takes one question at a time out of a lane, when a worker is free for it.

On a worker's event loop; used by ``puller.py``, one for each place that a worker has. A pull of nats-py ends on the
client's clock and on the server's, and a question that comes between the two waits unseen until it is given to somebody
else; here the server alone says when a pull ended.
"""

import json

import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import Header

from engine.worker.group import subjects
from engine.worker.group.membership import Membership
from engine.worker.group.subjects import Lane

_SPARE_S = 1.0
"""If the server says nothing for so long beyond the time it was given, the line broke."""


class LaneReader:
    """See above. Used by one task."""

    def __init__(self, member: Membership, lane: Lane) -> None:
        self._member = member
        self._next = f"$JS.API.CONSUMER.MSG.NEXT.{subjects.QUESTIONS}.{lane.name}"
        self._inbox = member.client.new_inbox()
        self._arrived: Subscription | None = None

    async def read(self, *, wait_s: float) -> Msg | None:
        """The next question; ``None`` if none came so soon.

        Raises:
            nats.errors.Error: the server is away.
        """
        if self._arrived is None:
            self._arrived = await self._member.hear(self._inbox)
        wish = {"batch": 1, "expires": round(wait_s * 1e9)}
        await self._member.client.publish(self._next, json.dumps(wish).encode(), reply=self._inbox)
        try:
            message = await self._arrived.next_msg(timeout=wait_s + _SPARE_S)
        except (TimeoutError, nats.errors.TimeoutError):
            return None
        return None if message.headers is not None and Header.STATUS in message.headers else message
