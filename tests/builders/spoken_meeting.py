"""A meeting of some people with its sound's folder, as it is after a look for the speakers."""

from pathlib import Path

from app.library.library import Library
from app.meetings.attribution import Turn
from app.meetings.identifiers import CourseId, MeetingId, SegmentId, new_id
from app.meetings.meeting import MeetingStatus, TrackInfo
from app.meetings.speaker_run import Clip, HeardSpeaker, SpeakerNames, SpeakerRun
from app.meetings.transcript import Segment
from engine.contract.audio import Milliseconds, TrackKind
from tests.builders.library import a_meeting, a_segment

SAID = (
    (0, "Good morning, shall we look at the budget for the next quarter first?"),
    (1, "Yes, I have the figures here, they came in last night."),
    (0, "How do they compare with what we planned?"),
    (1, "We are four percent above it, mostly because of the new machines in the second hall."),
    (2, "Could we move one of them to the spring?"),
    (1, "Not without paying the deposit a second time."),
    (0, "Then let us leave it and look at travel instead."),
    (2, "Travel is the easy part, we spent less than half of it."),
)
LINE_MS = 7000


def add_spoken_meeting(
    library: Library,
    *,
    course_id: CourseId | None = None,
    voices: bool = False,
    is_looked_for: bool = True,
    rounds: int = 1,
) -> MeetingId:
    """Put it into a library; without a look nobody is known to speak."""
    said = SAID * rounds
    length_ms = len(said) * LINE_MS + 5000
    meeting = a_meeting(
        "Budget meeting",
        status=MeetingStatus.READY,
        duration_ms=Milliseconds(length_ms),
        course_id=course_id,
        language="en",
        model="base",
        tracks=(TrackInfo(0, TrackKind.FILE),),
    )
    lines = [_line(text, number) for number, (_, text) in enumerate(said)]
    library.add_transcript(meeting, lines, (), ()).result()
    folder = library.meeting_folder(meeting.id)
    folder.mkdir(parents=True, exist_ok=True)
    (Path(folder) / "track-0.pcm").write_bytes(bytes(320))
    if is_looked_for:
        library.take_speakers(meeting.id, a_look(rounds, voices=voices), asked_for=(), names=SpeakerNames()).result()
    return meeting.id


def a_look(rounds: int = 1, *, voices: bool = False) -> SpeakerRun:
    """What the engine hears in it."""
    turns = tuple(
        Turn(0, Milliseconds(n * LINE_MS), Milliseconds(n * LINE_MS + LINE_MS - 1500), who)
        for n, (who, _) in enumerate(SAID * rounds)
    )
    heard: list[HeardSpeaker] = []
    for label in range(3):
        own = [turn for turn in turns if turn.speaker == label]
        clips = tuple(Clip(0, turn.start_ms, turn.end_ms) for turn in own[:3])
        speech = Milliseconds(sum(turn.end_ms - turn.start_ms for turn in own))
        voice = tuple(float(at == label) for at in range(192)) if voices else ()
        heard.append(HeardSpeaker(label, None, speech, clips, None, voice))
    return SpeakerRun(turns=turns, speakers=tuple(heard))


def _line(text: str, number: int) -> Segment:
    start = number * LINE_MS
    return a_segment(text, start, start + LINE_MS - 1500, id=SegmentId(new_id()))
