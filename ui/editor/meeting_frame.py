"""What the page of one meeting is made of, and where each part stands. ``MeetingPage`` grows out of it."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from ui.editor.coverage_line import CoverageLine
from ui.editor.job_strip import JobStrip
from ui.editor.meeting_header import MeetingHeader
from ui.editor.meeting_output import MeetingOutput
from ui.editor.meeting_parts import MeetingParts
from ui.editor.playback import Playback, SoundOutput
from ui.editor.playback_bar import PlaybackBar
from ui.editor.replace_bar import ReplaceBar
from ui.editor.side_panel import SidePanel
from ui.editor.sound_map import SoundMap
from ui.editor.transcript_place import TranscriptPlace
from ui.editor.transcript_view import TranscriptView
from ui.style.fonts import is_large, scaled
from ui.style.tokens import SPACE_8, SPACE_24
from ui.widgets.card import Separator
from ui.widgets.message_bar import MessageBar
from ui.widgets.panel_splitter import PanelSplitter

_ROOM_FOR_PANEL = 900
"""Narrower, and the transcript needs the panel's place."""


class MeetingFrame(QWidget):
    """The parts, from top to bottom."""

    def __init__(
        self,
        *,
        sound_output: SoundOutput | None = None,
        parts: MeetingParts | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        parts = parts or MeetingParts()
        self._playback = Playback(output=sound_output or MeetingOutput(parent=self), parent=self)
        self._header = parts.take(MeetingHeader)
        self._replace = parts.take(ReplaceBar)
        self._strip = parts.take(JobStrip)
        self._message = MessageBar()
        self._sound_map = parts.take(SoundMap)
        self._place = parts.take(TranscriptPlace)
        self._panel = parts.take(SidePanel)
        self._coverage = parts.take(CoverageLine)
        self._bar = PlaybackBar(playback=self._playback)
        self._arrange()
        self.setTabOrder(self._header.field, self._replace.field)  # from what to find to what to put there
        self.setFocusProxy(self._place.view)

    @property
    def view(self) -> TranscriptView:
        """The transcript."""
        return self._place.view

    @property
    def playback(self) -> Playback:
        """What is heard."""
        return self._playback

    @property
    def header(self) -> MeetingHeader:
        """Title and find."""
        return self._header

    @property
    def replacing(self) -> ReplaceBar:
        """Find and replace."""
        return self._replace

    @property
    def panel(self) -> SidePanel:
        """Facts and places."""
        return self._panel

    @property
    def coverage(self) -> CoverageLine:
        """How much is recorded and understood."""
        return self._coverage

    @property
    def strip(self) -> JobStrip:
        """Progress of the job."""
        return self._strip

    @property
    def sound_map(self) -> SoundMap:
        """The sound, as a whole and in detail."""
        return self._sound_map

    @property
    def bar(self) -> PlaybackBar:
        """Playback buttons."""
        return self._bar

    @property
    def place_text(self) -> str:
        """What stands in place of the transcript; empty while that is shown."""
        return self._place.text

    @property
    def message(self) -> MessageBar:
        """What happened last, if it needs saying."""
        return self._message

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: a narrow window has no room for the panel."""
        super().resizeEvent(event)
        self._panel.setVisible(self.width() >= scaled(_ROOM_FOR_PANEL))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: with large text there is no room for the sound beside what is to be replaced."""
        if watched is self._replace and event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._sound_map.setHidden(is_large() and not self._replace.isHidden())
        return super().eventFilter(watched, event)

    def _arrange(self) -> None:
        self._replace.installEventFilter(self)
        message_row = QVBoxLayout()
        message_row.setContentsMargins(SPACE_24, SPACE_8, SPACE_24, 0)
        message_row.addWidget(self._message)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.setSizeConstraint(
            QLayout.SizeConstraint.SetNoConstraint
        )  # a strip that appears must not resize a window
        layout.addWidget(self._header)
        layout.addWidget(self._replace)
        layout.addWidget(Separator())
        layout.addWidget(self._strip)
        layout.addLayout(message_row)
        layout.addWidget(self._sound_map)
        layout.addWidget(Separator())
        layout.addWidget(PanelSplitter(self._place, self._panel), 1)
        layout.addWidget(Separator())
        layout.addWidget(self._coverage)
        layout.addWidget(self._bar)
