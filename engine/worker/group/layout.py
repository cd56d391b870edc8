"""The streams and consumers of a group, and their bounds: made by whoever comes first, found by all others.

Called by fronts when they connect, and again when the server forgot them. Sound and text are kept in the server's
memory alone: when it ends, they are gone, and the fronts, which still have the questions, ask them again.
"""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# nats-py leaves a few of its parameters and headers without types.

from dataclasses import dataclass

from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DiscardPolicy,
    KeyValueConfig,
    ObjectStoreConfig,
    RetentionPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.errors import NotFoundError

from engine.caching.session_context import LONGEST_LIFETIME_S
from engine.worker.group import subjects
from engine.worker.group.subjects import Lane


@dataclass(frozen=True, slots=True)
class GroupBounds:
    """How much a group keeps, and for how long. The same for all its members."""

    waiting_per_session: int = 16
    """Questions of a session in a lane, waiting or worked at; one more is refused."""
    question_lives_s: float = 600.0
    """A question that nobody took by then is forgotten, with its sound."""
    answer_lives_s: float = 120.0
    """So long an answer is found again by another front."""
    parked_lives_s: float = 24 * 3600.0
    context_lives_s: float = 1800.0
    most_bytes: int = 512 << 20
    """Of questions that wait, and as much of what is too large for one message."""
    heard_of_within_s: float = 3.0
    """A worker that says nothing of a question for so long has lost it, and another gets it."""
    deliveries: int = 5
    """So many workers try a question before it is parked."""
    replicas: int = 1
    """Servers that keep everything; 3 where there are so many."""


async def lay_out(stream: JetStreamContext, bounds: GroupBounds) -> None:
    """Make what is not there yet. Once more is harmless. Raises what NATS raises."""
    await _stream(
        stream,
        StreamConfig(
            name=subjects.QUESTIONS,
            subjects=[subjects.ALL_QUESTIONS],
            retention=RetentionPolicy.WORK_QUEUE,
            storage=StorageType.MEMORY,
            discard=DiscardPolicy.NEW,
            discard_new_per_subject=True,
            max_msgs_per_subject=bounds.waiting_per_session,
            max_bytes=bounds.most_bytes,
            max_age=bounds.question_lives_s,
            duplicate_window=bounds.question_lives_s,
            num_replicas=bounds.replicas,
            allow_direct=True,
        ),
    )
    await _stream(
        stream,
        StreamConfig(
            name=subjects.ANSWERS,
            subjects=[subjects.ALL_ANSWERS],
            storage=StorageType.MEMORY,
            max_msgs_per_subject=1,
            max_bytes=bounds.most_bytes,
            max_age=bounds.answer_lives_s,
            duplicate_window=bounds.answer_lives_s,
            num_replicas=bounds.replicas,
            allow_direct=True,
        ),
    )
    await _stream(
        stream,
        StreamConfig(
            name=subjects.PARKED,
            subjects=[subjects.ALL_PARKED],
            storage=StorageType.FILE,  # who it was and why, neither sound nor text
            max_age=bounds.parked_lives_s,
            max_msgs=10_000,
            num_replicas=bounds.replicas,
        ),
    )
    await _buckets(stream, bounds)
    for lane in subjects.LANES:
        await _consumer(stream, lane, bounds)


async def is_laid_out(stream: JetStreamContext) -> bool:
    """Whether everything is there. Raises what NATS raises."""
    try:
        # What is made last: then all is there.
        await stream.consumer_info(subjects.QUESTIONS, subjects.LANES[-1].name)
    except NotFoundError:
        return False
    return True


async def _stream(stream: JetStreamContext, config: StreamConfig) -> None:
    try:
        await stream.stream_info(config.name or "")
    except NotFoundError:
        await stream.add_stream(config)


async def _buckets(stream: JetStreamContext, bounds: GroupBounds) -> None:
    await stream.create_key_value(
        KeyValueConfig(
            bucket=subjects.CONTEXTS,
            ttl=bounds.context_lives_s,
            storage=StorageType.MEMORY,
            max_bytes=bounds.most_bytes // 8,
            replicas=bounds.replicas,
            direct=True,
        )
    )
    await stream.create_key_value(
        KeyValueConfig(
            bucket=subjects.MEETINGS,
            ttl=LONGEST_LIFETIME_S,
            storage=StorageType.MEMORY,
            max_bytes=bounds.most_bytes // 8,
            replicas=bounds.replicas,
            direct=True,
        )
    )
    await stream.create_object_store(
        subjects.PARCELS,
        config=ObjectStoreConfig(
            ttl=bounds.question_lives_s,
            storage=StorageType.MEMORY,
            max_bytes=bounds.most_bytes,
            replicas=bounds.replicas,
        ),
    )


async def _consumer(stream: JetStreamContext, lane: Lane, bounds: GroupBounds) -> None:
    try:
        await stream.consumer_info(subjects.QUESTIONS, lane.name)
    except NotFoundError:
        await stream.add_consumer(
            subjects.QUESTIONS,
            ConsumerConfig(
                durable_name=lane.name,
                filter_subject=lane.filter,
                ack_policy=AckPolicy.EXPLICIT,
                ack_wait=bounds.heard_of_within_s,
                max_deliver=-1,  # counted by the workers, who answer what they park
                max_ack_pending=1 if lane.is_in_order else 1000,
            ),
        )
