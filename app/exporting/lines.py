"""The lines that leave the house: accepted ones, in order, cleaned, and Chinese in the wanted script."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.exporting.clean_text import clean, clean_line
from app.exporting.document import ExportDocument
from app.exporting.profile import ExportProfile
from app.meetings.chinese import is_chinese, typeset
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Word


@dataclass(frozen=True, slots=True)
class ExportLine:
    """One line of transcript as it will be read."""

    start_ms: int
    end_ms: int
    text: str
    """Never empty; in the wanted script."""
    words: tuple[Word, ...]
    """As recognised, in the script of the library."""
    speaker: str
    """Name, empty if unknown."""
    language: str


def lines_of(document: ExportDocument, profile: ExportProfile, *, keep_breaks: bool = False) -> list[ExportLine]:
    """What may be exported: not quarantined, not empty, by time, with 0 <= start < end."""
    names = speaker_names(document)
    lines: list[ExportLine] = []
    for segment in document.transcript.segments:
        if segment.quarantine is not None:
            continue
        text = clean(segment.text) if keep_breaks else clean_line(segment.text)
        if not text:
            continue
        language = segment.language or document.meeting.language
        if is_chinese(text, language):
            text = typeset(
                text,
                script=profile.chinese,
                spacing=profile.chinese_spacing,
                full_width_marks=profile.chinese_marks,
            )
        start = max(0, segment.start_ms)
        speaker = names.get(segment.speaker_id, "") if segment.speaker_id is not None else ""
        lines.append(ExportLine(start, max(start + 1, segment.end_ms), text, segment.words, speaker, language))
    lines.sort(key=lambda line: line.start_ms)
    return lines


def speaker_names(document: ExportDocument) -> dict[SpeakerId, str]:
    """Names of the speakers, cleaned for a single line."""
    return {speaker.id: clean_line(speaker.name) for speaker in document.transcript.speakers}


def names_in(lines: Sequence[ExportLine]) -> list[str]:
    """Who speaks in these lines, in the order of their first word."""
    return list(dict.fromkeys(line.speaker for line in lines if line.speaker))
