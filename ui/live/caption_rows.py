"""Where each word of the captions stands: in which row, and that it stays there. Pure; used by ``caption_bar.py``.

A committed word gets its row once. Rows roll up as a whole when there is no room below, and never down again, so that
words that are not final yet may come and go behind the committed ones without moving any of them.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from app.meetings.chinese import ChineseScript, is_chinese, render
from app.meetings.identifiers import SegmentId
from app.meetings.transcript import Segment
from app.recording.status import TrackStatus

Measure = Callable[[str], float]
"""How wide words are, in pixels."""

_MOST_ROWS: Final = 200
_PAUSE_MS: Final = 2500
"""After a longer pause the next line begins a row of its own."""
_PIECES: Final = re.compile(
    r"\s*[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60][、。，．！？；：”’」』）》…—]*"
    r"|\s*[^\s\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
"""A Han character with the marks that must not begin a row, or a word with the space before it."""


@dataclass(slots=True)
class CaptionRow:
    """One row."""

    track: int
    committed: str = ""
    tentative: str = ""
    is_first: bool = False
    """Its speaker begins here."""


@dataclass(slots=True)
class _Line:
    text: str
    end_ms: int


@dataclass(slots=True)
class CaptionRows:
    """The rows of a recording."""

    measure: Measure
    width: float
    lines: int
    """Rows that are seen at a time."""
    script: ChineseScript = ChineseScript.AS_SPOKEN
    """Chinese characters that the reader wants. Each word is converted once, when it comes."""
    _rows: list[CaptionRow] = field(default_factory=list[CaptionRow])
    _tail: list[CaptionRow] = field(default_factory=list[CaptionRow])
    """Rows with words that are not final, from the last committed one on."""
    _known: dict[SegmentId, _Line] = field(default_factory=dict[SegmentId, _Line])
    _last: SegmentId | None = None
    _top: int = 0
    is_held: bool = False
    """Nothing rolls while it is held."""

    def clear(self) -> None:
        """Another recording."""
        self._rows.clear()
        self._tail.clear()
        self._known.clear()
        self._last, self._top = None, 0

    def fit(self, *, measure: Measure, width: float, lines: int) -> None:
        """Lay everything out anew: the person changed size, width or number of lines."""
        self.measure, self.width, self.lines = measure, width, lines
        rows, self._rows, self._tail = self._rows, [], []
        for row in rows:
            space = " " if not row.is_first and _wants_space(self._rows, row.committed) else ""
            self._add(row.track, space + row.committed, begins=row.is_first)
        self._top = 0
        self._roll()

    def commit(self, segment: Segment) -> str:
        """A line is new or has grown; answers the words that are new."""
        known = self._known.get(segment.id)
        if segment.quarantine is not None and known is None:
            return ""
        before = "" if known is None else known.text
        text = segment.text.strip()
        if not text.startswith(before):
            self._known[segment.id] = _Line(text, segment.end_ms)  # edited or corrected; what was shown stays as it was
            return ""
        new = text[len(before) :]
        if not new.strip():
            return ""
        self._tail = []
        begins = known is None and self._begins(segment)
        # a line that goes on after another one was added continues in the row that is last by then
        space = " " if known is None and not begins and _wants_space(self._rows, new) else ""
        self._add(
            segment.track,
            space + self._in_script(new, segment.language),
            begins=begins or self._is_other_track(segment.track),
        )
        self._known[segment.id] = _Line(text, segment.end_ms)
        self._last = segment.id
        del self._rows[: max(0, len(self._rows) - _MOST_ROWS)]
        self._roll()
        return new.strip()

    def show_tentative(self, tracks: Sequence[TrackStatus]) -> bool:
        """Show what is not final behind the committed words; answers whether anything changed."""
        before, self._tail = self._tail, []
        last = self._rows[-1].track if self._rows else 0
        for track in sorted(tracks, key=lambda track: track.track != last):  # first what goes on where we are
            text = self._in_script(track.tentative.strip())
            if text:
                self._add_tentative(track.track, text)
        # The last committed row stays in view, so that it need not come back.
        is_beside = bool(self._tail and self._tail[0].committed) or not self._rows
        most = max(1, self.lines if is_beside else self.lines - 1)
        if len(self._tail) > most:
            self._tail = self._tail[:most]
            self._tail[-1].tentative += "…"
        self._roll()
        return self._tail != before

    @property
    def shown(self) -> list[CaptionRow]:
        """The rows that are seen, from the top."""
        rows = self._all()
        found = rows[self._top : self._top + self.lines]
        if found and not found[0].is_first:
            found[0] = CaptionRow(found[0].track, found[0].committed, found[0].tentative, is_first=True)
        return found

    def _in_script(self, text: str, language: str = "") -> str:
        return render(text, self.script) if is_chinese(text, language) else text

    def _all(self) -> list[CaptionRow]:
        if self._tail and self._rows and self._tail[0].committed:
            return [*self._rows[:-1], *self._tail]
        return [*self._rows, *self._tail]

    def _roll(self) -> None:
        if not self.is_held:
            count = len(self._all())
            self._top = max(min(self._top, count - 1), count - self.lines, 0)

    def _begins(self, segment: Segment) -> bool:
        if not self._rows or self._last is None:
            return True
        return segment.start_ms - self._known[self._last].end_ms > _PAUSE_MS

    def _is_other_track(self, track: int) -> bool:
        return not self._rows or self._rows[-1].track != track

    def _add(self, track: int, text: str, *, begins: bool) -> None:
        if begins or not self._rows:
            self._rows.append(CaptionRow(track, is_first=True))
        for piece in _PIECES.findall(text):
            row = self._rows[-1]
            if row.committed and self.measure(row.committed + piece) > self.width:
                row = CaptionRow(track)
                self._rows.append(row)
            row.committed += piece if row.committed else piece.lstrip()

    def _add_tentative(self, track: int, text: str) -> None:
        if not self._tail and self._rows and self._rows[-1].track == track:
            last = self._rows[-1]
            self._tail.append(CaptionRow(track, last.committed, is_first=last.is_first))
            text = (" " if _wants_space(self._rows, text) else "") + text
        else:
            self._tail.append(CaptionRow(track, is_first=True))
        for piece in _PIECES.findall(text):
            row = self._tail[-1]
            if (row.committed or row.tentative) and self.measure(row.committed + row.tentative + piece) > self.width:
                row = CaptionRow(track)
                self._tail.append(row)
            row.tentative += piece if row.committed or row.tentative else piece.lstrip()


def _wants_space(rows: Sequence[CaptionRow], text: str) -> bool:
    """Han sentences follow each other without a space."""
    before = rows[-1].committed[-1:] if rows else ""
    return bool(before) and not (ord(before) > 0x2E7F or ord(text.lstrip()[:1] or " ") > 0x2E7F)
