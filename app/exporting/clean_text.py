"""Text that every format can hold: without the control characters that break XML, players and terminals.

The library keeps what it has; only the exported copy is cleaned, and the number of characters left out
can be told to the person (``count_unprintable``). JSON is written without cleaning, it has escapes.
"""

import re

from app.exporting.document import ExportDocument

# C0 without tab, line feed and return; delete; C1 without "next line"; halves of surrogate pairs; non-characters.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    "\U0001fffe\U0001ffff\U0002fffe\U0002ffff]"
)
_SEPARATING = "\x0b\x0c"
_LINE_BREAKS = re.compile("\r\n|[\r\x85\u2028\u2029]")
_WHITE = re.compile("[ \t\n\r\x85\u1680\u2000-\u200a\u2028\u2029\u205f\u3000]+")


def clean(text: str) -> str:
    """Text for documents: printable, line breaks as line feeds, none at the ends."""
    text = _LINE_BREAKS.sub("\n", text)
    return _UNPRINTABLE.sub(_replacement, text).strip()


def clean_line(text: str) -> str:
    """Text for a single line: printable, every stretch of white space one space.

    No-break spaces stay: they were set on purpose, in numbers and before French marks.
    """
    return _WHITE.sub(" ", clean(text)).strip(" ")


def count_unprintable(document: ExportDocument) -> int:
    """How many characters an export of the document leaves out because no document can hold them."""
    texts = [document.meeting.title]
    texts += [segment.text for segment in document.transcript.segments if segment.quarantine is None]
    texts += [speaker.name for speaker in document.transcript.speakers]
    return sum(len(_UNPRINTABLE.findall(text)) for text in texts)


def _replacement(match: re.Match[str]) -> str:
    return " " if match.group() in _SEPARATING else ""
