"""``vivavoce measure ui`` with a window that is a fake: which figures come of what was found."""

from pathlib import Path

from app.announcements import Announcements
from app.library.library import Library
from app.measuring.long_meeting import make_lines
from app.measuring.ui import measure_ui
from app.measuring.window_side import WindowAnswer, WindowRequest, folders_in
from app.measuring.workbench import Workbench
from tests.builders.speech_data import SpeechDataBuilder
from tests.fakes.fake_sides import A_MACHINE, FakeSides


class FakeWindow:
    """Looks into the library that it is given, and answers what it is told."""

    def __init__(self) -> None:
        self.requests: list[WindowRequest] = []
        self.lines: list[int] = []
        self.meetings: list[int] = []

    def __call__(self, request: WindowRequest) -> WindowAnswer:
        self.requests.append(request)
        library = Library.open(folders_in(Path(request.home)).library, announcements=Announcements())
        meetings = library.meetings()
        self.meetings.append(len(meetings))
        self.lines.append(len(library.transcript(meetings[0].meeting.id).segments))
        library.close()
        if request.kind == "start":
            return WindowAnswer(shown_s=1.5, listed_s=1.6)
        return WindowAnswer(
            first_paint_s=0.4,
            editable_s=0.6,
            keys_ms=tuple(float(each) for each in range(100)),
            blocks_ms={"opening": ((70.0, 60.0), (20.0, 5.0)), "typing": ((30.0, 10.0),)},
            grown_mb=120.0,
            memory_mb=250.0,
            typed=9,
        )


def test_figures_come_of_what_the_window_found(tmp_path: Path):
    data = SpeechDataBuilder(tmp_path).recording("ami/a.flac", "one two three four").build()
    window = FakeWindow()
    workbench = Workbench(
        data=data,
        machine=A_MACHINE,
        model_folder=lambda name: tmp_path / name,
        run_side=FakeSides(heard={}),
        run_window=window,
    )
    found = measure_ui(workbench, rounds=2, lines=30, meetings=4)
    figures = {figure.key: figure for figure in found.figures}
    assert (window.lines[0], window.meetings[-1]) == (30, 4)
    assert [request.kind for request in window.requests] == ["use", "use", *["start"] * 5]
    assert (figures["first_paint_s"].ours, figures["first_paint_s"].met) == (0.4, True)
    assert (figures["block_opening_ms"].ours, figures["block_opening_ms"].met) == (70.0, False)
    assert (figures["block_playing_ms"].ours, figures["key_p99_ms"].ours) == (0.0, 99.0)
    assert (figures["start_s"].ours, figures["memory_mb"].met) == (1.5, True)


def test_lines_fill_the_hours_with_words_that_have_times():
    lines = make_lines(("one two", "three"), count=4, hours=1, speakers=())
    assert [line.start_ms for line in lines] == [0, 900_000, 1_800_000, 2_700_000]
    assert all("".join(word.text for word in line.words) == line.text for line in lines)
    assert all(line.words[-1].end_ms == line.end_ms for line in lines)
