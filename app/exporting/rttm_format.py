"""RTTM: who speaks when, one line a stretch, as tools for measuring speaker recognition read it.

    SPEAKER file channel start duration <NA> <NA> name <NA> <NA>

Without the words, so it is no transcript and stands beside the others in ``formats.py``. Names hold no
white space in this format; it becomes “_”. Where two people talk at once both are written.
"""

import re

from app.exporting.clean_text import clean_line
from app.exporting.document import Block, ExportDocument
from app.exporting.lines import speaker_names
from app.exporting.profile import ExportProfile
from app.exporting.text_encoding import join
from app.meetings.speaking_facts import talks_of


class RttmExporter:
    """Writes ``.rttm``."""

    key = "rttm"
    extension = ".rttm"
    title = "RTTM (who speaks when)"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file, always UTF-8 without a byte order mark; empty where nobody is known to speak."""
        blocks = self.blocks(document, profile)
        return (join(blocks) + "\n").encode("utf-8") if blocks else b""

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:  # noqa: ARG002  it holds nothing to choose
        """One block a stretch."""
        names = speaker_names(document)
        lines = [line for line in document.transcript.segments if line.quarantine is None]
        file = _token(document.meeting.title)
        return [
            Block(
                talk.start_ms,
                f"SPEAKER {file} {talk.track + 1} {talk.start_ms / 1000:.3f} "
                f"{(talk.end_ms - talk.start_ms) / 1000:.3f} <NA> <NA> {_token(names[talk.speaker_id])} <NA> <NA>",
                is_tight=True,
            )
            for talk in talks_of(lines)
            if talk.speaker_id in names
        ]


def _token(text: str) -> str:
    return re.sub(r"\s+", "_", clean_line(text).strip()) or "unnamed"
