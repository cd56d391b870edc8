"""Random edits for tests: numbers say which command is meant, whatever the document looks like by then."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from app.editing.boundaries import MoveBoundary, Side
from app.editing.command import Command
from app.editing.document import Document
from app.editing.joining import JoinWithBefore
from app.editing.line_keeping import AcceptLines, DeleteLines, SetAsideLines
from app.editing.line_times import SetLineTimes
from app.editing.speaking import GiveSpeaker, MergeSpeakers, NameSpeaker
from app.editing.splitting import SplitLine
from app.editing.version_taking import TakeLines
from app.editing.wording import ReplaceText, RewriteLine
from app.library.library import Library
from app.meetings.identifiers import MeetingId, SegmentId, SpeakerId, new_id
from app.meetings.meeting import Meeting, MeetingStatus, TrackInfo
from app.meetings.transcript import Segment, Speaker
from engine.contract.audio import TrackKind
from engine.contract.segments import QuarantineReason
from tests.builders.library import a_meeting, a_segment

TEXTS = ["so the determinant is zero", "I mean, nine", "今天我们讨论 GPT-4 的预算", "yes", "", "a  b", "会议。"]
TYPED = ["", " ", "x", "Cologne", "two words", "，", "预算", "it's", " and then", "!"]


@dataclass(frozen=True)
class Wish:
    """Which command, as numbers that any document understands."""

    kind: int
    line: int
    at: int
    length: int
    text: str


wishes = st.builds(
    Wish,
    kind=st.integers(0, 16),
    line=st.integers(0, 1000),
    at=st.integers(0, 60),
    length=st.integers(0, 12),
    text=st.sampled_from(TYPED),
)


def command_of(wish: Wish, document: Document) -> Command | str:
    """The command; “undo” and “redo” for those. Undo is as likely as typing."""
    lines = document.segments
    if wish.kind in (9, 10, 11):
        return "undo"
    if wish.kind == 12 or not lines:
        return "redo"
    line = lines[wish.line % len(lines)]
    start = min(wish.at, len(line.text))
    speakers = document.speakers
    number = wish.length % 9 + 1
    makers: dict[int, Callable[[], Command]] = {
        0: lambda: ReplaceText(line.id, start, start + wish.length, wish.text),
        1: lambda: RewriteLine(line.id, line.text[:start] + wish.text + line.text[start + wish.length :]),
        2: lambda: SplitLine(line.id, wish.at),
        3: lambda: JoinWithBefore(line.id),
        4: lambda: MoveBoundary(
            line.id, Side.END if wish.length % 2 else Side.START, line.start_ms + (wish.at - 20) * 50
        ),
        5: lambda: GiveSpeaker((line.id,), number),
        6: lambda: NameSpeaker(speakers[0].id if speakers else SpeakerId("nobody"), f"Ada {wish.at}"),
        7: lambda: AcceptLines((line.id,)) if line.quarantine else SetAsideLines((line.id,)),
        8: lambda: DeleteLines(tuple(each.id for each in lines[wish.line % len(lines) :][: wish.length % 3 + 1])),
        14: lambda: MergeSpeakers(
            speakers[wish.line % len(speakers)].id if speakers else SpeakerId("nobody"),
            speakers[wish.at % len(speakers)].id if speakers else SpeakerId("nobody"),
        ),
        15: lambda: SetLineTimes(line.id, line.start_ms + (wish.at - 20) * 50, line.end_ms + (wish.length - 6) * 100),
        16: lambda: TakeLines(
            (line,), (replace(line, id=SegmentId("other"), text=wish.text or "taken"),), document.speakers
        ),
        13: lambda: GiveSpeaker(tuple(each.id for each in lines), None if wish.at % 2 else number),
    }
    return makers[wish.kind]()


def an_edited_meeting(library: Library, *, lines: int = 6) -> tuple[Meeting, list[Segment]]:
    """A meeting of some lines of each kind, on two tracks, with two speakers, one line set aside."""
    meeting = a_meeting(
        status=MeetingStatus.READY,
        duration_ms=lines * 1000 + 500,
        tracks=(TrackInfo(0, TrackKind.MICROPHONE), TrackInfo(1, TrackKind.COMPUTER)),
        id=MeetingId(new_id()),
    )
    ada, bob = Speaker(SpeakerId(new_id()), 1, "Ada"), Speaker(SpeakerId(new_id()), 2, "Bob")
    said = [
        a_segment(
            TEXTS[n % len(TEXTS)],
            n * 1000,
            n * 1000 + (1000 if n % 3 else 1200),
            track=int(n % 5 == 4),
            speaker_id=(ada.id, bob.id, None)[n % 3],
            quarantine=QuarantineReason.LOOP if n % 6 == 3 else None,
        )
        for n in range(lines)
    ]
    library.add_transcript(meeting, said, [ada, bob], []).result()
    return meeting, said
