"""A copy that can be given away: chosen speakers are not named in it and not heard.

Pure. Their names become labels, also where somebody else says them, in every text of the document; a name that the
application gave itself (“Speaker 2”) tells nothing and stays out of it. The stretches to silence are theirs, also where
they talk over somebody, and the words in which their name is said. ``safe_files.py`` writes it and looks whether it is
so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, cast

from app.exporting.document import ExportDocument
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Segment, Word

PADDING_MS = 200
"""Silenced on both sides: the time of a word is not exact."""

LABEL = "Student {number}"

_GIVEN = re.compile(r"(?i)^\s*(speaker|说话人|讲话人|发言人)?\s*\d*\s*$")
_HAN = re.compile("^[\u3400-\u9fff]{2,4}$")
_PARTICLES = frozenset(
    {"de", "da", "di", "du", "del", "van", "von", "der", "den", "la", "le", "el", "al", "bin", "mr", "mrs", "ms", "dr"}
)


@dataclass(frozen=True, slots=True)
class HiddenName:
    """One name that may not be read."""

    pattern: re.Pattern[str]
    label: str


@dataclass(frozen=True, slots=True)
class SafeCopy:
    """What is to be written."""

    document: ExportDocument
    silences: tuple[tuple[int, int], ...]
    """Stretches in milliseconds, in order, none touching another."""
    names: tuple[HiddenName, ...]
    """What must be found nowhere."""


def make_safe(document: ExportDocument, hidden: Sequence[SpeakerId], *, label: str = LABEL) -> SafeCopy:
    """The document without the chosen speakers, and what is to be silenced in its sound.

    Args:
        document: The meeting as it is.
        hidden: The chosen speakers.
        label: What stands for a name, with ``{number}`` in it.
    """
    transcript = document.transcript
    chosen = [speaker for speaker in transcript.speakers if speaker.id in hidden]
    labels = {speaker.id: label.format(number=number) for number, speaker in enumerate(chosen, 1)}
    kept = " ".join(speaker.name for speaker in transcript.speakers if speaker.id not in labels)
    names = tuple(name for speaker in chosen for name in hidden_names(speaker.name, labels[speaker.id], kept=kept))
    speakers = tuple(
        replace(speaker, name=labels[speaker.id]) if speaker.id in labels else _safe(speaker, names)
        for speaker in transcript.speakers
    )
    lines = tuple(_safe_line(line, names) for line in transcript.segments)
    meeting = replace(_safe(document.meeting, names), source_path="", source_fingerprint="")
    whole = replace(
        _safe_but(document, names, ("meeting", "transcript")),
        meeting=meeting,
        transcript=replace(transcript, segments=lines, speakers=speakers),
    )
    silences = _merged(
        [stretch for line in transcript.segments for stretch in _stretches(line, frozenset(labels), names)]
    )
    return SafeCopy(whole, silences, names)


def hidden_names(name: str, label: str, *, kept: str = "") -> list[HiddenName]:
    """What a name may be read as: the whole of it in any case, its parts as names are written.

    What stands in the label itself tells nothing: somebody is called “Student 1” already. A part that somebody has in
    common with a speaker who stays is that one's name: both are “Reader”, or of one family.
    """
    forms = [each for each in _forms(name, label) if not each.pattern.search(label)]
    return [each for number, each in enumerate(forms) if not (number and each.pattern.search(kept))]


def _forms(name: str, label: str) -> list[HiddenName]:
    name = " ".join(name.split())
    if _GIVEN.match(name):
        return []
    if _HAN.match(name):
        forms = [re.escape(name)] + ([re.escape(name[1:])] if len(name) > 2 else [])
        return [HiddenName(re.compile(form), label) for form in forms]
    found = [HiddenName(re.compile(_bounded(r"\s+".join(map(re.escape, name.split()))), re.IGNORECASE), label)]
    for part in re.findall(r"[^\W\d_]{2,}", name):
        if part.casefold() not in _PARTICLES and part != name:
            forms = {part[:1].upper() + part[1:], part.upper()}
            found.append(HiddenName(re.compile(_bounded("|".join(map(re.escape, sorted(forms))))), label))
    return found


def names_in(text: str, names: Sequence[HiddenName]) -> list[str]:
    """The names that can be read in a text."""
    return [match.group() for name in names for match in name.pattern.finditer(text)]


def without_names(text: str, names: Sequence[HiddenName]) -> str:
    """The text with labels in their place."""
    for name in names:
        text = name.pattern.sub(name.label, text)
    return text


def _bounded(pattern: str) -> str:
    return rf"(?<!\w)(?:{pattern})(?!\w)"


def _safe(value: Any, names: Sequence[HiddenName]) -> Any:
    """A value with all its texts, whatever it is made of: a text that is added some day must not be forgotten here."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return without_names(value, names)
    if isinstance(value, tuple):
        return tuple(_safe(each, names) for each in cast(tuple[Any, ...], value))
    if is_dataclass(value) and not isinstance(value, type):
        return _safe_but(value, names, ())
    return value


def _safe_but(value: Any, names: Sequence[HiddenName], kept: Sequence[str]) -> Any:
    changes = {
        field.name: _safe(getattr(value, field.name), names)
        for field in fields(value)
        if field.init and field.name not in kept and field.name != "id" and not field.name.endswith("_id")
    }
    return replace(value, **changes)


def _safe_line(line: Segment, names: Sequence[HiddenName]) -> Segment:
    words = line.words
    if "".join(word.text for word in words).strip() == line.text and words:
        words = _safe_words(words, names)
        text = "".join(word.text for word in words).strip()
    else:
        words, text = (), without_names(line.text, names)
    if names_in(text, names):
        words, text = (), without_names(text, names)
    words = tuple(replace(word, heard="") for word in words)
    return line if text == line.text and words == line.words else replace(line, text=text, words=words)


def _safe_words(words: tuple[Word, ...], names: Sequence[HiddenName]) -> tuple[Word, ...]:
    """A name may go over several words; the first of them has the label, with the time of all."""
    for name in names:
        text = "".join(word.text for word in words)
        for match in reversed(list(name.pattern.finditer(text))):
            first, last = _at(words, match.start()), _at(words, match.end() - 1)
            begin = sum(len(word.text) for word in words[:first])
            run = "".join(word.text for word in words[first : last + 1])
            label = run[: match.start() - begin] + name.label + run[match.end() - begin :]
            joined = replace(words[first], text=label, end_ms=max(words[first].end_ms, words[last].end_ms))
            words = (*words[:first], joined, *words[last + 1 :])
    return words


def _at(words: Sequence[Word], offset: int) -> int:
    for number, word in enumerate(words):
        offset -= len(word.text)
        if offset < 0:
            return number
    return len(words) - 1


def _stretches(line: Segment, hidden: frozenset[SpeakerId], names: Sequence[HiddenName]) -> list[tuple[int, int]]:
    own = [word for word in line.words if word.speaker_id in hidden or word.over_id in hidden]
    found: list[tuple[int, int]] = [(word.start_ms, word.end_ms) for word in own]
    if line.speaker_id in hidden:
        found.append((line.start_ms, line.end_ms))
        return found
    text = "".join(word.text for word in line.words)
    matches = [match for name in names for match in name.pattern.finditer(text)]
    for match in matches:
        first, last = _at(line.words, match.start()), _at(line.words, match.end() - 1)
        found.append((line.words[first].start_ms, line.words[last].end_ms))
    if not line.words and names_in(line.text, names):
        found.append((line.start_ms, line.end_ms))  # nobody knows when in it
    return found


def _merged(stretches: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for start, end in sorted((max(0, start - PADDING_MS), end + PADDING_MS) for start, end in stretches):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return tuple(found)
