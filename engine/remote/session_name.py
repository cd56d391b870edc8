"""What a session is called on its way to a worker: unique, and where its lectures keep an order, with their course.

Pure. Made on the desktop's side; ``engine/worker/group/subjects.py`` reads the course out of it.
"""

import hashlib
import uuid

COURSE_END = "//"
"""In a session's id, what stands before it names a course: its lectures are answered in order, as they came."""


def new_session_name(course: str = "") -> str:
    """A name that no other session has.

    Args:
        course: What keeps the session in order with others of the same; empty if nothing does. A worker sees of it
            that two sessions have the same, and nothing else.
    """
    name = f"{uuid.uuid4().hex}/0"
    if not course:
        return name
    return f"{hashlib.sha256(course.encode('utf-8')).hexdigest()[:32]}{COURSE_END}{name}"
