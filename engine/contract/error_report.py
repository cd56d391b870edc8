"""A known error on its way across the border of a process, or into the library, and back.

Written by whoever met the trouble, read by whoever tells a person of it. Pure.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any

from engine.contract.errors import VivavoceError


@dataclass(frozen=True)
class ErrorReport:
    """A known error on its way through a pipe or into the library."""

    name: str
    """Class name in the tree of ``errors.py``."""
    data: dict[str, Any]
    """The error's fields by name."""
    sentence: str
    """The plain English sentence, also for an older reader that does not know the class."""


@dataclass(eq=False)
class ReportedError(VivavoceError):
    """An error whose class this version does not know, read from its report."""

    text: str

    @property
    def sentence(self) -> str:
        """The sentence of the version that met the trouble."""
        return self.text


def to_report(error: VivavoceError) -> ErrorReport:
    """Pack an error for a pipe or the library."""
    return ErrorReport(type(error).__name__, dataclasses.asdict(error), error.sentence)


def from_report(report: ErrorReport) -> VivavoceError:
    """Unpack a report into its error, or into ``ReportedError`` if the class or its fields are unknown."""
    kind = _all_errors().get(report.name)
    if kind is not None:
        try:
            return kind(**report.data)
        except TypeError:
            pass
    return ReportedError(report.sentence)


def _all_errors() -> dict[str, type[VivavoceError]]:
    found: dict[str, type[VivavoceError]] = {}
    pending: list[type[VivavoceError]] = [VivavoceError]
    while pending:
        kind = pending.pop()
        found[kind.__name__] = kind
        pending.extend(kind.__subclasses__())
    return found
