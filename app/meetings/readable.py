"""Names of files as a person can read them. Pure.

A system that says its names are ASCII (``LANG=C``) or that has names of another code page gives Python names with
bytes hidden in surrogates: no screen shows them and no text file takes them (failures 81).
"""

import unicodedata


def readable(name: str) -> str:
    """The name with hidden bytes read as UTF-8; what is none becomes a replacement character."""
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:  # a half of a pair that hides no byte
        return name.encode("utf-8", "replace").decode("utf-8")


def one_line(name: str) -> str:
    """The readable name on one line, without anything that a terminal takes for an order."""
    return "".join(" " if unicodedata.category(each) in ("Cc", "Zl", "Zp") else each for each in readable(name))
