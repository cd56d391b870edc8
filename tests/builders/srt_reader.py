# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# (the library has no types)
"""The ``srt`` library as a reader of subtitles that is not ours."""

from datetime import timedelta
from typing import NamedTuple

import srt

_MILLISECOND = timedelta(milliseconds=1)


class ReadCue(NamedTuple):
    """A cue as the library found it."""

    start_ms: int
    end_ms: int
    text: str


def read_srt(text: str) -> list[ReadCue]:
    """All cues of a file, which must be in order and numbered from 1."""
    cues = list(srt.parse(text))
    assert [cue.index for cue in cues] == list(range(1, len(cues) + 1))
    return [ReadCue(cue.start // _MILLISECOND, cue.end // _MILLISECOND, str(cue.content)) for cue in cues]
