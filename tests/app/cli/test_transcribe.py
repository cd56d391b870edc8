"""What ``vivavoce transcribe`` gives out, says and refuses; the engine process is a fake."""

import json
import signal
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.composition import Services
from app.exporting.json_format import read_transcript_json
from app.folders import Folders
from engine.capture.media_file import AudioStream
from engine.contract.channel import Channel
from engine.contract.errors import MediaNotReadable
from tests.builders.media_files import Track, make_media, voice
from tests.builders.transcribing_desk import CHINESE, TranscribingDesk

# Results


def test_one_file_in_one_text_format_is_printed_and_nothing_else(desk: TranscribingDesk):
    result = desk.run(desk.recording(), "--to", "srt")
    assert result.exit_code == 0
    assert result.stdout.startswith("1\n00:00:00,000 --> 00:00:0")
    assert "line 0" in result.stdout
    assert "talk.flac: " in result.stderr
    assert sorted(path.name for path in desk.folder.iterdir()) == ["engine", "talk.flac"]


def test_text_is_what_comes_without_a_wish(desk: TranscribingDesk):
    assert "line 0" in desk.run(desk.recording()).stdout


def test_files_go_where_they_should_and_their_paths_are_printed(desk: TranscribingDesk):
    out = desk.folder / "new" / "folder"
    result = desk.run(desk.recording(), "--to", "srt,VTT, .docx ,json,srt", "--out", out)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [str(out / f"talk.{each}") for each in ("srt", "vtt", "docx", "json")]
    assert all(Path(path).stat().st_size for path in result.stdout.splitlines())


def test_several_files_go_to_the_current_folder(desk: TranscribingDesk):
    result = desk.run(desk.recording("a.flac"), desk.recording("b.wav", CHINESE), "--to", "txt")
    assert result.stdout.splitlines() == ["a.txt", "b.txt"]


def test_a_word_document_is_a_file_even_if_it_is_the_only_one(desk: TranscribingDesk):
    assert desk.run(desk.recording(), "--to", "docx").stdout == "talk.docx\n"
    assert (desk.folder / "talk.docx").read_bytes().startswith(b"PK")


def test_nothing_is_ever_overwritten(desk: TranscribingDesk):
    (desk.folder / "talk.srt").write_text("mine", "utf-8")
    result = desk.run(desk.recording(), "--to", "srt,vtt", "--out", ".")
    assert result.stdout.splitlines() == ["talk (2).srt", "talk (2).vtt"]
    assert (desk.folder / "talk.srt").read_text("utf-8") == "mine"


def test_json_comes_back_into_a_library(desk: TranscribingDesk):
    result = desk.run(desk.recording(), "--to", "json")
    _, transcript = read_transcript_json(result.stdout.encode(), name="stdout")
    assert [line.text for line in transcript.segments] == ["line 0", "line 1", "line 2"]
    shape = json.loads(result.stdout)
    assert {"segments", "language", "duration_s", "gaps"} <= shape.keys()
    assert {"start", "end", "text", "speaker", "words", "quarantined"} <= shape["segments"][0].keys()
    assert {"start", "end", "text", "confidence"} <= shape["segments"][0]["words"][0].keys()


def test_names_of_every_script_survive(desk: TranscribingDesk):
    """Case 81."""
    name = "会议 Zoë 🎤.flac"
    assert desk.run(desk.recording(name), "--out", "out").stdout == f"{Path('out') / '会议 Zoë 🎤.txt'}\n"
    with desk.library() as library:
        assert library.meetings()[0].meeting.title == "会议 Zoë 🎤"


# Troubles


def test_a_file_that_is_not_there_is_named_and_the_rest_is_done(desk: TranscribingDesk):
    result = desk.run("missing.mp3", desk.recording(), "--out", "out")
    assert result.exit_code == 1
    assert "missing.mp3: “missing.mp3” is not there" in result.stderr
    assert result.stdout == f"{Path('out') / 'talk.txt'}\n"


def test_what_is_no_recording_leaves_nothing_in_the_library(desk: TranscribingDesk):
    (desk.folder / "notes.txt").write_text("not a recording", "utf-8")
    result = desk.run("notes.txt")
    assert result.exit_code == 1
    assert "No audio was found in “notes.txt”" in result.stderr
    with desk.library() as library:
        assert library.meetings() == []


def test_an_audio_stream_that_is_not_there_is_said_with_those_that_are(desk: TranscribingDesk):
    result = desk.run(desk.recording(), "--audio-stream", "5")
    assert (result.exit_code, desk.starts) == (1, 0)
    assert "“talk.flac” has no audio stream 5. Its audio streams are: 0." in result.stderr


def test_a_file_whose_channels_hold_two_conversations_says_how_to_take_one(desk: TranscribingDesk):
    """Case 30."""
    recording = desk.recording("both.wav", "stereo_diarization.wav")
    assert "“--channel left” or “right” takes one" in desk.run(recording).stderr
    assert "--channel" not in desk.run(recording, "--channel", "left").stderr
    assert "--channel" not in desk.run(desk.recording()).stderr


def test_a_file_with_several_audio_streams_says_which_there_are_and_each_can_be_a_track(desk: TranscribingDesk):
    """Case 37."""
    tracks = (
        Track(voice(1), "flac", language="ger", is_default=False),
        Track(voice(1), "flac", title="Ada", is_default=True),
    )
    recording = make_media(desk.folder / "call.mkv", *tracks, container="matroska")
    assert "2 audio streams: 0 (ger), 1 (Ada default). “--audio-stream” takes" in desk.run(recording).stderr
    assert "audio streams" not in desk.run(recording, "--channel", "apart").stderr
    with desk.library() as library:
        apart = next(row.meeting for row in library.meetings() if row.meeting.channel is Channel.APART)
    assert [track.number for track in apart.tracks] == [0, 1]


def test_a_recording_that_turns_out_unreadable_leaves_nothing_in_the_library(desk: TranscribingDesk):
    desk.scenario["fail"] = "not_readable"
    result = desk.run(desk.recording())
    assert result.exit_code == 1
    assert "“talk.flac” could not be read." in result.stderr
    with desk.library() as library:
        assert library.meetings() == []


@pytest.mark.parametrize("trouble", ["missing", "damaged"])
def test_a_speech_model_that_the_job_finds_wanting_is_said_with_the_command_that_gets_it(
    desk: TranscribingDesk, trouble: str
):
    """Case 88."""
    desk.scenario["fail"] = trouble
    result = desk.run(desk.recording())
    assert result.exit_code == 1
    assert "“vivavoce models add base” gets it" in result.stderr
    assert "Settings" not in result.stderr


def test_ctrl_c_that_ffmpeg_swallows_is_no_unreadable_file(desk: TranscribingDesk):
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


def test_silence_is_done_with_an_empty_transcript_and_a_remark(desk: TranscribingDesk):
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
def test_wrong_use_ends_with_2_and_touches_nothing(desk: TranscribingDesk, words: list[str], said: str):
    result = desk.run(desk.recording(), *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr
    assert desk.starts == 0


def test_no_file_at_all_is_wrong_use(desk: TranscribingDesk):
    assert desk.run().exit_code == 2


def test_a_speech_model_that_is_not_here_is_named_before_anything_is_read(desk: TranscribingDesk):
    result = desk.run(desk.recording(), "--model", "small")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "“vivavoce models add small” gets it." in result.stderr


def test_a_folder_that_cannot_be_written_is_told_before_anything_is_understood(desk: TranscribingDesk):
    (desk.folder / "file").write_text("no folder", "utf-8")
    result = desk.run(desk.recording(), "--out", desk.folder / "file" / "out")
    assert result.exit_code == 1
    assert "could not be written. Choose another folder" in result.stderr
    assert desk.starts == 0


def test_a_place_for_our_own_folders_that_cannot_be_is_named(desk: TranscribingDesk, monkeypatch: pytest.MonkeyPatch):
    recording = desk.recording()
    (desk.folder / "file").write_bytes(b"")
    monkeypatch.setenv("VIVAVOCE_HOME", str(desk.folder / "file" / "home"))
    result = desk.run(recording)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"may not write to {desk.folder / 'file'}" in result.stderr


# Progress


def test_progress_as_json_is_json_only(desk: TranscribingDesk):
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
