"""Whether so much runs on this computer that work on several threads waits for the one that gets no processor.

Asked by ``whisper_model.py`` before each call to an encoder of several threads, on any thread. Such a call ends when
the last of its threads has had its turn: a live window that takes half a second otherwise took up to 33 s where three
programs wanted each processor, and on one thread never more than three.
"""

import psutil


def is_crowded() -> bool:
    """Whether more has wanted to run during the last minute than there are processors."""
    return psutil.getloadavg()[0] > (psutil.cpu_count() or 1)
