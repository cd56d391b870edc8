"""What things are called in a group: lanes, subjects, partitions, message ids.

Pure; used by fronts and workers alike, so that they need not know of each other. A lane is one durable consumer of the
stream of questions: workers look into them in the order that ``Priority`` says. A name that a peer chose becomes a
hash, so that nothing it says can be a subject of somebody else's.
"""

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from engine.remote.question import Priority, Question
from engine.remote.session_name import COURSE_END

QUESTIONS = "VIVAVOCE_QUESTIONS"
ANSWERS = "VIVAVOCE_ANSWERS"
PARKED = "VIVAVOCE_PARKED"
CONTEXTS = "vivavoce_contexts"
MEETINGS = "vivavoce_meetings"
PARCELS = "vivavoce_parcels"
"""Streams, two key-value buckets and a bucket of the object store."""

ROOT = "vivavoce"
PARTITIONS = 8
"""Of lectures. Each is worked at one question at a time, so that a course stays in order."""

REFUSED = "Vivavoce-Refused"
"""Header of an answer that says why there is none: the reason."""

ROLL_CALL = f"{ROOT}.roll-call"
"""Asked by a front that begins; every worker says at once what it is."""


@dataclass(frozen=True, slots=True)
class Lane:
    """Where questions of one kind wait."""

    name: str
    """Of its consumer."""
    subject: str
    """Without the session, which comes last."""
    is_in_order: bool = False
    """The next question is handed out when this one is answered."""

    @property
    def filter(self) -> str:
        """All of its questions."""
        return f"{self.subject}.*"


LIVE = Lane("live", f"{ROOT}.ask.live")
TENTATIVE = Lane("tentative", f"{ROOT}.ask.tentative")
LECTURES = tuple(
    Lane(f"lecture-{number}", f"{ROOT}.ask.lecture.{number}", is_in_order=True) for number in range(PARTITIONS)
)
BACKGROUND = Lane("background", f"{ROOT}.ask.background")
LANES = (LIVE, TENTATIVE, *LECTURES, BACKGROUND)

ALL_QUESTIONS = f"{ROOT}.ask.>"
ALL_ANSWERS = f"{ROOT}.answer.>"
ALL_PARKED = f"{ROOT}.parked.>"
ALL_STANDINGS = f"{ROOT}.standing.*"
ALL_TAKEN_BACK = f"{ROOT}.back.*.*"
ALL_HERE = f"{ROOT}.here.*"


def session_token(session_id: str) -> str:
    """A session's name as a part of a subject."""
    return hashlib.sha256(session_id.encode("utf-8")).hexdigest()[:32]


def course_of(session_id: str) -> str:
    """What keeps a session's questions and those of others in order: its course, or else the session alone."""
    course, mark, _ = session_id.partition(COURSE_END)
    return course if mark else session_id


def lane_of(question: Question) -> Lane:
    """Where a question waits."""
    match question.priority:
        case Priority.LIVE_FINAL:
            return LIVE
        case Priority.LIVE_TENTATIVE:
            return TENTATIVE
        case Priority.FOREGROUND_FILE:
            return LECTURES[zlib.crc32(course_of(question.session_id).encode("utf-8")) % PARTITIONS]
        case Priority.BACKGROUND_FILE:
            return BACKGROUND


def question_subject(question: Question) -> str:
    """Where a question is published. All of a session's in a lane share it: so many fit, and no more."""
    return f"{lane_of(question).subject}.{session_token(question.session_id)}"


def answer_subject(session_id: str, seq_id: int | str) -> str:
    """Where the answer to a question is published; with ``*`` all of a session's."""
    return f"{ROOT}.answer.{session_token(session_id)}.{seq_id}"


def parked_subject(session_id: str, seq_id: int) -> str:
    """Where is noted that nobody could answer a question."""
    return f"{ROOT}.parked.{session_token(session_id)}.{seq_id}"


def taken_back_subject(session_id: str, seq_id: int) -> str:
    """Where is said that nobody waits for an answer any more."""
    return f"{ROOT}.back.{session_token(session_id)}.{seq_id}"


def here_subject(session_id: str) -> str:
    """Where a front says that a session it has goes on, or ended."""
    return f"{ROOT}.here.{session_token(session_id)}"


def standing_subject(worker: str) -> str:
    """Where a worker says how much it has to do."""
    return f"{ROOT}.standing.{worker}"


def opening_subject(worker: str) -> str:
    """Where a worker is asked to admit a session."""
    return f"{ROOT}.worker.{worker}.open"


def health_subject(worker: str) -> str:
    """Where a worker is asked whether it decodes."""
    return f"{ROOT}.worker.{worker}.health"


def inbox_of(member: str) -> str:
    """Below which a member is answered what it asks the server or another member; all of a role lie together."""
    return f"_INBOX.{member.partition('-')[0]}.{member}"


def message_id(session_id: str, seq_id: int, *, refused_at: int = 0, lost_at: int = 0) -> str:
    """What makes a question the same, whichever front publishes it and however often.

    Args:
        session_id: Of whoever asks.
        seq_id: Its number there.
        refused_at: It was refused and may be asked once more: the number of the refusal in the stream of answers.
        lost_at: It was published and is gone: the number that it had in the stream of questions.
    """
    whole = f"{session_token(session_id)}:{seq_id}"
    return f"{whole}:{refused_at}:{lost_at}" if refused_at or lost_at else whole


def refused_before(identity: str) -> int:
    """The refusal after which a question was asked again; 0 if it was never refused."""
    parts = identity.split(":")
    return int(parts[2]) if len(parts) > 2 and parts[2].isdigit() else 0


def says_refused(headers: Mapping[str, str]) -> bool:
    """Whether an answer says that there is none."""
    return REFUSED in headers
