"""What of a log may be shown to others: sentences of our own source, with numbers and names of errors in them.

Nothing is searched for and blacked out; a line passes only if a message of ours has its words, and of the values in it
only numbers, known names of errors and the system's own words for errors pass. So a title, a spoken word, a file name
or a path cannot come through, whoever logged it (failures 98). Pure but for reading our own source; on any thread.
"""

import ast
import errno
import os
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from app.meetings.counted import counted
from engine.contract.places import ROOT

LEFT_OUT = "…"
_LEVELS = frozenset({"debug", "info", "warning", "error", "exception", "critical"})
_VALUE = re.compile(r"%[0-9.]*[sdrf]")
_LINE = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) ([A-Z]+) ([\w.]+): (.*)$")
_NUMBER = re.compile(r"^-?\d+(\.\d+)?$")
_CRASH_LINES = (
    re.compile(r"^Vivavoce [\w.+-]+, Python [\w.+-]+, [\w.+~-]+$"),
    re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+\-\d:]*$"),
    re.compile(r"^after$"),
    re.compile(r"^$"),
)
_CRASH_ERROR = re.compile(r"^([\w.]+?)( \d+)?$")
_CRASH_FRAME = re.compile(r"^  ((?:app|ui|engine)/[\w/]+\.py):(\d+) ([\w<>]+)$")


def public_lines(lines: Iterable[str]) -> list[str]:
    """The lines of our log that may be shown, and at the end how many were left out."""
    found: list[str] = []
    left_out = 0
    for line in lines:
        shown = _public_line(line.rstrip("\r\n"))
        if shown is None:
            left_out += 1
        else:
            found.append(shown)
    return [*found, f"({counted(left_out, 'line')} left out)"] if left_out else found


def public_crash(text: str) -> list[str]:
    """The lines of a crash report that may be shown: errors that are known, and places in our own source."""
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in _errors()}
    found: list[str] = []
    for line in text.splitlines():
        error, frame = _CRASH_ERROR.match(line), _CRASH_FRAME.match(line)
        is_known_error = error is not None and error[1] in names
        is_ours = frame is not None and (ROOT / frame[1]).is_file()
        is_plain = any(pattern.match(line) for pattern in _CRASH_LINES)
        found.append(line if is_known_error or is_ours or is_plain else f"  {LEFT_OUT}")
    return found


def error_names() -> frozenset[str]:
    """Names of all kinds of errors that are known to this process."""
    return frozenset(kind.__name__ for kind in _errors())


@cache
def messages(root: Path = ROOT) -> "Sequence[re.Pattern[str]]":
    """Every message that our own source logs, as a pattern with a group for each value."""
    found = {
        text
        for folder in ("app", "engine", "ui")
        for path in (root / folder).rglob("*.py")
        if "ogg" in (source := path.read_text("utf-8", errors="replace"))
        for text in _messages_in(source)
    }
    return [re.compile(f"^{'(.*?)'.join(map(re.escape, _VALUE.split(text)))}$", re.DOTALL) for text in sorted(found)]


def _errors() -> set[type[BaseException]]:
    found, rest = set[type[BaseException]](), [BaseException]
    while rest:
        kinds = [kind for kind in rest.pop().__subclasses__() if kind not in found]
        found.update(kinds)
        rest += kinds
    return found


def _public_line(line: str) -> str | None:
    match = _LINE.match(line)
    if match is None:
        return None
    at, level, logger, said = match.groups()
    if not logger.startswith(("app.", "engine.", "ui.")) or not _is_ours(logger):
        return None
    for message in messages():
        if (values := message.match(said)) is not None:
            return f"{at} {level} {logger}: {_with_public_values(said, values)}"
    return None


def _is_ours(logger: str) -> bool:
    path = ROOT.joinpath(*logger.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def _with_public_values(said: str, values: "re.Match[str]") -> str:
    parts: list[str] = []
    at = 0
    for group in range(1, len(values.groups()) + 1):
        start, stop = values.span(group)
        parts += [said[at:start], values[group] if _is_public(values[group]) else LEFT_OUT]
        at = stop
    return "".join([*parts, said[at:]])


def _is_public(value: str) -> bool:
    return bool(_NUMBER.match(value)) or value == "None" or value in error_names() or value in _system_words()


@cache
def _system_words() -> frozenset[str]:
    return frozenset(os.strerror(number) for number in errno.errorcode)


def _messages_in(source: str) -> list[str]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return []
    return [
        first.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _LEVELS
        if node.args and isinstance(first := node.args[0], ast.Constant) and isinstance(first.value, str)
        if len(_VALUE.sub("", first.value).split()) > 1  # a message that is all value would let everything through
    ]
