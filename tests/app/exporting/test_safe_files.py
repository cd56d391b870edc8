from dataclasses import replace
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from app.exporting.document import ExportDocument
from app.exporting.formats import EXPORTERS, WRITERS
from app.exporting.not_safe import NotSafe
from app.exporting.profile import ExportProfile
from app.exporting.safe_copy import PADDING_MS, hidden_names, make_safe, without_names
from app.exporting.safe_files import readable_text, share_safely
from app.exporting.safe_sound import is_proven, write_silenced
from app.meetings.identifiers import SpeakerId
from app.meetings.transcript import Speaker
from engine.contract.audio import Milliseconds
from engine.contract.cancellation import Cancellation
from tests.builders.transcripts import TEACHER, document_of, line

MARIA = Speaker(SpeakerId("maria"), 2, "María José Pérez")
RATE = 16_000


def document() -> ExportDocument:
    made = document_of(
        line("Today María José Pérez will read.", 0, 2000, speaker=TEACHER),
        line("Thank you. I am Pérez.", 3000, 5000, speaker=MARIA),
        line("Good, María's answer counts.", 6000, 8000, speaker=TEACHER),
        line("The end.", 9000, 10_000, speaker=TEACHER),
    )
    meeting = replace(
        made.meeting, title="Oral exam of Pérez", source_path="/home/x/maria.mp3", duration_ms=Milliseconds(10_000)
    )
    return replace(made, meeting=meeting, transcript=replace(made.transcript, speakers=(TEACHER, MARIA)))


def write_noise(path: Path, seconds: int = 10, channels: int = 1) -> None:
    sound = (np.random.default_rng(1).standard_normal((RATE * seconds, channels)) * 3000).astype(np.int16)
    layout = "mono" if channels == 1 else "stereo"
    with av.open(str(path), "w", format="flac") as opened:
        container: Any = opened
        stream = container.add_stream("flac", rate=RATE)
        stream.layout, stream.format = layout, "s16"
        frame: Any = av.AudioFrame.from_ndarray(np.ascontiguousarray(sound.reshape(1, -1)), format="s16", layout=layout)
        frame.sample_rate = RATE
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def read_sound(path: Path) -> NDArray[np.int16]:
    with av.open(str(path)) as container:
        frames: list[Any] = list(container.decode(audio=0))
    return np.concatenate([frame.to_ndarray().reshape(-1, len(frame.layout.channels)) for frame in frames])


def test_no_name_is_in_any_file_and_the_sound_is_silent_only_where_they_speak_or_are_named(tmp_path: Path):
    sound = tmp_path / "sound.flac"
    write_noise(sound)
    out = tmp_path / "out"
    written = share_safely(document(), [MARIA.id], ExportProfile(formats=tuple(EXPORTERS)), out, sound=sound)

    kinds = {".docx", ".srt", ".vtt", ".txt", ".md", ".csv", ".json", ".flac"}
    assert {path.suffix for path in written.paths} == kinds
    assert len({path.stem for path in written.paths}) == 1
    assert sorted(out.iterdir()) == sorted(written.paths)
    for path in written.paths:
        for name in ("María", "José", "Pérez", "maria.mp3"):
            assert name not in path.name
            if path.suffix != ".flac":
                assert name not in readable_text(path)
    text = next(path for path in written.paths if path.suffix == ".txt").read_text("utf-8")
    assert "Today Student 1 will read." in text
    assert "I am Student 1." in text
    assert "Student 1's answer counts." in text

    before, after = read_sound(sound), read_sound(next(path for path in written.paths if path.suffix == ".flac"))
    assert before.shape == after.shape
    silent: NDArray[np.bool_] = np.logical_not(after.any(axis=1))
    first, last = (3000 - PADDING_MS) * RATE // 1000, (5000 + PADDING_MS) * RATE // 1000
    assert silent[first:last].all()
    assert silent[int(0.8 * RATE)]  # the name is said there
    ending = slice(int(8.5 * RATE), None)
    assert np.array_equal(before[ending], after[ending])
    changed = (before != after).any(axis=1)
    assert not after[changed].any()
    assert written.silenced_ms >= 2000 + 2 * PADDING_MS


def test_a_copy_that_is_not_as_it_should_be_is_not_proven(tmp_path: Path):
    sound, copy = tmp_path / "sound.flac", tmp_path / "copy.flac"
    write_noise(sound, channels=2)
    write_silenced(sound, copy, [(1000, 2000)], Cancellation())
    assert is_proven(sound, copy, [(1000, 2000)], Cancellation())
    assert not is_proven(sound, copy, [(1000, 2001)], Cancellation())
    assert not is_proven(sound, copy, [(1500, 2000)], Cancellation())
    write_noise(copy, seconds=9, channels=2)
    assert not is_proven(sound, copy, [], Cancellation())


def test_a_file_that_still_tells_a_name_is_never_given_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Leaking:
        extension = ".txt"

        def write(self, document: ExportDocument, profile: ExportProfile) -> bytes:
            return b"by P\xc3\xa9rez"

    monkeypatch.setitem(WRITERS, "txt", Leaking())  # type: ignore[arg-type] - as much of an exporter as is used
    with pytest.raises(NotSafe):
        share_safely(document(), [MARIA.id], ExportProfile(formats=("txt",)), tmp_path / "out", sound=None)
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("name", ["Speaker 2", "说话人 3", "", "Student 1"])
def test_a_name_that_tells_nothing_is_not_looked_for(name: str):
    assert hidden_names(name, "Student 1") == []


def test_a_chinese_name_is_replaced_whole_and_without_its_family_name():
    names = hidden_names("王小明", "学生 1")
    assert without_names("王小明同学，小明你说。", names) == "学生 1同学，学生 1你说。"


def test_words_that_only_contain_a_name_or_are_written_small_stay():
    names = hidden_names("Mark Will", "Student 1")
    assert without_names("Mark my words: Willow will mark it, Will.", names) == (
        "Student 1 my words: Willow will mark it, Student 1."
    )


def test_who_talks_over_somebody_is_silenced_there_too():
    talked = line("One two three four.", 0, 4000, speaker=TEACHER)
    words = (replace(talked.words[0], over_id=MARIA.id), *talked.words[1:])
    made = replace(document(), transcript=replace(document().transcript, segments=(replace(talked, words=words),)))
    assert make_safe(made, [MARIA.id]).silences == ((0, words[0].end_ms + PADDING_MS),)


def test_a_part_of_a_name_that_somebody_who_stays_has_too_is_kept():
    names = hidden_names("Reader A Pérez", "Student 1", kept="Reader B")
    assert without_names("Reader B met Reader A Pérez. Pérez read.", names) == "Reader B met Student 1. Student 1 read."
