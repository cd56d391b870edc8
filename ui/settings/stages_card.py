"""Where the time of live words goes: a table of the stages, and the picture of three of them. Of the diagnostics page.

Lives on the window's thread; looks again every second while it is seen, also after the recording has ended.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.diagnostics.stage_log import StageSummary
from engine.contract.stages import PARTS_OF, PERCENTILES, Part, PartFigures
from ui.settings.stages_picture import StagesPicture
from ui.style.tokens import SPACE_4, SPACE_12, SPACE_24, Role, TextStyle
from ui.widgets.label import Label

_LOOK_MS = 1000

LookAtStages = Callable[[], StageSummary]
"""What is known now; cheap."""


def no_stages() -> StageSummary:
    """Nothing was recorded."""
    return StageSummary((), (), ())


class StagesCard(QWidget):
    """Table and picture."""

    def __init__(self, look: LookAtStages, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self.read)
        self._summary = no_stages()
        self.words = Label(tone=Role.TEXT2, is_wrapped=True)
        self.table = QGridLayout()
        self.table.setHorizontalSpacing(SPACE_24)
        self.table.setVerticalSpacing(SPACE_4)
        self.table.setColumnStretch(len(PERCENTILES) + 2, 1)
        self._cells: dict[tuple[Part, int], Label] = {}
        self._tracks: list[tuple[StagesPicture, QScrollArea]] = []
        self._pictures = QVBoxLayout()
        self._pictures.setSpacing(SPACE_12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE_12)
        layout.addWidget(self.words)
        layout.addLayout(self.table)
        layout.addLayout(self._pictures)
        self._fill_table()
        self.read()

    def read(self) -> None:
        """Look again."""
        self._summary = self._look()
        known = {each.part: each for each in self._summary.figures}
        if known:
            count = max(each.count for each in known.values())
            self.words.setText(
                self.tr(
                    "How long each stage took for the newest {count} places where live text grew, in milliseconds: "
                    "half of them, 95 % and 99 % took no longer. The picture is bright where a stage was sure."
                ).format(count=count)
            )
        else:
            self.words.setText(self.tr("Nothing was recorded since the program was started."))
        for part in Part:
            self._show_row(part, known.get(part))
        self._show_pictures()

    def showEvent(self, event: QShowEvent) -> None:
        """Qt: look while it is seen."""
        super().showEvent(event)
        self.read()
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Qt: nobody looks."""
        super().hideEvent(event)
        self._timer.stop()

    def _fill_table(self) -> None:
        heads = (self.tr("Stage"), *(f"{percent} %" for percent in PERCENTILES), self.tr("Share"))
        for column, head in enumerate(heads):
            label = Label(head, style=TextStyle.SMALL, is_strong=True)
            self.table.addWidget(label, 0, column, _side(column))
        names = {
            Part.CAPTURE: self.tr("Capture"),
            Part.PREPARATION: self.tr("Preparation"),
            Part.DETECTION: self.tr("of it detecting a voice"),
            Part.WAITING: self.tr("of it waiting for its turn"),
            Part.INFERENCE: self.tr("Inference"),
            Part.ENCODING: self.tr("of it encoder"),
            Part.DECODING: self.tr("of it decoder"),
            Part.AGREEMENT: self.tr("Until it is certain"),
            Part.POST_PROCESSING: self.tr("Post-processing"),
            Part.COMMIT: self.tr("Saving"),
            Part.SHOWING: self.tr("Showing"),
            Part.WHOLE: self.tr("The whole way"),
        }
        for row, part in enumerate(Part, 1):
            for column in range(len(PERCENTILES) + 2):
                is_inner = part in PARTS_OF
                label = Label(
                    "    " * is_inner + names[part] if column == 0 else "",
                    tone=Role.TEXT2 if is_inner else Role.TEXT,
                    is_strong=part is Part.WHOLE,
                    is_tabular=column > 0,
                )
                self._cells[part, column] = label
                self.table.addWidget(label, row, column, _side(column))

    def _show_row(self, part: Part, figures: PartFigures | None) -> None:
        values = [""] * (len(PERCENTILES) + 1)
        if figures is not None:
            values = [_milliseconds(each) for each in figures.percentiles_s]
            values.append(f"{100 * figures.share:.0f} %" if part not in PARTS_OF and part is not Part.WHOLE else "")
        for column in range(len(PERCENTILES) + 2):
            label = self._cells[part, column]
            label.setVisible(bool(self._summary.figures) and (figures is not None))
            if column:
                label.setText(values[column - 1])
        if part is Part.CAPTURE:
            for column in range(len(PERCENTILES) + 2):
                item = self.table.itemAtPosition(0, column)
                head = item.widget() if item is not None else None
                if head is not None:
                    head.setVisible(bool(self._summary.figures))

    def _show_pictures(self) -> None:
        pictures = self._summary.pictures
        while len(self._tracks) < len(pictures):
            self._add_track()
        for number, (view, area) in enumerate(self._tracks):
            is_there = number < len(pictures)
            holder = area.parentWidget()
            if holder is not None:
                holder.setVisible(is_there)
            view.show_picture(pictures[number] if is_there else None)
            area.setFixedHeight(view.sizeHint().height() + area.horizontalScrollBar().sizeHint().height())

    def _add_track(self) -> None:
        view = StagesPicture()
        area = _NewestFirst(view)
        area.setAccessibleName(self.tr("Picture of the stages"))
        names = QVBoxLayout()
        names.setSpacing(0)
        for text in (self.tr("Framing"), self.tr("Detection"), self.tr("Inference")):
            label = Label(text, style=TextStyle.SMALL, tone=Role.TEXT2)
            label.setFixedHeight(view.row_height)
            names.addWidget(label)
        names.addStretch(1)
        holder = QWidget()
        holder.setProperty("plain", True)
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_12)
        row.addLayout(names)
        row.addWidget(area, 1, Qt.AlignmentFlag.AlignTop)
        self._pictures.addWidget(holder)
        self._tracks.append((view, area))


class _NewestFirst(QScrollArea):
    """Stays at the end while more comes, unless somebody looks at what was before."""

    def __init__(self, view: StagesPicture) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setProperty("plain", True)
        self.setWidget(view)
        self._end = 0
        self.horizontalScrollBar().rangeChanged.connect(self._on_range)

    def _on_range(self, _start: int, end: int) -> None:
        bar = self.horizontalScrollBar()
        if bar.value() >= self._end:
            bar.setValue(end)
        self._end = end


def _side(column: int) -> Qt.AlignmentFlag:
    return Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft


def _milliseconds(seconds: float) -> str:
    value = 1000 * seconds
    return f"{value:.1f}" if value < 10 else f"{value:.0f}"
