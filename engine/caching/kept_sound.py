"""What is kept of a sound, block by block: what proves it, and the words that were heard in it.

Used by ``recording_memory.py``. The proof belongs to the sound alone; the words to the question that was asked as
well, so that another speech model or other options find their own words, or none.
"""

import struct
from dataclasses import dataclass

import numpy as np
from pydantic import TypeAdapter, ValidationError

from engine.caching.envelope import seal, unseal
from engine.caching.heard_sound import BANDS
from engine.caching.sound_proof import SoundProof
from engine.caching.store import CacheStore
from engine.contract.segments import RecognisedSegment

_HEAD = "<IfI"


@dataclass(frozen=True, slots=True)
class KeptPiece:
    """Speech that was recognised, with its words. All times are samples from the beginning of the sound."""

    start: int
    stop: int
    speech: tuple[tuple[int, int], ...]
    """Where the voice detector heard somebody."""
    lines: tuple[RecognisedSegment, ...]


@dataclass(frozen=True, slots=True)
class KeptWords:
    """What was recognised in a block."""

    language: str
    """The meeting's, which it was asked with."""
    probability: float
    """How sure the vote on it was; 0 where nobody voted."""
    complete_to: int
    """Nothing but ``pieces`` is said between the block's beginning and this sample."""
    pieces: tuple[KeptPiece, ...]
    """Those that begin in the block, in order."""


_WORDS = TypeAdapter(KeptWords)


class KeptSounds:
    """Reads and writes blocks."""

    def __init__(self, store: CacheStore) -> None:
        self._store = store

    def proof(self, sound: str, number: int) -> SoundProof | None:
        """What proves a block."""
        key = _proof_key(sound, number)
        return read_proof(unseal(self._store.get(key), key=key))

    def put_proof(self, sound: str, number: int, proof: SoundProof, *, tag: str, lifetime_s: float) -> None:
        """Keep what proves a block."""
        key = _proof_key(sound, number)
        self._store.put(key, seal(write_proof(proof), key=key), tag=tag, lifetime_s=lifetime_s)

    def words(self, question: str, sound: str, number: int) -> KeptWords | None:
        """What was recognised in a block when this was asked."""
        key = _words_key(question, sound, number)
        content = unseal(self._store.get(key), key=key)
        if content is None:
            return None
        try:
            return _WORDS.validate_json(content)
        except ValidationError:
            return None

    def put_words(
        self, question: str, sound: str, number: int, words: KeptWords, *, tag: str, lifetime_s: float
    ) -> None:
        """Keep what was recognised in a block."""
        key = _words_key(question, sound, number)
        self._store.put(key, seal(_WORDS.dump_json(words), key=key), tag=tag, lifetime_s=lifetime_s)

    def note_use(self, question: str, sound: str, numbers: list[int]) -> None:
        """Say that these blocks were of use."""
        self._store.note_use(
            [
                key
                for number in numbers
                for key in (
                    f"print/{sound}/{number}",
                    _proof_key(sound, number),
                    _words_key(question, sound, number),
                )
            ]
        )


def write_proof(proof: SoundProof) -> bytes:
    """A proof as bytes."""
    head = struct.pack(_HEAD, len(proof.low), proof.peak, len(proof.levels))
    return head + proof.low.tobytes() + proof.levels.tobytes()


def read_proof(content: bytes | None) -> SoundProof | None:
    """The proof; ``None`` if this is none."""
    head = struct.calcsize(_HEAD)
    if content is None or len(content) < head:
        return None
    samples, peak, frames = struct.unpack_from(_HEAD, content)
    if len(content) != head + samples + frames * BANDS:
        return None
    low = np.frombuffer(content, np.int8, samples, head)
    return SoundProof(low, peak, np.frombuffer(content, np.int8, offset=head + samples).reshape(frames, BANDS))


def _proof_key(sound: str, number: int) -> str:
    return f"proof/{sound}/{number}"


def _words_key(question: str, sound: str, number: int) -> str:
    return f"words/{question}/{sound}/{number}"
