"""When each cue of subtitles shows and goes: long enough to read where there is room, never two at once.

Pure; the last step of ``subtitle_lines.py``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.exporting.display_width import width_of_character
from app.exporting.profile import ExportProfile

SHORTEST_MS = 800
"""A cue below it flashes; it gets so much where there is room."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One subtitle as it shows."""

    start_ms: int
    end_ms: int
    lines: tuple[str, ...]
    """At most two."""
    speaker: str = ""
    """Who says it, empty if unknown or not wanted."""

    @property
    def text(self) -> str:
        """Its lines, one below the other."""
        return "\n".join(self.lines)


def reading_time_ms(text: str, profile: ExportProfile) -> int:
    """How long a reader needs for a text; Han and kana take longer than letters."""
    wide = sum(1 for character in text if width_of_character(character) == 2)
    narrow = sum(1 for character in text if width_of_character(character) == 1)
    latin_speed = max(1.0, profile.max_chars_per_s)
    cjk_speed = max(1.0, profile.max_cjk_chars_per_s)
    return round(1000 * (narrow / latin_speed + wide / cjk_speed))


def settle(cues: Sequence[Cue], profile: ExportProfile, *, duration_ms: int) -> list[Cue]:
    """Order cues, take overlaps away and let each stay into the silence behind it as long as it is read.

    ``duration_ms`` is the length of the recording, 0 if it is not known.
    """
    settled = sorted(cues, key=lambda cue: cue.start_ms)
    for index in range(len(settled)):
        if index + 1 == len(settled):
            settled[index] = _extended(settled[index], profile, room_to_ms=duration_ms or None)
            break
        cue, following = settled[index], settled[index + 1]
        if following.start_ms < cue.end_ms:
            cue, following = _part(cue, following)
        settled[index] = _extended(cue, profile, room_to_ms=following.start_ms)
        settled[index + 1] = following
    return settled


def _extended(cue: Cue, profile: ExportProfile, *, room_to_ms: int | None) -> Cue:
    wanted = cue.start_ms + max(SHORTEST_MS, reading_time_ms(cue.text, profile))
    if room_to_ms is not None:
        wanted = min(wanted, room_to_ms)
    return replace(cue, end_ms=max(cue.end_ms, wanted))


def _part(cue: Cue, following: Cue) -> tuple[Cue, Cue]:
    """Two cues at once become one after the other; neither is left with less than it must have."""
    least = min(SHORTEST_MS, max(1, (max(cue.end_ms, following.end_ms) - cue.start_ms) // 2))
    border = max(following.start_ms, cue.start_ms + least)
    return (
        replace(cue, end_ms=border),
        replace(following, start_ms=border, end_ms=max(following.end_ms, border + 1)),
    )
