"""A stream to a worker that carries what is known of the meeting as well, and hears what the worker knows of it.

Laid around the calls of a session by ``worker_connection.py``; ``remote_session.py`` knows nothing of it. What goes up
is put into messages that go anyhow: the opening, and the next one after a change. On gRPC's thread and on that of the
session.
"""

from collections.abc import Iterator
from typing import Protocol

from engine.remote import transcription_pb2 as wire
from engine.remote.remote_session import Stream, Transcribe


class MeetingContext(Protocol):
    """What this computer knows of a meeting; see ``LiveContext``. Safe on every thread, and never waits."""

    @property
    def meeting(self) -> str:
        """What workers call it: at the most 100 characters."""
        ...

    @property
    def document(self) -> str:
        """As JSON with a version, see ``session_context.py``; another one only where there is something to tell."""
        ...

    def take_up(self, document: str) -> None:
        """A worker knows more: another worker, or another engine of this computer, went on with the meeting before."""
        ...


def carrying(transcribe: Transcribe, context: MeetingContext) -> Transcribe:
    """The same calls, with what is known of a meeting."""
    return lambda messages: _ContextStream(messages, transcribe=transcribe, context=context)


class _ContextStream:
    """See ``Stream``."""

    def __init__(self, messages: Iterator[wire.AudioChunk], *, transcribe: Transcribe, context: MeetingContext) -> None:
        self._context = context
        self._stream: Stream = transcribe(self._outgoing(messages))

    def __iter__(self) -> Iterator[wire.TranscribeResult]:
        for result in self._stream:
            if result.opened.context_json:
                self._context.take_up(result.opened.context_json)
            yield result

    def cancel(self) -> object:
        return self._stream.cancel()

    def _outgoing(self, messages: Iterator[wire.AudioChunk]) -> Iterator[wire.AudioChunk]:
        told = ""
        for message in messages:
            document = self._context.document
            if message.HasField("opening"):
                message.opening.meeting = self._context.meeting
                message.opening.context_json = document
            elif document != told:
                message.context_json = document
            told = document
            yield message
