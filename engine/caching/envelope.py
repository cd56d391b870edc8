"""What every cached value is wrapped in, so that nothing but what was put is ever believed.

Pure. A damaged, shortened or foreign value is ``None``, that is: not cached.
"""

import hashlib
import zlib

_MARK = b"VVC1"
_DIGEST_BYTES = 8


def seal(content: bytes, *, key: str) -> bytes:
    """Wrap a value up; it opens under its own key alone."""
    packed = zlib.compress(content, 1)
    return _MARK + _digest(packed, key) + packed


def unseal(sealed: bytes | None, *, key: str) -> bytes | None:
    """What was wrapped up under this key, or ``None``."""
    if sealed is None or not sealed.startswith(_MARK):
        return None
    head = len(_MARK) + _DIGEST_BYTES
    digest, packed = sealed[len(_MARK) : head], sealed[head:]
    if digest != _digest(packed, key):
        return None
    try:
        return zlib.decompress(packed)
    except zlib.error:
        return None


def _digest(packed: bytes, key: str) -> bytes:
    return hashlib.blake2b(packed, digest_size=_DIGEST_BYTES, key=hashlib.sha256(key.encode()).digest()).digest()
