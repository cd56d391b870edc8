"""A desktop in which somebody types without end, until it is killed; it says what is on disk.

Started by tests as ``python -m tests.fakes.edit_writer FOLDER MEETING SEED``. Every 20 ms a letter is typed into some
line, and after each it says ``saved LETTERS``: as many of this run as the library announced to be on disk. Now and
then a line is split, joined, deleted or an edit undone. Letters are only counted, so undo is not of typing that the
test looks for: it splits and undoes that.
"""

import random
import sys
import time
from pathlib import Path

from app.announcements import Announcements, TranscriptChanged
from app.editing.joining import JoinWithBefore
from app.editing.splitting import SplitLine
from app.editing.transcript_editor import TranscriptEditor
from app.editing.wording import ReplaceText
from app.library.library import Library
from app.meetings.identifiers import MeetingId, SegmentId

KEY_S = 0.02


def write(library: Library, announcements: Announcements, meeting_id: MeetingId, chance: random.Random) -> None:
    """Type for ever."""
    editor = TranscriptEditor(library=library, meeting_id=meeting_id, announcements=announcements)
    heard: list[TranscriptChanged] = []
    announcements.subscribe(lambda each: heard.append(each) if isinstance(each, TranscriptChanged) else None)
    stored = {each.id: each.text for each in editor.document.segments}
    before = _letters(stored)
    line = editor.document.segments[0].id
    while True:
        while heard:
            change = heard.pop(0).change
            stored.update((each.id, each.text) for each in (*change.added, *change.updated))
            for name in change.removed:
                stored.pop(name, None)
            editor.take(change)
        fate = chance.random()
        if fate < 0.02:
            line = chance.choice(editor.document.segments).id
        elif fate < 0.04:
            editor.apply(SplitLine(line, chance.randrange(1, 40)))
            if fate < 0.03:
                editor.undo()
        elif fate < 0.05:
            editor.apply(JoinWithBefore(line))
            if editor.document.find(line) is None:
                line = editor.document.segments[0].id
        else:
            found = editor.document.find(line)
            assert found is not None
            at = chance.randrange(len(found.text) + 1)
            editor.apply(ReplaceText(line, at, at, "ǃ"))
            sys.stdout.write(f"saved {_letters(stored) - before}\n")
            sys.stdout.flush()
        time.sleep(KEY_S)


def _letters(texts: dict[SegmentId, str]) -> int:
    return sum(text.count("ǃ") for text in texts.values())


if __name__ == "__main__":
    house = Announcements()
    opened = Library.open(Path(sys.argv[1]), announcements=house)
    write(opened, house, MeetingId(sys.argv[2]), random.Random(int(sys.argv[3])))
