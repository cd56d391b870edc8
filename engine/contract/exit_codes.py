"""Why a process ended by itself, as far as its exit code tells.

Pure; asked by those who say to a person why an engine process died, and by the probe of devices.
"""

from enum import StrEnum


class EndCause(StrEnum):
    """What is known."""

    UNKNOWN = "unknown"
    MEMORY = "memory"
    LIBRARY = "library"
    """A part of the program or of the system could not be loaded."""


_OF_MEMORY = frozenset({-9, 137, 0xC0000017, 0xC000012D})
"""SIGKILL, which nobody but the system's own memory guard sends; Windows: no memory, no room in the page file."""
_OF_LIBRARY = frozenset({0xC0000135, 0xC0000138, 0xC0000139, 0xC0000142})
"""Windows: a DLL is missing, lacks something, or could not start (3221225794)."""
_LOWEST_SIGNAL = -128


def end_cause(exit_code: int | None) -> EndCause:
    """The cause of an end; ``None`` is a process that was ended or never began."""
    if exit_code is None:
        return EndCause.UNKNOWN
    if exit_code < _LOWEST_SIGNAL:
        exit_code &= 0xFFFFFFFF  # Windows' codes, as some programs write them
    if exit_code in _OF_MEMORY:
        return EndCause.MEMORY
    return EndCause.LIBRARY if exit_code in _OF_LIBRARY else EndCause.UNKNOWN


_PROBABLY_MEMORY = (
    "Speakers could not be told apart, probably because memory ran out. "
    "The text is complete; close other programs and try again."
)
SPEAKERS_NOT_TOLD = {
    EndCause.UNKNOWN: _PROBABLY_MEMORY,
    EndCause.MEMORY: _PROBABLY_MEMORY,
    EndCause.LIBRARY: "Speakers could not be told apart: a part of Vivavoce or of the system could not be loaded. "
    "The text is complete; install Vivavoce again and try again.",
}
"""The sentence for a person when the search for speakers ended by itself."""

ENGINE_DIED = {
    EndCause.UNKNOWN: "The recognition stopped unexpectedly, several times at the same place. "
    "Everything understood so far is saved; choose Try again to continue.",
    EndCause.MEMORY: "The recognition could not go on because memory ran out. Everything understood so far is saved; "
    "close other programs, or choose a smaller speech model, and choose Try again.",
    EndCause.LIBRARY: "The recognition could not begin: a part of Vivavoce or of the system could not be loaded. "
    "Everything understood so far is saved; install Vivavoce again and choose Try again.",
}
"""The sentence when the recognition did."""
