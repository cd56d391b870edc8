"""Tidy spaces: what a line's text looks like before it is saved.

Pure. Collapses spaces and line breaks and removes what no font can show. The words keep their own texts,
so joining them still gives the line up to spaces.
"""

import re
import unicodedata
from dataclasses import replace

from engine.contract.segments import RecognisedSegment

_SPACES = re.compile(r"\s+")
_BEFORE_MARK = re.compile(r"(?<=\w) (?=[,.](?:\s|$))")
"""A space before a comma or full stop: no language writes one, some of Whisper's training texts did."""


def tidy(segment: RecognisedSegment) -> RecognisedSegment | None:
    """The segment with clean text, or ``None`` if nothing is left of it."""
    shown = "".join(
        character
        for character in segment.text
        if character.isspace() or (unicodedata.category(character) not in ("Cc", "Cs", "Cn") and character != "\ufffd")
    )
    text = _BEFORE_MARK.sub("", _SPACES.sub(" ", shown).strip())
    if not text:
        return None
    return segment if text == segment.text else replace(segment, text=text)
