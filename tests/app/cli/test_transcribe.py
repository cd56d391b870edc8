import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.announcements import Announcements
from app.cli.main import cli
from app.composition import Services, compose_library, compose_services
from app.exporting.json_format import read_transcript_json
from app.folders import Folders, find_folders
from app.library.library import Library
from app.meetings.job import JobState
from app.meetings.meeting import MeetingStatus
from engine.capture.media_file import AudioStream
from engine.contract.errors import MediaNotReadable
from engine.contract.places import ROOT
from tests.builders.scripted_engine import scripted_engine, starts_of

AUDIO = ROOT / "tests" / "audio"
ENGLISH = "1998-15444-0001.flac"
CHINESE = "BAC009S0150W0204.wav"


class Desk:
    """A folder with recordings, and the command line over a fake engine process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenario: dict[str, Any] = {"length_s": 3}
        self.names = 0

    def recording(self, name: str = "talk.flac", source: str = ENGLISH) -> Path:
        path = self.folder / name
        path.write_bytes((AUDIO / source).read_bytes())
        return path

    def compose(self, folders: Folders) -> Services:
        return compose_services(
            folders,
            engine=scripted_engine(self.folder / "engine", **self.scenario),
            speaker_engine=scripted_engine(self.folder / "engine" / "speakers", **self.scenario),
        )

    def run(self, *words: object) -> Result:
        if "--speakers" not in words:
            words = ("--speakers", "off", *words)
        return CliRunner().invoke(cli, ["transcribe", *map(str, words)], obj=self.compose)

    def library(self):
        return compose_library(find_folders())

    @property
    def starts(self) -> int:
        return starts_of(self.folder / "engine")


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.chdir(tmp_path)
    yield Desk(tmp_path)


# Results


def test_one_file_in_one_text_format_is_printed_and_nothing_else(desk: Desk):
    result = desk.run(desk.recording(), "--to", "srt")
    assert result.exit_code == 0
    assert result.stdout.startswith("1\n00:00:00,000 --> 00:00:0")
    assert "line 0" in result.stdout
    assert "talk.flac: " in result.stderr
    assert sorted(path.name for path in desk.folder.iterdir()) == ["engine", "talk.flac"]


def test_text_is_what_comes_without_a_wish(desk: Desk):
    assert "line 0" in desk.run(desk.recording()).stdout


def test_files_go_where_they_should_and_their_paths_are_printed(desk: Desk):
    out = desk.folder / "new" / "folder"
    result = desk.run(desk.recording(), "--to", "srt,VTT, .docx ,json,srt", "--out", out)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [str(out / f"talk.{each}") for each in ("srt", "vtt", "docx", "json")]
    assert all(Path(path).stat().st_size for path in result.stdout.splitlines())


def test_several_files_go_to_the_current_folder(desk: Desk):
    result = desk.run(desk.recording("a.flac"), desk.recording("b.wav", CHINESE), "--to", "txt")
    assert result.stdout.splitlines() == ["a.txt", "b.txt"]


def test_a_word_document_is_a_file_even_if_it_is_the_only_one(desk: Desk):
    assert desk.run(desk.recording(), "--to", "docx").stdout == "talk.docx\n"
    assert (desk.folder / "talk.docx").read_bytes().startswith(b"PK")


def test_nothing_is_ever_overwritten(desk: Desk):
    (desk.folder / "talk.srt").write_text("mine", "utf-8")
    result = desk.run(desk.recording(), "--to", "srt,vtt", "--out", ".")
    assert result.stdout.splitlines() == ["talk (2).srt", "talk (2).vtt"]
    assert (desk.folder / "talk.srt").read_text("utf-8") == "mine"


def test_json_comes_back_into_a_library(desk: Desk):
    result = desk.run(desk.recording(), "--to", "json")
    _, transcript = read_transcript_json(result.stdout.encode(), name="stdout")
    assert [line.text for line in transcript.segments] == ["line 0", "line 1", "line 2"]
    shape = json.loads(result.stdout)
    assert {"segments", "language", "duration_s", "gaps"} <= shape.keys()
    assert {"start", "end", "text", "speaker", "words", "quarantined"} <= shape["segments"][0].keys()
    assert {"start", "end", "text", "confidence"} <= shape["segments"][0]["words"][0].keys()


def test_names_of_every_script_survive(desk: Desk):
    """Case 81."""
    name = "会议 Zoë 🎤.flac"
    assert desk.run(desk.recording(name), "--out", "out").stdout == f"{Path('out') / '会议 Zoë 🎤.txt'}\n"
    with desk.library() as library:
        assert library.meetings()[0].meeting.title == "会议 Zoë 🎤"


# The library


def test_it_is_in_the_library_afterwards(desk: Desk):
    desk.run(desk.recording("Lecture 7.flac"), "--course", "Algebra")
    with desk.library() as library:
        row = library.meetings()[0]
    assert (row.meeting.title, row.course_title, row.segments) == ("Lecture 7", "Algebra", 3)
    assert row.meeting.status is MeetingStatus.READY


def test_a_course_is_found_by_its_title(desk: Desk):
    desk.run(desk.recording("1.flac"), "--course", "Algebra")
    desk.run(desk.recording("2.wav", CHINESE), "--course", "algebra ")
    with desk.library() as library:
        assert [course.title for course in library.courses()] == ["Algebra"]
        assert {row.course_title for row in library.meetings()} == {"Algebra"}


def test_a_recording_that_was_transcribed_before_still_comes_into_the_course(desk: Desk):
    desk.run(desk.recording())
    desk.run("talk.flac", "--course", "Algebra")
    with desk.library() as library:
        assert [row.course_title for row in library.meetings()] == ["Algebra"]
    desk.run("talk.flac")  # no course is no wish to take it out
    with desk.library() as library:
        assert [row.course_title for row in library.meetings()] == ["Algebra"]


def test_what_was_transcribed_in_the_same_way_is_not_done_again(desk: Desk):
    desk.run(desk.recording("talk.flac"))
    result = desk.run(desk.recording("the same under another name.flac"), "--to", "vtt")
    assert result.exit_code == 0
    assert result.stdout.startswith("WEBVTT")
    assert "was transcribed before in this way" in result.stderr
    assert desk.starts == 1
    with desk.library() as library:
        assert len(library.meetings()) == 1


def test_another_wish_is_transcribed_anew_into_the_same_meeting(desk: Desk):
    desk.run(desk.recording(), "--language", "en")
    desk.run(desk.recording(), "--language", "de,German,en")
    assert desk.starts == 2
    with desk.library() as library:
        assert len(library.meetings()) == 1
        assert [job.options.languages for job in library.jobs()] == [("en",), ("de", "en")]


def test_another_audio_stream_is_another_meeting(desk: Desk):
    desk.run(desk.recording())
    desk.run(desk.recording(), "--audio-stream", "0")
    with desk.library() as library:
        assert sorted(str(row.meeting.audio_stream) for row in library.meetings()) == ["0", "None"]


def test_what_was_cut_off_goes_on_from_there(desk: Desk):
    """users.md row 3."""
    desk.scenario = {"length_s": 4, "exit_at": [2, 2, 2, None]}
    failed = desk.run(desk.recording())
    assert failed.exit_code == 1
    assert "The recognition stopped unexpectedly" in failed.stderr
    done = desk.run(desk.recording())
    assert done.exit_code == 0
    assert "goes on from there" in done.stderr
    with desk.library() as library:
        meeting = library.meetings()[0].meeting
        assert [line.text for line in library.transcript(meeting.id).segments] == [f"line {n}" for n in range(4)]


def test_what_a_window_left_in_line_is_not_begun(desk: Desk):
    with desk.library() as library:
        from tests.builders.library import a_job, a_meeting

        meeting = a_meeting("left over")
        left = a_job(meeting)
        library.add_import(meeting, left).result()
    desk.run(desk.recording())
    with desk.library() as library:
        assert library.job(left.id).state is JobState.WAITING


def test_without_the_library_nothing_is_kept(desk: Desk):
    result = desk.run(desk.recording(), "--no-library")
    assert (result.exit_code, "line 0" in result.stdout) == (0, True)
    with desk.library() as library:
        assert library.meetings() == []
    assert not list(find_folders().cache.glob("once-*"))


def test_a_library_that_a_window_has_open_is_left_alone(desk: Desk):
    folders = find_folders()
    folders.make()
    window = Library.open(folders.library, announcements=Announcements())
    try:
        result = desk.run(desk.recording())
        assert (result.exit_code, "line 0" in result.stdout) == (0, True)
        assert "Vivavoce is open with the library; these transcripts are not added to it." in result.stderr
        assert window.meetings() == []
    finally:
        window.close()


# Troubles


def test_a_file_that_is_not_there_is_named_and_the_rest_is_done(desk: Desk):
    result = desk.run("missing.mp3", desk.recording(), "--out", "out")
    assert result.exit_code == 1
    assert "missing.mp3: “missing.mp3” is not there" in result.stderr
    assert result.stdout == f"{Path('out') / 'talk.txt'}\n"


def test_what_is_no_recording_leaves_nothing_in_the_library(desk: Desk):
    (desk.folder / "notes.txt").write_text("not a recording", "utf-8")
    result = desk.run("notes.txt")
    assert result.exit_code == 1
    assert "No audio was found in “notes.txt”" in result.stderr
    with desk.library() as library:
        assert library.meetings() == []


def test_an_audio_stream_that_is_not_there_is_said_with_those_that_are(desk: Desk):
    result = desk.run(desk.recording(), "--audio-stream", "5")
    assert (result.exit_code, desk.starts) == (1, 0)
    assert "“talk.flac” has no audio stream 5. Its audio streams are: 0." in result.stderr


def test_a_recording_that_turns_out_unreadable_leaves_nothing_in_the_library(desk: Desk):
    desk.scenario["fail"] = "not_readable"
    result = desk.run(desk.recording())
    assert result.exit_code == 1
    assert "“talk.flac” could not be read." in result.stderr
    with desk.library() as library:
        assert library.meetings() == []


@pytest.mark.parametrize("trouble", ["missing", "damaged"])
def test_a_speech_model_that_the_job_finds_wanting_is_said_with_the_command_that_gets_it(desk: Desk, trouble: str):
    """Case 88."""
    desk.scenario["fail"] = trouble
    result = desk.run(desk.recording())
    assert result.exit_code == 1
    assert "“vivavoce models add base” gets it" in result.stderr
    assert "Settings" not in result.stderr


def test_ctrl_c_that_ffmpeg_swallows_is_no_unreadable_file(desk: Desk):
    def compose(folders: Folders) -> Services:
        def find(path: Path) -> list[AudioStream]:
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
            raise MediaNotReadable(path.name, "")

        return replace(desk.compose(folders), find_audio_tracks=find)

    words = ["transcribe", str(desk.recording()), str(desk.recording("other.flac"))]
    result = CliRunner().invoke(cli, words, obj=compose)
    assert result.exit_code == 130
    assert result.stderr.endswith("talk.flac: cancelled\n")


def test_silence_is_done_with_an_empty_transcript_and_a_remark(desk: Desk):
    """Case 46."""
    desk.scenario |= {"text": False, "speech": False}
    result = desk.run(desk.recording(), "--to", "srt")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No speech was found." in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--to", "foo"], "“foo” is none of"),
        (["--to", ","], "Name at least one of"),
        (["--language", "klingon"], "“klingon” is no language we know"),
        (["--language", ","], "Name a language"),
        (["--model", "gigantic"], "no speech model called “gigantic”"),
        (["--model", "../../etc"], "no speech model called"),
        (["--audio-stream", "-1"], "--audio-stream"),
        (["--nonsense"], "No such option"),
    ],
)
def test_wrong_use_ends_with_2_and_touches_nothing(desk: Desk, words: list[str], said: str):
    result = desk.run(desk.recording(), *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert desk.starts == 0


def test_no_file_at_all_is_wrong_use(desk: Desk):
    assert desk.run().exit_code == 2


def test_a_speech_model_that_is_not_here_is_named_before_anything_is_read(desk: Desk):
    result = desk.run(desk.recording(), "--model", "small")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "“vivavoce models add small” gets it." in result.stderr


def test_a_folder_that_cannot_be_written_is_said_plainly(desk: Desk):
    (desk.folder / "file").write_bytes(b"")
    result = desk.run(desk.recording(), "--out", "file/out")
    assert result.exit_code == 1
    assert "could not be written" in result.stderr


def test_a_place_for_our_own_folders_that_cannot_be_is_named(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    recording = desk.recording()
    (desk.folder / "file").write_bytes(b"")
    monkeypatch.setenv("VIVAVOCE_HOME", str(desk.folder / "file" / "home"))
    result = desk.run(recording)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"may not write to {desk.folder / 'file'}" in result.stderr


# Progress


def test_progress_as_json_is_json_only(desk: Desk):
    result = desk.run("missing.mp3", desk.recording(), "--out", "out", "--json-progress")
    lines = [json.loads(line) for line in result.stderr.splitlines()]
    steps = [line for line in lines if "fraction" in line]
    assert {"file", "stage", "fraction", "seconds_left"} == steps[0].keys()
    assert {step["stage"] for step in steps} <= {"reading", "loading", "recognising"}
    assert [line for line in lines if "state" in line] == [
        {
            "file": "missing.mp3",
            "state": "failed",
            "error": "“missing.mp3” is not there, or is not a file. Check the name and try again.",
            "paths": [],
        },
        {
            "file": str(desk.folder / "talk.flac"),
            "state": "done",
            "error": None,
            "paths": [str(Path("out") / "talk.txt")],
        },
    ]


# Stopping

INTERRUPTED = """
import sys
from pathlib import Path
from app.cli.main import cli
from app.composition import compose_services
from tests.builders.scripted_engine import scripted_engine

def compose(folders):
    return compose_services(folders, engine=scripted_engine(Path(sys.argv[1]), length_s=9999, pause_s=0.02))

cli(["transcribe", *sys.argv[2:]], prog_name="vivavoce", obj=compose)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_it_has(desk: Desk, number: signal.Signals):
    """Case 64: exit 130, no process left behind, the partial transcript in the library."""
    recording = desk.recording()
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, str(desk.folder / "engine"), str(recording), "--json-progress"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        said = _read_until(process, lambda line: json.loads(line).get("stage") == "recognising")
        process.send_signal(number)
        out, rest = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert json.loads((said + rest).splitlines()[-1])["state"] == "cancelled"
    with desk.library() as library:
        row = library.meetings()[0]
        assert row.meeting.status is MeetingStatus.PARTIAL
        assert row.segments > 0


def _read_until(process: "subprocess.Popen[str]", is_it: Callable[[str], bool]) -> str:
    assert process.stderr is not None
    alarm = threading.Timer(60, process.kill)
    alarm.start()
    try:
        said = ""
        while line := process.stderr.readline():
            said += line
            if is_it(line):
                return said
        raise AssertionError(said)
    finally:
        alarm.cancel()


# The whole


def with_real_models(speech_models: Path) -> Folders:
    folders = find_folders()
    folders.make()
    folders.models.rmdir()
    folders.models.symlink_to(speech_models, target_is_directory=True)
    return folders


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="only there are file names bytes")
def test_a_file_name_that_is_no_text_goes_all_the_way(desk: Desk, speech_models: Path):
    """Cases 80 and 81, through the real engine process: decoded, recognised, shown and exported."""
    with_real_models(speech_models)
    recording = desk.recording(os.fsdecode(b"caf\xe9.flac"))
    command = [sys.executable, "-m", "app.cli.main", "transcribe", str(recording), "--to", "srt", "--out", "."]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=desk.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "inquiries as to symptoms" in (desk.folder / "caf.srt").read_text("utf-8").casefold().replace("\n", " ")
    with desk.library() as library:
        (row,) = library.meetings()
        assert row.meeting.title == "caf�"
        assert os.fsencode(row.meeting.source_path) == os.fsencode(recording)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="only there are file names bytes")
def test_a_system_that_says_it_knows_only_ascii_costs_no_name(desk: Desk, speech_models: Path):
    """Case 81: ``LANG=C`` and ``PYTHONUTF8=0``."""
    with_real_models(speech_models)
    desk.recording("今天 会议.flac")
    command = [sys.executable, "-m", "app.cli.main", "transcribe", "今天 会议.flac", "--to", "srt", "--out", "."]
    ascii_only = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    environment = os.environ | ascii_only | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=desk.folder, env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.decode().startswith("今天 会议.flac:")
    assert (desk.folder / "今天 会议.srt").is_file()
    with desk.library() as library:
        assert [row.meeting.title for row in library.meetings()] == ["今天 会议"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_a_full_disk_behind_standard_output_is_said_as_what_it_is(desk: Desk, speech_models: Path):
    with_real_models(speech_models)
    command = [sys.executable, "-m", "app.cli.main", "transcribe", str(desk.recording())]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command,
            cwd=desk.folder,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert b"could not be written to standard output: No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
def test_a_recording_becomes_a_transcript(desk: Desk, speech_models: Path):
    """The real engine process, decoder, speech model and database."""
    folders = with_real_models(speech_models)
    done = subprocess.run(
        [sys.executable, "-m", "app.cli.main", "transcribe", str(desk.recording()), "--to", "json", "--language", "en"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    text = " ".join(line["text"] for line in told["segments"] if line["quarantined"] is None).casefold()
    assert "inquiries as to symptoms" in text
    assert told["language"] == "en"
    assert told["duration_s"] == pytest.approx(6.025, abs=0.01)
    log = (folders.logs / "engine.log").read_text("utf-8") if (folders.logs / "engine.log").exists() else ""
    assert "symptoms" not in log.casefold()


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_understood(desk: Desk):
    (desk.folder / "file").write_text("no folder", "utf-8")
    result = desk.run(desk.recording(), "--out", desk.folder / "file" / "out")
    assert result.exit_code == 1
    assert "could not be written. Choose another folder" in result.stderr
    assert desk.starts == 0
