"""Lines of transcript become subtitles: short lines, at most two at a time, broken where a reader expects it.

A line of transcript that is too long for one cue becomes several, each beginning when its first word is
spoken. Places are chosen by punctuation first, then by pauses between words, then by balance
(``break_points.py``); the width counts columns, so that 16 Han characters are a line of 32.
Pure; called by the SRT and VTT exporters and by the preview. Nothing of the text is lost or added: the
lines of all cues joined are the text of the transcript, but for the white space at the breaks.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from app.exporting.break_points import PAUSE, BreakPoint, find_break_points
from app.exporting.cue_times import Cue, settle
from app.exporting.display_width import display_width, is_wide_text, width_of_character
from app.exporting.lines import ExportLine
from app.exporting.profile import ExportProfile
from app.exporting.word_times import CharacterTimes, find_character_times

LONGEST_MS = 7000
"""A cue that stands longer is split where it can be."""
_ALWAYS_SPLIT_MS = 1500
"""A silence between two words after which a new cue begins."""
_PAUSE_MS = 250
"""A silence that is a good place for a break."""
_NARROWEST = 8


def cues_of(
    lines: Sequence[ExportLine], profile: ExportProfile, *, duration_ms: int, name_speakers: bool = False
) -> list[Cue]:
    """Subtitles of a whole transcript.

    With ``name_speakers``, a change of speaker puts the name in front of the words (for formats without
    another place for it).
    """
    cues: list[Cue] = []
    last_speaker = ""
    for line in lines:
        speaker = line.speaker if profile.speakers else ""
        is_named = name_speakers and bool(speaker) and speaker != last_speaker
        last_speaker = speaker
        if not is_named and _is_one_cue(line, profile):
            cues.append(Cue(line.start_ms, line.end_ms, (line.text,), speaker))
        else:
            cues += _Splitter(line, profile, prefix=speaker if is_named else "").cues(speaker)
    return settle(cues, profile, duration_ms=duration_ms)


def line_width(text: str, profile: ExportProfile) -> int:
    """Columns that a line of this text may take."""
    if is_wide_text(text):
        return max(_NARROWEST, 2 * profile.line_width_cjk)
    return max(_NARROWEST, profile.line_width_latin)


def _is_one_cue(line: ExportLine, profile: ExportProfile) -> bool:
    """Whether nothing has to be weighed: it fits a line of subtitles and is spoken in one go. Most lines are."""
    return (
        line.end_ms - line.start_ms <= LONGEST_MS
        and display_width(line.text) <= line_width(line.text, profile)
        and all(later.start_ms - word.end_ms < _ALWAYS_SPLIT_MS for word, later in pairwise(line.words))
    )


class _Splitter:
    """Splits one line of transcript."""

    def __init__(self, line: ExportLine, profile: ExportProfile, *, prefix: str) -> None:
        self._limit = line_width(line.text, profile)
        lead = _named(prefix, line.text, self._limit) if prefix else ""
        self._text = lead + line.text
        self._words_from = len(lead)
        """Where the spoken text begins, behind the speaker's name."""
        self._line = line
        self._widths = [0, *accumulate(map(width_of_character, self._text))]
        self._times = self._with_lead(
            find_character_times(line.text, line.words, line.start_ms, line.end_ms), len(lead), line.start_ms
        )
        self._points = find_break_points(self._text, self._times.word_borders)
        self._starts = [point.start for point in self._points]
        self._stops = [point.stop for point in self._points]

    def cues(self, speaker: str) -> list[Cue]:
        pieces: list[tuple[int, int]] = []
        for start, stop in self._stretches():
            pieces += self._pieces(start, stop)
        cues: list[Cue] = []
        for start, stop in pieces:
            begin = self._line.start_ms if start == 0 else self._times.starts_ms[start]
            end = self._line.end_ms if stop == len(self._text) else self._times.ends_ms[stop - 1]
            cues.append(Cue(begin, max(begin + 1, end), self._lines(start, stop), speaker))
        return cues

    def _stretches(self) -> list[tuple[int, int]]:
        """The text between long silences: words are not shown long before they are spoken."""
        stretches: list[tuple[int, int]] = []
        begin = 0
        for point in self._points:
            if point.stop > max(begin, self._words_from) and self._silence(point) >= _ALWAYS_SPLIT_MS:
                stretches.append((begin, point.stop))
                begin = point.start
        stretches.append((begin, len(self._text)))
        return stretches

    def _pieces(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Parts that fit a cue each, cut where it hurts least while keeping them of one size."""
        pieces: list[tuple[int, int]] = []
        while not (self._fits(start, stop) and self._spoken_ms(start, stop) <= LONGEST_MS):
            cut = self._best_cut(start, stop)
            if cut is None:
                break
            pieces.append((start, cut.stop))
            start = cut.start
        pieces.append((start, stop))
        return pieces

    def _best_cut(self, start: int, stop: int) -> BreakPoint | None:
        width = self._width(start, stop)
        count = max(2, -(-width // (2 * self._limit)), -(-self._spoken_ms(start, stop) // LONGEST_MS))
        target = width / count
        best: BreakPoint | None = None
        best_cost = 0.0
        for index in range(bisect_right(self._starts, start), len(self._points)):
            point = self._points[index]
            if point.stop >= stop:
                break
            if point.stop <= max(start, self._words_from):
                continue
            taken = self._width(start, point.stop)
            if best is not None and not self._fits(start, point.stop):
                if taken > 2 * self._limit:
                    break
                continue
            cost = self._cost(point) + 120 * ((taken - target) / target) ** 2
            cost += max(0, self._spoken_ms(start, point.stop) - LONGEST_MS) / 50
            if best is None or cost < best_cost:
                best, best_cost = point, cost
        return best

    def _lines(self, start: int, stop: int) -> tuple[str, ...]:
        """One line if it fits, else two, as even as the good places allow."""
        width = self._width(start, stop)
        if width <= self._limit:
            return (self._text[start:stop],)
        best: BreakPoint | None = None
        best_cost = 0.0
        for index in range(bisect_right(self._starts, start), bisect_left(self._stops, stop)):
            point = self._points[index]
            left, right = self._width(start, point.stop), self._width(point.start, stop)
            over = max(0, left - self._limit) + max(0, right - self._limit)
            cost = self._cost(point) + 1000 * over + (60 if point.stop <= self._words_from else 0)
            cost += 120 * ((left - right) / width) ** 2
            if best is None or cost < best_cost:
                best, best_cost = point, cost
        if best is None:
            return (self._text[start:stop],)
        return (self._text[start : best.stop], self._text[best.start : stop])

    def _fits(self, start: int, stop: int) -> bool:
        if self._width(start, stop) <= self._limit:
            return True
        # The last place that leaves the first line narrow enough leaves the second one narrowest.
        farthest = bisect_right(self._widths, self._widths[start] + self._limit) - 1
        index = bisect_right(self._stops, farthest) - 1
        if index < 0 or self._points[index].stop <= start:
            return False
        return self._width(self._points[index].start, stop) <= self._limit

    def _cost(self, point: BreakPoint) -> int:
        if point.stop > self._words_from and self._silence(point) >= _PAUSE_MS:
            return min(point.cost, PAUSE)
        return point.cost

    def _silence(self, point: BreakPoint) -> int:
        return self._times.starts_ms[point.start] - self._times.ends_ms[point.stop - 1]

    def _spoken_ms(self, start: int, stop: int) -> int:
        return self._times.ends_ms[stop - 1] - self._times.starts_ms[start]

    def _width(self, start: int, stop: int) -> int:
        return self._widths[stop] - self._widths[start]

    @staticmethod
    def _with_lead(times: CharacterTimes, lead: int, start_ms: int) -> CharacterTimes:
        if not lead:
            return times
        return CharacterTimes(
            [start_ms] * lead + list(times.starts_ms),
            [start_ms] * lead + list(times.ends_ms),
            frozenset(border + lead for border in times.word_borders),
        )


def _named(speaker: str, text: str, limit: int) -> str:
    """The name as it stands before the words, shortened if it would fill the line."""
    mark = "：" if is_wide_text(text) else ": "
    if display_width(speaker) > limit - 6:
        kept = ""
        for character in speaker:
            if display_width(kept + character) > limit - 7:
                break
            kept += character
        speaker = kept.rstrip() + "…"
    return speaker + mark
