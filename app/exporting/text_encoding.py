"""Text as the bytes of a file: UTF-8 always, with a byte order mark if somebody's old program needs it."""

import codecs
from collections.abc import Sequence

from app.exporting.document import Block
from app.exporting.profile import ExportProfile


def encode(blocks: Sequence[Block], profile: ExportProfile) -> bytes:
    """The blocks as one file, with a line end after the last."""
    text = join(blocks)
    data = (text + "\n" if text else "").encode("utf-8")
    return codecs.BOM_UTF8 + data if profile.bom else data


def join(blocks: Sequence[Block]) -> str:
    """Blocks with a blank line between them, where they are not tight."""
    parts: list[str] = []
    for block in blocks:
        if parts:
            parts.append("\n" if block.is_tight else "\n\n")
        parts.append(block.text)
    return "".join(parts)
