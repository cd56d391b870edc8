"""Recordings put together and cut in two: every sample, word, speaker and bookmark, with the old ones in the bin."""

from pathlib import Path

import av
import numpy as np
import pytest

from app.assembling import merge_meetings, split_meeting, take_back
from app.editing.document import Document
from app.editing.speaking import NameSpeaker
from app.library.library import Library
from app.meetings.errors import NothingToSplit, SoundIsMissing
from app.meetings.identifiers import MeetingId, MomentId
from app.meetings.moment import Moment, MomentKind
from engine.capture.recording_file import recover
from engine.capture.sound_folder import SoundFolder
from engine.contract.audio import Milliseconds, TrackKind
from engine.contract.cancellation import Cancellation, Cancelled
from tests.builders.assembled import imported, recorded
from tests.builders.library import Heard, a_meeting, import_meeting, open_library

MIC, COMPUTER, FILE = TrackKind.MICROPHONE, TrackKind.COMPUTER, TrackKind.FILE


def samples(library: Library, meeting_id: MeetingId, track: int) -> np.ndarray:
    return np.fromfile(library.meeting_folder(meeting_id) / f"track-{track}.pcm", "<i2")


def rename(library: Library, meeting_id: MeetingId, old: str, new: str) -> None:
    transcript = library.transcript(meeting_id)
    speaker = next(each for each in transcript.speakers if each.name == old)
    edit = NameSpeaker(speaker.id, new).apply(Document(transcript))
    assert edit is not None
    library.apply_edit(meeting_id, edit).result()


def test_two_recordings_become_one_with_every_sample_in_its_place(library: Library):
    first = recorded(library, "first", seconds=3.0, seed=1, kinds=(MIC, COMPUTER))
    second = recorded(library, "second", seconds=2.5, seed=9, kinds=(MIC,), minutes=12)

    done = merge_meetings(library, first.meeting.id, second.meeting.id)

    (made,) = done.made
    assert [row.meeting.id for row in library.meetings()] == [made]
    assert {row.meeting.id for row in library.binned_meetings()} == {first.meeting.id, second.meeting.id}
    assert np.array_equal(samples(library, made, 0), np.concatenate([first.tracks[0], second.tracks[0]]))
    silence = np.zeros(40_000, np.int16)
    assert np.array_equal(samples(library, made, 1), np.concatenate([first.tracks[1], silence]))
    meeting = library.meeting(made)
    assert meeting.duration_ms == 5500
    assert [track.kind for track in meeting.tracks] == [MIC, COMPUTER]
    assert "the second begins at 0:00:03" in meeting.notes[-1]
    assert "12 min were not recorded" in meeting.notes[-1]
    recovered = recover(library.meeting_folder(made))
    assert recovered.tracks[0].was_stopped
    assert [(gap.start, gap.stop) for gap in recovered.tracks[0].gaps] == [(1600, 3200), (49_600, 51_200)]
    assert library.check().is_good


def test_the_words_of_both_stand_on_one_time_line(library: Library):
    first = recorded(library, "first", seconds=3.0, seed=1, kinds=(MIC,))
    second = recorded(library, "second", seconds=2.5, seed=9, kinds=(MIC,))
    note = Moment(MomentId("n"), second.meeting.id, MomentKind.NOTE, Milliseconds(500), Milliseconds(500), "exam")
    library.add_moment(note).result()

    (made,) = merge_meetings(library, first.meeting.id, second.meeting.id).made

    transcript = library.transcript(made)
    assert [(line.text, line.start_ms) for line in transcript.segments] == [
        ("first first line", 200),
        ("first second line here", 1600),
        ("second first line", 3200),
        ("second second line here", 4600),
    ]
    assert transcript.segments[2].words[0].start_ms == 3200
    assert [transcript.name_of(line.speaker_id) for line in transcript.segments] == [
        "Ada",
        "Speaker 2",
        "Ada",
        "Speaker 3",
    ]
    kinds = {(moment.kind, moment.start_ms, moment.text) for moment in library.moments(made)}
    assert kinds == {
        (MomentKind.CHAPTER, 0, "first"),
        (MomentKind.CHAPTER, 3000, "second"),
        (MomentKind.NOTE, 3500, "exam"),
    }
    assert [hit.meeting_id for hit in library.search("second line here")] == [made, made]


def test_what_was_put_together_can_be_taken_apart_again(library: Library):
    first = recorded(library, "first", seconds=3.0, seed=1, kinds=(MIC,))
    second = recorded(library, "second", seconds=2.5, seed=9, kinds=(MIC,))
    done = merge_meetings(library, first.meeting.id, second.meeting.id)

    take_back(library, done)

    assert {row.meeting.id for row in library.meetings()} == {first.meeting.id, second.meeting.id}
    assert np.array_equal(samples(library, first.meeting.id, 0), first.tracks[0])
    assert [row.meeting.id for row in library.binned_meetings()] == list(done.made)


def test_the_copy_to_listen_to_is_as_good_as_those_it_is_made_of(library: Library):
    first = imported(library, "first", seconds=2.0, seed=1)
    second = imported(library, "second", seconds=2.5, seed=9)

    (made,) = merge_meetings(library, first.meeting.id, second.meeting.id).made

    path = SoundFolder(library.meeting_folder(made)).playback_path()
    assert path is not None
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        played = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(stream)])
    assert stream.rate == 48_000
    assert played.size == 4.5 * 48_000
    place = SoundFolder(library.meeting_folder(second.meeting.id)).playback_path()
    with av.open(str(place)) as container:
        alone = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(container.streams.audio[0])])
    assert np.abs(played[96_000:].astype(int) - alone).max() <= 1


def test_one_recording_becomes_two_at_a_pause(library: Library):
    whole = recorded(library, "talk", seconds=4.0, seed=3, kinds=(MIC, COMPUTER))
    mark = Moment(MomentId("b"), whole.meeting.id, MomentKind.BOOKMARK, Milliseconds(900), Milliseconds(2000))
    library.add_moment(mark).result()
    library.set_tags(whole.meeting.id, ["exam"]).result()

    first, second = split_meeting(library, whole.meeting.id, 1150).made

    cut = library.meeting(first).duration_ms
    assert 1200 <= cut <= 1600
    for track in (0, 1):
        both = np.concatenate([samples(library, first, track), samples(library, second, track)])
        assert np.array_equal(both, whole.tracks[track])
    assert [line.text for line in library.transcript(first).segments] == ["talk first line"]
    (line,) = library.transcript(second).segments
    assert (line.text, line.start_ms) == ("talk second line here", 1600 - cut)
    assert library.meeting(first).tags == library.meeting(second).tags == ("exam",)
    (moment,) = library.moments(second)
    assert (moment.start_ms, moment.end_ms) == (0, 2000 - cut)
    assert library.moments(first) == []
    assert [row.meeting.id for row in library.binned_meetings()] == [whole.meeting.id]
    assert library.check().is_good


def test_what_was_cut_in_two_and_put_together_again_has_the_speakers_it_had(library: Library):
    whole = recorded(library, "talk", seconds=8.0, seed=3, kinds=(MIC,))
    before = library.transcript(whole.meeting.id)

    first, second = split_meeting(library, whole.meeting.id, 4700).made
    (again,) = merge_meetings(library, first, second).made

    after = library.transcript(again)
    assert [(each.number, each.name) for each in after.speakers] == [(1, "Ada"), (2, "Speaker 2")]
    assert [(each.number, each.name) for each in before.speakers] == [(1, "Ada"), (2, "Speaker 2")]
    assert [after.name_of(line.speaker_id) for line in after.segments] == ["Ada", "Speaker 2", "Speaker 2"]


def test_a_name_that_was_given_in_one_part_is_that_of_both_and_two_names_are_two_people(library: Library):
    whole = recorded(library, "talk", seconds=8.0, seed=3, kinds=(MIC,))
    first, second = split_meeting(library, whole.meeting.id, 4700).made
    rename(library, second, "Speaker 2", "Ben")
    (again,) = merge_meetings(library, first, second).made
    assert [(each.number, each.name) for each in library.transcript(again).speakers] == [(1, "Ada"), (2, "Ben")]

    first, second = split_meeting(library, again, 4700).made
    rename(library, second, "Ben", "Cy")
    (again,) = merge_meetings(library, first, second).made
    names = [(each.number, each.name) for each in library.transcript(again).speakers]
    assert names == [(1, "Ada"), (2, "Ben"), (3, "Cy")]


def test_a_line_across_the_cut_is_divided_between_its_words(library: Library):
    whole = recorded(library, "talk", seconds=8.0, seed=3, kinds=(MIC,))

    first, second = split_meeting(library, whole.meeting.id, 4700).made

    assert [line.text for line in library.transcript(first).segments] == ["talk first line", "talk second"]
    assert [line.text for line in library.transcript(second).segments] == ["line here"]


def test_a_piece_of_an_imported_file_sounds_like_that_piece(library: Library):
    whole = imported(library, "talk", seconds=4.0, seed=3)
    path = SoundFolder(library.meeting_folder(whole.meeting.id)).playback_path()
    with av.open(str(path)) as container:
        alone = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(container.streams.audio[0])])

    first, second = split_meeting(library, whole.meeting.id, 1400).made

    cut = library.meeting(first).duration_ms * 48
    path = SoundFolder(library.meeting_folder(second)).playback_path()
    with av.open(str(path)) as container:
        played = np.concatenate([frame.to_ndarray()[0] for frame in container.decode(container.streams.audio[0])])
    assert played.size == alone.size - cut
    assert np.abs(played.astype(int) - alone[cut:]).max() <= 1


def test_a_cut_at_the_very_edge_is_refused(library: Library):
    whole = recorded(library, "talk", seconds=4.0, seed=3, kinds=(MIC,))
    for at_ms in (-5, 0, 3999, 9000):
        with pytest.raises(NothingToSplit):
            split_meeting(library, whole.meeting.id, at_ms)
    assert library.binned_meetings() == []


def test_nothing_changes_when_it_is_cancelled_or_breaks_off(library: Library):
    first = recorded(library, "first", seconds=3.0, seed=1, kinds=(MIC,))
    second = recorded(library, "second", seconds=2.5, seed=9, kinds=(MIC,))
    before = sorted(path.name for path in (library.folder / "meetings").iterdir())
    cancelled = Cancellation()
    cancelled.request()

    with pytest.raises(Cancelled):
        merge_meetings(library, first.meeting.id, second.meeting.id, cancellation=cancelled)

    assert sorted(path.name for path in (library.folder / "meetings").iterdir()) == before
    assert library.binned_meetings() == []
    assert len(library.meetings()) == 2


def test_a_meeting_without_its_sound_is_left_as_it_is(library: Library):
    first = recorded(library, "first", seconds=3.0, seed=1, kinds=(MIC,))
    without = a_meeting("only words")
    import_meeting(library, without, "hello")

    with pytest.raises(SoundIsMissing):
        merge_meetings(library, first.meeting.id, without.id)

    assert len(library.meetings()) == 2


def test_what_a_killed_putting_together_left_is_swept_at_the_next_start(tmp_path: Path):
    library = open_library(tmp_path, Heard())
    kept = recorded(library, "kept", seconds=3.0, seed=1, kinds=(MIC,))
    library.close()
    left = tmp_path / "meetings" / ".making-0123"
    left.mkdir()
    (left / "track-0.pcm").write_bytes(b"\0" * 100)

    library = open_library(tmp_path, Heard())

    assert not left.exists()
    assert np.array_equal(samples(library, kept.meeting.id, 0), kept.tracks[0])
    library.close()
