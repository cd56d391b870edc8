import os

import pytest
from pydantic import ValidationError

from engine.contract.error_report import to_report
from engine.contract.errors import MediaNotReadable
from engine.contract.messages import JobFailed, TranscribeFile
from engine.contract.options import RecognitionOptions
from engine.contract.wire import read_command, read_event, write_command, write_event

NAMES = ["lecture.mp3", "量子力学 😀.mp3", 'a "b"\n\\ud800.mp3', os.fsdecode(b"caf\xe9 \xff.mp3")]


@pytest.mark.parametrize("name", NAMES)
def test_any_file_name_goes_down_and_up(name: str) -> None:
    """Case 81: on Linux a name is bytes and need not be text."""
    command = TranscribeFile("job", f"/music/{name}", "/library/meetings/1", 2, RecognitionOptions(languages=("de",)))
    assert read_command(write_command(command)) == command
    event = JobFailed("job", to_report(MediaNotReadable(name, "nothing")))
    assert read_event(write_event(event)) == event


@pytest.mark.parametrize("name", NAMES)
def test_a_message_is_one_line(name: str) -> None:
    line = write_event(JobFailed("job", to_report(MediaNotReadable(name, "nothing"))))
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1


@pytest.mark.parametrize("line", [b"", b"{}", b"[1, 2", b"\xff\xfe", b'{"kind": "\\udce9"}', b'"\\udce9', b'"\\udce9"'])
def test_rubbish_is_no_message(line: bytes) -> None:
    with pytest.raises(ValidationError):
        read_event(line)
