"""Editing a line that is still being spoken: no word that is committed meanwhile is lost, and none comes twice."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.announcements import TranscriptChanged
from app.editing.command import Command
from app.editing.joining import JoinWithBefore
from app.editing.line_keeping import DeleteLines
from app.editing.speaking import GiveSpeaker
from app.editing.splitting import SplitLine
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import ReplaceText, RewriteLine
from app.library.library import Library
from app.meetings.identifiers import MeetingId, SegmentId
from app.meetings.job import Job
from tests.builders.library import Heard
from tests.builders.recordings import a_growing_line, begin_recording, grow
from tests.builders.waiting import PATIENCE_S, save

A = SegmentId("a")


@pytest.fixture
def job(library: Library) -> Job:
    job = begin_recording(library)
    grow(library, job, a_growing_line("we meet at", name="a"))
    return job


def an_editor(library: Library, heard: Heard, meeting_id: MeetingId) -> TranscriptEditor:
    return TranscriptEditor(
        library=library, meeting_id=meeting_id, announcements=heard.announcements, save_after_s=60.0
    )


def texts(library: Library, job: Job) -> list[str]:
    return [line.text for line in library.transcript(job.meeting_id).segments]


COMMANDS: dict[str, tuple[Command, list[str]]] = {
    "type": (RewriteLine(A, "We meet at"), ["We meet at"]),
    "split": (SplitLine(A, 3), ["we", "meet at"]),
    "delete": (DeleteLines((A,)), []),
    "speaker": (GiveSpeaker((A,), 3), ["we meet at"]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_words_that_come_before_the_edit_is_on_disk_are_a_line_behind_it(
    library: Library, heard: Heard, job: Job, name: str
):
    command, edited = COMMANDS[name]
    editor = an_editor(library, heard, job.meeting_id)
    grow(library, job, a_growing_line("we meet at nine o'clock", name="a"))  # announced, and not heard yet

    editor.apply(command)
    save(editor)
    assert texts(library, job) == [*edited, "nine o'clock"]
    grow(library, job, a_growing_line("we meet at nine o'clock sharp", name="a"))
    grow(library, job, a_growing_line("we meet at nine o'clock sharp", name="a"))
    assert texts(library, job) == [*edited, "nine o'clock sharp"]

    editor.undo()
    save(editor)
    assert texts(library, job) == ["we meet at", "nine o'clock sharp"]
    grow(library, job, a_growing_line("we meet at nine o'clock sharp please", name="a"))
    assert texts(library, job) == ["we meet at", "nine o'clock sharp please"]
    editor.redo()
    assert editor.close(within_s=PATIENCE_S)
    assert texts(library, job) == [*edited, "nine o'clock sharp please"]
    assert all("recorded" not in each for each in library.check().problems)
    assert library.check().problems == ()


def test_a_deleted_line_that_goes_on_growing_does_not_come_back(library: Library, heard: Heard, job: Job):
    editor = an_editor(library, heard, job.meeting_id)
    editor.apply(DeleteLines((A,)))
    assert editor.close(within_s=PATIENCE_S)
    grow(library, job, a_growing_line("we meet at", name="a"))
    assert texts(library, job) == []
    grow(library, job, a_growing_line("we meet at nine", name="a"))
    assert texts(library, job) == ["nine"]


def test_a_line_that_grew_between_undo_and_redo_loses_nothing(library: Library, heard: Heard, job: Job):
    editor = an_editor(library, heard, job.meeting_id)
    editor.apply(RewriteLine(A, "We met at"))
    editor.undo()
    save(editor)
    grow(library, job, a_growing_line("we meet at nine", name="a"))
    assert texts(library, job) == ["we meet at nine"]
    editor.redo()
    assert editor.close(within_s=PATIENCE_S)
    assert texts(library, job) == ["We met at", "nine"]


def test_the_document_takes_in_what_grows_and_keeps_what_is_typed(library: Library, heard: Heard, job: Job):
    editor = an_editor(library, heard, job.meeting_id)
    heard.all.clear()
    editor.apply(ReplaceText(A, 0, 2, "We all"))
    grow(library, job, a_growing_line("we meet at nine", name="a"))
    grow(library, job, a_growing_line("and then", name="b", start_ms=9000))
    save(editor)
    for each in heard.all:
        change = getattr(each, "change", None)
        if change is not None:
            editor.take(change)
    assert editor.document.segments == library.transcript(job.meeting_id).segments
    assert [line.text for line in editor.document.segments] == ["We all meet at", "nine", "and then"]
    editor.close()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["grow", "grow", "split", "join", "speaker", "delete", "undo", "redo", "hear", "save"]),
        st.integers(0, 99),
    ),
    min_size=5,
    max_size=40,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_however_edits_and_growing_lines_meet_every_word_is_there_once(
    library: Library, heard: Heard, steps: list[tuple[str, int]]
):
    """Case 66 in small: words are committed while somebody edits, and announced before or after they are seen."""
    job = begin_recording(library)
    heard.all.clear()
    editor = an_editor(library, heard, job.meeting_id)
    grown = {0: 0, 1: 0}
    seen = 0

    def hear() -> None:
        nonlocal seen
        while seen < len(heard.all):
            announcement = heard.all[seen]
            seen += 1
            if isinstance(announcement, TranscriptChanged):
                editor.take(announcement.change)

    for what, number in steps:
        lines = editor.document.segments
        chosen = lines[number % len(lines)] if lines else a_growing_line("none")
        line = chosen.id
        commands: dict[str, Command] = {
            "split": SplitLine(line, chosen.text.find(" ", number % 20) + 1),
            "join": JoinWithBefore(line),
            "speaker": GiveSpeaker((line,), number % 3 + 1),
            "delete": DeleteLines((line,)),
        }
        if what == "grow":
            which = number % 2
            grown[which] += 1 + number % 3
            name = f"{job.id}{which}"
            words = " ".join(f"w{which}x{n}" for n in range(grown[which]))
            grow(library, job, a_growing_line(words, name=name, start_ms=which * 100_000))
        elif what == "undo":
            editor.undo()
        elif what == "redo":
            editor.redo()
        elif what == "hear":
            hear()
        elif what == "save":
            save(editor)
        elif lines:
            editor.apply(commands[what])
    expected = sorted(f"w{which}x{n}" for which, count in grown.items() for n in range(count))
    save(editor)
    kept = [*library.transcript(job.meeting_id).segments, *library.deleted_lines(job.meeting_id)]
    assert sorted(" ".join(line.text for line in kept).split()) == expected
    hear()
    assert editor.document.segments == library.transcript(job.meeting_id).segments
    while editor.undo():  # what was deleted is back
        pass
    save(editor)
    hear()
    stored = library.transcript(job.meeting_id)
    assert editor.document.segments == stored.segments
    said = " ".join(line.text for line in stored.segments).split()
    assert sorted(said) == expected
    assert library.summary(job.meeting_id).words == len(said)
    editor.close()
