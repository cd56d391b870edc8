"""What a screen reader says about the transcript: the line the caret came to, politely.

The transcript is one painted widget. It has a name, its description is the current line, and each line that the
caret reaches is announced. Qt's text interface cannot be implemented from Python (``interface_cast`` answers a C++
pointer), so letters are not walked one by one; that comes with the editor's own accessible object.
"""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.meetings.transcript import Segment, Speaker
from ui.reading.clock import clock
from ui.reading.plain_reasons import set_aside_reason, set_aside_word


def announce_line(view: QWidget, segment: Segment, speaker: Speaker | None) -> None:
    """Make a line the description of the view, and say it where a screen reader listens."""
    text = line_in_words(segment, speaker)
    view.setAccessibleDescription(text)
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, text))


def line_in_words(segment: Segment, speaker: Speaker | None) -> str:
    """Who, when and what, as one sentence for the ear."""
    parts = [speaker.name] if speaker is not None else []
    parts.append(clock(segment.start_ms))
    if segment.quarantine is not None:
        parts += [set_aside_word(), set_aside_reason(segment.quarantine)]
    return f"{', '.join(parts)}: {segment.text}"
