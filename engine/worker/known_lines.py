"""Lines of files that were understood before, by any worker of a site that runs a Redis; else nothing is kept.

Asked on the threads that decode, by ``loaded_model.py``. A stretch is known by its samples, the weights, their
precision and our own steps, as on the desktop (``engine/caching/segment_cache.py``). A worker keeps no text, and
neither does a Redis that many can read: lines are encrypted with a key that is made of the sound itself. Who asks about
the same sound can open them, and nobody else.
"""

import hashlib
import os
import random
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from engine.caching.figures import CacheFigures
from engine.caching.kept_lines import read_lines, write_lines
from engine.caching.own_steps import own_steps
from engine.caching.redis_store import RedisStore
from engine.caching.segment_cache import Question, SegmentCache
from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.engine import SpanAudio
from engine.contract.options import RecognitionOptions
from engine.contract.segments import RecognisedSegment
from engine.recognition.model_manifest import read_manifest

LIVES_S = 30 * 86_400.0
"""Long enough for whoever imports a lecture again; nobody can delete it from a desktop."""

JITTER = 0.15
"""Lifetimes differ by so much, so that what was kept on one day is not gone on one day."""

Lines = list[RecognisedSegment]
Recognise = Callable[[Sequence[SpanAudio]], list[Lines]]

_NONCE_BYTES = 12


@dataclass
class SiteLines:
    """All that is known, for every speech model of a worker. The store stays open."""

    store: RedisStore
    chance: random.Random = field(default_factory=random.Random)
    figures: CacheFigures = field(default_factory=CacheFigures)

    @property
    def size(self) -> int:
        """Bytes in the store, about: what this process saw of them. Asks nobody."""
        return self.store.about_bytes

    def known_to(self, path: Path, *, compute_type: str) -> "KnownLines | None":
        """What is known to the speech model in this folder; ``None`` where it cannot be told from others."""
        manifest, steps = read_manifest(path), own_steps()
        checksum = manifest.hash_of("model.bin") if manifest is not None else None
        if checksum is None or steps is None:
            return None
        return KnownLines(self, checksum=checksum, compute_type=compute_type, steps=steps)


class KnownLines:
    """See the top of this file. Safe for several threads."""

    def __init__(self, site: SiteLines, *, checksum: str, compute_type: str, steps: str) -> None:
        self._site = site
        self._checksum = checksum
        self._compute_type = compute_type
        self._steps = steps
        self._names = SegmentCache(site.store)

    def recognise(
        self, stretches: Sequence[SpanAudio], options: RecognitionOptions, *, language: str, recognise: Recognise
    ) -> list[Lines]:
        """The lines of stretches; ``recognise`` gives those that are not known, and raises what it raises."""
        question = Question(self._checksum, self._compute_type, options, self._steps)
        secrets = [self._names.key_of(each, question, language=language) for each in stretches]
        found = {at: self._get(secrets[at], stretch) for at, stretch in enumerate(stretches)}
        missing = [at for at, lines in found.items() if lines is None]
        if missing:
            for at, lines in zip(missing, recognise([stretches[at] for at in missing]), strict=True):
                self._put(secrets[at], stretches[at], lines)
                found[at] = lines
        return [found[at] or [] for at in range(len(stretches))]

    def _get(self, secret: str, stretch: SpanAudio) -> Lines | None:
        began_s = time.perf_counter()
        name = _name(secret)
        content = _opened(self._site.store.get(name), secret)
        lines = None if content is None else read_lines(content, start=stretch.start, track=stretch.track)
        if lines is not None:
            self._site.store.note_use([name])
        speech_s = sum(span.length for span in stretch.speech) / SAMPLE_RATE_HZ
        spent_s = time.perf_counter() - began_s
        self._site.figures.note(found=lines is not None, speech_s=speech_s, spent_s=spent_s)
        return lines

    def _put(self, secret: str, stretch: SpanAudio, lines: Lines) -> None:
        lives_s = LIVES_S * (1 + JITTER * (2 * self._site.chance.random() - 1))
        self._site.store.put(
            _name(secret), _sealed(write_lines(lines, start=stretch.start), secret), lifetime_s=lives_s
        )


def _name(secret: str) -> str:
    """Under which it is kept. From it nobody finds the key."""
    return f"lines/{hashlib.blake2b(secret.encode(), digest_size=20, person=b'name').hexdigest()}"


def _cipher(secret: str) -> AESGCM:
    return AESGCM(hashlib.blake2b(secret.encode(), digest_size=32, person=b"key").digest())


def _sealed(content: bytes, secret: str) -> bytes:
    nonce = os.urandom(_NONCE_BYTES)
    return nonce + _cipher(secret).encrypt(nonce, zlib.compress(content, 1), None)


def _opened(sealed: bytes | None, secret: str) -> bytes | None:
    """What was put there, or ``None``: a damaged value, or one that somebody else wrote, does not open."""
    if not sealed:
        return None
    try:
        nonce, text = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        return zlib.decompress(_cipher(secret).decrypt(nonce, text, None))
    except (InvalidTag, ValueError, zlib.error):
        return None
