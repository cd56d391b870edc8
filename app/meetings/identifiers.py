"""Names of things in the library: unique without a clock and without a counter."""

from typing import NewType
from uuid import uuid4

MeetingId = NewType("MeetingId", str)
SegmentId = NewType("SegmentId", str)
SpeakerId = NewType("SpeakerId", str)
CourseId = NewType("CourseId", str)
JobId = NewType("JobId", str)
VersionId = NewType("VersionId", str)
MomentId = NewType("MomentId", str)


def new_id() -> str:
    """A fresh identifier, 32 hexadecimal digits."""
    return uuid4().hex
