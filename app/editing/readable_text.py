"""Text from a keyboard or a clipboard as a line can hold it. Pure."""

import unicodedata

_KEPT = {"\u200c", "\u200d", "\u200e", "\u200f"}
"""Joiners and direction marks belong to words of some languages, though they are format characters."""


def tidy(text: str) -> str:
    """One line without control characters; halves of surrogate pairs become U+FFFD, as no file can hold them."""
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\r\n", "\n").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return "".join(_one(each) for each in text)


def _one(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\r\n" or category in ("Zl", "Zp"):
        return " "
    return "" if category == "Cc" or (category == "Cf" and character not in _KEPT) else character
