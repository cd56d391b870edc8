"""Messages as no desktop sends them: right ones with a bit turned, cut off, out of order, too large, or plain noise.

Pure: the same seed gives the same messages. Used by ``worker_peers.py``.
"""

import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.remote import transcription_pb2 as wire

LARGEST = 900_000
"""Bytes: just below what gRPC itself takes, so that it is ours to refuse."""

_ODD = (0, 1, -1, 2, 15999, 16000, 1 << 31, (1 << 31) - 1, 1 << 53, (1 << 63) - 1, -(1 << 63))
_WORDS = ("", "a", "en", "zh", "xx", "base", "../../etc/passwd", "\x00", "\u202e", "a" * 600, "；DROP TABLE", "💥")


@dataclass(frozen=True, slots=True)
class HostileStream:
    """What one stream says, in order."""

    messages: tuple[bytes, ...]


class HostileMessages:
    """Makes streams of them."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def streams(self, messages: int) -> Iterator[HostileStream]:
        """As many streams as it takes for so many messages."""
        while messages > 0:
            count = min(messages, self._random.choice((1, 2, 5, 20)))
            messages -= count
            begins_well = self._random.random() < 0.7
            said = [self._opened() if begins_well and at == 0 else self._message() for at in range(count)]
            yield HostileStream(tuple(said))

    def _opened(self) -> bytes:
        return wire.AudioChunk(session_id=self._session_id(), opening=_good_opening()).SerializeToString()

    def _message(self) -> bytes:
        kinds: tuple[Callable[[], bytes], ...] = (
            self._noise,
            self._turned_bits,
            self._cut_off,
            self._odd_values,
            self._odd_values,
            self._odd_values,
            self._large,
            self._repeated,
        )
        return self._random.choice(kinds)()

    def _noise(self) -> bytes:
        return self._random.randbytes(self._random.randrange(300))

    def _turned_bits(self) -> bytes:
        message = bytearray(self._right())
        for _ in range(self._random.randrange(1, 6)):
            message[self._random.randrange(len(message))] ^= 1 << self._random.randrange(8)
        return bytes(message)

    def _cut_off(self) -> bytes:
        message = self._right()
        return message[: self._random.randrange(len(message))]

    def _repeated(self) -> bytes:
        return b"".join(self._right() for _ in range(self._random.randrange(2, 20)))

    def _large(self) -> bytes:
        size = self._random.randrange(1, LARGEST)
        match self._random.randrange(3):
            case 0:
                return wire.AudioChunk(session_id="s", pcm16=bytes(size), crc32=0).SerializeToString()
            case 1:
                piece = wire.Piece(start=0, stop=1)
                many = wire.Stretch(parts=[piece] * min(size // 8, 30_000))
                lines = wire.Lines(stretches=[many], language="en")
                return wire.AudioChunk(question=wire.Question(seq_id=1, lines=lines)).SerializeToString()
            case _:
                terms = [wire.GlossaryTerm(text="a" * 100)] * (size // 200)
                return wire.AudioChunk(session_id="s", opening=wire.Opening(glossary=terms)).SerializeToString()

    def _odd_values(self) -> bytes:
        message = wire.AudioChunk.FromString(self._right())
        for _ in range(self._random.randrange(1, 4)):
            self._spoil(message)
        return message.SerializeToString()

    def _spoil(self, message: wire.AudioChunk) -> None:
        """One field with a value that nobody expects there."""
        odd, word = self._random.choice(_ODD), self._random.choice(_WORDS)
        few = odd & 0xFFFFFFFF
        question, window, opening = message.question, message.question.window, message.opening
        spoil: tuple[Callable[[], object], ...] = (
            lambda: setattr(message, "start", odd),
            lambda: setattr(message, "keep_from", odd),
            lambda: setattr(message, "crc32", few),
            lambda: setattr(message, "cancel_seq_id", few),
            lambda: setattr(message, "session_id", word),
            lambda: setattr(question, "seq_id", odd & ((1 << 64) - 1)),
            lambda: setattr(window, "at", odd),
            lambda: setattr(window, "stop", odd),
            lambda: setattr(window, "language", word),
            lambda: window.said.add(text=word, tokens=[few] * self._random.randrange(700)),
            lambda: self._spoil_lines(question.lines, odd, word),
            lambda: setattr(opening, "model", word),
            lambda: setattr(opening, "protocol", few),
            lambda: setattr(opening, "beam_size", few),
        )
        self._random.choice(spoil)()

    def _spoil_lines(self, lines: wire.Lines, odd: int, word: str) -> None:
        lines.language = word
        for _ in range(self._random.randrange(100)):
            stretch = lines.stretches.add(at=odd, track=odd & 0xFFFFFFFF)
            stretch.parts.add(start=self._random.choice(_ODD), stop=self._random.choice(_ODD))

    def _right(self) -> bytes:
        """A message that a desktop might send."""
        sound = self._random.randbytes(2 * self._random.randrange(1, 4000))
        message = wire.AudioChunk(session_id="s", pcm16=sound, crc32=zlib.crc32(sound))
        if self._random.random() < 0.5:
            window = wire.Window(at=0, stop=len(sound) // 2, language="en")
            seq_id = self._random.randrange(1, 50)
            message.question.CopyFrom(wire.Question(seq_id=seq_id, priority=wire.LIVE_TENTATIVE, window=window))
        return message.SerializeToString()

    def _session_id(self) -> str:
        return "".join(self._random.choices("abcdef/0123", k=self._random.randrange(1, 20)))


def _good_opening() -> wire.Opening:
    return wire.Opening(protocol=1, model="tiny.en", languages=["en"], beam_size=1)
