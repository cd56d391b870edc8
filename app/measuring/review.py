"""``vivavoce measure review``: how many of the wrong words a look at the first fifth of the review queue finds.

Meetings are transcribed by the import queue in a process of its own, as in ``accuracy.py``; then their places are
ranked and held against what was really said. A missing word is found by whoever hears the word before or behind it.
Beside it stands a look at as many places in the order they were spoken. The same transcripts show whether words keep
their times while a fifth of them is edited (``edited_words.py``). Main thread of a command; the sums are pure.
"""

import runpy
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from app.announcements import Announcements
from app.editing.review_queue import ReviewPlace, rank_places
from app.library.library import Library
from app.measuring.edited_words import EditedWords, edit_words
from app.measuring.workbench import OUR_SIDE, Workbench
from app.meetings.transcript import Transcript
from engine.bench.cannot_measure import CannotMeasure
from engine.bench.figures import Figure, GoalOn, Measurement
from engine.bench.side import SideRequest, SoundFile
from engine.bench.speech_data import MEETINGS, QUICK_MEETINGS, JoinedMeeting

EDITED = 10
"""Times that each transcript is edited anew, from the recognised one."""
SHARE = 0.2
"""Of the places that are looked at."""
GOAL_NOT_FOUND = 50.0
"""Percent of the wrong words that may be left."""

Normal = Callable[[str, str], str]
"""The scorer's way to make texts comparable: text, language."""


@dataclass(frozen=True, slots=True)
class ReviewScore:
    """What a look at some of the places of one meeting finds."""

    places: int
    errors: int
    found: int
    found_in_order: int
    """By as many places in the order they were spoken."""
    sound_share: float
    """How much of the sound of all places these are."""


def measure_review(workbench: Workbench, *, model: str, threads: int = 2, quick: bool = False) -> Measurement:
    """Transcribe the built meetings and look at a fifth of their places.

    Raises:
        CannotMeasure: something needed is not here, or a meeting could not be transcribed.
        SpeechModelError: the speech model is not here.
    """
    model_folder = workbench.model_folder(model)
    normal: Normal = runpy.run_path(str(workbench.data.scorer))["normal"]
    names = QUICK_MEETINGS if quick else MEETINGS
    with tempfile.TemporaryDirectory(prefix="vivavoce-measure-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        meetings = [_meeting(workbench, each, folder) for each in names]
        scratch = folder / "ours"
        scratch.mkdir()
        request = SideRequest(
            kind="ours",
            model=model,
            model_folder=str(model_folder),
            scratch=str(scratch),
            files=tuple(SoundFile(str(meeting.path), "en") for meeting in meetings),
            threads=threads,
        )
        answer = workbench.run_side(
            OUR_SIDE, request, lambda file: workbench.tell(f"{Path(file.path).parent.name}: transcribed")
        )
        if trouble := next((file.trouble for file in answer.files if file.trouble), ""):
            raise CannotMeasure(trouble)
        transcripts = _transcripts(scratch / "library")
        edited = [edit_words(transcripts[str(each.path)], seed=seed) for each in meetings for seed in range(EDITED)]
        scores = [score_review(transcripts[str(each.path)], each.reference, normal) for each in meetings]
    figures = [
        _figure(f"not_found_{name}", f"{name}, wrong words not found, %", [score])
        for name, score in zip(names, scores, strict=True)
    ]
    figures.append(_figure("not_found", "all together, %", scores, goal=GOAL_NOT_FOUND))
    figures += _edited_figures(edited)
    setting = (
        f"{len(names)} built meetings, {sum(each.duration_s for each in meetings) / 60:.0f} min, speech model {model}; "
        f"a look at the first {SHARE:.0%} of the places, beside as many in the order they were spoken"
    )
    details = [
        f"{name}: {score.places} places, {score.errors} wrong words; {score.sound_share:.0%} of the sound is heard"
        for name, score in zip(names, scores, strict=True)
    ]
    details.append(
        f"{SHARE:.0%} of the words edited, {EDITED} times a meeting: {sum(each.edits for each in edited)} edits, "
        f"{sum(each.untouched for each in edited)} words left alone, {sum(each.new for each in edited)} new"
    )
    return Measurement("review", workbench.machine, tuple(figures), setting, tuple(details))


def score_review(transcript: Transcript, reference: str, normal: Normal) -> ReviewScore:
    """Look at the first places of the queue, and see what stands there against what was said."""
    places = rank_places(transcript)
    count = round(SHARE * len(places))
    at = _places_of_words(transcript, places)
    errors = [{at[word] for word in near if word in at} for near in _errors(transcript, reference, normal)]
    first = set(range(count))
    in_order = set(sorted(range(len(places)), key=lambda number: places[number].start_ms)[:count])
    seconds = sum(place.seconds for place in places)
    return ReviewScore(
        places=len(places),
        errors=len(errors),
        found=sum(bool(near & first) for near in errors),
        found_in_order=sum(bool(near & in_order) for near in errors),
        sound_share=sum(place.seconds for place in places[:count]) / seconds if seconds else 0.0,
    )


_WordKey = tuple[str, int]
"""A line and the number of a word in it."""


def _errors(transcript: Transcript, reference: str, normal: Normal) -> list[set[_WordKey]]:
    """For each wrong word the words by which somebody who hears them finds it."""
    heard: list[tuple[str, _WordKey]] = []
    for line in transcript.segments:
        if line.quarantine is None:
            for number, word in enumerate(line.words):
                heard += [(each, (line.id, number)) for each in normal(word.text, "en").split()]
    said = normal(reference, "en").split()
    found: list[set[_WordKey]] = []
    for code in Levenshtein.opcodes([each for each, _ in heard], said):
        if code.tag == "equal":
            continue
        found += [{key} for _, key in heard[code.src_start : code.src_end]]
        missing = (code.dest_end - code.dest_start) - (code.src_end - code.src_start)
        beside = heard[max(0, code.src_end - 1) : code.src_end + 1]
        found += [{key for _, key in beside} for _ in range(max(0, missing))]
    return found


def _places_of_words(transcript: Transcript, places: Sequence[ReviewPlace]) -> dict[_WordKey, int]:
    by_line: dict[str, list[tuple[int, ReviewPlace]]] = {}
    for number, place in enumerate(places):
        if place.line is not None:
            by_line.setdefault(place.line, []).append((number, place))
    found: dict[_WordKey, int] = {}
    for line in transcript.segments:
        of_line = sorted(by_line.get(line.id, []), key=lambda each: each[1].start)
        offset = 0
        for number, word in enumerate(line.words):
            offset += len(word.text if number else word.text.lstrip())
            at = next((number for number, place in of_line if offset <= place.stop), None)
            if at is not None:
                found[(line.id, number)] = at
    return found


def _meeting(workbench: Workbench, name: str, folder: Path) -> JoinedMeeting:
    place = folder / name
    place.mkdir()
    return workbench.data.join_meetings((name,), place)


def _transcripts(folder: Path) -> dict[str, Transcript]:
    """What the side left in its library, by the file it was made of."""
    library = Library.open(folder, announcements=Announcements())
    try:
        return {row.meeting.source_path: library.transcript(row.meeting.id) for row in library.meetings()}
    finally:
        library.close()


def _edited_figures(edited: Sequence[EditedWords]) -> list[Figure]:
    moved, misplaced = sum(each.moved for each in edited), sum(each.misplaced for each in edited)
    return [
        Figure("words_moved", "words left alone at another time", moved, None, None, 0.0, GoalOn.OURS, 0),
        Figure("words_misplaced", "new words outside of their gap", misplaced, None, None, 0.0, GoalOn.OURS, 0),
    ]


def _figure(key: str, title: str, scores: Sequence[ReviewScore], *, goal: float | None = None) -> Figure:
    errors = max(1, sum(score.errors for score in scores))
    ours = 100 - 100 * sum(score.found for score in scores) / errors
    other = 100 - 100 * sum(score.found_in_order for score in scores) / errors
    return Figure(key, title, ours, other, ours / other if other else None, goal, GoalOn.OURS)
