"""WebVTT, the subtitles of the web: text is markup there, so it is escaped, and voices have their own tag."""

from app.exporting.cue_times import Cue
from app.exporting.document import Block, ExportDocument
from app.exporting.lines import lines_of
from app.exporting.profile import ExportProfile
from app.exporting.subtitle_lines import cues_of
from app.exporting.text_encoding import encode
from app.exporting.timestamps import vtt_time


class VttExporter:
    """Writes ``.vtt``."""

    key = "vtt"
    extension = ".vtt"
    title = "Web subtitles"

    def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
        """The whole file; just its header without lines."""
        return encode(self.blocks(document, profile), profile)

    def blocks(self, document: ExportDocument, profile: ExportProfile) -> list[Block]:
        """The header, then one block a cue."""
        cues = cues_of(lines_of(document, profile), profile, duration_ms=document.meeting.duration_ms)
        blocks = [Block(0, "WEBVTT")]
        blocks += [
            Block(cue.start_ms, f"{vtt_time(cue.start_ms)} --> {vtt_time(cue.end_ms)}\n{_payload(cue)}") for cue in cues
        ]
        return blocks


def _payload(cue: Cue) -> str:
    text = _escape(cue.text)
    return f"<v {_escape(cue.speaker)}>{text}</v>" if cue.speaker else text


def _escape(text: str) -> str:
    """``>`` too, so that ``-->`` in the text cannot begin a cue."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
