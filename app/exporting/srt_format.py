"""SubRip subtitles: what every player reads. Text stands as it is; the format knows no escapes."""

from app.exporting.document import Block, ExportDocument
from app.exporting.lines import lines_of
from app.exporting.profile import ExportProfile
from app.exporting.subtitle_lines import cues_of
from app.exporting.text_encoding import encode
from app.exporting.timestamps import srt_time


class SrtExporter:
    """Writes ``.srt``; a change of speaker is written in front of the words."""

    key = "srt"
    extension = ".srt"
    title = "Subtitles"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file; empty without lines, which is a valid one."""
        return encode(self.blocks(document, profile), profile)

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:
        """One block a cue."""
        cues = cues_of(
            lines_of(document, profile), profile, duration_ms=document.meeting.duration_ms, name_speakers=True
        )
        return [
            Block(cue.start_ms, f"{number}\n{srt_time(cue.start_ms)} --> {srt_time(cue.end_ms)}\n{cue.text}")
            for number, cue in enumerate(cues, start=1)
        ]
