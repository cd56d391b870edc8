"""The newest spans of live recordings with a stamp for each stage, and a picture of three stages: live and afterwards.

Fed by ``Recordings.overhear`` on the threads of a recording and by the window when it has painted a line; read by the
diagnostics page and by ``vivavoce measure stages``. Bounded: the last ``MOST_SPANS`` spans, the last ten minutes of the
picture. Holds times and probabilities, no words.
"""

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.contract.audio import SAMPLE_RATE_HZ
from engine.contract.messages import LineGrown, StagesTimed
from engine.contract.segments import RecognisedWord
from engine.contract.stages import CELL_MS, PERCENTILES, PartFigures, StageStamps, figures_of

MOST_SPANS = 1000

MOST_CELLS = 60_000
"""Ten minutes."""

ROWS = ("framing", "detection", "inference")
"""The stages of the picture, from top to bottom."""

_CELL = SAMPLE_RATE_HZ * CELL_MS // 1000
_ROOM = 500
"""Cells that are made room for at a time."""


@dataclass(frozen=True, slots=True)
class StagePicture:
    """Three stages of one track over time."""

    track: int
    start_ms: int
    """Of the first column, since the recording began."""
    cells: NDArray[np.uint8]
    """A row a stage, a column each ``CELL_MS``: how sure the stage was, 0 to 255."""


@dataclass(frozen=True, slots=True)
class StageSummary:
    """What is known now."""

    spans: tuple[StageStamps, ...]
    """The oldest first."""
    figures: tuple[PartFigures, ...]
    pictures: tuple[StagePicture, ...]
    """One a track."""

    def as_json(self) -> dict[str, Any]:
        """All of it, times in seconds and the rows of the pictures as two hexadecimal digits a cell."""
        return {
            "spans": [asdict(span) for span in self.spans],
            "parts": {each.part.value: _figures_json(each) for each in self.figures},
            "pictures": [
                {
                    "track": each.track,
                    "start_ms": each.start_ms,
                    "cell_ms": CELL_MS,
                    **{name: row.tobytes().hex() for name, row in zip(ROWS, each.cells, strict=True)},
                }
                for each in self.pictures
            ],
        }


class StageLog:
    """See the top of this file. Safe on every thread."""

    def __init__(self, *, most_spans: int = MOST_SPANS, most_cells: int = MOST_CELLS) -> None:
        self._lock = threading.Lock()
        self._spans: deque[tuple[str, StageStamps]] = deque(maxlen=most_spans)
        self._shown: dict[str, float] = {}
        self._most_cells = most_cells
        self._rows: dict[int, _Rows] = {}
        self._meeting_job = ""

    def hear(self, event: object) -> None:
        """Take what was told of a recording; other events are passed by."""
        match event:
            case StagesTimed():
                with self._lock:
                    self._begin(event.job)
                    rows = self._of(event.track)
                    at = event.start // _CELL
                    rows.write(0, at, np.frombuffer(bytes.fromhex(event.framing), np.uint8))
                    rows.write(1, at, np.frombuffer(bytes.fromhex(event.detection), np.uint8))
            case LineGrown(stamps=StageStamps() as stamps):
                with self._lock:
                    self._begin(event.job)
                    shown_s = self._shown.get(event.line)
                    is_newer = shown_s is not None and shown_s >= (stamps.post_processed_s or 0.0)
                    self._spans.append((event.line, replace(stamps, shown_s=shown_s) if is_newer else stamps))
                    if event.is_closed:
                        self._shown.pop(event.line, None)
                    for word in event.segment.words[-event.new_words :]:
                        self._draw(event.segment.track, word)
            case _:
                pass

    def show(self, line: str, at_s: float) -> None:
        """All of a line that was committed was on the screen at this moment of ``steady_now``."""
        with self._lock:
            if len(self._shown) > len(self._spans) + 100:
                self._shown.clear()  # lines without stamps, such as those of a recording that was taken up again
            self._shown[line] = at_s
            for number in range(len(self._spans) - 1, max(-1, len(self._spans) - 50), -1):
                name, stamps = self._spans[number]
                if name == line and stamps.shown_s is None:
                    self._spans[number] = (name, replace(stamps, shown_s=at_s))

    def summary(self) -> StageSummary:
        """What is known now."""
        with self._lock:
            spans = tuple(stamps for _, stamps in self._spans)
            pictures = tuple(rows.picture(track) for track, rows in sorted(self._rows.items()))
        return StageSummary(spans, figures_of(spans), pictures)

    def _begin(self, job: str) -> None:
        """Another recording begins its picture anew; what an engine that was started again tells goes on in it."""
        meeting_job = job.partition("#")[0]
        if meeting_job != self._meeting_job:
            self._meeting_job = meeting_job
            self._rows = {}

    def _of(self, track: int) -> "_Rows":
        return self._rows.setdefault(track, _Rows(self._most_cells))

    def _draw(self, track: int, word: RecognisedWord) -> None:
        first, last = word.start // _CELL, max(word.start // _CELL + 1, word.stop // _CELL)
        brightness = round(255 * min(1.0, max(0.0, word.confidence)))
        self._of(track).write(2, first, np.full(last - first, brightness, np.uint8))


class _Rows:
    """The newest cells of a track; what is older moves out at the left."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._first = 0
        self._cells = np.zeros((len(ROWS), 0), np.uint8)

    def write(self, row: int, at: int, values: NDArray[np.uint8]) -> None:
        stop = at + len(values)
        if stop > self._first + self._cells.shape[1]:
            self._make_room(stop)
        skipped = max(0, self._first - at)
        if skipped < len(values):
            self._cells[row, at + skipped - self._first : stop - self._first] = values[skipped:]

    def picture(self, track: int) -> StagePicture:
        return StagePicture(track, self._first * CELL_MS, self._cells.copy())

    def _make_room(self, stop: int) -> None:
        stop = -(-stop // _ROOM) * _ROOM
        if not self._cells.shape[1]:
            self._first = max(0, stop - 2 * _ROOM)
        first = max(self._first, stop - self._most)
        kept = self._cells[:, first - self._first :]
        room = np.zeros((len(ROWS), stop - first - kept.shape[1]), np.uint8)
        self._cells, self._first = np.concatenate((kept, room), axis=1), first


def _figures_json(figures: PartFigures) -> Mapping[str, float | int]:
    named = zip(PERCENTILES, figures.percentiles_s, strict=True)
    return {"count": figures.count, "share": round(figures.share, 4)} | {
        f"p{percent}_s": round(value, 6) for percent, value in named
    }
