"""What a session begins with (speech model, languages, glossary), kept once for all workers of a group.

A glossary of a course may be longer than the sound of a question, so questions only name it. On the event loop of a
front, which writes, or of a worker, which reads and remembers the last few. The key holds a checksum: a session that is
opened anew with another glossary has another key, and a worker can never use the old one for it.
"""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable

import nats.js.errors
from google.protobuf.message import DecodeError
from nats.js import JetStreamContext

from engine.contract.options import RecognitionOptions
from engine.remote import transcription_pb2 as wire
from engine.remote.refusal import RefusalReason, Refused
from engine.remote.wire_format import PROTOCOLS, Opening, opening_message, read_opening
from engine.worker.group import subjects

REMEMBERED = 256
"""Sessions whose options a member of the group knows by heart."""


def context_key(session_id: str, data: bytes) -> str:
    """Where the options of a session are kept."""
    return f"{subjects.session_token(session_id)}.{hashlib.sha256(data).hexdigest()[:32]}"


class ContextStore:
    """See above."""

    def __init__(
        self, stream: JetStreamContext, *, lives_s: float, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        """``lives_s`` is how long the server keeps what is not written again."""
        self._stream = stream
        self._written_again_s = lives_s / 3
        self._now_s = now_s
        self._written: OrderedDict[tuple[str, RecognitionOptions], tuple[str, float]] = OrderedDict()
        self._read: OrderedDict[str, RecognitionOptions] = OrderedDict()

    async def put(self, session_id: str, options: RecognitionOptions) -> str:
        """Keep a session's options, unless that was done a moment ago; gives their key. Raises what NATS raises."""
        known = self._written.get((session_id, options))
        if known is not None and self._now_s() - known[1] < self._written_again_s:
            return known[0]
        data = opening_message(Opening(PROTOCOLS[-1], options)).SerializeToString(deterministic=True)
        key = context_key(session_id, data)
        store = await self._stream.key_value(subjects.CONTEXTS)
        await store.put(key, data)
        self._written[session_id, options] = (key, self._now_s())
        _forget_oldest(self._written)
        return key

    async def get(self, key: str) -> RecognitionOptions:
        """The options that are kept.

        Raises:
            Refused: they are not there any more, or are none.
            nats.errors.Error: the server is away.
        """
        known = self._read.get(key)
        if known is not None:
            self._read.move_to_end(key)
            return known
        try:
            store = await self._stream.key_value(subjects.CONTEXTS)
            data = (await store.get(key)).value or b""
            options = read_opening(wire.Opening.FromString(data)).options
        except nats.js.errors.NotFoundError as error:
            raise Refused(RefusalReason.SOUND_MISSING, "the session's options are not kept any more") from error
        except (DecodeError, ValueError) as error:
            raise Refused(RefusalReason.NOT_UNDERSTOOD, "no options of a session") from error
        self._read[key] = options
        _forget_oldest(self._read)
        return options

    def forget(self) -> None:
        """The server lost everything: write it again when it is needed."""
        self._written.clear()


def _forget_oldest(
    known: "OrderedDict[tuple[str, RecognitionOptions], tuple[str, float]] | OrderedDict[str, RecognitionOptions]",
) -> None:
    while len(known) > REMEMBERED:
        known.popitem(last=False)
