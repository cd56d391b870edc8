"""Which places are looked at first, how long the rest takes, and when it is enough."""

from typing import Any

from app.editing.confirming import ConfirmPlace
from app.editing.document import Document
from app.editing.review_hints import ReviewHints
from app.editing.review_pace import ReviewPace
from app.editing.review_queue import Evidence, ReviewPlace, put_places, rank_places, words_of
from app.meetings.identifiers import MeetingId, SegmentId, VersionId
from app.meetings.transcript import Gap, GapState, Segment, SegmentOrigin, Transcript, Word
from engine.contract.audio import Milliseconds
from engine.contract.segments import GapReason, QuarantineReason
from tests.builders.library import a_segment


def spoken(*said: tuple[str, float | None], start_ms: int = 0, name: str = "line", **changes: Any) -> Segment:
    words = tuple(
        Word(Milliseconds(start_ms + n * 300), Milliseconds(start_ms + n * 300 + 300), f" {text}", sure)
        for n, (text, sure) in enumerate(said)
    )
    text = " ".join(text for text, _ in said)
    return a_segment(text, start_ms, start_ms + len(said) * 300, **({"words": words, "id": SegmentId(name)} | changes))


def version(*lines: Segment, gaps: tuple[Gap, ...] = ()) -> Transcript:
    return Transcript(MeetingId("m"), VersionId("v"), lines, gaps=gaps)


def test_doubtful_words_come_first_and_the_places_of_a_line_are_its_text():
    line = spoken(("we", 0.99), ("meet", 0.99), ("in", 0.99), ("kolon", 0.2), ("at", 0.99), ("nine", 0.6))
    places = rank_places(version(line))
    assert [line.text[place.start : place.stop].strip() for place in places] == ["kolon at nine", "we meet in"]
    assert places[0].evidence == (Evidence.LOW_CONFIDENCE,)
    assert "".join(line.text[p.start : p.stop] for p in sorted(places, key=lambda p: p.start)) == line.text


def test_what_a_person_wrote_is_right():
    line = spoken(("Cologne", None), ("yes", None), origin=SegmentOrigin.EDITED)
    assert rank_places(version(line))[0].expected_errors == 0


def test_where_an_earlier_pass_heard_something_else_there_is_more_to_find():
    line = spoken(("we", 0.9), ("meet", 0.9))
    agreed = rank_places(version(line), earlier=version(line))[0]
    other = spoken(("he", 0.9), ("ate", 0.9), name="other")
    disagreed = rank_places(version(line), earlier=version(other))[0]
    alone = rank_places(version(line))[0]
    assert agreed.expected_errors < alone.expected_errors < disagreed.expected_errors
    assert Evidence.DISAGREEMENT in disagreed.evidence
    assert agreed.evidence == ()


def test_words_in_no_time_lines_set_aside_and_open_gaps_are_places():
    rushed = spoken(("extraordinarily", 0.99), name="rushed")
    rushed = a_segment(rushed.text, 0, 1000, words=(Word(Milliseconds(0), Milliseconds(60), " extraordinarily", 0.99),))
    aside = spoken(("thanks", 0.9), start_ms=5000, name="aside", quarantine=QuarantineReason.STOCK_PHRASE)
    gaps = (
        Gap(0, Milliseconds(9000), Milliseconds(12_000), GapReason.NOT_RECOGNISED),
        Gap(0, Milliseconds(20_000), Milliseconds(22_000), GapReason.NOT_RECOGNISED, GapState.REPAIRED),
        Gap(0, Milliseconds(30_000), Milliseconds(32_000), GapReason.SLEPT, GapState.LOST),
    )
    places = rank_places(version(rushed, aside, gaps=gaps))
    assert [place.evidence[0] for place in places] == [Evidence.GAP, Evidence.RUSHED, Evidence.SET_ASIDE]
    assert words_of(version(rushed, aside)) == 1


def test_places_of_one_rank_come_as_they_are_spoken():
    first, second = spoken(("we", 0.5), name="a"), spoken(("we", 0.5), start_ms=5000, name="b")
    other_track = spoken(("we", 0.5), name="c", track=1)
    ranked = rank_places(version(second, other_track, first))
    assert [place.line for place in ranked] == ["a", "c", "b"]
    assert rank_places(version()) == []


def test_places_that_are_put_among_others_stand_where_a_ranking_of_all_has_them():
    lines = [spoken((f"word{n}", (n * 7 % 10) / 10), start_ms=n * 3000, name=str(n)) for n in range(20)]
    some = rank_places(version(*lines[:12]))
    put_places(some, rank_places(version(*lines[12:])))
    assert some == rank_places(version(*lines))


def places(*expected: float) -> list[ReviewPlace]:
    return [
        ReviewPlace(SegmentId(str(n)), 0, n * 1000, n * 1000 + 1500, words=3, expected_errors=each)
        for n, each in enumerate(expected)
    ]


def test_the_time_that_is_left_follows_the_pace_that_was_measured():
    queue = places(*[0.5] * 100)
    pace = ReviewPace(words=300)
    before = pace.state(queue)
    assert before.places_left == 100
    for place in queue[:20]:
        pace.note(place, 6.0)  # twice as long as playing and deciding
    after = pace.state(queue[20:])
    assert before.seconds_left < 400
    assert 440 < after.seconds_left < 500
    pace.note(queue[20], 3600)  # somebody made coffee
    assert pace.state(queue[21:]).seconds_left < 900


def test_it_is_enough_when_the_expected_error_rate_is_reached():
    queue = places(2.0, 1.0, 0.5, 0.1)
    pace = ReviewPace(words=100, wished_rate=0.01)
    state = pace.state(queue)
    assert (state.places_left, state.is_enough) == (2, False)
    assert round(state.error_rate, 3) == 0.036
    assert pace.state(queue[2:]).is_enough
    assert pace.state([]).seconds_left == 0


def test_a_place_that_was_confirmed_is_right_and_nothing_to_look_at_again():
    line = spoken(("we", 0.2), ("meet", 0.2), ("in", 0.2), ("kolon", 0.2))
    document = Document(version(line))
    place = next(each for each in rank_places(version(line)) if each.start == 0)
    edit = ConfirmPlace(line.id, place.start, place.stop).apply(document)
    assert edit is not None
    document.apply(edit)
    assert [word.confidence for word in document.segments[0].words] == [1.0, 1.0, 1.0, 0.2]
    again = {each.start: each.expected_errors for each in rank_places(document.transcript)}
    assert again[place.start] == 0
    assert again[place.stop] > 0
    assert ConfirmPlace(line.id, place.start, place.stop).apply(document) is None


def test_confirming_a_line_that_was_set_aside_accepts_it():
    aside = spoken(("yes", 0.4), quarantine=QuarantineReason.LOOP)
    edit = ConfirmPlace(aside.id, 0, 3).apply(Document(version(aside)))
    assert edit is not None
    assert edit.after[0].quarantine is None


def test_words_that_somebody_else_talks_over_are_likelier_wrong():
    one = spoken(("we", 0.9), ("meet", 0.9), ("at", 0.9), ("nine", 0.9), name="one")
    other = spoken(("no", 0.9), ("no", 0.9), start_ms=900, name="other")
    elsewhere = spoken(("no", 0.9), ("no", 0.9), start_ms=900, name="elsewhere", track=1)
    ranked = rank_places(version(one, other))
    assert {(place.line, place.start_ms, Evidence.OVERLAP in place.evidence) for place in ranked} == {
        ("other", 900, True),
        ("one", 900, True),
        ("one", 0, False),
    }
    errors = {place.start_ms: place.expected_errors for place in ranked if place.line == "one"}
    alone = {place.start_ms: place.expected_errors for place in rank_places(version(one))}
    assert errors[0] == alone[0]
    assert errors[900] > alone[900]
    assert not any(Evidence.OVERLAP in place.evidence for place in rank_places(version(one, elsewhere)))


def test_a_name_that_nobody_knows_is_worth_a_look():
    lines = (
        spoken(("we", 0.9), ("met", 0.9), ("Kolon", 0.9), name="a"),
        spoken(("So", 0.9), ("the", 0.9), ("Bank", 0.9), start_ms=9000, name="b"),
        spoken(("a", 0.9), ("bank", 0.9), ("GPT", 0.9), start_ms=18_000, name="c"),
        spoken(("in", 0.9), ("the", 0.9), ("Haus", 0.9), start_ms=27_000, name="d", language="de"),
    )
    unknown = [place.line for place in rank_places(version(*lines)) if Evidence.UNKNOWN_NAME in place.evidence]
    assert unknown == ["a"]
    assert rank_places(version(*lines))[0].line == "a"
    known = ReviewHints(version(*lines), known=("Kolon Bay",))
    assert all(Evidence.UNKNOWN_NAME not in place.evidence for place in rank_places(version(*lines), hints=known))


def test_what_a_person_wrote_needs_no_second_look_whatever_is_around_it():
    line = spoken(("in", None), ("Kolon", None), origin=SegmentOrigin.EDITED)
    other = spoken(("he", 0.9), ("ate", 0.9), name="other")
    assert rank_places(version(line), earlier=version(other))[0].evidence == ()


def test_what_a_person_set_aside_is_not_asked_about_again():
    aside = spoken(("thanks", 0.2), quarantine=QuarantineReason.BY_HAND)
    assert rank_places(version(aside)) == []
