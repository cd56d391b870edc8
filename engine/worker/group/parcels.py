"""Hands on what may be too large for one message: then it goes through the object store, and the message says where.

On the event loop of a front or a worker. What is stored goes when the question is answered, and in any case when its
lifetime ends.
"""

import logging

import nats.errors
import nats.js.errors
from google.protobuf.message import DecodeError
from nats.js import JetStreamContext

from engine.remote import transcription_pb2 as wire
from engine.remote.refusal import RefusalReason, Refused
from engine.worker.group import subjects

FOR_HEADERS = 4096
"""Bytes of a message that its subject, its headers and its envelope may take."""

_SHOWN = 8

log = logging.getLogger(__name__)


class Parcels:
    """See above."""

    def __init__(self, stream: JetStreamContext, *, most_bytes: int) -> None:
        """``most_bytes`` is what the server takes as one message."""
        self._stream = stream
        self._most = most_bytes - FOR_HEADERS

    async def pack(self, data: bytes, *, name: str) -> bytes:
        """What to publish. ``name`` is unique for ever. Raises what NATS raises."""
        if len(data) <= self._most:
            return wire.GroupParcel(whole=data).SerializeToString()
        store = await self._stream.object_store(subjects.PARCELS)
        await store.put(name, data)
        log.debug("A question or an answer of %d bytes went through the object store", len(data))
        return wire.GroupParcel(stored_as=name).SerializeToString()

    async def unpack(self, payload: bytes) -> bytes:
        """What was packed.

        Raises:
            Refused: it is no parcel, or what it tells of is not there any more.
            nats.errors.Error: the server is away.
        """
        parcel = _read(payload)
        if not parcel.stored_as:
            return parcel.whole
        store = await self._stream.object_store(subjects.PARCELS)
        try:
            return (await store.get(parcel.stored_as)).data or b""
        except nats.js.errors.NotFoundError as error:
            raise Refused(RefusalReason.SOUND_MISSING, "it was stored too long ago") from error

    async def throw_away(self, payload: bytes) -> None:
        """It is needed no longer. What cannot be removed goes when its lifetime ends."""
        name = _read(payload).stored_as
        if name:
            try:
                store = await self._stream.object_store(subjects.PARCELS)
                await store.delete(name)
            except nats.errors.Error as error:
                log.info("A parcel (%s…) stays until its lifetime ends: %s", name[:_SHOWN], type(error).__name__)


def _read(payload: bytes) -> wire.GroupParcel:
    try:
        return wire.GroupParcel.FromString(payload)
    except DecodeError as error:
        raise Refused(RefusalReason.NOT_UNDERSTOOD, "not a message of a group") from error
